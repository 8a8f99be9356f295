import type { components } from '../../../generated/api.d.ts';
import type { Flow } from '../../../generated/prisma/client.ts';
import type { RuleTree } from '../../audience/rules/tree.ts';
import { read } from '../../audience/rules/tree.ts';
import { type Ctx, type Scope, type Tx, transaction } from '../../platform/db.ts';
import { type FlowId, newId } from '../../platform/ids.ts';
import { DomainError, invalid, notFound } from '../../shared/errors.ts';
import { nameOfCopy } from '../../shared/text.ts';
import { definitionOf } from './definition.ts';
import { holdRun } from './engine/runs.ts';
import { isTooLong, TOO_LONG } from './fields.ts';
import { changeFlow, type FlowChanges, findFlow, insertFlow, lockFlow } from './flows.repo.ts';
import type { WebhookRules } from './step.kind.ts';
import { kindOf } from './steps/index.ts';
import { readSteps } from './steps.ts';
import { readTriggers } from './triggers/index.ts';
import type { Tokens } from './webhooks/tokens.ts';

type Schemas = components['schemas'];

/** Its structure can change in these only. */
const EDITABLE = ['draft', 'paused'];

export async function requireFlow(ctx: Scope, flowId: FlowId): Promise<Flow> {
  const flow = await findFlow(ctx, flowId);
  if (!flow) throw notFound();
  return flow;
}

export const invalidState = ({ status }: Pick<Flow, 'status'>): DomainError =>
  new DomainError('campaign_flow_invalid_state', `The flow is ${status}, which does not allow this.`);

export async function holdFlow(tx: Scope<Tx>, flowId: FlowId): Promise<Flow> {
  await holdRun(tx, flowId);
  const flow = await lockFlow(tx, flowId);
  if (!flow) throw notFound();
  return flow;
}

/** @throws not_found, campaign_flow_invalid_state */
export async function holdForEdit(tx: Scope<Tx>, flowId: FlowId): Promise<Flow> {
  const flow = await holdFlow(tx, flowId);
  if (!EDITABLE.includes(flow.status)) throw invalidState(flow);
  return flow;
}

/** @throws campaign_flow_duplicate_step_id, validation_failed */
export function createFlow(ctx: Ctx, rules: WebhookRules, body: Schemas['CreateEmailFlowRequest']): Promise<Flow> {
  const { name, description = null, reentry_policy = 'allow', triggers = [], steps = [], settings = {} } = body;
  const id = newId();
  return insertFlow(ctx, {
    id,
    name,
    description,
    reentryPolicy: reentry_policy,
    triggers: readTriggers(triggers, 'triggers'),
    steps: readSteps(steps, 'steps', { allowed: rules.allowed, tokens: rules.tokens(ctx.workspaceId, id), steps: [] }),
    entryStepId: body.entry_step_id ?? null,
    disqualificationRules: readRules(body.disqualification_rules ?? null),
    settings: readSettings(settings),
  });
}

export async function duplicateFlow(
  ctx: Ctx,
  tokens: Tokens,
  { flowId, name }: { flowId: FlowId; name: string | undefined },
): Promise<Flow> {
  const flow = await requireFlow(ctx, flowId);
  const id = newId();
  const { triggers, ...kept } = definitionOf(flow);
  const copy = { from: tokens(ctx.workspaceId, flowId), to: tokens(ctx.workspaceId, id) };
  const steps = kept.steps.map((step) => kindOf(step).copied?.(step, copy) ?? step);
  const { description, reentryPolicy, entryStepId, disqualificationRules, manualMembershipEnabled, settings } = flow;
  const parts = { triggers, steps, entryStepId, disqualificationRules, settings };
  return insertFlow(ctx, { id, name: name ?? nameOfCopy(flow.name), description, reentryPolicy, manualMembershipEnabled, ...parts });
}

export const updateFlow = (ctx: Ctx, flowId: FlowId, body: Schemas['UpdateEmailFlowRequest']): Promise<Flow> => {
  const { name, description, reentry_policy, manual_membership_enabled, settings, disqualification_rules, entry_step_id } = body;
  const structure = {
    ...(reentry_policy !== undefined && { reentryPolicy: reentry_policy }),
    ...(disqualification_rules !== undefined && { disqualificationRules: readRules(disqualification_rules) }),
    ...(entry_step_id !== undefined && { entryStepId: entry_step_id }),
  };
  const changes: FlowChanges = {
    name,
    description,
    manualMembershipEnabled: manual_membership_enabled,
    ...(settings !== undefined && { settings: readSettings(settings) }),
    ...structure,
  };
  return transaction(ctx, async (tx) => {
    const isStructural = Object.keys(structure).length > 0;
    const flow = isStructural ? await holdForEdit(tx, flowId) : await holdFlow(tx, flowId);
    if (flow.status === 'archived') throw invalidState(flow);
    return changeFlow(tx, flow, changes);
  });
};

export const setTriggers = (ctx: Ctx, flowId: FlowId, inputs: Schemas['FlowTriggerInput'][]): Promise<Flow> => {
  const triggers = readTriggers(inputs, 'triggers');
  return transaction(ctx, async (tx) => changeFlow(tx, await holdForEdit(tx, flowId), { triggers }));
};

/** References may be missing; size and operators are checked. */
function readRules(rules: Schemas['RuleTreeInput'] | null): unknown {
  if (rules === null) return null;
  const reading = read(rules as RuleTree, 'disqualification_rules', 'nodes');
  if (reading.isTooLarge) throw invalid(...reading.issues);
  return reading.tree;
}

function readSettings(settings: Schemas['EmailFlowSettings']): Schemas['EmailFlowSettings'] {
  if (isTooLong(settings)) throw invalid({ path: 'settings', message: TOO_LONG });
  return settings;
}
