import type { Ctx, Scope, Tx } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { fromUlid, toUlid } from '../../platform/ids.ts';
import type { PageLinks } from '../../platform/page-links.ts';
import type { TrackingMode } from '../../shared/tracking-mode.ts';
import { beginRemoval, type FindUsers, showUsers, thing } from '../../workspaces/references.ts';
import type { Draft } from '../generation/draft/draft.ts';
import type { DraftOperation } from '../generation/edits/operations.ts';
import type { GenerationRow } from '../generation/generations.repo.ts';
import { cancelGeneration, iterate, requireGeneration, type Started, type Wake } from '../generation/generations.service.ts';
import { readContent, readVersionText } from '../versions/content.ts';
import { diffVersions } from '../versions/diff.service.ts';
import { type Document, lockDocument, type WholeDocument } from './documents.repo.ts';
import * as documents from './documents.service.ts';
import * as view from './documents.view.ts';
import * as drafts from './drafts.service.ts';
import { checkHeaders, headersIn } from './headers.ts';
import type { Kind } from './kinds.ts';
import { type ListingQuery, listDocuments, listGenerations } from './listing.ts';
import { warnOfTags } from './merge-tags.ts';
import * as texts from './texts.service.ts';

/* Operations of all kinds of documents. Where a kind assigns a handler to an operation, the compiler compares the two. */

interface Shape {
  /** Both hold a document's id. */
  parameter: string;
  id: string;
  draft: Draft;
  generation: object;
}

interface ListedShape extends Shape {
  collection: string;
  summary: object;
  whole: object;
}

export interface Face<Of extends Shape> {
  kind: Kind;
  parameter: Of['parameter'];
  id: Of['id'];
  /** Where clients find the documents. */
  address: string;
  /** Whether clients see ids in the 26-character form. */
  showsUlids: boolean;
  /** @param address the document's */
  toGeneration: (generation: GenerationRow, address: string) => Of['generation'];
}

export interface ListedFace<Of extends ListedShape> extends Face<Of> {
  collection: Of['collection'];
  toSummary: (document: Document) => Of['summary'];
  toWhole: (document: WholeDocument, links: PageLinks) => Of['whole'];
  copy: typeof documents.copyNewest;
}

export interface DocumentDependencies {
  /** The wing above answers: it has the blasts and flows. */
  findUsers: FindUsers;
  wake: Wake;
  events: Events;
  links: PageLinks;
}

type Name = { name?: string | undefined } | undefined;

type Keyed = { key: { name: string } };

const ok = <Body>(body: Body) => ({ status: 200 as const, body });

function identities<Of extends Shape>({ kind, parameter, id, showsUlids }: Face<Of>) {
  type Path = Record<Of['parameter'], string>;
  const idIn = (path: Path): string => (showsUlids ? fromUlid(path[parameter]) : path[parameter]);
  const shown = (uuid: string): string => (showsUlids ? toUlid(uuid) : uuid);
  return {
    idIn,
    shown,
    field: (uuid: string) => ({ [id]: shown(uuid) }) as Record<Of['id'], string>,
    hold: (tx: Scope<Tx>, path: Path) => lockDocument(tx, kind, idIn(path)),
  };
}

