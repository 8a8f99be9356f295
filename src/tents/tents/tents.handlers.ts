import { listAssets } from '../../content/assets/assets.repo.ts';
import { attach } from '../../content/assets/assets.service.ts';
import { toAsset } from '../../content/assets/assets.view.ts';
import { lockDocument } from '../../content/documents/documents.repo.ts';
import { copyNewest } from '../../content/documents/documents.service.ts';
import * as drafts from '../../content/documents/drafts.service.ts';
import { listGenerations } from '../../content/documents/history.ts';
import { TENT } from '../../content/documents/kinds.ts';
import { cancelGeneration } from '../../content/generation/cancel.service.ts';
import { requireGeneration, type Wake } from '../../content/generation/generations.service.ts';
import { readContent } from '../../content/versions/content.ts';
import { findHtml } from '../../content/versions/versions.repo.ts';
import { type Handler, type Handlers, holding } from '../../http/handler.types.ts';
import type { Db } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { fromUlid } from '../../platform/ids.ts';
import { notFound } from '../../shared/errors.ts';
import { paginationOf } from '../../shared/paging.ts';
import { type FindUsers, showUsers, thing } from '../../workspaces/references.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import type { PageForm } from '../forms/form.types.ts';
import type { ForgetPages, PagesHost } from '../publishing/addresses.ts';
import { findPublication } from '../publishing/publications.repo.ts';
import { findFormsApart } from '../publishing/tasks.ts';
import { pageOfTents, readTent, type Tent } from './tents.repo.ts';
import * as service from './tents.service.ts';
import * as view from './tents.view.ts';

export interface TentHandlerDependencies extends PagesHost {
  wake: Wake;
  events: Events;
  findUsers: FindUsers;
  forgetPages: ForgetPages;
}

const getTentContent: Handler<'getTentContent'> = async ({ path }, { db, workspaceId }) => ({
  status: 200,
  html: await readContent(db, TENT, workspaceId, path.tentId, 'current'),
});

const getTentGeneration: Handler<'getTentGeneration'> = async ({ path }, { db, workspaceId }) => ({
  status: 200,
  body: view.toGeneration(path.tentId, await requireGeneration(db, TENT, workspaceId, path.tentId, fromUlid(path.generationId))),
});

const getTentGenerationContent: Handler<'getTentGenerationContent'> = async ({ path }, { db, workspaceId }) => ({
  status: 200,
  html: await readContent(db, TENT, workspaceId, path.tentId, { generationId: fromUlid(path.generationId) }),
});

const listTentGenerations: Handler<'listTentGenerations'> = async ({ path, query }, { db, workspaceId }) => {
  const { generations, next } = await listGenerations(db, TENT, workspaceId, path.tentId, query);
  return { status: 200, body: { generations: generations.map((generation) => view.toGeneration(path.tentId, generation)), ...next } };
};

const getTentDraft: Handler<'getTentDraft'> = async ({ path }, { db, workspaceId }) => ({
  status: 200,
  body: view.toDraft(path.tentId, await drafts.readDraft(db, TENT, workspaceId, path.tentId)),
});

const createTentFromDraft: Handler<'createTentFromDraft'> = async ({ body }, { db, workspaceId, key, now }) => {
  const given = { name: body.name, draft: body.draft, createdByName: key.name };
  const { documentId, ...saved } = await drafts.createFromDraft(db, TENT, workspaceId, given, now);
  return { status: 201, body: view.toSavedDraft(documentId, saved) };
};

const saveTentDraft: Handler<'saveTentDraft'> = async ({ path, body }, { db, workspaceId, key, now }) => {
  const given = { draft: body.draft, createdByName: key.name };
  return { status: 200, body: view.toSavedDraft(path.tentId, await drafts.saveDraft(db, TENT, workspaceId, path.tentId, given, now)) };
};

const editTentDraft: Handler<'editTentDraft'> = async ({ path, body }, { db, workspaceId, key, now }) => {
  const given = { operations: body.operations, createdByName: key.name };
  return { status: 200, body: view.toSavedDraft(path.tentId, await drafts.editDraft(db, TENT, workspaceId, path.tentId, given, now)) };
};

const restoreTent: Handler<'restoreTent'> = async ({ path, body }, { db, workspaceId, key, now }) => {
  const given = { version: body.version, createdByName: key.name };
  return { status: 200, body: view.toGeneration(path.tentId, await drafts.restore(db, TENT, workspaceId, path.tentId, given, now)) };
};

