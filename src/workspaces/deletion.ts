import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, raw, type Scope, sql, transaction } from '../platform/db.ts';
import { TRUST_MS } from './authenticator.ts';
import { noteHosts } from './page-hosts.ts';

/** The service deletes these rows itself: they announce what has gone to its processes, and to the sweep of stored files. */
const OUTLASTING = new Set(['page_changes', 'loose_files']);

const ROWS_AT_ONCE = 1_000;

export interface DeletionOptions {
  /** Deletes the stored files that rows name, each before its row, so that a killed deletion finds it again. */
  deleteFiles(ctx: Scope): Promise<void>;
  /** How long processes may still accept a deleted key. */
  trustMs?: number;
}

/**
 * Deletes a workspace with all its rows and files, a chunk at a time. The keys go first, so that nothing new comes in, and the row of the
 * workspace last, so that a killed deletion can be run again.
 */
export async function deleteWorkspace(ctx: Scope, { deleteFiles, trustMs = TRUST_MS }: DeletionOptions): Promise<void> {
  if ((await deleteRows(ctx, 'api_keys')) > 0) await sleep(trustMs);
  const tables = await tablesOf(ctx.db);
  // Work that was under way may have written a row behind the pass; without its ledger it ends.
  for (let deleted = 1; deleted > 0; ) {
    await deleteFiles(ctx);
    deleted = 0;
    await releaseFiles(ctx);
    for (const table of tables) deleted += await deleteRows(ctx, table);
  }
  await olderTransactionsEnd(ctx.db);
  await transaction(ctx, async (tx) => {
    // From here on nothing can be added, so what came since the last pass is little.
    await tx.db.query(sql`SELECT 1 AS held FROM workspaces WHERE id = ${tx.workspaceId}::uuid FOR UPDATE`);
    for (const table of tables) await deleteRows(tx, table);
    await noteHosts(tx);
    await tx.db.query(sql`DELETE FROM workspaces WHERE id = ${tx.workspaceId}::uuid`);
  });
}

/** A sweep deletes the files of assets, of which several may have one. */
async function releaseFiles({ db, workspaceId }: Scope): Promise<void> {
  await db.query(sql`
    INSERT INTO loose_files (workspace_id, storage_key, due_at, size_bytes)
    SELECT DISTINCT workspace_id, storage_key, '-infinity'::timestamptz, size_bytes FROM assets WHERE workspace_id = ${workspaceId}::uuid`);
}

const SETTLING_MS = 10_000;
const POLL_MS = 20;

/**
 * Waits until the transactions that are open now have ended. One of them may still add events, which no foreign key keeps from outlasting
 * the workspace; later ones find no listener for them. A transaction that stays open does not keep the workspace for ever.
 */
async function olderTransactionsEnd(db: Db): Promise<void> {
  const [row] = await db.query<{ next: string }>(sql`SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next`);
  for (const since = Date.now(); Date.now() - since < SETTLING_MS; await sleep(POLL_MS)) {
    const [open] = await db.query<{ lowest: string }>(sql`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS lowest`);
    if (BigInt(open?.lowest ?? 0) >= BigInt(row?.next ?? 0)) return;
  }
}

async function deleteRows({ db, workspaceId }: Scope, table: string): Promise<number> {
  const rows = sql`${raw(table)} WHERE workspace_id = ${workspaceId}::uuid`;
  for (let total = 0; ; ) {
    const [gone] = await db.query<{ count: number }>(sql`
      WITH gone AS (DELETE FROM ${rows} AND ctid = ANY(ARRAY(SELECT ctid FROM ${rows} LIMIT ${ROWS_AT_ONCE}::int)) RETURNING 1)
      SELECT count(*)::int AS count FROM gone`);
    const count = gone?.count ?? 0;
    total += count;
    if (count < ROWS_AT_ONCE) return total;
  }
}

/** The tables with rows of workspaces, each before those that its foreign keys lead to: a cascade would be one statement over any number of rows. */
async function tablesOf(db: Db): Promise<string[]> {
  const tables = await db.query<{ name: string; parents: string[] }>(sql`
    SELECT c.oid::regclass::text AS name, coalesce((
      SELECT json_agg(k.confrelid::regclass::text) FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confdeltype = 'c'
    ), '[]') AS parents
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' ORDER BY name`);
  const order: string[] = [];
  for (let left = tables.filter(({ name }) => !OUTLASTING.has(name)); left.length > 0; ) {
    const parents = new Set(left.flatMap((table) => table.parents));
    const leaves = left.filter(({ name }) => !parents.has(name));
    if (leaves.length === 0) throw new Error('The foreign keys lead in a circle');
    order.push(...leaves.map(({ name }) => name));
    left = left.filter(({ name }) => parents.has(name));
  }
  return order;
}
