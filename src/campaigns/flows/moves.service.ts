import type { Flow } from '../../../generated/prisma/client.ts';
import { type Ctx, transaction } from '../../platform/db.ts';
import { lockReferences } from '../../workspaces/references.ts';
import { definitionOf } from './definition.ts';
import { closeRun, freezeRun, openRun } from './engine/runs.ts';
import { changeFlow } from './flows.repo.ts';
import { holdFlow, invalidState } from './flows.service.ts';
import { hear, unhear } from './listening/heard.repo.ts';
import { requireReady } from './readiness.ts';

/**
 * Starts a draft, or resumes a paused flow. Nothing that it names is taken away meanwhile.
 * @throws DomainError `not_found`, `campaign_flow_invalid_state`, `campaign_flow_not_ready`
 */
export const activate = (ctx: Ctx, flowId: string): Promise<Flow> =>
  transaction(ctx, async (tx) => {
    await lockReferences(tx, 'using');
    const flow = await holdFlow(tx, flowId);
    if (flow.status !== 'draft' && flow.status !== 'paused') throw invalidState(flow);
    await requireReady(tx, flow);
    const active = await changeFlow(tx, flow, { status: 'active' });
    await hear(tx, definitionOf(active));
    await openRun(tx, flowId);
    return active;
  });

/** @throws DomainError `not_found`, `campaign_flow_invalid_state` */
export const pause = (ctx: Ctx, flowId: string): Promise<Flow> =>
  transaction(ctx, async (tx) => {
    const flow = await holdFlow(tx, flowId);
    if (flow.status !== 'active') throw invalidState(flow);
    await unhear(tx, flowId);
    await freezeRun(tx, flowId);
    return changeFlow(tx, flow, { status: 'paused' });
  });

/** @throws DomainError `not_found`, `campaign_flow_invalid_state` */
export const archive = (ctx: Ctx, flowId: string): Promise<Flow> =>
  transaction(ctx, async (tx) => {
    const flow = await holdFlow(tx, flowId);
    if (flow.status !== 'draft' && flow.status !== 'paused') throw invalidState(flow);
    const archived = await changeFlow(tx, flow, { status: 'archived', archivedAt: ctx.now });
    await closeRun(tx, flowId, 'flow_archived');
    return archived;
  });

/**
 * Nobody finds the flow any more; its members leave, and what is left of it goes in the background.
 * @throws DomainError `not_found`, `campaign_flow_invalid_state`
 */
export const remove = (ctx: Ctx, flowId: string): Promise<void> =>
  transaction(ctx, async (tx) => {
    const flow = await holdFlow(tx, flowId);
    if (flow.status === 'active') throw invalidState(flow);
    await changeFlow(tx, flow, { status: 'deleted' });
    await closeRun(tx, flowId, 'flow_deleted');
  });
