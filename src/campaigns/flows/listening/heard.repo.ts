import { type Ctx, raw, type Scope, sql, type Tx } from '../../../platform/db.ts';
import type { Definition } from '../definition.ts';
import { kindOf } from '../triggers/index.ts';

/** Writes down what a flow that becomes active listens to. It hears of what happens from `now` on. */
export async function hear(tx: Ctx<Tx>, { flowId, triggers }: Pick<Definition, 'flowId' | 'triggers'>): Promise<void> {
  const { db, workspaceId, now } = tx;
  await unhear(tx, flowId);
  const due = triggers.map((trigger) => kindOf(trigger).dueAfter?.(trigger, now).toISOString() ?? null);
  const subjects = triggers.map((trigger) => kindOf(trigger).subject(trigger));
  await db.query(sql`
    INSERT INTO flow_triggers (workspace_id, flow_id, position, type, subject, trigger, due_at)
    SELECT ${workspaceId}::uuid, ${flowId}::uuid, place - 1, trigger ->> 'type', subject, trigger, due_at
    FROM unnest(${triggers.map((trigger) => JSON.stringify(trigger))}::jsonb[], ${subjects}::text[], ${due}::timestamptz[])
      WITH ORDINALITY AS heard (trigger, subject, due_at, place)`);
}

/** The flow hears nothing any more. */
export async function unhear({ db, workspaceId }: Scope<Tx>, flowId: string): Promise<void> {
  await db.query(sql`DELETE FROM flow_triggers WHERE workspace_id = ${workspaceId}::uuid AND flow_id = ${flowId}::uuid`);
}

/** The field of a trigger `h`, for those that are about one of the workspace's own. */
export const FIELD = raw(`(
  SELECT json_build_object('id', d.id, 'apiName', d.api_name, 'valueType', d.value_type) FROM contact_field_definitions d
  WHERE d.workspace_id = h.workspace_id AND d.api_name = h.trigger ->> 'field' AND h.subject IN ('custom_fields.' || d.api_name, d.api_name)
    AND d.status = 'active'
)`);
