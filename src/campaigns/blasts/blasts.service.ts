import type { components } from '../../../generated/api.d.ts';
import type { Blast } from '../../../generated/prisma/client.ts';
import { deletePrivateLists, readAnyList } from '../../audience/contact-lists/contact-lists.repo.ts';
import { copyPrivateList, createDynamicList, createStaticList } from '../../audience/contact-lists/contact-lists.service.ts';
import type { Db } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { DomainError, invalid, notFound, unknown } from '../../shared/errors.ts';
import { nameOfCopy } from '../../shared/text.ts';
import { purgeMessage } from '../deliveries/chores.service.ts';
import { findFlow } from '../flows/flows.repo.ts';
import { createOwnEmail, type InlineEmail } from '../own-email.ts';
import {
  assignAudience,
  assignEmail,
  assignOwnEmail,
  assignPrivateList,
  deleteBlast,
  findBlast,
  insertBlast,
  isSystemList,
  lockBlast,
} from './blasts.repo.ts';

type InlineAudience = components['schemas']['SetEmailBlastAudienceInlineStatic' | 'SetEmailBlastAudienceInlineDynamic'];

/**
 * What may be deleted. A scheduled blast has to be unscheduled first, mail that is going out needs its ledger, and an
 * archived blast is kept on purpose.
 */
const DELETABLE = ['draft', 'sent', 'failed', 'cancelled'];

/**
 * Gives a draft a list of the workspace; a list of its own that it had goes.
 * @throws DomainError `not_found` without such a blast or list, `campaign_invalid_state`, `validation_failed` for a system list
 */
export const setAudience = (db: Db, workspaceId: string, blastId: string, listId: string, now: Date): Promise<Blast> =>
  db.transaction(async (tx) => {
    if (!(await assignAudience(tx, workspaceId, blastId, listId, now))) {
      requireDraft(await requireBlast(tx, workspaceId, blastId));
      if (!(await isSystemList(tx, workspaceId, listId))) throw notFound(unknown('list_id'));
      throw invalid({ path: 'list_id', message: 'A system list cannot be an audience.' });
    }
    await deletePrivateLists(tx, workspaceId, blastId, listId);
    return requireBlast(tx, workspaceId, blastId);
  });

/**
 * Makes a list that a draft keeps for itself, in place of the audience it had; a refusal leaves that in place. The blast is
 * locked first: it is a draft until the end, and of two who ask at once the second replaces the list of the first.
 * @throws DomainError `not_found` without such a blast, or a contact or a list in the rules; `campaign_invalid_state`;
 *   `validation_failed` for rules that cannot be asked
 */
export const setInlineAudience = (
  db: Db,
  events: Events,
  workspaceId: string,
  blastId: string,
  audience: InlineAudience,
  now: Date,
): Promise<Blast> =>
  db.transaction(async (tx) => {
    const draft = await holdBlast(tx, workspaceId, blastId);
    requireDraft(draft);

    const { name = `${draft.name} audience`, description = null } = audience;
    const own = { name, description, ownerCampaignId: blastId };
    const list =
      audience.kind === 'static'
        ? await createStaticList(tx, events, workspaceId, { ...own, contactIds: audience.contact_ids }, now)
        : await createDynamicList(tx, workspaceId, { ...own, rules: audience.rules }, now);
    const blast = await assignPrivateList(tx, workspaceId, blastId, list.id, now);
    await deletePrivateLists(tx, workspaceId, blastId, list.id);
    return blast;
  });

/** @throws DomainError `not_found` without such a blast or email, `campaign_invalid_state` */
export async function setEmail(db: Db, workspaceId: string, blastId: string, emailId: string, now: Date): Promise<Blast> {
  if (!(await assignEmail(db, workspaceId, blastId, emailId, now))) {
    requireDraft(await requireBlast(db, workspaceId, blastId));
    throw notFound(unknown('email_id'));
  }
  return requireBlast(db, workspaceId, blastId);
}

