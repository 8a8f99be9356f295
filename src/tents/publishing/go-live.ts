import { identifiersOf } from '../../audience/visitors/identifiers.ts';
import { ownKeys } from '../../content/assets/assets.repo.ts';
import { changeDocument, type WholeDocument } from '../../content/documents/documents.repo.ts';
import { TENT } from '../../content/documents/kinds.ts';
import { findNotes } from '../../content/generation/generations.repo.ts';
import { requireThreadTime } from '../../content/versions/apart.ts';
import { findHtml, findVersion, type Version } from '../../content/versions/versions.repo.ts';
import { record } from '../../outbound/event-log.ts';
import type { Ctx, Scope, Tx } from '../../platform/db.ts';
import type { TentId } from '../../platform/ids.ts';
import { DomainError } from '../../shared/errors.ts';
import type { Plan } from '../../workspaces/workspaces.service.ts';
import type { PageForm } from '../forms/find.ts';
import { leaveAddresses, noteFormerAddresses } from './former-addresses.repo.ts';
import { findHead } from './head.repo.ts';
import { type FileOrigins, fileKeysIn } from './own-files.ts';
import type { Prepared } from './prepare.ts';
import {
  type Attempt,
  countLive,
  findPublication,
  holdPublishing,
  isTaken,
  type LivePage,
  type Publication,
  putLive,
} from './publications.repo.ts';
import { setExpired } from './schedules.repo.ts';
import { prepareApart } from './tasks.ts';

/** Omitted fields stay as they are while the page is live. */
export interface Wanted {
  /** Null is the default address, also for a page that is not live and has no other one asked for. */
  alias?: string | null | undefined;
  /** A page that is not live carries the branding by default. */
  removeBranding?: boolean | undefined;
}

export interface Held {
  tent: Pick<WholeDocument, 'workspaceId' | 'id'>;
  version: Version;
  publication: Publication | undefined;
  plan: Plan;
  origins: FileOrigins;
}

export interface Met {
  publication: Publication;
  /** For people, with what is not as asked. */
  message: string;
  /** Nothing has changed. */
  asItWas: boolean;
  /** The paths whose caches are outdated. */
  paths: string[];
}

export const newestVersion = (tx: Scope<Tx>, tentId: TentId): Promise<Version | undefined> => findVersion(tx, TENT, tentId, 'current');

/** Either the page to serve, or the live one if it is as wanted already. */
export type Ready = ({ page: Prepared; branded: boolean } | { asItWas: Publication }) & {
  /** Differences from the request, in sentences for people. */
  notes: string[];
  /** The reasons why the page is live with warnings. */
  warnings: string[];
};

/** Takes its time, and reads nothing that others may change. @throws NotDoneInTime */
export async function makeReady(tx: Scope<Tx>, held: Held, wanted: Wanted): Promise<Ready> {
  const { publication, version, tent, origins } = held;
  const branded = brandedBy(held, wanted);
  const notes = wanted.removeBranding && branded ? [BRANDED] : [];
  if (publication && isAsWanted(publication, version, wanted, branded)) return { asItWas: publication, notes, warnings: [] };
  const page = await prepared(tx, { tentId: tent.id, html: version.html, branded, origins });
  return {
    page,
    branded,
    notes: page.switchedOff > 0 ? [...notes, SWITCHED_OFF] : notes,
    warnings: [...unreachableForms(page.forms), ...(await stumblingBlocks(tx, version))],
  };
}

interface Source {
  tentId: TentId;
  html: string;
  branded: boolean;
  origins: FileOrigins;
}

async function prepared(tx: Scope<Tx>, { tentId, html, branded, origins }: Source): Promise<Prepared> {
  const keys = await ownKeys(tx, fileKeysIn(html, origins));
  return prepareApart(tx.workspaceId, html, { tentId, branded, files: { keys, origins }, head: await findHead(tx, tentId) });
}

/**
 * Makes the live page anew after a change of its settings; its version, address and time stay. Expects a held tent.
 * @returns the paths whose caches are outdated
 * @throws budget_exceeded, NotDoneInTime
 */
export async function refreshLive(tx: Ctx<Tx>, tentId: TentId, origins: FileOrigins): Promise<string[]> {
  const publication = await findPublication(tx, tentId);
  if (!publication?.live) return [];
  const { live } = publication;
  const html = await findHtml(tx, TENT, tentId, { generationId: live.generationId });
  if (html === undefined) return [];
  await requireThreadTime(tx, html);
  const page = await prepared(tx, { tentId, html, branded: live.branded, origins });
  await holdPublishing(tx);
  await putLive(tx, publication, { ...live, etag: page.etag, forms: page.forms }, page);
  return pathsOf(tentId, live);
}

/**
 * A wish that waits for a generation goes on waiting, unless this is that wish.
 * @throws NoRoom, before anything is written
 */
