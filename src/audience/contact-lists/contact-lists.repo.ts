import type { ContactList } from '../../../generated/prisma/client.ts';
import type { Sweep } from '../../jobs/jobs.ts';
import { CHUNK, FIRST_ID } from '../../platform/chunks.ts';
import { type Ctx, type Db, DbNull, empty, type Prisma, type Scope, sql, type Tx } from '../../platform/db.ts';
import type { ListId, WorkspaceId } from '../../platform/ids.ts';
import { type Positioned, readPage, type SortKey } from '../../platform/listing.ts';
import { containing, type Page, type PageRequest } from '../../shared/paging.ts';
import { withTimestamps } from '../contacts/contacts.repo.ts';
import { usesOf } from '../rules/rules.service.ts';
import type { RuleTree } from '../rules/tree.ts';
import { isSuppressed } from '../suppressions/suppression.ts';
import { deleteMembers, type Membership, membersOf } from './members.repo.ts';

export { removeFromAllLists } from './members.repo.ts';

const columns = sql`l.id::text, l.workspace_id::text AS "workspaceId", l.name, l.slug, l.description, l.kind, l.rules, l.uses,
  l.member_count AS "memberCount", l.owner_campaign_id::text AS "ownerCampaignId", l.created_at AS "createdAt", l.updated_at AS "updatedAt"`;

const NEWEST_FIRST: SortKey[] = [
  { by: 'l.created_at', type: 'timestamptz', order: 'desc' },
  { by: 'l.id', type: 'uuid', order: 'desc' },
];

/** Without private lists. */
export function pageOfLists(ctx: Scope, query: PageRequest & { search?: string; kind?: string }): Promise<Page<ContactList>> {
  const { db, workspaceId } = ctx;
  const { search, kind } = query;
  const from = sql`
    FROM contact_lists l
    WHERE l.workspace_id = ${workspaceId}::uuid AND l.owner_campaign_id IS NULL AND l.kind <> 'deleted'
    ${kind === undefined ? empty : sql`AND l.kind = ${kind}::text`}
    ${search === undefined ? empty : sql`AND lower(l.name) LIKE lower(${containing(search)}::text)`}`;
  return readPage<ContactList>(
    ctx,
    { of: 'lists', ...query },
    {
      keys: NEWEST_FIRST,
      from,
      read: ({ rows, position }) => db.query<Positioned<ContactList>>(sql`SELECT ${columns}, ${position} ${rows}`),
    },
  );
}

/*
 * The private list of a blast can be read by its id, and changed only through the blast: functions that write or name lists pass over it
 * unless they say otherwise.
 */

/** A list of this kind has only members left. */
const THERE = { not: 'deleted' };

export const readList = ({ db, workspaceId }: Scope, listId: ListId): Promise<ContactList | null> =>
  db.prisma.contactList.findFirst({ where: { workspaceId, id: listId, ownerCampaignId: null, kind: THERE } });

/** Private lists too. */
export const readAnyList = ({ db, workspaceId }: Scope, listId: ListId): Promise<ContactList | null> =>
  db.prisma.contactList.findFirst({ where: { workspaceId, id: listId, kind: THERE } });

export const findLists = ({ db, workspaceId }: Scope, listIds: ListId[]): Promise<Pick<ContactList, 'id' | 'kind'>[]> =>
  db.prisma.contactList.findMany({
    where: { workspaceId, id: { in: listIds }, ownerCampaignId: null, kind: THERE },
    select: { id: true, kind: true },
  });

/** Others that create a list in this workspace wait until the transaction ends. Lists are created rarely. */
export async function lockNames({ db, workspaceId }: Scope<Tx>): Promise<void> {
  await db.query(sql`SELECT 1 AS locked FROM pg_advisory_xact_lock(hashtextextended('contact_lists ' || ${workspaceId}::text, 0))`);
}

export interface ListRow {
  id: string;
  name: string;
  description: string | null;
  kind: 'static' | 'dynamic';
  /** Null for a static list. */
  rules: RuleTree | null;
  slugBase: string;
  ownerCampaignId?: string | undefined;
}

/**
 * Writes a list under the first free slug: the base, then `base-2`, `base-3` and so on. False, with nothing written, when another list has
 * the name; a private list may share it. Call `lockNames` before.
 */
