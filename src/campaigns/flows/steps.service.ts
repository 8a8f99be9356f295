import { isDeepStrictEqual } from 'node:util';
import type { components } from '../../../generated/api.d.ts';
import type { Flow } from '../../../generated/prisma/client.ts';
import { readDocument } from '../../content/documents/documents.repo.ts';
import { EMAIL } from '../../content/documents/kinds.ts';
import { type Ctx, transaction } from '../../platform/db.ts';
import type { FlowId, StepId } from '../../platform/ids.ts';
import { DomainError, type Issue, invalid, notFound, unknown } from '../../shared/errors.ts';
import { createOwnEmail } from '../own-email.ts';
import { definitionOf, type Step } from './definition.ts';
import { stepsChanged } from './engine/runs.ts';
import { changeFlow, type FlowChanges } from './flows.repo.ts';
import { holdForEdit } from './flows.service.ts';
import { edgesOf, redirected } from './graph.ts';
import type { WebhookRules } from './step.kind.ts';
import { kindOf } from './steps/index.ts';
import { duplicate, merge, readOneStep, readSteps } from './steps.ts';

type Schemas = components['schemas'];
type Input = Schemas['FlowStepInput'];

/** Checks a step against the document; paths begin with the step's fields. */
export type CheckStep = (step: unknown) => Issue[];

export interface StepRules extends WebhookRules {
  check: CheckStep;
}

const MOST_STEPS = 100;

const rulesIn = ({ workspaceId }: Ctx, flowId: FlowId, { allowed, tokens }: WebhookRules) => ({
  allowed,
  tokens: tokens(workspaceId, flowId),
});

/** @throws not_found, campaign_flow_invalid_state, campaign_flow_duplicate_step_id, validation_failed */
export const setSteps = (ctx: Ctx, rules: StepRules, { flowId, inputs }: { flowId: FlowId; inputs: Input[] }): Promise<Flow> =>
  edit(ctx, flowId, ({ steps }) => ({ steps: readSteps(inputs, 'steps', { ...rulesIn(ctx, flowId, rules), steps }) }));

/** No edge changes. @throws like `setSteps` */
export const addStep = (
  ctx: Ctx,
  rules: StepRules,
  { flowId, step: input, position = 'end', before_step_id, after_step_id }: Schemas['AddEmailFlowStepRequest'] & { flowId: FlowId },
): Promise<Flow> =>
  edit(ctx, flowId, ({ steps }) => {
    if (steps.some(({ step_id }) => step_id === input.step_id)) throw duplicate(input.step_id);
    if (steps.length >= MOST_STEPS) throw invalid({ path: 'step', message: `a flow has at most ${MOST_STEPS} steps` });
    const placeOf = (field: 'before_step_id' | 'after_step_id', stepId: StepId) => {
      const place = steps.findIndex(({ step_id }) => step_id === stepId);
      if (place < 0) throw invalid({ path: field, message: 'is no step of the flow' });
      return place;
    };
    let place = position === 'start' ? 0 : steps.length;
    if (before_step_id !== undefined) place = placeOf('before_step_id', before_step_id);
    if (after_step_id !== undefined) place = placeOf('after_step_id', after_step_id) + 1;
    return { steps: steps.toSpliced(place, 0, readOneStep(input, 'step', { ...rulesIn(ctx, flowId, rules), steps: [] })) };
  });

interface StepPath {
  flowId: FlowId;
  stepId: StepId;
}

/** The whole step is judged afterwards. @throws like `setSteps` */
export const updateStep = (
  ctx: Ctx,
  rules: StepRules,
  { flowId, stepId, patch }: StepPath & { patch: Schemas['FlowStepPatch'] },
): Promise<Flow> =>
  edit(ctx, flowId, ({ steps }) => {
    const step = requireStep(steps, stepId);
    const merged = merge(step, patch, 'step');
    const issues = rules.check(merged);
    if (issues.length > 0) throw invalid(...issues.map(({ path, message }) => ({ path: path ? `step.${path}` : 'step', message })));
    const changed = readOneStep(merged, 'step', { ...rulesIn(ctx, flowId, rules), steps: [step] });
    return { steps: steps.map((known) => (known === step ? changed : known)) };
  });