/** Reading the versions of a document and its generations, and changing its typed content. */
export function versionHandlers<Of extends Shape>(face: Face<Of>, { events }: Pick<DocumentDependencies, 'events'>) {
  type Path = Record<Of['parameter'], string>;
  type GenerationPath = Record<Of['parameter'] | 'generationId', string>;
  const { kind } = face;
  const { idIn, shown, field, hold } = identities(face);
  const show = (id: string, generation: GenerationRow) => face.toGeneration(generation, `${face.address}/${shown(id)}`);

  const readDraft = async ({ path }: { path: Path }, ctx: Ctx) => {
    const { generationId, version, draft } = await drafts.readDraft(ctx, kind, idIn(path));
    return ok({ ...field(idIn(path)), generation_id: toUlid(generationId), version, draft: draft as Of['draft'] });
  };

  return {
    content: async ({ path }: { path: Path }, ctx: Ctx) => ({
      status: 200 as const,
      html: await readContent(ctx, kind, idIn(path), 'current'),
    }),
    generation: async ({ path }: { path: GenerationPath }, ctx: Ctx) =>
      ok(show(idIn(path), await requireGeneration(ctx, kind, idIn(path), fromUlid(path.generationId)))),
    generationContent: async ({ path }: { path: GenerationPath }, ctx: Ctx) => ({
      status: 200 as const,
      html: await readContent(ctx, kind, idIn(path), { generationId: fromUlid(path.generationId) }),
    }),
    generations: async ({ path, query }: { path: Path; query: { limit: number; cursor?: string | undefined } }, ctx: Ctx) => {
      const { generations, next } = await listGenerations(ctx, kind, idIn(path), query);
      return ok({ generations: generations.map((generation) => show(idIn(path), generation)), ...next });
    },
    diff: async ({ path, query }: { path: Path; query: { from?: number | undefined; to?: number | undefined } }, ctx: Ctx) =>
      ok(view.toDiff(await diffVersions(ctx, kind, idIn(path), query))),
    cancelGeneration: async ({ path }: { path: GenerationPath }, ctx: Ctx) => {
      const place = { documentId: idIn(path), id: fromUlid(path.generationId) };
      return ok(show(idIn(path), await cancelGeneration(ctx, events, kind, place)));
    },
    readDraft: Object.assign(readDraft, { hold }),
    createFromDraft: async ({ body, key }: Keyed & { body: { name?: string | undefined; draft: Of['draft'] } }, ctx: Ctx) => {
      const given = { name: body.name, draft: body.draft, createdByName: key.name };
      const { documentId, ...saved } = await drafts.createFromDraft(ctx, kind, given);
      return { status: 201 as const, body: { ...field(documentId), ...view.toSavedDraft(saved) } };
    },
    saveDraft: async ({ path, body, key }: Keyed & { path: Path; body: { draft: Of['draft'] } }, ctx: Ctx) => {
      const given = { draft: body.draft, createdByName: key.name };
      return ok({ ...field(idIn(path)), ...view.toSavedDraft(await drafts.saveDraft(ctx, kind, idIn(path), given)) });
    },
    editDraft: async ({ path, body, key }: Keyed & { path: Path; body: { operations: DraftOperation[] } }, ctx: Ctx) => {
      const given = { operations: body.operations, createdByName: key.name };
      return ok({ ...field(idIn(path)), ...view.toSavedDraft(await drafts.editDraft(ctx, kind, idIn(path), given)) });
    },
    saveCode: async ({ path, body, key }: Keyed & { path: Path; body: { code: string } }, ctx: Ctx) => {
      const saved = await documents.saveCode(ctx, kind, idIn(path), { code: body.code, createdByName: key.name });
      return ok({ ...field(idIn(path)), ...view.toSaved(saved) });
    },
    restore: async ({ path, body, key }: Keyed & { path: Path; body: { version: number } }, ctx: Ctx) =>
      ok(show(idIn(path), await drafts.restore(ctx, kind, idIn(path), { version: body.version, createdByName: key.name }))),
  };
}

