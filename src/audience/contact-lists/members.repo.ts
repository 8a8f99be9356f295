import type { ContactList } from '../../../generated/prisma/client.ts';
import { type Ctx, empty, raw, type Scope, type Sql, sql, type Tx } from '../../platform/db.ts';
import type { ContactId, ListId } from '../../platform/ids.ts';
import { HELD_WITH_TIMESTAMPS } from '../contacts/batch.repo.ts';
import { compileStored } from '../rules/rules.service.ts';

export type Membership = Pick<ContactList, 'id' | 'kind' | 'rules'>;

/** Contacts by id: above `after`, up to and including `upTo`. */
export interface IdSpan {
  after: string;
  upTo: string;
}

/**
 * The members of a list of any kind, as a condition on the contact `c` with its moments (`withTimestamps`), beside `c.workspace_id = …`.
 * Everything that lists, counts, exports or mails members uses it.
 * @param span keeps the members in this part alone, so that several short statements read a large list
 */
export async function membersOf(ctx: Ctx, { id, kind, rules }: Membership, span?: IdSpan): Promise<Sql> {
  const within = (column: 'c.id' | 'm.contact_id') =>
    span ? sql`AND ${raw(column)} > ${span.after}::uuid AND ${raw(column)} <= ${span.upTo}::uuid` : empty;
  // The key of the table makes these contacts distinct, so the planner is free to join them in any order.
  if (kind === 'static') {
    return sql`c.id IN (
      SELECT m.contact_id FROM contact_list_members m WHERE m.workspace_id = ${ctx.workspaceId}::uuid AND m.list_id = ${id}::uuid ${within('m.contact_id')})
      ${within('c.id')}`;
  }
  // Without rules a system list holds all contacts, and a list of the workspace none.
  if (rules === null) return kind === 'system' ? sql`TRUE ${within('c.id')}` : sql`FALSE`;
  return sql`(${await compileStored(ctx, rules)}) ${within('c.id')}`;
}

/*
 * The statement that moves rows also moves the list's counter. Locks are taken in one order, so that there is no deadlock: contacts by id,
 * their moments by id, lists by id. A writer of memberships locks the list, and one that adds a contact keeps it from being deleted.
 */

export interface NewMembers {
  contactIds: ContactId[];
  ownerCampaignId?: string | null | undefined;
  passing?: boolean;
}

/**
 * Returns the contacts that were new on the static list, or null, with nothing written, when the list or a contact is unknown. Contacts are
 * locked before the list, in the order of all writers.
 */
export async function addMembers(
  { db, workspaceId, now }: Ctx,
  listId: ListId,
  { contactIds, ownerCampaignId = null, passing = false }: NewMembers,
): Promise<string[] | null> {
  const [result] = await db.query<Moved>(sql`
    WITH known AS (
      SELECT id FROM contacts WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${contactIds}::uuid[])
      ORDER BY id FOR KEY SHARE
    ), list AS (
      SELECT id FROM contact_lists
      WHERE workspace_id = ${workspaceId}::uuid AND id = ${listId}::uuid AND kind = 'static'
        AND owner_campaign_id IS NOT DISTINCT FROM ${ownerCampaignId}::uuid
        AND (SELECT count(*) FROM known) >= ${passing ? 0 : contactIds.length}::int
      FOR NO KEY UPDATE
    ), added AS (
      INSERT INTO contact_list_members (workspace_id, list_id, contact_id, added_at)
      SELECT ${workspaceId}::uuid, list.id, known.id, ${now}::timestamptz FROM list, known
      ON CONFLICT DO NOTHING
      RETURNING contact_id
    ), counted AS (
      UPDATE contact_lists l SET member_count = l.member_count + n.added
      FROM (SELECT count(*)::int AS added FROM added) AS n
      WHERE l.workspace_id = ${workspaceId}::uuid AND l.id = ${listId}::uuid AND n.added > 0
    )
    ${moved('added')}`);
  return result?.found ? result.contactIds : null;
}

/** The members of a private list: never more than one request names. */
export const memberIds = async ({ db, workspaceId }: Scope, listId: ListId): Promise<string[]> =>
  (await db.prisma.contactListMember.findMany({ where: { workspaceId, listId }, select: { contactId: true } })).map(
    ({ contactId }) => contactId,
  );

/**
 * Deletes the next members of a list that is being deleted, by id, and leaves its counter.
 * @returns the last of them; null when there are no more
 */
