import type { components } from '../../../generated/api.d.ts';
import { read } from '../../audience/rules/parse.ts';
import type { RuleTree } from '../../audience/rules/tree.ts';
import type { Allowed } from '../../platform/outbound-guard.ts';
import { DomainError, type Issue, invalid, MOST_ISSUES } from '../../shared/errors.ts';
import { checkMergeTags } from '../../shared/merge-tags.ts';
import type { Step } from './definition.ts';
import { originOf, webhookIssues } from './webhooks/request.ts';

type Input = components['schemas']['FlowStepInput'];
type Patch = components['schemas']['FlowStepPatch'];

/** What stands in answers for a token, and in requests for the one that a step has. */
export const HIDDEN = '***';

/**
 * Steps as they are kept: what was left out is filled in, and operators have their own names.
 * @param allowed where webhooks may go beside public addresses
 * @param known the steps that the flow had: a hidden token is that of the step with the same id
 * @throws DomainError `campaign_flow_duplicate_step_id`; `validation_failed` with the paths of what cannot be kept
 */
export function readSteps(inputs: Input[], known: Step[], path: string, allowed: Allowed): Step[] {
  const seen = new Set<string>();
  for (const { step_id } of inputs) {
    if (seen.has(step_id)) throw duplicate(step_id);
    seen.add(step_id);
  }
  const issues: Issue[] = [];
  const steps = inputs.map((input, i) => readStep(input, known, `${path}.${i}`, allowed, issues));
  if (issues.length > 0) throw invalid(...issues.slice(0, MOST_ISSUES));
  return steps;
}

/** The same for one. */
export function readOneStep(input: Input, known: Step[], path: string, allowed: Allowed): Step {
  const issues: Issue[] = [];
  const step = readStep(input, known, path, allowed, issues);
  if (issues.length > 0) throw invalid(...issues.slice(0, MOST_ISSUES));
  return step;
}

export const duplicate = (stepId: string): DomainError =>
  new DomainError('campaign_flow_duplicate_step_id', `Two steps have the step_id "${stepId}".`);

function readStep(input: Input, known: Step[], path: string, allowed: Allowed, issues: Issue[]): Step {
  const { step_id, label = null } = input;
  const wrong = (field: string, message: string | null) => {
    if (message !== null) issues.push({ path: `${path}.${field}`, message });
  };
  const rules = (tree: RuleTree) => {
    const reading = read(tree, `${path}.condition`, 'nodes');
    if (reading.isTooLarge) issues.push(...reading.issues);
    return reading.tree as never;
  };
  const base = { step_id, label };
  const next = 'next_step_id' in input ? (input.next_step_id ?? null) : null;
  switch (input.type) {
    case 'send_email':
      return { ...base, type: input.type, next_step_id: next, email_id: input.email_id ?? null, operational: input.operational ?? false };
    case 'wait': {
      const wait = { ...base, type: input.type, next_step_id: next };
      if ('duration_amount' in input) return { ...wait, duration_amount: input.duration_amount, duration_unit: input.duration_unit };
      if ('until_date_field' in input) return { ...wait, until_date_field: input.until_date_field };
      const { timeout_amount = null, timeout_unit = null, timeout_step_id = null } = input;
      if ((timeout_amount === null) !== (timeout_unit === null))
        wrong(timeout_amount === null ? 'timeout_amount' : 'timeout_unit', 'is required: amount and unit go together');
      if (timeout_amount === null && timeout_step_id !== null) wrong('timeout_step_id', 'needs timeout_amount and timeout_unit');
      return { ...wait, condition: rules(input.condition as RuleTree), timeout_amount, timeout_unit, timeout_step_id };
    }
    case 'update_contact': {
      const given = 'updates' in input ? input.updates : [input];
      const updates = given.map(({ field, value, write_mode = 'overwrite' }) => ({ field, value, write_mode }));
      return { ...base, type: input.type, next_step_id: next, updates };
    }
    case 'add_to_list':
    case 'remove_from_list':
      return { ...base, type: input.type, next_step_id: next, list_id: input.list_id ?? null };
    case 'condition_check': {
      const { true_step_id = null, false_step_id = null, default_step_id = null } = input;
      return { ...base, type: input.type, true_step_id, false_step_id, default_step_id, condition: rules(input.condition as RuleTree) };
    }
    case 'create_tent': {
      const { prompt, auto_publish = false, custom_page_alias = null, tent_name = null } = input;
      wrong('prompt', checkMergeTags(prompt));
      if (tent_name !== null) wrong('tent_name', checkMergeTags(tent_name));
      if (custom_page_alias !== null) wrong('custom_page_alias', checkMergeTags(custom_page_alias));
      const page = { ...base, type: input.type, next_step_id: next, prompt, auto_publish, custom_page_alias, tent_name };
      return input.source === 'template'
        ? { ...page, source: input.source, template_id: input.template_id ?? null }
        : { ...page, source: input.source };
    }
    case 'send_webhook': {
      const { endpoint_url, method = 'post', custom_fields = {} } = input;
      issues.push(...webhookIssues({ endpoint_url, custom_fields }, path, allowed));
      const webhook = { ...base, type: input.type, next_step_id: next, endpoint_url, method, custom_fields };
      if ('token' in input) return { ...webhook, auth_type: 'jwt', token: tokenOf(input, known, wrong) };
      if ('secret_arn' in input) return { ...webhook, auth_type: 'jwt', secret_arn: input.secret_arn };
      return { ...webhook, auth_type: 'none' };
    }
    case 'drop_from_flow':
      return { ...base, type: input.type };
  }
}

