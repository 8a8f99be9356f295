import type { Blast } from '../../../generated/prisma/client.ts';
import type { Db } from '../../platform/db.ts';
import { DomainError, invalid, notFound } from '../../shared/errors.ts';
import { assignAudience, assignEmail, deleteBlast, findBlast, isSystemList, lockForSending, releaseBlast } from './blasts.repo.ts';
import { takeAllowance } from './free-plan.ts';
import { readinessOf } from './readiness.ts';
import { completeBlasts, type WholeBlast } from './whole-blast.repo.ts';

/** Puts the job that sends a blast into its queue, in the caller's transaction. */
export type EnqueueSending = (db: Db, workspaceId: string, blastId: string) => Promise<void>;

/**
 * What may be deleted. A scheduled blast has to be unscheduled first, mail that is going out needs its ledger, and an
 * archived blast is kept on purpose.
 */
const DELETABLE = ['draft', 'sent', 'failed', 'cancelled'];

/** @throws DomainError `not_found` without such a blast or list, `campaign_invalid_state`, `validation_failed` for a system list */
export async function setAudience(db: Db, workspaceId: string, blastId: string, listId: string, now: Date): Promise<Blast> {
  if (!(await assignAudience(db, workspaceId, blastId, listId, now))) {
    requireDraft(await requireBlast(db, workspaceId, blastId));
    if (!(await isSystemList(db, workspaceId, listId))) throw notFound();
    throw invalid({ path: 'list_id', message: 'A system list can not be an audience.' });
  }
  return requireBlast(db, workspaceId, blastId);
}

/** @throws DomainError `not_found` without such a blast or email, `campaign_invalid_state` */
export async function setEmail(db: Db, workspaceId: string, blastId: string, emailId: string, now: Date): Promise<Blast> {
  if (!(await assignEmail(db, workspaceId, blastId, emailId, now))) {
    requireDraft(await requireBlast(db, workspaceId, blastId));
    throw notFound();
  }
  return requireBlast(db, workspaceId, blastId);
}

/** @throws DomainError `not_found`, `campaign_invalid_state` */
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
