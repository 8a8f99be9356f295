import type { components } from '../../../generated/api.d.ts';
import type { Flow } from '../../../generated/prisma/client.ts';
import { type Handlers, holding } from '../../http/handler.types.ts';
import type { Ctx, Scope } from '../../platform/db.ts';
import { paginationOf } from '../../shared/paging.ts';
import { countsOf, type FlowCounts } from './engine/tallies.repo.ts';
import { findFlows } from './flows.repo.ts';
import { createFlow, duplicateFlow, holdFlow, requireFlow, setTriggers, updateFlow } from './flows.service.ts';
import { toEmailFlow, toEmailFlowSummary, type WholeFlow } from './flows.view.ts';
import { activate, archive, pause, remove } from './moves.service.ts';
import { readinessOf } from './readiness.ts';
import { addStep, deleteStep, type StepRules, setStepEmail, setSteps, updateStep } from './steps.service.ts';

export const createFlowHandlers = (rules: StepRules) =>
  ({
    async listEmailFlows({ query }, ctx) {
      const { rows, total } = await findFlows(ctx, query);
      const whole = await completeFlows(ctx, rows);
      return { status: 200, body: { flows: whole.map(toEmailFlowSummary), pagination: paginationOf(query, total) } };
    },

    async createEmailFlow({ body }, ctx) {
      return { status: 201, body: await show(ctx, await createFlow(ctx, rules, body)) };
    },

    async duplicateEmailFlow({ path, body }, ctx) {
      return {
        status: 201,
        body: await show(ctx, await duplicateFlow(ctx, rules.tokens, path.flowId, body?.name)),
      };
    },

    getEmailFlow: holding<'getEmailFlow'>(
      async ({ path }, ctx) => ({ status: 200, body: await show(ctx, await requireFlow(ctx, path.flowId)) }),
      (tx, { flowId }) => holdFlow(tx, flowId),
    ),

    async updateEmailFlow({ path, body }, ctx) {
      return { status: 200, body: await show(ctx, await updateFlow(ctx, path.flowId, body)) };
    },

    async deleteEmailFlow({ path }, ctx) {
      await remove(ctx, path.flowId);
      return { status: 200, body: { flow_id: path.flowId, deleted: true } };
    },

    async setEmailFlowTriggers({ path, body }, ctx) {
      return { status: 200, body: await show(ctx, await setTriggers(ctx, path.flowId, body.triggers)) };
    },

    async setEmailFlowSteps({ path, body }, ctx) {
      return { status: 200, body: await show(ctx, await setSteps(ctx, rules, path.flowId, body.steps)) };
    },

    async addEmailFlowStep({ path, body }, ctx) {
      return { status: 200, body: await show(ctx, await addStep(ctx, rules, path.flowId, body)) };
    },

    async updateEmailFlowStep({ path, body }, ctx) {
      const flow = await updateStep(ctx, rules, path.flowId, path.stepId, body.step);
      return { status: 200, body: await show(ctx, flow) };
    },

    async deleteEmailFlowStep({ path, body }, ctx) {
      const flow = await deleteStep(ctx, path.flowId, path.stepId, body?.repair_edges);
      return { status: 200, body: await show(ctx, flow) };
    },

    async setEmailFlowStepEmail({ path, body, key }, ctx) {
      const flow = await setStepEmail(ctx, path.flowId, path.stepId, body, key.name);
      return { status: 200, body: await show(ctx, flow) };
    },

    activateEmailFlow: moved(activate),
    pauseEmailFlow: moved(pause),
    archiveEmailFlow: moved(archive),
  }) satisfies Partial<Handlers>;

function moved(move: (ctx: Ctx, flowId: string) => Promise<Flow>) {
  return async ({ path }: { path: { flowId: string } }, ctx: Ctx) => {
    const flow = await move(ctx, path.flowId);
    return { status: 200 as const, body: await show(ctx, flow) };
  };
}

async function show(ctx: Scope, flow: Flow): Promise<components['schemas']['EmailFlow']> {
  const [whole] = await completeFlows(ctx, [flow]);
  return toEmailFlow(whole as WholeFlow);
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