const cloneTent: Handler<'cloneTent'> = async ({ path, body }, { db, workspaceId, key, now }) => {
  const given = { name: body?.name, createdByName: key.name };
  const copy = await copyNewest(db, TENT, workspaceId, path.tentId, given, now);
  return { status: 201, body: { tent_id: copy.id, name: copy.name, status: 'draft', created_at: copy.createdAt.toISOString() } };
};

/** The forms of a page: as they were found when it was published, else in its newest version. */
async function formsOf(db: Db, workspaceId: string, { id, currentVersion, publication }: Tent): Promise<PageForm[]> {
  const live = publication?.live && (await findPublication(db, workspaceId, id))?.live;
  if (live) return live.forms;
  const html = currentVersion === null ? undefined : await findHtml(db, TENT, workspaceId, id, 'current');
  return html === undefined ? [] : findFormsApart(workspaceId, html);
}

/** The operations of tents, but for publishing them. */
export function createTentHandlers({ wake, events, findUsers, forgetPages, ...host }: TentHandlerDependencies) {
  const listTents: Handler<'listTents'> = async ({ query }, { db, workspaceId }) => {
    const { tents, total } = await pageOfTents(db, workspaceId, query);
    const { slug } = await findWorkspace(db, workspaceId);
    return { status: 200, body: { tents: tents.map(view.toTentSummary(host, slug)), pagination: paginationOf(query, total) } };
  };

  const createTent: Handler<'createTent'> = async ({ body }, { db, workspaceId, key, now }) => {
    const given = {
      ...{ prompt: body.prompt, name: body.name, createdByName: key.name, tentId: body.tent_id },
      templateId: body.template_id && fromUlid(body.template_id),
      ...wishIn(body),
      requestedBy: body.user_id,
    };
    return { status: 202, body: view.toCreated(await service.createTent(db, wake, workspaceId, given, now), now) };
  };

  const getTent: Handler<'getTent'> = async ({ path: { tentId } }, { db, workspaceId }) => {
    const id = await service.idOf(db, workspaceId, tentId);
    const tent = id === undefined ? undefined : await readTent(db, workspaceId, id);
    if (!tent) throw notFound();
    const { slug } = await findWorkspace(db, workspaceId);
    const forms = await formsOf(db, workspaceId, tent);
    const assets = await listAssets(db, workspaceId, tent.id);
    return {
      status: 200,
      body: {
        ...view.toTent(host, slug, tent, { forms, assets }),
        ...(await showUsers(db, findUsers, workspaceId, thing('tent', tent.id))),
      },
    };
  };

  const editTent: Handler<'editTent'> = async ({ path, body }, { db, workspaceId, key, now }) => {
    const wish = { prompt: body.prompt, createdByName: key.name, ...wishIn(body) };
    return { status: 202, body: view.toEdited(await service.editTent(db, wake, workspaceId, path.tentId, wish, now), now) };
  };

  const cancelTentGeneration: Handler<'cancelTentGeneration'> = async ({ path }, { db, workspaceId, now }) => {
    const place = { documentId: path.tentId, id: fromUlid(path.generationId) };
    return { status: 200, body: view.toGeneration(path.tentId, await cancelGeneration(db, events, TENT, workspaceId, place, now)) };
  };

  const deleteTent: Handler<'deleteTent'> = async ({ path }, { db, workspaceId, now }) => {
    const { id, paths } = await service.removeTent(db, { events, findUsers }, workspaceId, path.tentId, now);
    db.afterCommit(() => forgetPages(workspaceId, paths));
    return { status: 200, body: { id, deleted: true } };
  };

  const uploadNewTentAssets: Handler<'uploadNewTentAssets'> = ({ files }, { db, workspaceId, key, now }) =>
    db.transaction(async (tx) => {
      const tentId = await service.createEmptyTent(tx, workspaceId, key.name, now);
      const assets = await attach(tx, TENT, workspaceId, tentId, files, now);
      return { status: 201, body: { tent_id: tentId, assets: assets.map(toAsset(host.baseUrl)) } };
    });

  return {
    listTents,
    createTent,
    getTent: holding(getTent, (tx, workspaceId, { tentId }) => service.holdTent(tx, workspaceId, tentId)),
    deleteTent,
    getTentContent,
    getTentGeneration,
    getTentGenerationContent,
    listTentGenerations,
    getTentDraft: holding(getTentDraft, (tx, workspaceId, { tentId }) => lockDocument(tx, TENT, workspaceId, tentId)),
    createTentFromDraft,
    saveTentDraft,
    editTentDraft,
    restoreTent,
    editTent,
    cloneTent,
    cancelTentGeneration,
    uploadNewTentAssets,
  } satisfies Partial<Handlers>;
}

/** What the bodies of a creation and an edit say alike. */
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
