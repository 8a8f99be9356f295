import type { components } from '../../../generated/api.d.ts';
import type { Flow } from '../../../generated/prisma/client.ts';
import type { RuleTree } from '../../audience/rules/tree.ts';
import { read } from '../../audience/rules/tree.ts';
import { type Ctx, type Scope, type Tx, transaction } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import { DomainError, invalid, notFound } from '../../shared/errors.ts';
import { nameOfCopy } from '../../shared/text.ts';
import { definitionOf } from './definition.ts';
import { holdRun } from './engine/runs.ts';
import { changeFlow, type FlowChanges, findFlow, insertFlow, lockFlow } from './flows.repo.ts';
import { isTooLong, TOO_LONG } from './sizes.ts';
import type { WebhookRules } from './step.kind.ts';
import { kindOf } from './steps/index.ts';
import { readSteps } from './steps.ts';
import { readTriggers } from './triggers.ts';
import type { Tokens } from './webhooks/tokens.ts';

type Schemas = components['schemas'];

/** What decides who is in a flow and what happens there can change in these only. */
const EDITABLE = ['draft', 'paused'];

/** @throws DomainError `not_found` */
export async function requireFlow(ctx: Scope, flowId: string): Promise<Flow> {
  const flow = await findFlow(ctx, flowId);
  if (!flow) throw notFound();
  return flow;
}

export const invalidState = ({ status }: Pick<Flow, 'status'>): DomainError =>
  new DomainError('campaign_flow_invalid_state', `The flow is ${status}, which does not allow this.`);

/** Reads a flow and holds it, and how it runs, until the transaction ends. @throws DomainError `not_found` */
export async function holdFlow(tx: Scope<Tx>, flowId: string): Promise<Flow> {
  await holdRun(tx, flowId);
  const flow = await lockFlow(tx, flowId);
  if (!flow) throw notFound();
  return flow;
}

/** The same for an edit of its structure. @throws DomainError `not_found`, `campaign_flow_invalid_state` */
export async function holdForEdit(tx: Scope<Tx>, flowId: string): Promise<Flow> {
  const flow = await holdFlow(tx, flowId);
  if (!EDITABLE.includes(flow.status)) throw invalidState(flow);
  return flow;
}

/** @throws DomainError `campaign_flow_duplicate_step_id`, `validation_failed` */
export function createFlow(ctx: Ctx, rules: WebhookRules, body: Schemas['CreateEmailFlowRequest']): Promise<Flow> {
  const { name, description = null, reentry_policy = 'allow', triggers = [], steps = [], settings = {} } = body;
  const id = newId();
  return insertFlow(ctx, {
    id,
    name,
    description,
    reentryPolicy: reentry_policy,
    triggers: readTriggers(triggers, 'triggers'),
    steps: readSteps(steps, 'steps', { ...rules, flow: { workspaceId: ctx.workspaceId, flowId: id }, steps: [] }),
    entryStepId: body.entry_step_id ?? null,
    disqualificationRules: readRules(body.disqualification_rules ?? null),
    settings: readSettings(settings),
  });
}

/** Makes a draft of what a flow is made of. @throws DomainError `not_found` */
export async function duplicateFlow(ctx: Ctx, tokens: Tokens, flowId: string, name: string | undefined): Promise<Flow> {
  const flow = await requireFlow(ctx, flowId);
  const id = newId();
  const { triggers, ...kept } = definitionOf(flow);
  const { workspaceId } = ctx;
  const copy = { tokens, from: { workspaceId, flowId }, to: { workspaceId, flowId: id } };
  const steps = kept.steps.map((step) => kindOf(step).copied?.(step, copy) ?? step);
  const { description, reentryPolicy, entryStepId, disqualificationRules, manualMembershipEnabled, settings } = flow;
  const parts = { triggers, steps, entryStepId, disqualificationRules, settings };
  return insertFlow(ctx, { id, name: name ?? nameOfCopy(flow.name), description, reentryPolicy, manualMembershipEnabled, ...parts });
}

/** @throws DomainError `not_found`, `campaign_flow_invalid_state`, `validation_failed` */
export const updateFlow = (ctx: Ctx, flowId: string, body: Schemas['UpdateEmailFlowRequest']): Promise<Flow> => {
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

/** @throws DomainError `not_found`, `campaign_flow_invalid_state`, `validation_failed` */
export const setTriggers = (ctx: Ctx, flowId: string, inputs: Schemas['FlowTriggerInput'][]): Promise<Flow> => {
  const triggers = readTriggers(inputs, 'triggers');
  return transaction(ctx, async (tx) => changeFlow(tx, await holdForEdit(tx, flowId), { triggers }));
};

/** What the tree names may be missing; that it is not too large, and asks in the words of rules, is seen to. */
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
