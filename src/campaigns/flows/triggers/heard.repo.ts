import type { FieldDefinition } from '../../../audience/rules/rules.repo.ts';
import { FIELDS, type FieldKey } from '../../../audience/rules/tree.ts';
import { type Ctx, raw, type Scope, sql, type Tx } from '../../../platform/db.ts';
import type { Definition, Trigger } from '../definition.ts';
import { type DateTrigger, nextMoment } from './dates.ts';

/** Writes down what a flow that becomes active listens to. It hears of what happens from `now` on. */
export async function hear(tx: Ctx<Tx>, { flowId, triggers }: Pick<Definition, 'flowId' | 'triggers'>): Promise<void> {
  const { db, workspaceId, now } = tx;
  await unhear(tx, flowId);
  const due = triggers.map((trigger) => (trigger.type === 'date_based' ? nextMoment(trigger, now).toISOString() : null));
  await db.query(sql`
    INSERT INTO flow_triggers (workspace_id, flow_id, position, type, subject, trigger, due_at)
    SELECT ${workspaceId}::uuid, ${flowId}::uuid, place - 1, trigger ->> 'type', subject, trigger, due_at
    FROM unnest(${triggers.map((trigger) => JSON.stringify(trigger))}::jsonb[], ${triggers.map(subjectOf)}::text[], ${due}::timestamptz[])
      WITH ORDINALITY AS heard (trigger, subject, due_at, place)`);
}

/** The flow hears nothing any more. */
export async function unhear({ db, workspaceId }: Scope<Tx>, flowId: string): Promise<void> {
  await db.query(sql`DELETE FROM flow_triggers WHERE workspace_id = ${workspaceId}::uuid AND flow_id = ${flowId}::uuid`);
}

/** What a trigger of a complete flow is about, in the words of the events that it waits for. */
export function subjectOf(trigger: Trigger): string {
  switch (trigger.type) {
    case 'added_to_static_list':
    case 'removed_from_static_list':
      return String(trigger.list_id);
    case 'contact_created':
      return '';
    case 'contact_updated':
    case 'date_based':
      return isStandard(trigger.field) ? FIELDS[trigger.field].column : customField(trigger.field);
    case 'form_submitted':
      return formOf(String(trigger.tent_id), String(trigger.form_id));
  }
}

/** Where a standard field and one of the workspace's own have one name, the standard field is meant. */
export const isStandard = (field: string): field is FieldKey => Object.hasOwn(FIELDS, field);
export const customField = (apiName: string): string => `custom_fields.${apiName}`;
export const formOf = (tentId: string, formId: string): string => `${tentId}/${formId}`;

/** A trigger of an active flow that waits for something that has just happened. */
export interface Heard<Of extends Trigger = Trigger> {
  flowId: string;
  /** Its place among the triggers of the flow. */
  position: number;
  subject: string;
  trigger: Of;
  /** The workspace's own field that it is about, while that is active. */
  field: FieldDefinition | null;
}

/** The field of a trigger `h`, for those that are about one of the workspace's own. */
export const FIELD = raw(`(
  SELECT json_build_object('id', d.id, 'apiName', d.api_name, 'valueType', d.value_type) FROM contact_field_definitions d
  WHERE d.workspace_id = h.workspace_id AND d.api_name = h.trigger ->> 'field' AND h.subject = 'custom_fields.' || d.api_name
    AND d.status = 'active'
)`);

/** Whether a date trigger has dates to ask for. */
export const hasDates = ({ trigger, field }: Heard<DateTrigger>): boolean => isStandard(trigger.field) || field?.valueType === 'date';
