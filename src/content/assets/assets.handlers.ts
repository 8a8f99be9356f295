import type { Handler, Handlers } from '../../http/handler.types.ts';
import { fromUlid } from '../../platform/ids.ts';
import { EMAIL, EMAIL_TEMPLATE, TENT, TENT_TEMPLATE } from '../documents/kinds.ts';
import { assetsOf, attach, detach } from './assets.service.ts';
import { toAsset } from './assets.view.ts';

export function createAssetHandlers({ baseUrl }: { baseUrl: string }) {
  const view = toAsset(baseUrl);

  const listEmailAssets: Handler<'listEmailAssets'> = async ({ path: { emailId } }, ctx) => {
    const assets = await assetsOf(ctx, EMAIL, emailId);
    return { status: 200, body: { email_id: emailId, assets: assets.map(view) } };
  };

  const uploadEmailAssets: Handler<'uploadEmailAssets'> = async ({ path: { emailId }, files }, ctx) => {
    const assets = await attach(ctx, EMAIL, emailId, files);
    return { status: 201, body: { email_id: emailId, assets: assets.map(view) } };
  };

  const listEmailTemplateAssets: Handler<'listEmailTemplateAssets'> = async ({ path: { templateId } }, ctx) => {
    const assets = await assetsOf(ctx, EMAIL_TEMPLATE, templateId);
    return { status: 200, body: { template_id: templateId, assets: assets.map(view) } };
  };

  const uploadEmailTemplateAssets: Handler<'uploadEmailTemplateAssets'> = async ({ path: { templateId }, files }, ctx) => {
    const assets = await attach(ctx, EMAIL_TEMPLATE, templateId, files);
    return { status: 201, body: { template_id: templateId, assets: assets.map(view) } };
  };

  const listTentTemplateAssets: Handler<'listTentTemplateAssets'> = async ({ path: { templateId } }, ctx) => {
    const assets = await assetsOf(ctx, TENT_TEMPLATE, fromUlid(templateId));
    return { status: 200, body: { template_id: templateId, assets: assets.map(view) } };
  };

  const uploadTentTemplateAssets: Handler<'uploadTentTemplateAssets'> = async ({ path: { templateId }, files }, ctx) => {
    const assets = await attach(ctx, TENT_TEMPLATE, fromUlid(templateId), files);
    return { status: 201, body: { template_id: templateId, assets: assets.map(view) } };
  };

  const listTentAssets: Handler<'listTentAssets'> = async ({ path: { tentId } }, ctx) => {
    const assets = await assetsOf(ctx, TENT, tentId);
    return { status: 200, body: { tent_id: tentId, assets: assets.map(view) } };
  };

  const uploadTentAssets: Handler<'uploadTentAssets'> = async ({ path: { tentId }, files }, ctx) => {
    const assets = await attach(ctx, TENT, tentId, files);
    return { status: 201, body: { tent_id: tentId, assets: assets.map(view) } };
  };

  const deleteEmailAsset: Handler<'deleteEmailAsset'> = async ({ path }, ctx) => {
    await detach(ctx, EMAIL, path.emailId, fromUlid(path.asset_id));
    return { status: 200, body: { asset_id: path.asset_id, deleted: true } };
  };

  const deleteEmailTemplateAsset: Handler<'deleteEmailTemplateAsset'> = async ({ path }, ctx) => {
    await detach(ctx, EMAIL_TEMPLATE, path.templateId, fromUlid(path.asset_id));
    return { status: 200, body: { asset_id: path.asset_id, deleted: true } };
  };

  const deleteTentTemplateAsset: Handler<'deleteTentTemplateAsset'> = async ({ path }, ctx) => {
    await detach(ctx, TENT_TEMPLATE, fromUlid(path.templateId), fromUlid(path.asset_id));
    return { status: 200, body: { asset_id: path.asset_id, deleted: true } };
  };

  const deleteTentAsset: Handler<'deleteTentAsset'> = async ({ path }, ctx) => {
    await detach(ctx, TENT, path.tentId, fromUlid(path.asset_id));
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