export async function deleteMembers({ db, workspaceId }: Scope<Tx>, listId: ListId, after: string, limit: number): Promise<string | null> {
  const [gone] = await db.query<{ last: string | null }>(sql`
    WITH next AS MATERIALIZED (
      SELECT contact_id FROM contact_list_members
      WHERE workspace_id = ${workspaceId}::uuid AND list_id = ${listId}::uuid AND contact_id > ${after}::uuid
      ORDER BY contact_id LIMIT ${limit}::int
    ), gone AS (
      DELETE FROM contact_list_members
      WHERE workspace_id = ${workspaceId}::uuid AND list_id = ${listId}::uuid AND contact_id = ANY(ARRAY(SELECT contact_id FROM next))
    )
    SELECT CASE WHEN (SELECT count(*) FROM next) >= ${limit}::int THEN (SELECT contact_id::text FROM next ORDER BY contact_id DESC LIMIT 1) END AS last`);
  return gone?.last ?? null;
}

export async function knownContacts({ db, workspaceId }: Scope, contactIds: ContactId[]): Promise<Set<string>> {
  const known = await db.query<{ id: string }>(sql`
    SELECT id::text FROM contacts WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${contactIds}::uuid[])`);
  return new Set(known.map(({ id }) => id));
}

/** Returns the contacts that were on the static list, or null when there is no such list. */
export async function removeMembers({ db, workspaceId }: Scope, listId: ListId, contactIds: ContactId[]): Promise<string[] | null> {
  const [result] = await db.query<Moved>(sql`
    WITH list AS (
      SELECT id FROM contact_lists
      WHERE workspace_id = ${workspaceId}::uuid AND id = ${listId}::uuid AND kind = 'static' AND owner_campaign_id IS NULL
      FOR NO KEY UPDATE
    ), removed AS (
      DELETE FROM contact_list_members m USING list
      WHERE m.workspace_id = ${workspaceId}::uuid AND m.list_id = list.id AND m.contact_id = ANY(${contactIds}::uuid[])
      RETURNING m.contact_id
    ), counted AS (
      UPDATE contact_lists l SET member_count = l.member_count - n.removed
      FROM (SELECT count(*)::int AS removed FROM removed) AS n
      WHERE l.workspace_id = ${workspaceId}::uuid AND l.id = ${listId}::uuid AND n.removed > 0
    )
    ${moved('removed')}`);
  return result?.found ? result.contactIds : null;
}

interface Moved {
  found: boolean;
  contactIds: ContactId[];
}

const moved = (rows: 'added' | 'removed'): Sql => sql`
  SELECT EXISTS (SELECT 1 FROM list) AS found, coalesce((SELECT json_agg(contact_id) FROM ${raw(rows)}), '[]') AS "contactIds"`;

/**
 * Takes contacts that are about to be deleted off all their lists, and returns those that exist. Call it in the transaction that deletes
 * them: a cascade would not move the counters. A statement of its own locks the contacts and their moments, so that the second one sees
 * everything that was added until then.
 */
export async function removeFromAllLists({ db, workspaceId }: Scope<Tx>, contactIds: ContactId[]): Promise<string[]> {
  const found = await db.query<{ id: string }>(sql`
    WITH held AS MATERIALIZED (
      SELECT workspace_id, id FROM contacts WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${contactIds}::uuid[])
      ORDER BY id FOR UPDATE
    )
    SELECT c.id::text FROM ${raw(HELD_WITH_TIMESTAMPS)} FOR UPDATE OF t`);
  await db.query(sql`
    WITH lists AS (
      SELECT id FROM contact_lists
      WHERE workspace_id = ${workspaceId}::uuid AND id IN (
        SELECT list_id FROM contact_list_members WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ANY(${contactIds}::uuid[])
      )
      ORDER BY id FOR NO KEY UPDATE
    ), removed AS (
      DELETE FROM contact_list_members m USING lists
      WHERE m.workspace_id = ${workspaceId}::uuid AND m.list_id = lists.id AND m.contact_id = ANY(${contactIds}::uuid[])
      RETURNING m.list_id
    )
    UPDATE contact_lists l SET member_count = l.member_count - n.removed
    FROM (SELECT list_id, count(*)::int AS removed FROM removed GROUP BY list_id) AS n
    WHERE l.workspace_id = ${workspaceId}::uuid AND l.id = n.list_id`);
  return found.map(({ id }) => id);
}
