import type { Flow } from '../../../generated/prisma/client.ts';
import type { Db } from '../../platform/db.ts';
import { lockReferences } from '../../workspaces/references.ts';
import { definitionOf } from './definition.ts';
import { closeRun, freezeRun, openRun } from './engine/runs.ts';
import { changeFlow } from './flows.repo.ts';
import { holdFlow, invalidState } from './flows.service.ts';
import { requireReady } from './readiness.ts';
import { hear, unhear } from './triggers/heard.repo.ts';

/**
 * Starts a draft, or resumes a paused flow. Nothing that it names is taken away meanwhile.
 * @throws DomainError `not_found`, `campaign_flow_invalid_state`, `campaign_flow_not_ready`
 */
export const activate = (db: Db, workspaceId: string, flowId: string, now: Date): Promise<Flow> =>
  db.transaction(async (tx) => {
    await lockReferences(tx, workspaceId, 'using');
    const flow = await holdFlow(tx, workspaceId, flowId);
    if (flow.status !== 'draft' && flow.status !== 'paused') throw invalidState(flow);
    await requireReady(tx, flow);
    const active = await changeFlow(tx, flow, { status: 'active' }, now);
    await hear(tx, definitionOf(active), now);
    await openRun(tx, active, now);
    return active;
  });

/** @throws DomainError `not_found`, `campaign_flow_invalid_state` */
export const pause = (db: Db, workspaceId: string, flowId: string, now: Date): Promise<Flow> =>
  db.transaction(async (tx) => {
    const flow = await holdFlow(tx, workspaceId, flowId);
    if (flow.status !== 'active') throw invalidState(flow);
    await unhear(tx, workspaceId, flowId);
    await freezeRun(tx, flow, now);
    return changeFlow(tx, flow, { status: 'paused' }, now);
  });

/** @throws DomainError `not_found`, `campaign_flow_invalid_state` */
export const archive = (db: Db, workspaceId: string, flowId: string, now: Date): Promise<Flow> =>
  db.transaction(async (tx) => {
    const flow = await holdFlow(tx, workspaceId, flowId);
    if (flow.status !== 'draft' && flow.status !== 'paused') throw invalidState(flow);
    const archived = await changeFlow(tx, flow, { status: 'archived', archivedAt: now }, now);
    await closeRun(tx, flow, 'flow_archived', now);
    return archived;
  });

/**
 * Nobody finds the flow any more; its members leave, and what is left of it goes in the background.
 * @throws DomainError `not_found`, `campaign_flow_invalid_state`
 */
export const remove = (db: Db, workspaceId: string, flowId: string, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const flow = await holdFlow(tx, workspaceId, flowId);
    if (flow.status === 'active') throw invalidState(flow);
    await changeFlow(tx, flow, { status: 'deleted' }, now);
    await closeRun(tx, flow, 'flow_deleted', now);
  });
