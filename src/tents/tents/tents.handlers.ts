import { listAssets } from '../../content/assets/assets.repo.ts';
import { attach } from '../../content/assets/assets.service.ts';
import { toAsset } from '../../content/assets/assets.view.ts';
import { versionHandlers } from '../../content/documents/documents.handlers.ts';
import { copyNewest } from '../../content/documents/documents.service.ts';
import { TENT } from '../../content/documents/kinds.ts';
import type { Wake } from '../../content/generation/generations.service.ts';
import { type Handler, type Handlers, holding } from '../../http/handler.types.ts';
import { type Ctx, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { fromUlid } from '../../platform/ids.ts';
import { momentOf } from '../../shared/dates.ts';
import { notFound } from '../../shared/errors.ts';
import { type FindUsers, showUsers, thing } from '../../workspaces/references.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import type { ForgetPages } from '../publishing/addresses.ts';
import { copyHead, headOf } from '../publishing/head.repo.ts';
import { scheduleOf } from '../publishing/schedules.repo.ts';
import { formsOf } from './tent-forms.ts';
import { pageOfTents, readTent } from './tents.repo.ts';
import * as service from './tents.service.ts';
import * as view from './tents.view.ts';
import { updateTent as update } from './update.service.ts';

export interface TentHandlerDependencies extends view.TentHost {
  wake: Wake;
  events: Events;
  findUsers: FindUsers;
  forgetPages: ForgetPages;
}

const cloneTent: Handler<'cloneTent'> = ({ path, body, key }, ctx) =>
  transaction(ctx, async (tx) => {
    const copy = await copyNewest(tx, TENT, path.tentId, { name: body?.name, createdByName: key.name });
    await copyHead(tx, path.tentId, copy.id);
    return { status: 201, body: { tent_id: copy.id, name: copy.name, status: 'draft', created_at: copy.createdAt.toISOString() } };
  });

export function createTentHandlers({ wake, events, findUsers, forgetPages, ...host }: TentHandlerDependencies) {
  const tent = versionHandlers(view.TENTS, { events });

  const listTents: Handler<'listTents'> = async ({ query }, ctx) => {
    const { rows, paging } = await pageOfTents(ctx, query);
    const { slug } = await findWorkspace(ctx);
    return { status: 200, body: { tents: rows.map(view.toTentSummary(host, slug)), ...paging } };
  };

  const createTent: Handler<'createTent'> = async ({ body, key }, ctx) => {
    const given = {
      ...{ prompt: body.prompt, name: body.name, createdByName: key.name, tentId: body.tent_id },
      templateId: body.template_id && fromUlid(body.template_id),
      ...wishIn(body),
      requestedBy: body.user_id,
    };
    return { status: 202, body: view.toCreated(await service.createTent(ctx, wake, given), ctx.now) };
  };

  async function show(ctx: Ctx, tentId: string | undefined) {
    const tent = tentId === undefined ? undefined : await readTent(ctx, tentId);
    if (!tent) throw notFound();
    const { slug } = await findWorkspace(ctx);
    const parts = {
      forms: await formsOf(ctx, tent),
      assets: await listAssets(ctx, tent.id),
      head: await headOf(ctx, tent.id),
      schedule: await scheduleOf(ctx, tent.id),
    };
    return { ...view.toTent(host, slug, tent, parts), ...(await showUsers(ctx, findUsers, thing('tent', tent.id))) };
  }

  const getTent: Handler<'getTent'> = async ({ path: { tentId } }, ctx) => ({
    status: 200,
    body: await show(ctx, await service.idOf(ctx, tentId)),
  });

  const updateTent: Handler<'updateTent'> = async ({ path: { tentId }, body }, ctx) => {
    const { name, meta_title: metaTitle, meta_description: metaDescription, noindex, language } = body;
    const head = { metaTitle, metaDescription, noindex, language };
    const schedule = {
      publishAt: momentIn(body.publish_at),
      publishAlias: body.publish_alias,
      publishRemoveBranding: body.publish_remove_branding,
      unpublishAt: momentIn(body.unpublish_at),
      expiredRedirectUrl: body.expired_redirect_url,
    };
    const paths = await update(ctx, host, tentId, { name, head, schedule });
    ctx.db.afterCommit(() => forgetPages(ctx.workspaceId, paths));
    return { status: 200, body: await show(ctx, tentId) };
  };

  const editTent: Handler<'editTent'> = async ({ path, body, key }, ctx) => {
    const wish = { prompt: body.prompt, createdByName: key.name, ...wishIn(body) };
    return { status: 202, body: view.toEdited(await service.editTent(ctx, wake, path.tentId, wish), ctx.now) };
  };

  const deleteTent: Handler<'deleteTent'> = async ({ path }, ctx) => {
    const { id, paths } = await service.removeTent(ctx, { events, findUsers }, path.tentId);
    ctx.db.afterCommit(() => forgetPages(ctx.workspaceId, paths));
    return { status: 200, body: { id, deleted: true } };
  };

  const uploadNewTentAssets: Handler<'uploadNewTentAssets'> = ({ files, key }, ctx) =>
    transaction(ctx, async (tx) => {
      const tentId = await service.createEmptyTent(tx, key.name);
      const assets = await attach(tx, TENT, tentId, files);
      return { status: 201, body: { tent_id: tentId, assets: assets.map(toAsset(host.baseUrl)) } };
    });

  return {
    listTents,
    createTent,
    getTent: holding(getTent, (tx, { tentId }) => service.holdTent(tx, tentId)),
    updateTent,
    deleteTent,
    getTentContent: tent.content,
    getTentGeneration: tent.generation,
    getTentGenerationContent: tent.generationContent,
    listTentGenerations: tent.generations,
    cancelTentGeneration: tent.cancelGeneration,
    getTentDraft: tent.readDraft,
    createTentFromDraft: tent.createFromDraft,
    saveTentDraft: tent.saveDraft,
    editTentDraft: tent.editDraft,
    saveTentCode: tent.saveCode,
    getTentDiff: tent.diff,
    restoreTent: tent.restore,
    editTent,
    cloneTent,
    uploadNewTentAssets,
  } satisfies Partial<Handlers>;
}

const momentIn = (text: string | null | undefined): Date | null | undefined =>
  text === null || text === undefined ? text : momentOf(text);

const wishIn = (body: {
  asset_ids?: string[] | undefined;
  include_brand?: boolean | undefined;
  auto_publish?: boolean | undefined;
  custom_page_alias?: string | undefined;
  remove_branding?: boolean | undefined;
}) => ({
  assetIds: body.asset_ids?.map(fromUlid),
  withBrand: body.include_brand ?? false,
  publish: body.auto_publish ? { alias: body.custom_page_alias ?? null, removeBranding: body.remove_branding } : undefined,
});
