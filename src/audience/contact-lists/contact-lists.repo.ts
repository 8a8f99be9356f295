import type { ContactList } from '../../../generated/prisma/client.ts';
import { type Db, empty, Prisma, sql } from '../../platform/db.ts';
import { containing, offsetOf, type PageRequest } from '../../shared/paging.ts';
import { withMoments } from '../contacts/contacts.repo.ts';
import type { RuleTree } from '../rules/tree.ts';
import { isSuppressed } from '../suppressions/suppression.ts';
import { type Membership, membersOf } from './membership.ts';

export { removeFromAllLists } from './members.repo.ts';

/** A list as a statement returns it. */
const columns = sql`l.id::text, l.workspace_id::text AS "workspaceId", l.name, l.slug, l.description, l.kind, l.rules,
  l.member_count AS "memberCount", l.owner_campaign_id::text AS "ownerCampaignId", l.created_at AS "createdAt", l.updated_at AS "updatedAt"`;

/** The lists of the workspace, newest first; those that a blast keeps for itself are not among them. */
export async function pageOfLists(
  db: Db,
  workspaceId: string,
  { search, kind, ...page }: PageRequest & { search?: string; kind?: string },
): Promise<{ lists: ContactList[]; total: number }> {
  const matching = sql`
    FROM contact_lists l
    WHERE l.workspace_id = ${workspaceId}::uuid AND l.owner_campaign_id IS NULL
    ${kind === undefined ? empty : sql`AND l.kind = ${kind}::text`}
    ${search === undefined ? empty : sql`AND lower(l.name) LIKE lower(${containing(search)}::text)`}`;
  const [lists, [count]] = await Promise.all([
    db.query<ContactList>(sql`
      SELECT ${columns} ${matching}
      ORDER BY l.created_at DESC, l.id DESC LIMIT ${page.limit}::int OFFSET ${offsetOf(page)}::bigint`),
    db.query<{ total: number }>(sql`SELECT count(*)::int AS total ${matching}`),
  ]);
  return { lists, total: count?.total ?? 0 };
}

/*
 * A list that a blast keeps for itself exists through that blast alone: whatever is asked of lists by identifier passes over it,
 * but for the functions that say otherwise.
 */

/** A list of the workspace. */
export const readList = (db: Db, workspaceId: string, listId: string): Promise<ContactList | null> =>
  db.prisma.contactList.findUnique({ where: { workspaceId_id: { workspaceId, id: listId }, ownerCampaignId: null } });

/** The same, or the list that a blast keeps for itself. */
export const readAnyList = (db: Db, workspaceId: string, listId: string): Promise<ContactList | null> =>
  db.prisma.contactList.findUnique({ where: { workspaceId_id: { workspaceId, id: listId } } });

/** The lists of these that exist, in no particular order. */
export const findLists = (db: Db, workspaceId: string, listIds: string[]): Promise<Pick<ContactList, 'id' | 'kind'>[]> =>
  db.prisma.contactList.findMany({
    where: { workspaceId, id: { in: listIds }, ownerCampaignId: null },
    select: { id: true, kind: true },
  });

/** Makes whoever else creates a list in this workspace wait until the transaction ends. Lists are created rarely. */
export async function lockNames(tx: Db, workspaceId: string): Promise<void> {
  await tx.query(sql`SELECT 1 AS locked FROM pg_advisory_xact_lock(hashtextextended('contact_lists ' || ${workspaceId}::text, 0))`);
}

export interface ListRow {
  id: string;
  name: string;
  description: string | null;
  kind: 'static' | 'dynamic';
  /** A canonical tree; a static list has none. */
  rules: RuleTree | null;
  slugBase: string;
  /** Of a private list, the blast that keeps it for itself. */
  ownerCampaignId?: string | undefined;
}

/**
 * Writes a list without members of its own under the first free slug: the base, then `base-2`, `base-3` and so on. False,
 * and nothing is written, when a list of the workspace has the name, which a private list may share. Call `lockNames` before.
 */
