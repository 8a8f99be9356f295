import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkspaceDeletion } from '../../generated/prisma/client.ts';
import { type Ctx, type Db, empty, join, raw, type Scope, type Sql, sql, type Tx, transaction } from '../platform/db.ts';
import { LeaseLost, leaseIsOver } from '../queue/lease.ts';
import { type Claim, heldBy, type Ledger } from '../queue/ledger.ts';
import { noteHosts } from './page-hosts.ts';

export const deletionLedger: Ledger = {
  table: 'workspace_deletions',
  waiting: 'pending',
  running: 'processing',
  takesTurns: true,
  mayRun: () => sql`true`,
};

export const findDeletion = ({ db, workspaceId }: Scope): Promise<WorkspaceDeletion | null> =>
  db.prisma.workspaceDeletion.findFirst({ where: { workspaceId } });

/** A deletion that is under way goes on, and one that was given up begins again. @param startAt of the first run */
export async function insertDeletion({ db, workspaceId, now }: Ctx<Tx>, startAt: Date): Promise<void> {
  await db.query(sql`
    INSERT INTO workspace_deletions AS d (workspace_id, id, lease_until, created_at)
    VALUES (${workspaceId}::uuid, ${workspaceId}::uuid, ${startAt}::timestamptz, ${now}::timestamptz)
    ON CONFLICT (workspace_id, id) DO UPDATE SET status = 'pending', attempts = 0, error_message = NULL, completed_at = NULL
    WHERE d.status = 'failed'`);
}

export async function failDeletion({ db, now }: Ctx, claim: Claim, reason: string): Promise<void> {
  await db.query(sql`
    UPDATE workspace_deletions SET status = 'failed', error_message = ${reason}::text, completed_at = ${now}::timestamptz, claimed_by = NULL,
      lease_until = NULL
    ${heldBy(deletionLedger, claim)}`);
}

/** A table with rows of workspaces. */
export interface Table {
  name: string;
  /** The columns of an index that begins with the workspace, a unique one where there is one. */
  key: { name: string; type: string }[];
}

interface Found extends Table {
  parents: string[];
  isLeased: boolean;
  isClaimed: boolean;
}

/**
 * The service deletes these rows itself, since they announce what has gone to its processes and to the sweep of stored files. The deletion's
 * own row goes with that of the workspace.
 */
const OUTLASTING = new Set(['page_changes', 'loose_files', deletionLedger.table]);
/** What makes pages reachable. */
const PAGES = ['publications', 'page_domains'];
/** Takes the pages offline, and no event is recorded any more. */
const FIRST = ['api_keys', ...PAGES, 'event_listeners'];

/** Each table before those that its foreign keys lead to: a cascade would be one statement over any number of rows. */
export async function tablesOf(db: Db): Promise<Found[]> {
  const tables = await db.query<Found>(sql`
    SELECT c.oid::regclass::text AS name, coalesce((
        SELECT json_agg(k.confrelid::regclass::text) FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confdeltype = 'c'
      ), '[]') AS parents, coalesce((
        SELECT json_agg(json_build_object('name', quote_ident(p.attname), 'type', format_type(p.atttypid, p.atttypmod)) ORDER BY o.place)
        FROM (
          SELECT i.indkey FROM pg_index i
          WHERE i.indrelid = c.oid AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL AND i.indkey[0] = a.attnum
          ORDER BY i.indisunique DESC, i.indnkeyatts, i.indexrelid LIMIT 1
        ) AS i
        CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY AS o (number, place)
        JOIN pg_attribute p ON p.attrelid = c.oid AND p.attnum = o.number
      ), '[{"name": "workspace_id", "type": "uuid"}]') AS key,
      EXISTS (SELECT FROM pg_attribute l WHERE l.attrelid = c.oid AND l.attname = 'lease_until' AND NOT l.attisdropped) AS "isLeased",
      EXISTS (SELECT FROM pg_attribute l WHERE l.attrelid = c.oid AND l.attname = 'claimed_by' AND NOT l.attisdropped) AS "isClaimed"
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' ORDER BY name`);
  const order: Found[] = [];
  for (let left = tables.filter(({ name }) => !OUTLASTING.has(name)); left.length > 0; ) {
    const parents = new Set(left.flatMap((table) => table.parents));
    const leaves = left.filter(({ name }) => !parents.has(name));
    if (leaves.length === 0) throw new Error('The foreign keys lead in a circle');
    order.push(...leaves);
    left = left.filter(({ name }) => parents.has(name));
  }
  const first = order.filter(({ name }) => FIRST.includes(name));
  return [...first, ...order.filter((table) => !first.includes(table))];
}

/** Whether a run holds work of the workspace. */
export async function isUnderWay({ db, workspaceId, now }: Ctx, tables: readonly Found[]): Promise<boolean> {
  const looks = tables
    .filter(({ isLeased }) => isLeased)
    .map(
      ({ name, isClaimed }) => sql`
        EXISTS (SELECT FROM ${raw(name)} WHERE workspace_id = ${workspaceId}::uuid AND NOT ${leaseIsOver(sql`lease_until`, now)}
          ${isClaimed ? sql`AND claimed_by IS NOT NULL` : empty})`,
    );
  const [row] = await db.query<{ isHeld: boolean }>(sql`SELECT ${join(looks, ' OR ')} AS "isHeld"`);
  return row?.isHeld ?? false;
}

