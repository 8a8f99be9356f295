import { type Scope, sql } from '../../platform/db.ts';
import type { ValueType } from './tree.ts';

/** A custom field, as far as a condition has to know it. */
export interface FieldDefinition {
  id: string;
  apiName: string;
  valueType: ValueType;
}

/** Those of these fields that exist, archived ones too. */
export async function findFields({ db, workspaceId }: Scope, ids: string[]): Promise<Map<string, FieldDefinition & { status: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<FieldDefinition & { status: string }>(sql`
    SELECT id::text, api_name AS "apiName", value_type AS "valueType", status FROM contact_field_definitions
    WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${ids}::uuid[])`);
  return new Map(rows.map((field) => [field.id, field]));
}

export interface ListKind {
  id: string;
  kind: string;
}

/** Those of these lists that exist; one that a blast keeps for itself exists nowhere else. */
export async function findLists({ db, workspaceId }: Scope, ids: string[]): Promise<Map<string, ListKind>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<ListKind>(sql`
    SELECT id::text, kind FROM contact_lists
    WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${ids}::uuid[]) AND owner_campaign_id IS NULL AND kind <> 'deleted'`);
  return new Map(rows.map((list) => [list.id, list]));
}