export async function insertList(
  tx: Db,
  workspaceId: string,
  { id, name, description, kind, rules, slugBase, ownerCampaignId }: ListRow,
  now: Date,
): Promise<boolean> {
  const inserted = await tx.query(sql`
    INSERT INTO contact_lists (workspace_id, id, name, slug, description, kind, rules, member_count, owner_campaign_id, created_at, updated_at)
    SELECT ${workspaceId}::uuid, ${id}::uuid, ${name}::text, candidate.slug, ${description}::text, ${kind}::text,
           ${rules && JSON.stringify(rules)}::text::jsonb, CASE ${kind}::text WHEN 'static' THEN 0 END,
           ${ownerCampaignId ?? null}::uuid, ${now}::timestamptz, ${now}::timestamptz
    FROM (
      SELECT ${slugBase}::text || CASE n WHEN 1 THEN '' ELSE '-' || n END AS slug, n
      -- Of one more candidate than there are lists that begin like this, one is free.
      FROM generate_series(1, (
        SELECT count(*)::int + 1 FROM contact_lists WHERE workspace_id = ${workspaceId}::uuid AND slug LIKE ${`${slugBase}%`}::text
      )) AS n
    ) AS candidate
    WHERE NOT EXISTS (SELECT 1 FROM contact_lists l WHERE l.workspace_id = ${workspaceId}::uuid AND l.slug = candidate.slug)
    ORDER BY candidate.n LIMIT 1
    -- A list that is being renamed to this name right now is waited for.
    ON CONFLICT (workspace_id, lower(name)) WHERE owner_campaign_id IS NULL DO NOTHING
    RETURNING 1 AS inserted`);
  return inserted.length > 0;
}

export async function updateList(
  db: Db,
  workspaceId: string,
  listId: string,
  { rules, ...changes }: { name?: string; description?: string | null; rules?: RuleTree | null },
  now: Date,
): Promise<ContactList | null> {
  const [list] = await db.prisma.contactList.updateManyAndReturn({
    where: { workspaceId, id: listId, ownerCampaignId: null },
    data: { ...changes, ...(rules !== undefined && { rules: (rules as Prisma.InputJsonObject | null) ?? Prisma.DbNull }), updatedAt: now },
  });
  return list ?? null;
}

/** Deletes a list; who is on it goes with it by the foreign key. False when there is none that may be deleted. */
export async function deleteList(db: Db, workspaceId: string, listId: string): Promise<boolean> {
  const deleted = await db.query(sql`
    DELETE FROM contact_lists
    WHERE workspace_id = ${workspaceId}::uuid AND id = ${listId}::uuid AND kind <> 'system' AND owner_campaign_id IS NULL
    RETURNING 1 AS deleted`);
  return deleted.length > 0;
}

/** Deletes the private lists of a blast but for the one that is kept. */
export async function deletePrivateLists(db: Db, workspaceId: string, ownerCampaignId: string, keptId: string): Promise<void> {
  await db.prisma.contactList.deleteMany({ where: { workspaceId, ownerCampaignId, id: { not: keptId } } });
}

export interface MemberCounts {
  members: number;
  blocked: number;
}

/** Counts the contacts, not the stored counter. Blocked are those whom a marketing blast passes over. */
export async function countMembers(db: Db, workspaceId: string, list: Membership, now: Date): Promise<MemberCounts> {
  const members = sql`FROM contacts c ${withMoments} WHERE c.workspace_id = ${workspaceId}::uuid AND ${await membersOf(db, workspaceId, list, now)}`;
  const [counts] = await db.query<MemberCounts>(sql`
    SELECT (SELECT count(*)::int ${members}) AS members, (SELECT count(*)::int ${members} AND ${isSuppressed(false)}) AS blocked`);
  return counts as MemberCounts;
}

/** Holds a list as it is until the transaction ends. */
export async function holdList(tx: Db, workspaceId: string, id: string): Promise<void> {
  await tx.query(sql`SELECT 1 AS held FROM contact_lists WHERE workspace_id = ${workspaceId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`);
}
