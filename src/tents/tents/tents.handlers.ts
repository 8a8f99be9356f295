import { listAssets } from '../../content/assets/assets.repo.ts';
import { attach } from '../../content/assets/assets.service.ts';
import { toAsset } from '../../content/assets/assets.view.ts';
import { versionHandlers } from '../../content/documents/documents.handlers.ts';
import { copyNewest } from '../../content/documents/documents.service.ts';
import { TENT } from '../../content/documents/kinds.ts';
import type { Wake } from '../../content/generation/generations.service.ts';
import { type Handler, type Handlers, holding } from '../../http/handler.types.ts';
import { transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { fromUlid } from '../../platform/ids.ts';
import { notFound } from '../../shared/errors.ts';
import { paginationOf } from '../../shared/paging.ts';
import { type FindUsers, showUsers, thing } from '../../workspaces/references.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import type { ForgetPages } from '../publishing/addresses.ts';
import { formsOf } from './tent-forms.ts';
import { pageOfTents, readTent } from './tents.repo.ts';
import * as service from './tents.service.ts';
import * as view from './tents.view.ts';

export interface TentHandlerDependencies extends view.TentHost {
  wake: Wake;
  events: Events;
  findUsers: FindUsers;
  forgetPages: ForgetPages;
}

const cloneTent: Handler<'cloneTent'> = async ({ path, body, key }, ctx) => {
  const given = { name: body?.name, createdByName: key.name };
  const copy = await copyNewest(ctx, TENT, path.tentId, given);
  return { status: 201, body: { tent_id: copy.id, name: copy.name, status: 'draft', created_at: copy.createdAt.toISOString() } };
};

export function createTentHandlers({ wake, events, findUsers, forgetPages, ...host }: TentHandlerDependencies) {
  const tent = versionHandlers(view.TENTS, { events });

  const listTents: Handler<'listTents'> = async ({ query }, ctx) => {
    const { tents, total } = await pageOfTents(ctx, query);
    const { slug } = await findWorkspace(ctx);
    return { status: 200, body: { tents: tents.map(view.toTentSummary(host, slug)), pagination: paginationOf(query, total) } };
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

  const getTent: Handler<'getTent'> = async ({ path: { tentId } }, ctx) => {
    const id = await service.idOf(ctx, tentId);
    const tent = id === undefined ? undefined : await readTent(ctx, id);
    if (!tent) throw notFound();
    const { slug } = await findWorkspace(ctx);
    const forms = await formsOf(ctx, tent);
    const assets = await listAssets(ctx, tent.id);
    return {
      status: 200,
      body: {
        ...view.toTent(host, slug, tent, { forms, assets }),
        ...(await showUsers(ctx, findUsers, thing('tent', tent.id))),
      },
    };
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
    restoreTent: tent.restore,
    editTent,
    cloneTent,
    uploadNewTentAssets,
  } satisfies Partial<Handlers>;
}

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
