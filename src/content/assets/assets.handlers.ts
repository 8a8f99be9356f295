import type { Handler, Handlers } from '../../http/handler.types.ts';
import { fromUlid } from '../../platform/ids.ts';
import { EMAIL, EMAIL_TEMPLATE, TENT, TENT_TEMPLATE } from '../documents/kinds.ts';
import { assetsOf, attach, detach } from './assets.service.ts';
import { toAsset } from './assets.view.ts';

/** What is attached, and attaching more, is the same for every kind of document. */
export function createAssetHandlers({ baseUrl }: { baseUrl: string }) {
  const view = toAsset(baseUrl);

  const listEmailAssets: Handler<'listEmailAssets'> = async ({ path: { emailId } }, { db, workspaceId }) => {
    const assets = await assetsOf(db, EMAIL, workspaceId, emailId);
    return { status: 200, body: { email_id: emailId, assets: assets.map(view) } };
  };

  const uploadEmailAssets: Handler<'uploadEmailAssets'> = async ({ path: { emailId }, files }, { db, workspaceId, now }) => {
    const assets = await attach(db, EMAIL, workspaceId, emailId, files, now);
    return { status: 201, body: { email_id: emailId, assets: assets.map(view) } };
  };

  const listEmailTemplateAssets: Handler<'listEmailTemplateAssets'> = async ({ path: { templateId } }, { db, workspaceId }) => {
    const assets = await assetsOf(db, EMAIL_TEMPLATE, workspaceId, templateId);
    return { status: 200, body: { template_id: templateId, assets: assets.map(view) } };
  };

  const uploadEmailTemplateAssets: Handler<'uploadEmailTemplateAssets'> = async (
    { path: { templateId }, files },
    { db, workspaceId, now },
  ) => {
    const assets = await attach(db, EMAIL_TEMPLATE, workspaceId, templateId, files, now);
    return { status: 201, body: { template_id: templateId, assets: assets.map(view) } };
  };

  const listTentTemplateAssets: Handler<'listTentTemplateAssets'> = async ({ path: { templateId } }, { db, workspaceId }) => {
    const assets = await assetsOf(db, TENT_TEMPLATE, workspaceId, fromUlid(templateId));
    return { status: 200, body: { template_id: templateId, assets: assets.map(view) } };
  };

  const uploadTentTemplateAssets: Handler<'uploadTentTemplateAssets'> = async (
    { path: { templateId }, files },
    { db, workspaceId, now },
  ) => {
    const assets = await attach(db, TENT_TEMPLATE, workspaceId, fromUlid(templateId), files, now);
    return { status: 201, body: { template_id: templateId, assets: assets.map(view) } };
  };

  const listTentAssets: Handler<'listTentAssets'> = async ({ path: { tentId } }, { db, workspaceId }) => {
    const assets = await assetsOf(db, TENT, workspaceId, tentId);
    return { status: 200, body: { tent_id: tentId, assets: assets.map(view) } };
  };

  const uploadTentAssets: Handler<'uploadTentAssets'> = async ({ path: { tentId }, files }, { db, workspaceId, now }) => {
    const assets = await attach(db, TENT, workspaceId, tentId, files, now);
    return { status: 201, body: { tent_id: tentId, assets: assets.map(view) } };
  };

  const deleteEmailAsset: Handler<'deleteEmailAsset'> = async ({ path }, { db, workspaceId }) => {
    await detach(db, EMAIL, workspaceId, path.emailId, fromUlid(path.asset_id));
    return { status: 200, body: { asset_id: path.asset_id, deleted: true } };
  };

  const deleteEmailTemplateAsset: Handler<'deleteEmailTemplateAsset'> = async ({ path }, { db, workspaceId }) => {
    await detach(db, EMAIL_TEMPLATE, workspaceId, path.templateId, fromUlid(path.asset_id));
    return { status: 200, body: { asset_id: path.asset_id, deleted: true } };
  };

  const deleteTentTemplateAsset: Handler<'deleteTentTemplateAsset'> = async ({ path }, { db, workspaceId }) => {
    await detach(db, TENT_TEMPLATE, workspaceId, fromUlid(path.templateId), fromUlid(path.asset_id));
    return { status: 200, body: { asset_id: path.asset_id, deleted: true } };
  };

  const deleteTentAsset: Handler<'deleteTentAsset'> = async ({ path }, { db, workspaceId }) => {
    await detach(db, TENT, workspaceId, path.tentId, fromUlid(path.asset_id));
    return { status: 200, body: { asset_id: path.asset_id, deleted: true } };
  };

  return {
    listEmailAssets,
    uploadEmailAssets,
    listEmailTemplateAssets,
    uploadEmailTemplateAssets,
    listTentTemplateAssets,
    uploadTentTemplateAssets,
    listTentAssets,
    uploadTentAssets,
    deleteEmailAsset,
    deleteEmailTemplateAsset,
    deleteTentTemplateAsset,
    deleteTentAsset,
  } satisfies Partial<Handlers>;
}