/**
 * Makes an email for a draft: from a template, from HTML, or blank. It is one of the workspace's like any other, and so is one that
 * it takes the place of.
 * @throws DomainError `not_found` without such a blast or template, `campaign_invalid_state`, `template_not_ready`, `validation_failed`
 */
export const setInlineEmail = (
  db: Db,
  workspaceId: string,
  blastId: string,
  wish: InlineEmail,
  createdByName: string,
  now: Date,
): Promise<Blast> =>
  db.transaction(async (tx) => {
    const draft = await holdBlast(tx, workspaceId, blastId);
    requireDraft(draft);
    const email = await createOwnEmail(tx, workspaceId, draft.name, wish, createdByName, now);
    return assignOwnEmail(tx, workspaceId, blastId, email.id, now);
  });

/**
 * Makes a draft for the same audience and with the same email, those that are still there; a list that the blast keeps for itself is
 * copied.
 * @throws DomainError `not_found`, `campaign_not_blast`
 */
export const duplicateBlast = (db: Db, workspaceId: string, blastId: string, name: string | undefined, now: Date): Promise<Blast> =>
  db.transaction(async (tx) => {
    const blast = await requireBlast(tx, workspaceId, blastId);
    const { audienceListId, emailId, description } = blast;
    const { id } = await insertBlast(tx, workspaceId, { name: name ?? nameOfCopy(blast.name), description }, now);
    const list = audienceListId ? await readAnyList(tx, workspaceId, audienceListId) : null;
    if (list?.ownerCampaignId) await assignPrivateList(tx, workspaceId, id, await copyPrivateList(tx, workspaceId, list, id, now), now);
    else if (list) await assignAudience(tx, workspaceId, id, list.id, now);
    if (emailId) await assignEmail(tx, workspaceId, id, emailId, now);
    return requireBlast(tx, workspaceId, id);
  });

/**
 * Deletes a blast and its report, a large one in the background. A list that the blast kept for itself goes with it by the foreign key; the
 * links in its mail stay.
 * @throws DomainError `not_found`, `campaign_invalid_state`
 */
export const removeBlast = (db: Db, workspaceId: string, blastId: string): Promise<void> =>
  db.transaction(async (tx) => {
    const blast = await holdBlast(tx, workspaceId, blastId);
    if (!DELETABLE.includes(blast.status)) throw invalidState(blast);
    await deleteBlast(tx, workspaceId, blastId);
    await purgeMessage(tx, { workspaceId, messageId: blastId });
  });

/** @throws DomainError `not_found`, `campaign_not_blast` */
export async function requireBlast(db: Db, workspaceId: string, blastId: string): Promise<Blast> {
  return (await findBlast(db, workspaceId, blastId)) ?? noBlast(db, workspaceId, blastId);
}

/** The same, held as it is until the transaction ends. */
export async function holdBlast(tx: Db, workspaceId: string, blastId: string): Promise<Blast> {
  return (await lockBlast(tx, workspaceId, blastId)) ?? noBlast(tx, workspaceId, blastId);
}

/** The one place that says what an identifier is that no blast has. @throws DomainError `not_found`, `campaign_not_blast` */
export async function noBlast(db: Db, workspaceId: string, id: string): Promise<never> {
  await refuseFlow(db, workspaceId, id);
  throw notFound();
}

/** @throws DomainError `campaign_not_blast` for the identifier of a flow */
export async function refuseFlow(db: Db, workspaceId: string, id: string): Promise<void> {
  if (await findFlow(db, workspaceId, id))
    throw new DomainError('campaign_not_blast', 'This identifier belongs to a flow, not to a blast.');
}

export function requireDraft(blast: Blast): void {
  if (blast.status !== 'draft') throw invalidState(blast);
}

export const invalidState = ({ status }: Blast): DomainError =>
  new DomainError('campaign_invalid_state', `The blast is ${status}, and that does not allow this.`);
