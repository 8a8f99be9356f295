import type { Blast } from '../../../generated/prisma/client.ts';
import { policyOf } from '../../audience/consent/mail-policy.ts';
import { findTopic } from '../../audience/consent/topics.repo.ts';
import type { RuleFinding } from '../../audience/rules/rules.service.ts';
import { type Queue, worker } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Ctx, type Db, type Scope, type Tx, transaction } from '../../platform/db.ts';
import type { BlastId } from '../../platform/ids.ts';
import type { Work } from '../../queue/work.ts';
import { DomainError, invalid } from '../../shared/errors.ts';
import { lockReferences } from '../../workspaces/references.ts';
import { forgetResults } from '../deliveries/breaker.repo.ts';
import { hasChore } from '../deliveries/chores.repo.ts';
import { type Lane, lockDispatch, setState } from '../deliveries/dispatches.repo.ts';
import { countUsedUp, giveBackUnsent, reservedOrRefused, reserveEmails } from '../free-plan.ts';
import { insertBlastMessage, isSenderVerified } from '../messages/messages.repo.ts';
import { countMailable } from './audience.repo.ts';
import { type Audience, mostMembers } from './audience.ts';
import { readAudience } from './audience-lists.repo.ts';
import { recordBlast, recordFailedBlast } from './blast-events.ts';
import { changeBlast, dueBlasts, lockDue, lockForSending } from './blasts.repo.ts';
import { holdBlast, invalidState, modeOf, noBlast, requireDraft } from './blasts.service.ts';
import { countWaiting, forgiveAttempts } from './preparation.repo.ts';
import { laneOf } from './prepare.work.ts';
import { readinessOf, type Showing } from './readiness.ts';
import { completeBlast, completeBlasts, findBrokenRules, type WholeBlast } from './whole-blast.repo.ts';

/*
 * How a blast starts: now, at its time, or again. Each holds the blast, and then its dispatch, like the end of a turn. The email of a draft
 * is locked before the draft, as deleting an email does.
 */

export interface Preparing {
  prepare(tx: Scope<Tx>, blastId: BlastId, lane: Lane): Promise<void>;
  wake(tx: Tx, lane: Lane): Promise<void>;
}

export interface Sending extends Preparing {
  showing: Required<Showing>;
}

/**
 * All of it or nothing: a refusal leaves a draft behind.
 * @throws not_found, key_not_allowed, campaign_invalid_state, campaign_not_ready, free_plan_email_limit
 */
export const sendNow = (
  ctx: Ctx,
  sending: Sending,
  { blastId, operational }: { blastId: BlastId; operational: boolean },
): Promise<WholeBlast> =>
  transaction(ctx, async (tx) => {
    const { draft, audience, approvedEmailVersion } = await holdReadyDraft(tx, sending, { blastId });
    const count = async () => countMailable(tx, audience, await policyOf(tx, { operational, topicId: draft.topicId }));
    const reserved = reservedOrRefused(await reserveEmails(modeOf(tx, draft), count));
    const release = { sendMode: 'immediate', operational, approvedAt: ctx.now, approvedEmailVersion };
    const blast = await changeBlast(tx, blastId, { status: 'sending', ...release, ...reservedOn(reserved, ctx.now) });
    await insertBlastMessage(tx, blastId);
    await sending.prepare(tx, blastId, laneOf(operational, mostMembers(audience)));
    return completeBlast(tx, blast);
  });

/**
 * The content is fixed now, the audience when it is due.
 * @throws not_found, key_not_allowed, campaign_invalid_state, campaign_not_ready, validation_failed for a time that has passed
 */
export const schedule = (
  ctx: Ctx,
  sending: Sending,
  { blastId, scheduledAt, operational }: { blastId: BlastId; scheduledAt: Date; operational: boolean },
): Promise<WholeBlast> =>
  transaction(ctx, async (tx) => {
    const { approvedEmailVersion } = await holdReadyDraft(tx, sending, { blastId, at: scheduledAt });
    const release = { sendMode: 'scheduled', operational, approvedAt: ctx.now, approvedEmailVersion };
    const blast = await changeBlast(tx, blastId, { status: 'scheduled', scheduledAt, ...release });
    await recordBlast(tx, 'blast.scheduled', blast);
    await insertBlastMessage(tx, blastId);
    return completeBlast(tx, blast);
  });

async function holdReadyDraft(tx: Ctx<Tx>, { showing }: Sending, { blastId, at }: { blastId: BlastId; at?: Date }) {
  await lockReferences(tx, 'using');
  const draft = (await lockForSending(tx, blastId)) ?? (await noBlast(tx, blastId));
  modeOf(tx, draft);
  requireDraft(draft);
  if (at && at <= tx.now) throw invalid({ path: 'scheduled_at', message: 'must lie in the future' });
  if (await hasChore(tx, blastId))
    throw new DomainError(
      'campaign_invalid_state',
      'The recipients of the attempt that failed are still being removed. Try again in a moment.',
    );
  const [whole] = (await completeBlasts(tx, [draft])) as [WholeBlast];
  const { audience, email } = whole;
  const approvedEmailVersion = email?.approvedVersion;
  if (!readinessOf(whole, showing).ready || !audience || !approvedEmailVersion) {
    const readiness = readinessOf(await completeBlast(tx, draft), showing);
    throw new DomainError('campaign_not_ready', 'The blast is not ready to send.', { approval_readiness: readiness });
  }
  return { draft, audience, approvedEmailVersion };
}