/** Listing documents, changing them as a whole, and approving them. */
export function documentHandlers<Of extends ListedShape>(face: ListedFace<Of>, dependencies: DocumentDependencies) {
  type Path = Record<Of['parameter'], string>;
  const { kind, collection, toSummary, toWhole, copy } = face;
  const { wake, findUsers, links } = dependencies;
  const { idIn, shown, field, hold } = identities(face);
  const show = async (ctx: Scope, document: WholeDocument) => ({
    ...toWhole(document, links),
    ...(kind.sendsTags && { warnings: view.toWarnings(await warnOfTags(ctx, document.id)) }),
  });
  const toStarted = (started: Started) => ({ ...field(started.documentId), ...view.toStarted(started) });
  const isFree: documents.Guard = async (tx, id) => {
    if (kind.inUse) await beginRemoval(tx, findUsers, { thing: thing(kind.name, shown(id)), name: `This ${kind.noun}`, code: kind.inUse });
  };

  const get = async ({ path }: { path: Path }, ctx: Ctx) => {
    const document = await documents.requireDocument(ctx, kind, idIn(path));
    const users = await showUsers(ctx, findUsers, thing(kind.name, shown(document.id)));
    return ok({ ...(await show(ctx, document)), ...users });
  };

  return {
    ...versionHandlers(face, dependencies),
    show,
    toStarted,
    list: async ({ query }: { query: ListingQuery }, ctx: Ctx) => {
      const { documents, next } = await listDocuments(ctx, kind, query);
      return ok({ ...({ [collection]: documents.map(toSummary) } as Record<Of['collection'], Of['summary'][]>), ...next });
    },
    get: Object.assign(get, { hold }),
    remove: async ({ path }: { path: Path }, ctx: Ctx) => {
      await documents.removeDocument(ctx, kind, idIn(path), isFree);
      return ok({ ...field(idIn(path)), deleted: true as const });
    },
    copy: async ({ path, body, key }: Keyed & { path: Path; body: Name }, ctx: Ctx) => ({
      status: 201 as const,
      body: toWhole(await copy(ctx, kind, idIn(path), { name: body?.name, createdByName: key.name }), links),
    }),
    iterate: async ({ path, body, key }: Keyed & { path: Path; body: { prompt: string; asset_ids?: string[] | undefined } }, ctx: Ctx) => {
      const wish = { prompt: body.prompt, createdByName: key.name, assetIds: body.asset_ids?.map(fromUlid) };
      return { status: 202 as const, body: toStarted(await iterate(ctx, wake, kind, idIn(path), wish)) };
    },
    approve: async ({ path, body }: { path: Path; body: { version?: number | undefined } | undefined }, ctx: Ctx) =>
      ok(await show(ctx, await documents.approve(ctx, kind, idIn(path), body?.version))),
    unapprove: async ({ path }: { path: Path }, ctx: Ctx) => ok(await show(ctx, await documents.unapprove(ctx, kind, idIn(path), isFree))),
  };
}

export function mailHandlers<Of extends ListedShape>(face: ListedFace<Of>, dependencies: DocumentDependencies) {
  type Path = Record<Of['parameter'], string>;
  const { kind } = face;
  const { idIn, field, hold } = identities(face);
  const shared = documentHandlers(face, dependencies);
  const showText = (held: texts.DocumentText) => ok({ ...field(held.document.id), ...view.toText(held) });
  const readText = async ({ path }: { path: Path }, ctx: Ctx) => showText(await texts.readText(ctx, kind, idIn(path)));

  return {
    ...shared,
    update: async (
      { path, body }: { path: Path; body: { name?: string | undefined; tracking?: TrackingMode | null | undefined } },
      ctx: Ctx,
    ) => {
      const { name, tracking } = body;
      const headers = headersIn(kind, body);
      await checkHeaders(ctx, kind, headers);
      return ok(await shared.show(ctx, await documents.changeDocument(ctx, kind, idIn(path), { name, headers, tracking })));
    },
    generationText: async ({ path }: { path: Record<Of['parameter'] | 'generationId', string> }, ctx: Ctx) => {
      const text = await readVersionText(ctx, kind, idIn(path), { generationId: fromUlid(path.generationId) });
      return ok({ ...field(idIn(path)), ...view.toVersionText(text) });
    },
    readText: Object.assign(readText, { hold }),
    overrideText: async ({ path, body }: { path: Path; body: { content: string } }, ctx: Ctx) =>
      showText(await texts.overrideText(ctx, kind, idIn(path), body.content)),
    revertText: async ({ path }: { path: Path }, ctx: Ctx) => showText(await texts.revertText(ctx, kind, idIn(path))),
  };
}
