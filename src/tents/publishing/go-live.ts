import { identifiersOf } from '../../audience/visitors/identifiers.ts';
import { changeDocument, type WholeDocument } from '../../content/documents/documents.repo.ts';
import { TENT } from '../../content/documents/kinds.ts';
import { findVersion, type Version } from '../../content/versions/versions.repo.ts';
import type { Db } from '../../platform/db.ts';
import type { Plan } from '../../workspaces/workspaces.service.ts';
import type { PageForm } from '../forms/form.types.ts';
import { requireRoom } from './plan.ts';
import type { Prepared } from './prepare.ts';
import { holdPublishing, isTaken, type LivePage, type Publication, putLive, type Wish } from './publications.repo.ts';
import { prepareApart } from './tasks.ts';

/** How a page is wanted. What is left out stays as it is while the page is live. */
export interface Wanted {
  /** Null is the default address, which is also that of a page that is not live and has none asked for. */
  alias?: string | null | undefined;
  /** Without the line that names Bivouac; a page that is not live gets it unless told otherwise. */
  removeBranding?: boolean | undefined;
}

/** A tent that the caller holds, with its newest version. */
export interface Held {
  tent: Pick<WholeDocument, 'workspaceId' | 'id'>;
  version: Version;
  publication: Publication | undefined;
  plan: Plan;
}

/** A wish that was met, as far as it could be. */
export interface Met {
  publication: Publication;
  /** What was done, in a sentence for people, and what is not as asked. */
  message: string;
  /** Everything was like this already, and was left so. */
  asItWas: boolean;
}

export const newestVersion = (tx: Db, workspaceId: string, tentId: string): Promise<Version | undefined> =>
  findVersion(tx, TENT, workspaceId, tentId, 'current');

/** A page as it will be served, or what is live when it is as wanted already. */
export type Ready = ({ page: Prepared; branded: boolean } | { asItWas: Publication }) & {
  /** What is not as asked, in sentences for people. */
  notes: string[];
  /** What makes the page live with warnings, in the same way. */
  warnings: string[];
};

/** Makes the page ready, which takes its time. Nothing is looked at that others may change. @throws NotDoneInTime */
export async function makeReady(held: Held, wanted: Wanted): Promise<Ready> {
  const { publication, version, tent } = held;
  const branded = brandedBy(held, wanted);
  const notes = wanted.removeBranding && branded ? [BRANDED] : [];
  if (publication && isAsWanted(publication, version, wanted, branded)) return { asItWas: publication, notes, warnings: [] };
  const page = await prepareApart(tent.workspaceId, version.html, { tentId: tent.id, branded });
  return { page, branded, notes: page.switchedOff > 0 ? [...notes, SWITCHED_OFF] : notes, warnings: unreachableForms(page.forms) };
}

/**
 * Puts a page on the web. A wish that waits for a generation goes on waiting, unless this is that wish.
 * @throws NoRoom, before anything is written
 */
export async function goLive(tx: Db, held: Held, wanted: Wanted, ready: Ready, isAwaited: boolean, now: Date): Promise<Met> {
  const { tent, version, publication, plan } = held;
  const { workspaceId, id } = tent;
  const { notes, warnings } = ready;
  if ('asItWas' in ready) {
    return {
      publication: ready.asItWas,
      message: ['The newest version is live at this address already.', ...notes].join(' '),
      asItWas: true,
    };
  }
  const { page, branded } = ready;

  await holdPublishing(tx, workspaceId);
  const before = publication?.live ?? null;
  if (!before) await requireRoom(tx, workspaceId, plan);
  const asked = wanted.alias === undefined ? (before?.alias ?? null) : wanted.alias;
  const isFree = asked === null || !(await isTaken(tx, workspaceId, asked, id));
  const alias = isFree ? asked : (before?.alias ?? null);
  const live: LivePage = {
    path: alias ?? id,
    alias,
    generationId: version.generationId,
    version: version.version,
    branded,
    // Of the version: a page that only moves has been there before.
    publishedAt: before?.generationId === version.generationId ? before.publishedAt : now,
    forms: page.forms,
    etag: page.etag,
  };
  const reasons = [...(isFree ? [] : [`Another page is live at ${asked}.`]), ...notes, ...warnings];
  const wish: Wish = {
    status: isFree && warnings.length === 0 ? 'published' : 'published_with_warnings',
    requestedAlias: asked,
    message: reasons.join(' ') || null,
    awaitedGenerationId: null,
  };
  const goesOn = publication?.status === 'pending' && !isAwaited;
  await putLive(tx, workspaceId, id, goesOn ? publication : wish, live, page);
  await changeDocument(tx, workspaceId, id, { status: 'published', updatedAt: now });
  const place = before ? 'the address it has' : 'its default address';
  const done = isFree ? 'The page is published.' : `The page is published at ${place}, since another page is live at ${asked}.`;
  return { publication: { tentId: id, ...wish, live }, message: [done, ...notes, ...warnings].join(' '), asItWas: false };
}

const BRANDED = 'Pages of the free plan carry the line that names Bivouac.';
const SWITCHED_OFF = 'Forms take no files and no passwords; the fields that ask for them are switched off.';

const MOST_NAMED = 5;

/** Forms that ask for nothing by which a contact could be reached. */
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

/** Whether nothing would change, the state of a wish that has ended included. */
function isAsWanted({ live, status, requestedAlias }: Publication, version: Version, { alias }: Wanted, branded: boolean): boolean {
  if (!live || status === 'failed' || live.generationId !== version.generationId || live.branded !== branded) return false;
  if (alias === undefined) return true;
  return alias === live.alias && (status === 'pending' || alias === requestedAlias);
}