type TokenInput = components['schemas']['FlowSendWebhookTokenStepInput'];

/** The token of a step; a hidden one is that which it has, as long as the address stays at its origin. */
function tokenOf({ token, step_id, endpoint_url }: TokenInput, known: Step[], wrong: (field: string, message: string) => void): string {
  if (token !== HIDDEN) return token;
  const before = known.find((step) => step.step_id === step_id);
  if (!before || !('token' in before)) wrong('token', `is hidden as ${HIDDEN}, and the step has none to keep`);
  else if (originOf(before.endpoint_url) !== originOf(endpoint_url))
    wrong('token', 'must be sent anew: the one that the step has is for the origin that endpoint_url had before');
  else return before.token;
  return token;
}

/**
 * A step with the fields of a patch in it, in the form in which steps are sent: it has yet to be judged against the document.
 * @throws DomainError `validation_failed` for another `step_id` or `type`, or a change of one field where there are several
 */
export function merge(step: Step, patch: Patch, path: string): Input {
  for (const name of ['step_id', 'type'] as const) {
    if (patch[name] !== undefined && patch[name] !== step[name])
      throw invalid({ path: `${path}.${name}`, message: `never changes; it is "${step[name]}"` });
  }
  const { field, value, write_mode, ...rest } = patch;
  // A token that stays is judged like one that is sent hidden.
  const merged: Record<string, unknown> = { ...step, ...('token' in step && { token: HIDDEN }), ...rest };
  if (field !== undefined || value !== undefined || write_mode !== undefined) {
    const one = { field, value, write_mode };
    for (const [name, given] of Object.entries(one)) if (given !== undefined) merged[name] = given;
    if (step.type === 'update_contact' && rest.updates === undefined) {
      delete merged.updates;
      const [only, ...others] = step.updates;
      if (field === undefined || value === undefined) {
        if (others.length > 0) throw invalid({ path, message: 'makes several changes: send updates, or field and value together' });
        for (const [name, kept] of Object.entries(only ?? {})) if (!(name in merged)) merged[name] = kept;
      }
    }
  }
  if (patch.auth_type === 'none') for (const name of ['token', 'secret_arn']) delete merged[name];
  for (const [name, kept] of Object.entries(merged)) if (kept === null && name !== 'value') delete merged[name];
  if (merged.auth_type === 'jwt' && !('token' in merged) && !('secret_arn' in merged)) merged.secret_arn = null;
  return merged as Input;
}