export async function insertList(
  { db, workspaceId, now }: Ctx<Tx>,
  { id, name, description, kind, rules, slugBase, ownerCampaignId }: ListRow,
): Promise<boolean> {
  const inserted = await db.query(sql`
    INSERT INTO contact_lists (workspace_id, id, name, slug, description, kind, rules, uses, member_count, owner_campaign_id, created_at, updated_at)
    SELECT ${workspaceId}::uuid, ${id}::uuid, ${name}::text, candidate.slug, ${description}::text, ${kind}::text,
           ${rules && JSON.stringify(rules)}::text::jsonb, ${usesOf(rules)}::text[], CASE ${kind}::text WHEN 'static' THEN 0 END,
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
  { db, workspaceId, now }: Ctx,
  listId: ListId,
  { rules, ...changes }: { name?: string; description?: string | null; rules?: RuleTree | null },
): Promise<ContactList | null> {
  const [list] = await db.prisma.contactList.updateManyAndReturn({
    where: { workspaceId, id: listId, ownerCampaignId: null, kind: THERE },
    data: {
      ...changes,
      ...(rules !== undefined && { rules: (rules as Prisma.InputJsonObject | null) ?? DbNull, uses: usesOf(rules) }),
      updatedAt: now,
    },
  });
  return list ?? null;
}

/** Members that are deleted with their list; the others go in the background. */
const AT_ONCE = 1_000;

/** A list with many members becomes `deleted` until the last of them is gone. False when there is no list that may be deleted. */
export async function deleteList(tx: Scope<Tx>, listId: ListId): Promise<boolean> {
  const of = sql`workspace_id = ${tx.workspaceId}::uuid AND id = ${listId}::uuid`;
  const held = await tx.db.query(sql`
    SELECT 1 AS held FROM contact_lists WHERE ${of} AND kind NOT IN ('system', 'deleted') AND owner_campaign_id IS NULL FOR UPDATE`);
  if (held.length === 0) return false;
  // Also where it is one of several lists, or left out: the draft would go to other people than its author chose.
  await tx.db.query(sql`
    UPDATE blasts SET audience_list_id = NULL
    WHERE workspace_id = ${tx.workspaceId}::uuid AND (audience_list_id = ${listId}::uuid
      OR id IN (SELECT blast_id FROM blast_lists WHERE workspace_id = ${tx.workspaceId}::uuid AND list_id = ${listId}::uuid))`);
  if ((await deleteMembers(tx, listId, FIRST_ID, AT_ONCE)) === null) {
    await tx.db.query(sql`DELETE FROM contact_lists WHERE ${of}`);
    return true;
  }
  await tx.db.query(sql`
    UPDATE contact_lists SET kind = 'deleted', uses = '{}', member_count = NULL, name = 'deleted ' || id, slug = 'deleted-' || id WHERE ${of}`);
  await tx.db.query(sql`DELETE FROM blast_lists WHERE workspace_id = ${tx.workspaceId}::uuid AND list_id = ${listId}::uuid`);
  return true;
}

const findDeletedLists = (db: Db): Promise<{ workspaceId: WorkspaceId; listId: ListId }[]> =>
  db.query(sql`SELECT workspace_id::text AS "workspaceId", id::text AS "listId" FROM contact_lists WHERE kind = 'deleted' LIMIT 1000`);

/**
 * Deletes the next members of a deleted list, and with the last of them the list, unless another process does.
 * @returns the last of them; null when it is over
 */
const purgeList = (
  db: Db,
  { workspaceId, listId }: { workspaceId: WorkspaceId; listId: ListId },
  after: string,
  limit: number,
): Promise<string | null> =>
  db.transaction(async (tx) => {
    const of = sql`workspace_id = ${workspaceId}::uuid AND id = ${listId}::uuid AND kind = 'deleted'`;
    const held = await tx.query(sql`SELECT 1 AS held FROM contact_lists WHERE ${of} FOR UPDATE SKIP LOCKED`);
    if (held.length === 0) return null;
    const last = await deleteMembers({ db: tx, workspaceId }, listId, after, limit);
    if (last === null) await tx.query(sql`DELETE FROM contact_lists WHERE ${of}`);
    return last;
  });

export async function deletePrivateLists({ db, workspaceId }: Scope, ownerCampaignId: string, keptId: string): Promise<void> {
  await db.prisma.contactList.deleteMany({ where: { workspaceId, ownerCampaignId, id: { not: keptId } } });
}

export interface MemberCounts {
  members: number;
  blocked: number;
}

/** Counts the contacts, not the stored counter. A marketing blast passes over the blocked ones. */
export async function countMembers(ctx: Ctx, list: Membership): Promise<MemberCounts> {
  const members = sql`FROM contacts c ${withTimestamps} WHERE c.workspace_id = ${ctx.workspaceId}::uuid AND ${await membersOf(ctx, list)}`;
  const [counts] = await ctx.db.query<MemberCounts>(sql`
    SELECT (SELECT count(*)::int ${members}) AS members,
      (SELECT count(*)::int ${members} AND ${isSuppressed(false)})
      -- Apart, so that each part begins with the few that are blocked.
      + (SELECT count(*)::int ${members} AND c.marketing_email_subscribed IS FALSE AND NOT ${isSuppressed(false)}) AS blocked`);
  return counts as MemberCounts;
}

export async function holdList({ db, workspaceId }: Scope<Tx>, id: string): Promise<void> {
  await db.query(sql`SELECT 1 AS held FROM contact_lists WHERE workspace_id = ${workspaceId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`);
}

/** Deletes the members of large deleted lists, a chunk at a time. */
export const deletedListSweep = ({ db, most = CHUNK }: { db: Db; most?: number }): Sweep => ({
  name: 'deleted-lists',
  everySeconds: 5,
  run: async (stopping) => {
    for (const list of await findDeletedLists(db))
      for (let after: string | null = FIRST_ID; after !== null; after = await purgeList(db, list, after, most)) stopping.throwIfAborted();
  },
});
