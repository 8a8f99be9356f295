import type { components } from '../../../generated/api.d.ts';
import type { Flow } from '../../../generated/prisma/client.ts';
import { type Handlers, holding } from '../../http/handler.types.ts';
import type { Ctx, Scope } from '../../platform/db.ts';
import type { PageLinks } from '../../platform/page-links.ts';
import type { HelpOf } from '../readiness-help.ts';
import { countsOf, type FlowCounts } from './engine/tallies.repo.ts';
import { findFlows } from './flows.repo.ts';
import { createFlow, duplicateFlow, holdFlow, requireFlow, setTriggers, updateFlow } from './flows.service.ts';
import { toEmailFlow, toEmailFlowSummary, type WholeFlow } from './flows.view.ts';
import { activate, archive, pause, remove } from './moves.service.ts';
import { readinessOf, withHelp } from './readiness.ts';
import { addStep, deleteStep, type StepRules, setStepEmail, setSteps, updateStep } from './steps.service.ts';

export function createFlowHandlers({ helpOf, links, ...rules }: StepRules & { helpOf: HelpOf; links: PageLinks }) {
  const show = async (ctx: Scope, flow: Flow): Promise<components['schemas']['EmailFlow']> => {
    const [whole] = await completeFlows(ctx, [flow]);
    const { readiness, ...rest } = whole as WholeFlow;
    return toEmailFlow({ ...rest, readiness: readiness && withHelp(readiness, helpOf) }, links);
  };

  const shown = async (ctx: Ctx, flow: Promise<Flow>) => ({ status: 200 as const, body: await show(ctx, await flow) });

  return {
    async listEmailFlows({ query }, ctx) {
      const { rows, paging } = await findFlows(ctx, query);
      const whole = await completeFlows(ctx, rows);
      return { status: 200, body: { flows: whole.map(toEmailFlowSummary), ...paging } };
    },

    createEmailFlow: async ({ body }, ctx) => ({ status: 201, body: await show(ctx, await createFlow(ctx, rules, body)) }),

    async duplicateEmailFlow({ path, body }, ctx) {
      return { status: 201, body: await show(ctx, await duplicateFlow(ctx, rules.tokens, { ...path, name: body?.name })) };
    },

    getEmailFlow: holding<'getEmailFlow'>(
      ({ path }, ctx) => shown(ctx, requireFlow(ctx, path.flowId)),
      (tx, { flowId }) => holdFlow(tx, flowId),
    ),

    async deleteEmailFlow({ path }, ctx) {
      await remove(ctx, path.flowId);
      return { status: 200, body: { flow_id: path.flowId, deleted: true } };
    },

    updateEmailFlow: ({ path, body }, ctx) => shown(ctx, updateFlow(ctx, path.flowId, body)),
    setEmailFlowTriggers: ({ path, body }, ctx) => shown(ctx, setTriggers(ctx, path.flowId, body.triggers)),
    setEmailFlowSteps: ({ path, body }, ctx) => shown(ctx, setSteps(ctx, rules, { ...path, inputs: body.steps })),
    addEmailFlowStep: ({ path, body }, ctx) => shown(ctx, addStep(ctx, rules, { ...path, ...body })),
    updateEmailFlowStep: ({ path, body }, ctx) => shown(ctx, updateStep(ctx, rules, { ...path, patch: body.step })),
    deleteEmailFlowStep: ({ path, body }, ctx) => shown(ctx, deleteStep(ctx, path, body?.repair_edges)),
    setEmailFlowStepEmail: ({ path, body, key }, ctx) => shown(ctx, setStepEmail(ctx, path, { body, createdByName: key.name })),
    activateEmailFlow: ({ path }, ctx) => shown(ctx, activate(ctx, helpOf, path.flowId)),
    pauseEmailFlow: ({ path }, ctx) => shown(ctx, pause(ctx, path.flowId)),
    archiveEmailFlow: ({ path }, ctx) => shown(ctx, archive(ctx, path.flowId)),
  } satisfies Partial<Handlers>;
}

async function completeFlows(ctx: Scope, flows: Flow[]): Promise<WholeFlow[]> {
  const ids = flows.map(({ id }) => id);
  const counts = await countsOf(ctx, ids);
  const readiness = await readinessOf(
    ctx,
    flows.filter(({ status }) => status !== 'archived'),
  );
  return flows.map((flow) => ({ flow, counts: counts.get(flow.id) as FlowCounts, readiness: readiness.get(flow.id) }));
}
