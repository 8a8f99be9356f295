import type { MergeFollower } from '../audience/contacts/merging.service.ts';
import type { Ctx, Tx } from '../platform/db.ts';
import type { FlowId } from '../platform/ids.ts';
import { giveSubmissions } from '../tents/forms/submissions.repo.ts';
import { findDefinition, typeOf } from './flows/definition.ts';
import { cancelled, leave, type Position } from './flows/engine/moves.repo.ts';
import { Tally } from './flows/engine/tallies.repo.ts';
import * as repo from './merging.repo.ts';

/** What becomes of flows, mail and forms when contacts are merged. */
export const mergeFollower: MergeFollower = {
  holdFlows: repo.holdFlows,
  areAll: repo.areAll,
  holdMail: repo.holdMail,
  async follow(tx, flows, { keptId, mergedIds }) {
    for (const flowId of flows) await keepOne(tx, flowId, keptId, mergedIds);
    await repo.giveMemberships(tx, keptId, mergedIds);
    await repo.giveInbox(tx, flows, { toId: keptId, fromIds: mergedIds });
    await repo.giveMail(tx, keptId, mergedIds);
    await giveSubmissions(tx, keptId, mergedIds);
  },
};

/** A contact is in a flow once: of several the kept one's membership goes on, or else the oldest, and the others end. */
async function keepOne(tx: Ctx<Tx>, flowId: FlowId, keptId: string, mergedIds: string[]): Promise<void> {
  const positions = await repo.positionsIn(tx, flowId, [keptId, ...mergedIds]);
  const goesOn = positions.find(({ contactId }) => contactId === keptId) ?? positions[0];
  const others = positions.filter((position) => position !== goesOn);
  if (others.length > 0) await endAll(tx, flowId, others);
  if (goesOn && goesOn.contactId !== keptId) await repo.givePosition(tx, flowId, goesOn, keptId);
}

async function endAll(tx: Ctx<Tx>, flowId: FlowId, positions: Position[]): Promise<void> {
  const steps = (await findDefinition(tx, flowId))?.steps ?? [];
  const leaving = positions.map((position) => ({
    position,
    ending: cancelled(typeOf(steps, position.stepId)),
    reason: 'contact_merged' as const,
  }));
  const tally = new Tally();
  await leave({ ...tx, flowId, tally }, leaving);
  await tally.write(tx, flowId);
}
