import type { components } from '../../../generated/api.d.ts';
import type { Flow } from '../../../generated/prisma/client.ts';
import type { Scope } from '../../platform/db.ts';
import type { FlowId, StepId, WorkspaceId } from '../../platform/ids.ts';

type Schemas = components['schemas'];

/** As answers show it, except that the token of a webhook is sealed here and hidden there. */
export type Step = Exclude<Schemas['FlowStep'], Schemas['FlowSendWebhookTokenStep']> | TokenStep;
type TokenStep = Omit<Schemas['FlowSendWebhookTokenStep'], 'token'> & { token: string };
export type StepType = Step['type'];
export type StepOf<Type extends StepType> = Extract<Step, { type: Type }>;

export type Trigger = Schemas['FlowTrigger'];

export interface Definition {
  workspaceId: WorkspaceId;
  flowId: FlowId;
  steps: Step[];
  triggers: Trigger[];
  /** Undefined without steps. */
  entryStepId: string | undefined;
  reentryPolicy: 'allow' | 'no_reentry';
  /** As rules are stored; null for none. */
  disqualificationRules: unknown;
  /** All memberships of it are tests. */
  isTest?: boolean;
}

/** Stored parts were checked against the document when they were written. */
export function definitionOf(flow: Flow): Definition {
  const kept: { steps: unknown; triggers: unknown } = flow;
  const steps = kept.steps as Step[];
  return {
    workspaceId: flow.workspaceId,
    flowId: flow.id,
    steps,
    triggers: kept.triggers as Trigger[],
    entryStepId: flow.entryStepId ?? steps[0]?.step_id,
    reentryPolicy: flow.reentryPolicy as Definition['reentryPolicy'],
    disqualificationRules: flow.disqualificationRules,
    isTest: flow.test,
  };
}

/** Undefined when it is gone. */
export async function findDefinition({ db, workspaceId }: Scope, flowId: FlowId): Promise<Definition | undefined> {
  const flow = await db.prisma.flow.findFirst({ where: { workspaceId, id: flowId } });
  return flow ? definitionOf(flow) : undefined;
}

/** A step that the flow has no longer counts as a `wait`, where most members stay. */
export const typeOf = (steps: readonly Step[], stepId: StepId): StepType => steps.find(({ step_id }) => step_id === stepId)?.type ?? 'wait';
