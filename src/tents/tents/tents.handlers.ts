import { listAssets } from '../../content/assets/assets.repo.ts';
import { attach } from '../../content/assets/assets.service.ts';
import { toAsset } from '../../content/assets/assets.view.ts';
import { copyNewest } from '../../content/documents/documents.service.ts';
import { TENT } from '../../content/documents/kinds.ts';
import type { Wake } from '../../content/generation/generations.service.ts';
import { readContent } from '../../content/versions/content.ts';
import { findHtml } from '../../content/versions/versions.repo.ts';
import type { Handler, Handlers } from '../../http/handler.types.ts';
import type { Db } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { fromUlid } from '../../platform/ids.ts';
import { notFound } from '../../shared/errors.ts';
import { paginationOf } from '../../shared/paging.ts';
import { type FindUsers, showUsers, thing } from '../../workspaces/references.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import type { PageForm } from '../forms/form.types.ts';
import type { PagesHost } from '../publishing/addresses.ts';
import { findPublication } from '../publishing/publications.repo.ts';
import { findFormsApart } from '../publishing/tasks.ts';
import { pageOfTents, readTent, type Tent } from './tents.repo.ts';
import * as service from './tents.service.ts';
import * as view from './tents.view.ts';

export interface TentHandlerDependencies extends PagesHost {
  wake: Wake;
  events: Events;
  findUsers: FindUsers;
}

const getTentContent: Handler<'getTentContent'> = async ({ path }, { db, workspaceId }) => ({
  status: 200,
  html: await readContent(db, TENT, workspaceId, path.tentId, 'current'),
});

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
export function createTentHandlers({ wake, events, findUsers, ...host }: TentHandlerDependencies) {
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
    const tent = await readTent(db, workspaceId, tentId);
    if (!tent) throw notFound();
    const { slug } = await findWorkspace(db, workspaceId);
    const forms = await formsOf(db, workspaceId, tent);
    const assets = await listAssets(db, workspaceId, tentId);
    return {
      status: 200,
      body: {
        ...view.toTent(host, slug, tent, { forms, assets }),
        ...(await showUsers(db, findUsers, workspaceId, thing('tent', tentId))),
      },
    };
  };

  const editTent: Handler<'editTent'> = async ({ path, body }, { db, workspaceId, now }) => {
    const wish = { prompt: body.prompt, ...wishIn(body) };
    return { status: 202, body: view.toEdited(await service.editTent(db, wake, workspaceId, path.tentId, wish, now), now) };
  };

  const deleteTent: Handler<'deleteTent'> = async ({ path }, { db, workspaceId, now }) => ({
    status: 200,
    body: { id: await service.removeTent(db, { events, findUsers }, workspaceId, path.tentId, now), deleted: true },
  });

  const uploadNewTentAssets: Handler<'uploadNewTentAssets'> = ({ files }, { db, workspaceId, key, now }) =>
    db.transaction(async (tx) => {
      const tentId = await service.createEmptyTent(tx, workspaceId, key.name, now);
      const assets = await attach(tx, TENT, workspaceId, tentId, files, now);
      return { status: 201, body: { tent_id: tentId, assets: assets.map(toAsset(host.baseUrl)) } };
    });

  return {
    listTents,
    createTent,
    getTent,
    deleteTent,
    getTentContent,
    editTent,
    cloneTent,
    uploadNewTentAssets,
  } satisfies Partial<Handlers>;
}

/** What the bodies of a creation and an edit say alike. */
const wishIn = (body: {
  asset_ids?: string[] | undefined;
  include_brand?: boolean | undefined;
  auto_publish?: boolean | undefined;
  custom_page_alias?: string | undefined;
}) => ({
  assetIds: body.asset_ids?.map(fromUlid),
  withBrand: body.include_brand ?? false,
  publish: body.auto_publish ? { alias: body.custom_page_alias ?? null } : undefined,
});
