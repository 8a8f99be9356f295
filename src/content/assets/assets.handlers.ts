import type { Handlers, UploadedFile } from '../../http/handler.types.ts';
import type { Ctx } from '../../platform/db.ts';
import { fromUlid } from '../../platform/ids.ts';
import { EMAIL, EMAIL_TEMPLATE, type Kind, TENT, TENT_TEMPLATE } from '../documents/kinds.ts';
import { assetsOf, attach, detach } from './assets.service.ts';
import { toAsset } from './assets.view.ts';

export function createAssetHandlers({ baseUrl }: { baseUrl: string }) {
  const view = toAsset(baseUrl);

  /** @param idOf reads an id as clients write it */
  function handlersOf<Parameter extends string, Field extends string>(
    kind: Kind,
    [parameter, field]: [Parameter, Field],
    idOf: (shown: string) => string = (shown) => shown,
  ) {
    type Path = Record<Parameter, string>;
    const documentOf = (path: Path) => ({ [field]: path[parameter] }) as Record<Field, string>;
    return {
      list: async ({ path }: { path: Path }, ctx: Ctx) => {
        const assets = await assetsOf(ctx, kind, idOf(path[parameter]));
        return { status: 200 as const, body: { ...documentOf(path), assets: assets.map(view) } };
      },
      upload: async ({ path, files }: { path: Path; files: UploadedFile[] }, ctx: Ctx) => {
        const assets = await attach(ctx, kind, idOf(path[parameter]), files);
        return { status: 201 as const, body: { ...documentOf(path), assets: assets.map(view) } };
      },
      remove: async ({ path }: { path: Path & { asset_id: string } }, ctx: Ctx) => {
        await detach(ctx, kind, idOf(path[parameter]), fromUlid(path.asset_id));
        return { status: 200 as const, body: { asset_id: path.asset_id, deleted: true as const } };
      },
    };
  }

  const email = handlersOf(EMAIL, ['emailId', 'email_id']);
  const emailTemplate = handlersOf(EMAIL_TEMPLATE, ['templateId', 'template_id']);
  const tentTemplate = handlersOf(TENT_TEMPLATE, ['templateId', 'template_id'], fromUlid);
  const tent = handlersOf(TENT, ['tentId', 'tent_id']);
  return {
    listEmailAssets: email.list,
    uploadEmailAssets: email.upload,
    deleteEmailAsset: email.remove,
    listEmailTemplateAssets: emailTemplate.list,
    uploadEmailTemplateAssets: emailTemplate.upload,
    deleteEmailTemplateAsset: emailTemplate.remove,
    listTentTemplateAssets: tentTemplate.list,
    uploadTentTemplateAssets: tentTemplate.upload,
    deleteTentTemplateAsset: tentTemplate.remove,
    listTentAssets: tent.list,
    uploadTentAssets: tent.upload,
    deleteTentAsset: tent.remove,
  } satisfies Partial<Handlers>;
}