/** Sends a due blast, or notes why it does not go out. Does nothing while another transaction holds it, or when its time has changed. */
export const releaseDue = (ctx: Ctx, sending: Preparing, blastId: BlastId): Promise<void> =>
  transaction(ctx, async (tx) => {
    const blast = await lockDue(tx, blastId);
    if (!blast) return;
    const change = (changes: Parameters<typeof changeBlast>[2]) => changeBlast(tx, blastId, changes);
    const audience = await readAudience(tx, blast);
    const obstacle = await obstacleOf(tx, blast);
    if (obstacle || !audience) return recordFailedBlast(tx, await change({ status: 'failed', error: (obstacle ?? NO_AUDIENCE).sentence }));

    const count = async () => countMailable(tx, audience, await policyOf(tx, blast));
    const reservation = await reserveEmails(modeOf(tx, blast), count);
    if ('refusal' in reservation) {
      const cancellation = { status: 'cancelled', cancelledAt: ctx.now, cancelledReason: reservation.refusal.reason };
      return recordBlast(tx, 'blast.cancelled', await change(cancellation));
    }
    await change({ status: 'sending', ...reservedOn(reservation.reserved, ctx.now) });
    await sending.prepare(tx, blastId, laneOf(blast.operational, mostMembers(audience)));
  });

interface ReleaseBlastJob {
  workspace_id: string;
  blast_id: string;
}

const releaseQueue: Queue<ReleaseBlastJob> = { name: 'release-blast', concurrency: 2, retryLimit: 5, retryDelay: 5, expireInSeconds: 900 };

/** However many processes look, the blast itself shows whether it still waits. */
export const scheduleWork = ({ db, clock, sending }: { db: Db; clock: Clock; sending: Sending }): Work => ({
  ...worker(releaseQueue, ({ workspace_id, blast_id }) =>
    releaseDue({ db, workspaceId: workspace_id, now: clock.now() }, sending, blast_id),
  ),
  due: dueBlasts,
});

/**
 * On the free plan the rest is reserved anew, from today's emails.
 * @throws not_found, key_not_allowed, campaign_invalid_state, campaign_not_ready, free_plan_email_limit
 */
export const resume = (ctx: Ctx, sending: Sending, blastId: BlastId): Promise<WholeBlast> =>
  transaction(ctx, async (tx) => {
    await lockReferences(tx, 'using');
    const blast = await holdBlast(tx, blastId);
    const mode = modeOf(tx, blast);
    if (!['paused', 'failed'].includes(blast.status)) throw invalidState(blast);
    const obstacle = await obstacleOf(tx, blast);
    if (obstacle) {
      const { missing, findings } = obstacle;
      const help = sending.showing.helpOf([missing]);
      const readiness = { ready: false, missing: [missing], warnings: [], ...(findings && { findings }), help };
      throw new DomainError('campaign_not_ready', obstacle.sentence, { approval_readiness: readiness });
    }
    const dispatch = await lockDispatch(tx, blastId);
    await giveBackUnsent(tx, blastId);
    const count = async () =>
      dispatch ? countWaiting(tx, blastId) : countMailable(tx, await requireAudience(tx, sending, blast), await policyOf(tx, blast));
    const reserved = reservedOrRefused(await reserveEmails(mode, count));
    const promised = reservedOn(reserved === null ? null : reserved + (await countUsedUp(tx, blastId)), ctx.now);
    if (blast.pausedReason !== null) await forgetResults(tx);
    const resumed = await changeBlast(tx, blastId, { status: 'sending', error: null, pausedReason: null, ...promised });
    if (dispatch) {
      await setState(tx, blastId, 'open');
      await sending.wake(tx.db, dispatch.lane);
    } else {
      await forgiveAttempts(tx, blastId);
      await sending.prepare(tx, blastId, laneOf(blast.operational, null));
    }
    return completeBlast(tx, resumed);
  });

const reservedOn = (reserved: number | null, now: Date) => ({
  reservedRecipients: reserved,
  reservedOn: reserved === null ? null : now,
});

interface Obstacle {
  missing: 'audience' | 'audience_rules' | 'topic' | 'email' | 'sender_domain';
  sentence: string;
  findings?: RuleFinding[];
}

const NO_AUDIENCE: Obstacle = { missing: 'audience', sentence: 'The list was deleted before sending started.' };

async function obstacleOf(tx: Scope<Tx>, blast: Blast): Promise<Obstacle | null> {
  const { id, audienceListId, topicId, preparedAt } = blast;
  if (!audienceListId && !preparedAt) return NO_AUDIENCE;
  const audience = preparedAt ? null : await readAudience(tx, blast);
  const findings = audience ? await findBrokenRules(tx, audience) : [];
  const [first] = findings;
  if (first) return { missing: 'audience_rules', sentence: `The rules of the audience cannot be applied. ${first.message}`, findings };
  if (topicId !== null && !(await findTopic(tx, topicId))) return { missing: 'topic', sentence: 'The topic has been deleted.' };
  const verified = await isSenderVerified(tx, id);
  if (verified === undefined) return { missing: 'email', sentence: 'What it says has been deleted.' };
  return verified ? null : { missing: 'sender_domain', sentence: "The domain of the sender's address is not verified for this workspace." };
}

async function requireAudience(tx: Scope<Tx>, { showing }: Sending, blast: Blast): Promise<Audience> {
  const audience = await readAudience(tx, blast);
  if (!audience)
    throw new DomainError('campaign_not_ready', NO_AUDIENCE.sentence, {
      approval_readiness: { ready: false, missing: ['audience'], warnings: [], help: showing.helpOf(['audience']) },
    });
  return audience;
}
