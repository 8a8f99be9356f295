import type { ContactFieldDefinition } from '../../../generated/prisma/client.ts';
import { type Db, empty, type Scope, sql, type Tx } from '../../platform/db.ts';
import type { WorkspaceId } from '../../platform/ids.ts';

const columns = sql`f.id::text, f.workspace_id::text AS "workspaceId", f.api_name AS "apiName", f.display_name AS "displayName",
  f.value_type AS "valueType", f.description, f.show_in_people_list_default AS "showInPeopleListDefault", f.status,
  f.created_by_name AS "createdByName", f.created_at AS "createdAt", f.updated_at AS "updatedAt"`;

/** Sorted by the bytes of `apiName`. */
export const definitionsOf = ({ db, workspaceId }: Scope, { includeArchived }: { includeArchived: boolean }) =>
  db.query<ContactFieldDefinition>(sql`
    SELECT ${columns} FROM contact_field_definitions f
    WHERE f.workspace_id = ${workspaceId}::uuid ${includeArchived ? empty : sql`AND f.status = 'active'`}
    ORDER BY f.api_name COLLATE "C"`);

/** By `api_name`, archived ones too, so that a refusal can tell them from unknown ones. */
export const definitionsByName = async (ctx: Scope): Promise<ReadonlyMap<string, ContactFieldDefinition>> =>
  new Map((await definitionsOf(ctx, { includeArchived: true })).map((definition) => [definition.apiName, definition]));

/**
 * The names of the archived fields, as `text[]`: readers may see `contacts.custom_fields` minus this. It does not depend on the row, so a
 * statement computes it once.
 */
export const archivedNames = (workspaceId: WorkspaceId) => sql`ARRAY(
  SELECT f.api_name FROM contact_field_definitions f
  WHERE f.workspace_id = ${workspaceId}::uuid AND f.status = 'archived')`;

/** The same for a prepared statement whose first value is the workspace. */
export const ARCHIVED_NAMES = archivedNames('').text;

export const readDefinition = ({ db, workspaceId }: Scope, id: string): Promise<ContactFieldDefinition | null> =>
  db.prisma.contactFieldDefinition.findFirst({ where: { workspaceId, id } });

/** Others that change the definitions wait until the transaction ends. */
export async function lockDefinitions({ db, workspaceId }: Scope<Tx>): Promise<void> {
  await db.query(sql`
    SELECT 1 AS locked FROM pg_advisory_xact_lock(hashtextextended('contact_field_definitions ' || ${workspaceId}::text, 0))`);
}

export async function countActive({ db, workspaceId }: Scope): Promise<number> {
  return db.prisma.contactFieldDefinition.count({ where: { workspaceId, status: 'active' } });
}

/** Archived ones included. */
export async function takenNames({ db, workspaceId }: Scope, apiNames: string[]): Promise<Set<string>> {
  const taken = await db.prisma.contactFieldDefinition.findMany({
    where: { workspaceId, apiName: { in: apiNames } },
    select: { apiName: true },
  });
  return new Set(taken.map(({ apiName }) => apiName));
}

/** The types of those that are active. */
export async function activeAmong({ db, workspaceId }: Scope, apiNames: string[]): Promise<Map<string, string>> {
  if (apiNames.length === 0) return new Map();
  const where = { workspaceId, apiName: { in: apiNames }, status: 'active' };
  const fields = await db.prisma.contactFieldDefinition.findMany({ where, select: { apiName: true, valueType: true } });
  return new Map(fields.map(({ apiName, valueType }) => [apiName, valueType]));
}

export async function insertDefinitions(db: Db, definitions: ContactFieldDefinition[]): Promise<ContactFieldDefinition[]> {
  await db.prisma.contactFieldDefinition.createMany({ data: definitions });
  return definitions;
}

export type DefinitionChanges = Partial<Pick<ContactFieldDefinition, 'displayName' | 'description' | 'showInPeopleListDefault' | 'status'>>;

export const updateDefinition = (
  { db, workspaceId }: Scope,
  id: string,
  changes: DefinitionChanges & { updatedAt: Date },
): Promise<ContactFieldDefinition> =>
  db.prisma.contactFieldDefinition.update({ where: { workspaceId_id: { workspaceId, id } }, data: changes });
