import { type Ctx, sql, type Tx } from '../../../platform/db.ts';
import { toUlid } from '../../../platform/ids.ts';
import type { Definition, StepOf } from '../definition.ts';
import { lookAt } from './inbox.repo.ts';
import { fitting } from './rules.ts';
import { type HeldRun, keepLook } from './turns.repo.ts';

/** How often those are looked at who wait for a condition, and how many at a time. */
const EVERY_MS = 60_000;
const AT_ONCE = 20_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

type ConditionWait = Extract<StepOf<'wait'>, { condition: unknown }>;

const isConditionWait = (step: { type: string }): step is ConditionWait => step.type === 'wait' && 'condition' in step;

/**
 * Looks at a part of those who wait for a condition, and has those that fit go on.
 * @returns whether more are to be looked at now
 */
export async function lookAround(tx: Ctx<Tx>, definition: Definition, { lookStep, lookCursor }: HeldRun): Promise<boolean> {
  const { db, workspaceId, now } = tx;
  const waits = definition.steps.filter(isConditionWait);
  const step = waits[lookStep];
  if (!step) {
    const at = waits.length === 0 ? ('never' as const) : new Date(now.getTime() + EVERY_MS);
    await keepLook(db, definition, { step: 0, cursor: FIRST, at });
    return false;
  }
  const { flowId } = definition;
  const waiting = await db.query<{ contactId: string; memberId: string }>(sql`
    SELECT contact_id::text AS "contactId", member_id::text AS "memberId" FROM flow_positions
    WHERE workspace_id = ${workspaceId}::uuid AND flow_id = ${flowId}::uuid AND step_id = ${step.step_id}::text
      AND contact_id > ${lookCursor}::uuid
    ORDER BY contact_id LIMIT ${AT_ONCE}::int`);
  const members = waiting.map(({ contactId, memberId }) => ({ contactId, shownId: toUlid(memberId) }));
  await lookAt(db, definition, [...(await fitting(tx, flowId, step.condition, members))], now);
  const last = waiting.at(-1);
  const isOver = waiting.length < AT_ONCE || !last;
  await keepLook(
    db,
    definition,
    isOver ? { step: lookStep + 1, cursor: FIRST, at: null } : { step: lookStep, cursor: last.contactId, at: null },
  );
  return true;
}
