import { policyOf } from '../../../audience/consent/mail-policy.ts';
import { wakeDispatch } from '../../deliveries/dispatches.repo.ts';
import { giveBack, reserveUpTo } from '../../free-plan.ts';
import type { StepOf } from '../definition.ts';
import { each, nextTurn, safetyLook, waitUntil } from '../engine/results.ts';
import type { Executor, Member, Result, StepCall } from '../engine/step.types.ts';
import { countMailable, type Ending, findMailOf, insertMail, isFew } from '../mail/mail.repo.ts';
import { findMail, insertFlowMessage } from '../mail/messages.repo.ts';
import { called } from '../report/texts.ts';
import { oneWay, type StepKind } from '../step.kind.ts';

type SendEmail = StepOf<'send_email'>;

/** How often an email that cannot be sent is looked at again. */
const LOOK_MS = 60_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Writes mail for the senders, one for each visit, and waits for its end. While nothing can be sent the members wait, and on the free plan
 * for the next day when this one is used up.
 */
const execute: Executor<SendEmail> = async (call, step, members) => {
  const results = resultsOf(await findMailOf(call, members), call.now);
  const unmailed = members.filter(({ id }) => !results.has(id));
  const added = unmailed.length > 0 ? await mail(call, step, unmailed) : [];
  return new Map([...results, ...added]);
};

async function mail(call: StepCall, step: SendEmail, members: Member[]): Promise<Map<string, Result>> {
  const { now } = call;
  const { flowId } = call.definition;
  const found = await findMail(call, flowId, step);
  if (!found) return each(members, () => waitUntil(new Date(now.getTime() + LOOK_MS)));

  const { operational, topic_id: topicId = null } = step;
  const policy = await policyOf(call, { operational, topicId });
  const messageId = found.messageId ?? (await insertFlowMessage(call, flowId, { step, fingerprint: found.fingerprint }));
  const reserved = await reserveUpTo(call, () => countMailable(call, members, policy));
  const written = await insertMail(call, members, { messageId, policy, reserved });
  const mailed = written.filter(({ status }) => status === 'pending').length;
  if (reserved !== null && mailed < reserved) await giveBack(call, now, reserved - mailed);
  if (mailed > 0) {
    const lane = operational || (await isFew(call, messageId)) ? 'interactive' : 'bulk';
    await wakeDispatch(call, messageId, lane);
  }
  // Where there was room for all, the contacts left out are gone.
  const leftOut = reserved === null ? nextTurn(now) : waitUntil(new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS));
  return new Map([...each(members, () => leftOut), ...resultsOf(written, now)]);
}

const resultsOf = (endings: Ending[], now: Date): Map<string, Result> =>
  new Map(endings.map((ending) => [ending.memberId, resultOf(ending, now)]));

const OUTCOMES = {
  sent: 'sent',
  bounced: 'bounced',
  blocked: 'suppressed',
  unqualified: 'no_address',
  failed: 'failed',
  // A member has left the step before its mail is called off, as a rule.
  cancelled: 'failed',
  unknown: 'unknown',
};
/** With the words of a mail server, or ours where it has none. */
const WITH_ERROR = new Set<Ending['status']>(['bounced', 'failed', 'cancelled', 'unknown']);

function resultOf({ status, error }: Ending, now: Date): Result {
  if (status === 'pending') return safetyLook(now);
  const outcome = OUTCOMES[status];
  return WITH_ERROR.has(status)
    ? { kind: 'done', outcome, details: { error: error ?? 'The mail was called off before it went out.' } }
    : { kind: 'done', outcome };
}

export const sendEmail: StepKind<SendEmail> = {
  type: 'send_email',
  shape: ({ type, email_id = null, operational = false, topic_id, utm }, { base, next }) => ({
    ...{ ...base, type, next_step_id: next, email_id, operational },
    ...(topic_id && { topic_id }),
    ...(utm && { utm }),
  }),
  references: ({ email_id: id, topic_id }) => [
    { path: 'email_id', of: 'email', id },
    ...(topic_id ? [{ path: 'topic_id', of: 'topic', id: topic_id } as const] : []),
  ],
  ...oneWay,
  execute: () => execute,
  words: ({ email_id }, nameOf) => `Sends ${called(email_id, 'email', nameOf)}`,
  drawing: { name: 'Email', tone: 'mail', mermaid: ['[', ']'] },
};
