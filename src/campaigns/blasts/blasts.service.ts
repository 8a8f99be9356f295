import type { components } from '../../../generated/api.d.ts';
import type { Blast } from '../../../generated/prisma/client.ts';
import { deletePrivateLists } from '../../audience/contact-lists/contact-lists.repo.ts';
import { createDynamicList, createStaticList } from '../../audience/contact-lists/contact-lists.service.ts';
import type { Db } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { DomainError, invalid, notFound, unknown } from '../../shared/errors.ts';
import { insertBlastMessage } from '../messages/messages.repo.ts';
import {
  assignAudience,
  assignEmail,
  assignPrivateList,
  deleteBlast,
  findBlast,
  isSystemList,
  lockBlast,
  lockForSending,
  releaseBlast,
} from './blasts.repo.ts';
import { takeAllowance } from './free-plan.ts';
import { readinessOf } from './readiness.ts';
import { completeBlasts, type WholeBlast } from './whole-blast.repo.ts';

/** Puts the job that sends a blast into its queue, in the caller's transaction. */
export type EnqueueSending = (db: Db, workspaceId: string, blastId: string) => Promise<void>;

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
    const draft = await lockBlast(tx, workspaceId, blastId);
    if (!draft) throw notFound();
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
 * A list that the blast kept for itself goes with it by the foreign key.
 * @throws DomainError `not_found`, `campaign_invalid_state`
 */
export async function removeBlast(db: Db, workspaceId: string, blastId: string): Promise<void> {
  if (await deleteBlast(db, workspaceId, blastId, DELETABLE)) return;
  throw invalidState(await requireBlast(db, workspaceId, blastId));
}

/**
 * Releases a draft: pins the approved version of its email, takes its share of the free plan's day, and leaves the rest to
 * the sending job. All of it or nothing: what refuses leaves a draft behind, and of two who ask one is told it was late.
 * @throws DomainError `not_found`, `campaign_invalid_state`, `campaign_not_ready`, `free_plan_email_limit`
 */
export const sendNow = (
  db: Db,
  workspaceId: string,
  blastId: string,
  { operational, now, enqueueSending }: { operational: boolean; now: Date; enqueueSending: EnqueueSending },
): Promise<WholeBlast> =>
  db.transaction(async (tx) => {
    const draft = await lockForSending(tx, workspaceId, blastId);
    if (!draft) throw notFound();
    requireDraft(draft);

    const whole = await completeBlast(tx, workspaceId, draft);
    const readiness = readinessOf(whole);
    const { list } = whole;
    const approvedEmailVersion = whole.email?.approvedVersion;
    if (!readiness.ready || !list || !approvedEmailVersion) {
      throw new DomainError('campaign_not_ready', 'The blast is not ready to send.', { approval_readiness: readiness });
    }

    const reservedRecipients = await takeAllowance(tx, workspaceId, { list, operational }, now);
    const blast = await releaseBlast(tx, workspaceId, blastId, { operational, approvedEmailVersion, reservedRecipients }, now);
    await insertBlastMessage(tx, workspaceId, blastId, now);
    await enqueueSending(tx, workspaceId, blastId);
    return { ...whole, blast };
  });

/** @throws DomainError `not_found` */
export async function requireBlast(db: Db, workspaceId: string, blastId: string): Promise<Blast> {
  const blast = await findBlast(db, workspaceId, blastId);
  if (!blast) throw notFound();
  return blast;
}

/** One blast with all that its answer shows. */
export async function completeBlast(db: Db, workspaceId: string, blast: Blast): Promise<WholeBlast> {
  const [whole] = await completeBlasts(db, workspaceId, [blast]);
  return whole as WholeBlast;
}

function requireDraft(blast: Blast): void {
  if (blast.status !== 'draft') throw invalidState(blast);
}

const invalidState = ({ status }: Blast): DomainError =>
  new DomainError('campaign_invalid_state', `The blast is ${status}, and that does not allow this.`);
