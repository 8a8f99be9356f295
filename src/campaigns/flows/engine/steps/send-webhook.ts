import type { StepOf } from '../../definition.ts';
import { type Standing, takeStanding } from '../../webhooks/webhooks.repo.ts';
import type { Executor, Result } from './step.types.ts';

/** What comes of an attempt is told; this is for the case that nobody tells. */
const SAFETY_LOOK_MS = 60 * 60_000;

/** Writes a request down for each member, for those who send them, and waits until it is delivered or given up. */
export const sendWebhook: Executor<StepOf<'send_webhook'>> = async ({ db, workspaceId, now, definition: { flowId } }, step, members) => {
  const standing = await takeStanding(db, { workspaceId, flowId, stepId: step.step_id }, members, now);
  return new Map(standing.map((request) => [request.memberId, resultOf(request, now)]));
};

function resultOf({ status, attempts, nextAttemptAt, response }: Standing, now: Date): Result {
  if (status === 'pending')
    return { kind: 'waiting', dueAt: new Date(now.getTime() + SAFETY_LOOK_MS), waitUntil: attempts > 0 ? nextAttemptAt : null };
  const { error, ...answer } = response ?? { status: null, body: null, error: null };
  const details = { attempts, response: answer };
  return status === 'delivered'
    ? { kind: 'done', outcome: 'delivered', details }
    : { kind: 'done', outcome: 'failed', details: { ...details, error: error ?? 'The request was given up.' } };
}
