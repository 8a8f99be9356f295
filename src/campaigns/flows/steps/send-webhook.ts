import type { StepOf } from '../definition.ts';
import { safetyLook } from '../engine/results.ts';
import type { Executor, Result } from '../engine/step.types.ts';
import { oneWay, type StepInput, type StepKind, type Writing } from '../step.kind.ts';
import { unset } from '../targets.ts';
import { eachText, originOf, WebhookError, webhookIssues } from '../webhooks/request.ts';
import { type Standing, takeStanding } from '../webhooks/webhooks.repo.ts';

type SendWebhook = StepOf<'send_webhook'>;

/** Stands for a token in answers, and for the existing one in requests. */
const HIDDEN = '***';

const execute: Executor<SendWebhook> = async (call, { step_id: stepId }, members) => {
  const standing = await takeStanding(call, { flowId: call.definition.flowId, stepId }, members);
  return new Map(standing.map((request) => [request.memberId, resultOf(request, call.now)]));
};

function resultOf({ status, attempts, nextAttemptAt, response }: Standing, now: Date): Result {
  if (status === 'pending') return { ...safetyLook(now), waitUntil: attempts > 0 ? nextAttemptAt : null };
  const { error, ...answer } = response ?? { status: null, body: null, error: null };
  const details = { attempts, response: answer };
  return status === 'delivered'
    ? { kind: 'done', outcome: 'delivered', details }
    : { kind: 'done', outcome: 'failed', details: { ...details, error: error ?? 'The request was given up.' } };
}

/** A hidden token is the one that the step has, as long as the address stays at its origin or is removed. */
function keptToken(
  { token, step_id, endpoint_url = null }: Extract<StepInput, { token: string }>,
  { before, tokens, wrong }: Writing,
): string {
  if (token !== HIDDEN) return tokens.seal(step_id, token);
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
    const { base, next, path, issues, allowed } = writing;
    issues.push(...webhookIssues({ endpoint_url, custom_fields }, path, allowed));
    const step = { ...base, type: input.type, next_step_id: next, endpoint_url, method, custom_fields };
    if ('token' in input) return { ...step, auth_type: 'jwt', token: keptToken(input, writing) };
    if ('secret_arn' in input) return { ...step, auth_type: 'jwt', secret_arn: input.secret_arn };
    return input.auth_type === 'jwt' ? { ...step, auth_type: 'jwt', secret_arn: null } : { ...step, auth_type: 'none' };
  },
  /** A remaining token is judged like a hidden one. */
  merge({ step, patch }, merged) {
    if ('token' in step && patch.token === undefined) merged.token = HIDDEN;
    if (patch.auth_type === 'none') for (const name of ['token', 'secret_arn']) delete merged[name];
  },
  shown: (step) => ('token' in step ? { ...step, token: HIDDEN } : step),
  /** A token is sealed for its step, so the copy gets it sealed anew. One that cannot be opened is left out, which activation names. */
  copied(step, { from, to }) {
    if (!('token' in step)) return step;
    const { token, ...rest } = step;
    try {
      return { ...rest, token: to.seal(step.step_id, from.open(step.step_id, token)) };
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
