import type { StepOf } from '../definition.ts';
import type { Executor, Result } from '../engine/step.types.ts';
import { oneWay, type StepInput, type StepKind, type Writing } from '../step.kind.ts';
import { unset } from '../targets.ts';
import { eachText, originOf, WebhookError, webhookIssues } from '../webhooks/request.ts';
import { type Standing, takeStanding } from '../webhooks/webhooks.repo.ts';

type SendWebhook = StepOf<'send_webhook'>;

/** What stands in answers for a token, and in requests for the one that a step has. */
const HIDDEN = '***';

/** What comes of an attempt is told; this is for the case that nobody tells. */
const SAFETY_LOOK_MS = 60 * 60_000;

/** Writes a request down for each member, for those who send them, and waits until it is delivered or given up. */
const execute: Executor<SendWebhook> = async ({ db, workspaceId, now, definition: { flowId } }, step, members) => {
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

/** The token of a step as it is kept; a hidden one is that which it has, as long as the address stays at its origin or is taken away. */
function keptToken(
  { token, step_id, endpoint_url = null }: Extract<StepInput, { token: string }>,
  { before, webhooks: { tokens, flow }, wrong }: Writing,
): string {
  if (token !== HIDDEN) return tokens.seal({ ...flow, stepId: step_id }, token);
  const kept = before.find((step) => step.step_id === step_id);
  if (!kept || !('token' in kept)) wrong('token', `is hidden as ${HIDDEN}, and the step has none to keep`);
  else if (endpoint_url !== null && originOf(kept.endpoint_url) !== originOf(endpoint_url))
    wrong('token', 'must be sent anew: the one that the step has was not given for the origin of endpoint_url');
  else return kept.token;
  return token;
}

export const sendWebhook: StepKind<SendWebhook> = {
  type: 'send_webhook',
  shape(input, writing) {
    const { endpoint_url = null, method = 'post', custom_fields = {} } = input;
    const { base, next, path, issues, webhooks } = writing;
    issues.push(...webhookIssues({ endpoint_url, custom_fields }, path, webhooks.allowed));
    const step = { ...base, type: input.type, next_step_id: next, endpoint_url, method, custom_fields };
    if (input.auth_type === 'standard_webhooks') {
      const { method: signed = 'post', secret_arn } = input;
      return { ...step, method: signed, auth_type: 'standard_webhooks', secret_arn };
    }
    if ('token' in input) return { ...step, auth_type: 'jwt', token: keptToken(input, writing) };
    if ('secret_arn' in input) return { ...step, auth_type: 'jwt', secret_arn: input.secret_arn };
    return input.auth_type === 'jwt' ? { ...step, auth_type: 'jwt', secret_arn: null } : { ...step, auth_type: 'none' };
  },
  /** A token that stays is judged like one that is sent hidden. */
  merge({ step, patch }, merged) {
    if ('token' in step && patch.token === undefined) merged.token = HIDDEN;
    if (patch.auth_type === 'none') for (const name of ['token', 'secret_arn']) delete merged[name];
    if (patch.auth_type === 'standard_webhooks') delete merged.token;
  },
  shown: (step) => ('token' in step ? { ...step, token: HIDDEN } : step),
  /** A token is sealed for its step, so the copy gets it sealed anew. One that cannot be opened is left out, which activation names. */
  copied(step, { tokens, from, to }) {
    if (!('token' in step)) return step;
    const { token, ...rest } = step;
    try {
      const { step_id: stepId } = step;
      return { ...rest, token: tokens.seal({ ...to, stepId }, tokens.open({ ...from, stepId }, token)) };
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error;
      return { ...rest, secret_arn: null };
    }
  },
  references: (step) => [
    ...(step.endpoint_url === null ? unset('endpoint_url', 'No address is set.') : []),
    ...('secret_arn' in step ? [{ path: 'secret_arn', of: 'secret', arn: step.secret_arn } as const] : []),
  ],
  texts({ endpoint_url, custom_fields }) {
    const texts: string[] = [];
    eachText(custom_fields, '', (text) => texts.push(text));
    return [
      { field: 'endpoint_url', texts: [endpoint_url ?? ''] },
      { field: 'custom_fields', texts },
    ];
  },
  ...oneWay,
  execute: () => execute,
  // The rest of the address may hold secrets.
  words: ({ endpoint_url }) => `Calls ${/^[a-z]+:\/\/([^/?#]*)/i.exec(endpoint_url ?? '')?.[1] ?? 'no server yet'}`,
  drawing: { name: 'Webhook', tone: 'call', mermaid: ['{{', '}}'] },
};