/** @throws like `setSteps`, and campaign_flow_step_referenced */
export const deleteStep = (ctx: Ctx, { flowId, stepId }: StepPath, repair: Schemas['FlowEdgeRepair'] | undefined): Promise<Flow> =>
  edit(ctx, flowId, ({ steps, entryStepId }) => {
    const step = requireStep(steps, stepId);
    const left = steps.filter((known) => known !== step);
    const referencing = left.filter((other) => edgesOf(other).some(({ to }) => to === stepId)).map(({ step_id }) => step_id);
    if (referencing.length > 0 && !repair)
      throw new DomainError('campaign_flow_step_referenced', `Other steps lead to "${stepId}".`, { referenced_by: referencing });
    const to = repair?.replace_with_step_id ?? null;
    if (to !== null && !left.some(({ step_id }) => step_id === to))
      throw invalid({ path: 'repair_edges.replace_with_step_id', message: 'is no other step of the flow' });
    return {
      steps: left.map((other) => redirected(other, stepId, to)),
      ...(entryStepId === stepId && { entryStepId: to }),
      replacedBy: to,
    };
  });

/** @throws not_found */
function requireStep(steps: Step[], stepId: StepId): Step {
  const step = steps.find(({ step_id }) => step_id === stepId);
  if (!step) throw notFound();
  return step;
}

type Edit = Pick<FlowChanges, 'entryStepId'> & { steps: Step[]; replacedBy?: string | null };

/** Changes the steps of a flow that is held, and handles the members who are at them. */
function edit(ctx: Ctx, flowId: FlowId, change: (flow: { steps: Step[]; entryStepId: string | null }) => Edit): Promise<Flow> {
  return transaction(ctx, async (tx) => {
    const flow = await holdForEdit(tx, flowId);
    const { steps: before } = definitionOf(flow);
    const { replacedBy, ...changes } = change({ steps: before, entryStepId: flow.entryStepId });
    const changed = await changeFlow(tx, flow, changes);
    const after = new Map(changes.steps.map((step) => [step.step_id, step]));
    await stepsChanged(tx, flowId, {
      // A step of another type is another step, whatever it is called.
      removed: before.filter(({ step_id, type }) => after.get(step_id)?.type !== type),
      replacedBy,
      changedWaits: before
        .filter((step) => {
          const now = after.get(step.step_id);
          return step.type === 'wait' && now?.type === 'wait' && !isDeepStrictEqual(waitOf(step), waitOf(now));
        })
        .map(({ step_id }) => step_id),
    });
    return changed;
  });
}

/** Without its edges. */
const waitOf = (step: Step): Step => kindOf(step).edges({ ...step, label: null }, () => null);

/**
 * An email that is deleted afterwards is a gap of the flow.
 * @throws not_found without such a flow, step, email or template; campaign_flow_invalid_state, template_not_ready, validation_failed
 */
export const setStepEmail = (
  ctx: Ctx,
  { flowId, stepId }: StepPath,
  { body, createdByName }: { body: Schemas['SetCampaignEmailRequest']; createdByName: string },
): Promise<Flow> =>
  transaction(ctx, async (tx) => {
    const flow = await holdForEdit(tx, flowId);
    const { steps } = definitionOf(flow);
    const step = requireStep(steps, stepId);
    if (step.type !== 'send_email') throw invalid({ path: 'stepId', message: 'is a step that sends no email' });
    const email =
      body.source === 'inline'
        ? await createOwnEmail(tx, { campaignName: flow.name, createdByName }, body)
        : await readDocument(tx, EMAIL, body.email_id);
    if (!email) throw notFound(unknown('email_id'));
    return changeFlow(tx, flow, { steps: steps.map((known) => (known === step ? { ...step, email_id: email.id } : known)) });
  });
