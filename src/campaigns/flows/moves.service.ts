import type { Flow } from '../../../generated/prisma/client.ts';
import { type Ctx, type Tx, transaction } from '../../platform/db.ts';
import type { FlowId } from '../../platform/ids.ts';
import { DomainError } from '../../shared/errors.ts';
import { lockReferences } from '../../workspaces/references.ts';
import type { HelpOf } from '../readiness-help.ts';
import { definitionOf } from './definition.ts';
import { closeRun, freezeRun, openRun } from './engine/runs.ts';
import { changeFlow } from './flows.repo.ts';
import { holdFlow, invalidState } from './flows.service.ts';
import { hear, unhear } from './listening/inbox.repo.ts';
import { requireReady } from './readiness.ts';

/** @throws not_found, campaign_flow_invalid_state */
const moving =
  (from: string[], move: (tx: Ctx<Tx>, flow: Flow) => Promise<Flow>) =>
  (ctx: Ctx, flowId: FlowId): Promise<Flow> =>
    transaction(ctx, async (tx) => {
      const flow = await holdFlow(tx, flowId);
      if (!from.includes(flow.status)) throw invalidState(flow);
      return move(tx, flow);
    });

const starting = (helpOf: HelpOf) =>
  moving(['draft', 'paused'], async (tx, flow) => {
    if (tx.isTest && !flow.test)
      throw new DomainError(
        'key_not_allowed',
        'A test key cannot activate a live flow. Duplicate the flow with the test key and activate the copy.',
      );
    await requireReady(tx, helpOf, flow);
    const active = await changeFlow(tx, flow, { status: 'active' });
    await hear(tx, definitionOf(active));
    await openRun(tx, flow.id);
    return active;
  });

/** Its references cannot be deleted meanwhile. @throws not_found, key_not_allowed, campaign_flow_invalid_state, campaign_flow_not_ready */
export const activate = (ctx: Ctx, helpOf: HelpOf, flowId: FlowId): Promise<Flow> =>
  transaction(ctx, async (tx) => {
    await lockReferences(tx, 'using');
    return starting(helpOf)(tx, flowId);
  });

export const pause = moving(['active'], async (tx, flow) => {
  await unhear(tx, flow.id);
  await freezeRun(tx, flow.id);
  return changeFlow(tx, flow, { status: 'paused' });
});

export const archive = moving(['draft', 'paused'], async (tx, flow) => {
  const archived = await changeFlow(tx, flow, { status: 'archived', archivedAt: tx.now });
  await closeRun(tx, flow.id, 'flow_archived');
  return archived;
});

/** The rest of the flow goes in the background. */
export const remove = moving(['draft', 'paused', 'archived'], async (tx, flow) => {
  const deleted = await changeFlow(tx, flow, { status: 'deleted' });
  await closeRun(tx, flow.id, 'flow_deleted');
  return deleted;
});