export async function goLive(tx: Ctx<Tx>, held: Held, wanted: Wanted, ready: Ready, isAwaited: boolean): Promise<Met> {
  const { tent, version, publication, plan } = held;
  const { id } = tent;
  const { now } = tx;
  const { notes, warnings } = ready;
  if ('asItWas' in ready) {
    return {
      publication: ready.asItWas,
      message: ['The newest version is live at this address already.', ...notes].join(' '),
      asItWas: true,
      paths: [],
    };
  }
  const { page, branded } = ready;

  await holdPublishing(tx);
  const before = publication?.live ?? null;
  if (!before) await requireRoom(tx, plan);
  const asked = wanted.alias === undefined ? (before?.alias ?? null) : wanted.alias;
  const isFree = asked === null || !(await isTaken(tx, asked, id));
  const alias = isFree ? asked : (before?.alias ?? null);
  const reasons = [...(isFree ? [] : [`Another page is live at ${asked}.`]), ...notes, ...warnings];
  const outcome = {
    status: isFree && warnings.length === 0 ? ('published' as const) : ('published_with_warnings' as const),
    requestedAlias: asked,
    message: reasons.join(' ') || null,
  };
  const live: LivePage = {
    path: alias ?? id,
    alias,
    generationId: version.generationId,
    version: version.version,
    branded,
    // A page that only moves has been published before.
    publishedAt: before?.generationId === version.generationId ? before.publishedAt : now,
    forms: page.forms,
    etag: page.etag,
    outcome,
  };
  const goesOn = publication?.status === 'pending' && !isAwaited;
  const { status, requestedAlias, message, awaitedGenerationId, removeBranding, at }: Attempt = goesOn
    ? publication
    : { ...outcome, awaitedGenerationId: null, removeBranding: null, at: now };
  const met: Publication = { tentId: id, status, requestedAlias, message, awaitedGenerationId, removeBranding, at, live };
  await putLive(tx, met, live, page);
  await changeDocument(tx, id, { status: 'published', updatedAt: now });
  const url = `${held.origins.pages}/${live.path === '/' ? '' : live.path}`;
  if (before?.alias && before.path !== live.path) await leaveAddresses(tx, id, [before.alias]);
  await setExpired(tx, id, null);
  const changed = pathsOf(id, before, live);
  const paths = before?.path === live.path ? changed : await noteFormerAddresses(tx, id, changed);
  await record(tx, 'tent.published', [{ data: { tent_id: id, version: version.version, url } }]);
  const place = before ? 'the address it has' : 'its default address';
  const done = isFree ? 'The page is published.' : `The page is published at ${place}, since another page is live at ${asked}.`;
  return {
    publication: met,
    message: [done, ...notes, ...warnings].join(' '),
    asItWas: false,
    paths,
  };
}

/** The id of a tent leads to its page wherever it is. */
export const pathsOf = (tentId: TentId, ...live: (Pick<LivePage, 'path'> | null)[]): string[] => [
  ...new Set([tentId, ...live.flatMap((page) => page?.path ?? [])]),
];

const BRANDED = 'Pages of the free plan carry the line that names Bivouac.';
const SWITCHED_OFF = 'Forms take no files and no passwords; the fields that ask for them are switched off.';

/** Found when the page was written. */
async function stumblingBlocks(tx: Scope<Tx>, { generationId }: Version): Promise<string[]> {
  const notes = await findNotes(tx, generationId);
  return notes
    .filter(({ code, place }) => code === 'check' && place !== 'form')
    .map(({ text }) => text)
    .slice(0, MOST_NAMED);
}

const MOST_NAMED = 5;

function unreachableForms(forms: PageForm[]): string[] {
  const ids = forms.flatMap(({ formId, fields }) => {
    const { email, phone } = identifiersOf(fields);
    return email === undefined && phone === undefined ? formId : [];
  });
  if (ids.length === 0) return [];
  const named = ids.slice(0, MOST_NAMED).map((id) => `\`${id}\``);
  const which = `${ids.length === 1 ? 'The form' : 'The forms'} ${named.join(', ')}${ids.length > MOST_NAMED ? ', …' : ''}`;
  const asks = `${which} ${ids.length === 1 ? 'asks' : 'ask'} for neither an email address nor a phone number`;
  return [`${asks}: submissions are kept, but no contact is made of them. Add a field named \`email\` or \`phone\`.`];
}

function brandedBy({ publication, plan }: Held, { removeBranding }: Wanted): boolean {
  if (plan === 'free') return true;
  return removeBranding === undefined ? (publication?.live?.branded ?? true) : !removeBranding;
}

/** A failed wish counts as a difference. */
function isAsWanted({ live, status, requestedAlias }: Publication, version: Version, { alias }: Wanted, branded: boolean): boolean {
  if (!live || status === 'failed' || live.generationId !== version.generationId || live.branded !== branded) return false;
  if (alias === undefined) return true;
  return alias === live.alias && (status === 'pending' || alias === requestedAlias);
}

const FREE_PAGES = 1;

/** The message is for the author. */
export class NoRoom extends DomainError {
  constructor(limit: number, current: number) {
    const message = `The free plan has room for ${limit} published tent. Take another one down first, or change the plan.`;
    super('publish_limit_exceeded', 'The workspace cannot publish another tent.', undefined, { message, limit, current });
  }

  get reason(): string {
    return this.more?.message as string;
  }
}

/** The caller has locked the workspace's publishing. @throws NoRoom */
async function requireRoom(tx: Scope<Tx>, plan: Plan): Promise<void> {
  if (plan !== 'free') return;
  const live = await countLive(tx);
  if (live >= FREE_PAGES) throw new NoRoom(FREE_PAGES, live);
}
