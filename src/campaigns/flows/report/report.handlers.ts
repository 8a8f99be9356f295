import type { Handlers } from '../../../http/handler.types.ts';
import type { SignedAddresses } from '../../../platform/signed-addresses.ts';
import { requireFlow } from '../flows.service.ts';
import { endOf, keyOf } from './drawing.routes.ts';
import { toMermaid } from './mermaid.ts';
import { findFigures, findGraph } from './report.repo.ts';
import { countsText, toReport } from './report.view.ts';

const ADDRESS_SECONDS = 60 * 60;

export const createReportHandlers = ({ addresses }: { addresses: SignedAddresses }) =>
  ({
    async getEmailFlowReport({ path }, ctx) {
      const flow = await requireFlow(ctx, path.flowId);
      return { status: 200, body: toReport(flow, await findFigures(ctx, flow.id)) };
    },

    async getEmailFlowGraph({ path, query }, ctx) {
      const flow = await requireFlow(ctx, path.flowId);
      const graph = await findGraph(ctx, flow);
      const steps = query.counts ? toReport(flow, await findFigures(ctx, flow.id)).steps : [];
      const counted = new Map(steps.map((step) => [step.step_id, countsText(step)]));
      const url = addresses.sign('DRAWING', keyOf(ctx.workspaceId, flow.id), {}, ADDRESS_SECONDS);
      const mermaid = toMermaid(graph, ({ stepId }) => counted.get(stepId ?? ''));
      return { status: 200, body: { flow_id: flow.id, mermaid, drawing_url: url, expires_at: endOf(new URL(url)).toISOString() } };
    },
  }) satisfies Partial<Handlers>;