/** Ends what runs hold of the workspace, as if others had taken over: their next statement about their row changes nothing, and they end. */
export async function takeHolds({ db, workspaceId }: Scope, tables: readonly Found[]): Promise<void> {
  for (const { name } of tables.filter(({ isClaimed }) => isClaimed))
    await db.query(
      sql`UPDATE ${raw(name)} SET claimed_by = gen_random_uuid() WHERE workspace_id = ${workspaceId}::uuid AND claimed_by IS NOT NULL`,
    );
}

/** In one transaction. */
const ROWS_AT_ONCE = 5_000;

export interface Deleted {
  count: number;
  /** The key of the last row in texts; rows before it are gone. Null behind the last row. */
  last: (string | null)[] | null;
}

/**
 * Deletes the next rows of a table in the order of an index, so that no statement passes over all that are gone.
 * @param after the `last` of the chunk before
 */
async function deleteNext({ db, workspaceId }: Scope, { name, key }: Table, after: Deleted['last']): Promise<Deleted> {
  const each = (of: (column: Table['key'][number], index: number) => Sql) => join(key.map(of), ', ');
  const columns = each((column) => raw(column.name));
  // Rows may share a key, and nothing compares with a null.
  const isPlace = after && !after.includes(null);
  const from = isPlace ? sql`AND (${columns}) >= (${each(({ type }, index) => sql`${after[index]}::text::${raw(type)}`)})` : empty;
  const [gone] = await db.query<Deleted>(sql`
    WITH next AS MATERIALIZED (
      SELECT ctid AS row_place, ${columns} FROM ${raw(name)} WHERE workspace_id = ${workspaceId}::uuid ${from}
      ORDER BY ${columns} LIMIT ${ROWS_AT_ONCE}::int
    ), gone AS (
      DELETE FROM ${raw(name)} WHERE workspace_id = ${workspaceId}::uuid AND ctid = ANY(ARRAY(SELECT row_place FROM next)) RETURNING 1
    )
    SELECT (SELECT count(*) FROM gone)::int AS count, (
      SELECT ARRAY[${each((column) => sql`${raw(column.name)}::text`)}] FROM next ORDER BY ${each((column) => sql`${raw(column.name)} DESC`)}
      LIMIT CASE WHEN (SELECT count(*) FROM next) = ${ROWS_AT_ONCE}::int THEN 1 ELSE 0 END
    ) AS last`);
  return gone ?? { count: 0, last: null };
}

/** In one transaction: a run that has lost its hold deletes nothing, and every process forgets pages that are gone. @throws LeaseLost */
export const deleteChunk = (ctx: Scope, claim: Claim, table: Table, after: Deleted['last']): Promise<Deleted> =>
  transaction(ctx, async (tx) => {
    const deleted = await deleteNext(tx, table, after);
    if (deleted.count > 0) await countDeleted(tx, claim, deleted.count);
    if (deleted.count > 0 && PAGES.includes(table.name)) await noteHosts(tx);
    return deleted;
  });

/** @throws LeaseLost */
async function countDeleted({ db }: Scope<Tx>, claim: Claim, count: number): Promise<void> {
  const held = await db.query(sql`
    UPDATE workspace_deletions SET deleted_rows = deleted_rows + ${count}::bigint, attempts = 0 ${heldBy(deletionLedger, claim)}
    RETURNING 1 AS held`);
  if (held.length === 0) throw new LeaseLost();
}

/** The row of the workspace, and what came since the last pass. @returns the number of rows that were deleted in all */
export const deleteWorkspaceRow = (ctx: Ctx, claim: Claim, tables: readonly Table[]): Promise<bigint> =>
  transaction(ctx, async (tx) => {
    // From here on nothing can be added, so what came since the last pass is little.
    await tx.db.query(sql`SELECT 1 AS held FROM workspaces WHERE id = ${tx.workspaceId}::uuid FOR UPDATE`);
    for (const table of tables) {
      for (let left = true; left; ) {
        const { count, last } = await deleteNext(tx, table, null);
        if (count > 0) await countDeleted(tx, claim, count);
        left = last !== null;
      }
    }
    await countDeleted(tx, claim, 1);
    const deletion = await findDeletion(tx);
    await noteHosts(tx);
    await tx.db.query(sql`DELETE FROM workspaces WHERE id = ${tx.workspaceId}::uuid`);
    return deletion?.deletedRows ?? 0n;
  });

const SETTLING_MS = 10_000;
const POLL_MS = 20;

/**
 * Waits until the transactions that are open now have ended. One of them may still add events, which no foreign key keeps from outlasting
 * the workspace; later ones find no listener for them. A transaction that stays open does not keep the workspace for ever.
 */
export async function olderTransactionsEnd(db: Db): Promise<void> {
  const [row] = await db.query<{ next: string }>(sql`SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next`);
  for (const since = Date.now(); Date.now() - since < SETTLING_MS; await sleep(POLL_MS)) {
    const [open] = await db.query<{ lowest: string }>(sql`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS lowest`);
    if (BigInt(open?.lowest ?? 0) >= BigInt(row?.next ?? 0)) return;
  }
}
