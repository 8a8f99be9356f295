import { FIRST_ID } from '../../../platform/chunks.ts';
import { type Ctx, sql, type Tx } from '../../../platform/db.ts';
import type { Definition, StepOf } from '../definition.ts';
import { lookAt } from './inbox.repo.ts';
import { fitting } from './rules.ts';
import { type HeldRun, keepLook } from './turns.repo.ts';

/** How often those are looked at who wait for a condition, and how many at a time. */
const EVERY_MS = 60_000;
const AT_ONCE = 20_000;

type ConditionWait = Extract<StepOf<'wait'>, { condition: unknown }>;

const isConditionWait = (step: { type: string }): step is ConditionWait => step.type === 'wait' && 'condition' in step;

/**
 * Looks at a part of those who wait for a condition, and has those that fit go on.
 * @returns whether more are to be looked at now
 */
export async function lookAround(tx: Ctx<Tx>, definition: Definition, { lookStep, lookCursor }: HeldRun): Promise<boolean> {
  const { db, workspaceId, now } = tx;
  const { flowId } = definition;
  const waits = definition.steps.filter(isConditionWait);
  const step = waits[lookStep];
  if (!step) {
    const at = waits.length === 0 ? ('never' as const) : new Date(now.getTime() + EVERY_MS);
    await keepLook(tx, flowId, { step: 0, cursor: FIRST_ID, at });
    return false;
  }
  const waiting = await db.query<{ id: string; contactId: string }>(sql`
    SELECT contact_id::text AS "contactId", member_id::text AS id FROM flow_positions
    WHERE workspace_id = ${workspaceId}::uuid AND flow_id = ${flowId}::uuid AND step_id = ${step.step_id}::text
      AND contact_id > ${lookCursor}::uuid
    ORDER BY contact_id LIMIT ${AT_ONCE}::int`);
  await lookAt(tx, flowId, [...(await fitting(tx, flowId, { tree: step.condition, members: waiting }))]);
  const last = waiting.at(-1);
  const isOver = waiting.length < AT_ONCE || !last;
  const next = isOver ? { step: lookStep + 1, cursor: FIRST_ID } : { step: lookStep, cursor: last.contactId };
  await keepLook(tx, flowId, { ...next, at: null });
  return true;
}
