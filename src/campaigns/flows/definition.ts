import type { components } from '../../../generated/api.d.ts';
import type { Flow } from '../../../generated/prisma/client.ts';
import type { Scope } from '../../platform/db.ts';

type Schemas = components['schemas'];

/** A step as it is kept: as answers show it, but for the token of a webhook, which is sealed and which they do not show. */
export type Step = Exclude<Schemas['FlowStep'], Schemas['FlowSendWebhookTokenStep']> | TokenStep;
export type TokenStep = Omit<Schemas['FlowSendWebhookTokenStep'], 'token'> & { token: string };
export type StepType = Step['type'];
export type StepOf<Type extends StepType> = Extract<Step, { type: Type }>;

/** A trigger as it is kept and shown. */
export type Trigger = Schemas['FlowTrigger'];

/** A flow with its parts read. */
export interface Definition {
  workspaceId: string;
  flowId: string;
  steps: Step[];
  triggers: Trigger[];
  /** Where members begin; undefined without steps. */
  entryStepId: string | undefined;
  reentryPolicy: 'allow' | 'no_reentry';
  /** As rules are stored; null for nobody. */
  disqualificationRules: unknown;
}

/** Reads the parts of a flow. What is kept was checked by the document when it was written, by this service alone. */
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
  };
}

/** A flow at this moment; undefined when it is gone. */
export async function findDefinition({ db, workspaceId }: Scope, flowId: string): Promise<Definition | undefined> {
  const flow = await db.prisma.flow.findFirst({ where: { workspaceId, id: flowId } });
  return flow ? definitionOf(flow) : undefined;
}

/** The type of a step; of one that the flow has no longer, that of most in which members stay. */
export const typeOf = (steps: readonly Step[], stepId: string): StepType => steps.find(({ step_id }) => step_id === stepId)?.type ?? 'wait';
