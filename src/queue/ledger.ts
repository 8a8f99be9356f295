import { type Db, empty, raw, type Sql, sql } from '../platform/db.ts';
import type { WorkspaceId } from '../platform/ids.ts';
import { LEASE_MS, leaseIsOver } from './lease.ts';
import { isActive } from './suspension.ts';

/**
 * A table whose rows are units of background work. Its columns: `workspace_id, id, status, claimed_by, lease_until, attempts, created_at,
 * completed_at, error_message`, and the one named by `servedAt`. It has an index on `(status, workspace_id, created_at, id)` over its open
 * rows. A row without a `claimed_by` cannot be claimed before its `lease_until`.
 */
export interface Ledger {
  table: string;
  /** Status of rows that have not begun, and of those that have. */
  waiting: string;
  running: string;
  released?: string;
  /** The time of the last claim; `served_at` by default. */
  servedAt?: string;
  /** Rows of a workspace take turns. By default its oldest row is next until it has ended. */
  takesTurns?: boolean;
  only?: Sql;
  /** A condition on the workspace of a row; by default it is not suspended. @param workspaceId its column */
  mayRun?: (workspaceId: Sql) => Sql;
  /** Further columns that a claim sets: `, column = …`. */
  onClaim?: (now: Date) => Sql;
}

/** A run's hold on a row. Each of its statements carries `claimId`, and changes nothing once another run has taken over. */
export interface Claim {
  workspaceId: WorkspaceId;
  id: string;
  claimId: string;
  /** Since the row last made progress, this claim included. */
  attempts: number;
  /** The run that held the row and did not release it. */
  previousRun: string | null;
}

/** Literal, so that the planner can use a partial index. */
const literal = (status: string): Sql => raw(`'${status}'`);

const only = ({ only }: Ledger): Sql => (only ? sql`AND ${only}` : empty);

const mayRun = ({ mayRun = isActive, table }: Ledger): Sql => sql`AND ${mayRun(raw(`${table}.workspace_id`))}`;

/** Begun rows without a live run: released, or of a run that has died. */
const isFree = ({ running }: Ledger, now: Date): Sql => sql`status = ${literal(running)} AND ${leaseIsOver(sql`lease_until`, now)}`;
const isWaiting = ({ waiting }: Ledger, now: Date): Sql => sql`status = ${literal(waiting)} AND ${leaseIsOver(sql`lease_until`, now)}`;

/** A workspace with free rows, and its runs under way. */
interface Candidate {
  workspaceId: WorkspaceId;
  running: number;
}

/** So many workspaces are compared under the lock, however many have work. */
const MOST_CANDIDATES = 16;
/** Choices while other processes keep taking the same workspaces; the last takes what it gets. */
const MOST_CHOICES = 5;

/**
 * The workspace with the fewest runs under way is next, among those the one that was served longest ago. All workspaces are looked at
 * without a lock. An advisory lock orders claims of a ledger, so that each sees those before it, and lasts for the comparison of the first
 * few workspaces only: processes seldom wait for it.
 * @param except workspaces to leave out
 */
export async function claimNext(
  db: Db,
  ledger: Ledger,
  claimId: string,
  now: Date,
  except: readonly string[] = [],
): Promise<Claim | undefined> {
  for (let choice = 1; choice <= MOST_CHOICES; choice += 1) {
    const candidates = await db.query<Candidate>(sql`
      WITH RECURSIVE ${freeWorkspaces(ledger, now)}, next AS (${ranked(ledger, now, except)})
      SELECT workspace_id::text AS "workspaceId", running::int FROM next LIMIT ${MOST_CANDIDATES}::int`);
    if (candidates.length === 0) return undefined;
    // Others may have taken all of them; workspaces beyond the list then have fewer runs.
    const isWhole = candidates.length < MOST_CANDIDATES || choice === MOST_CHOICES;
    const claim = await claimAmong(db, { ledger, claimId, now }, candidates, isWhole ? null : (candidates.at(-1) as Candidate).running);
    if (claim || isWhole) return claim;
  }
  return undefined;
}

interface Choosing {
  ledger: Ledger;
  claimId: string;
  now: Date;
}

/** @param most runs of the workspace under way; null for any number */
const claimAmong = (
  db: Db,
  { ledger, claimId, now }: Choosing,
  candidates: readonly Candidate[],
  most: number | null,
): Promise<Claim | undefined> =>
  db.transaction(async (tx) => {
    const ids = candidates.map(({ workspaceId }) => workspaceId);
    await tx.query(sql`SELECT 1 AS held FROM pg_advisory_xact_lock(hashtextextended(${ledger.table}::text, 0))`);
    const [claimed] = await tx.query<Claim>(sql`
      WITH workspace AS (SELECT unnest(${ids}::uuid[]) AS workspace_id), ranked AS (${ranked(ledger, now, [])}),
      next AS (SELECT * FROM ranked WHERE ${most}::int IS NULL OR running <= ${most}::int LIMIT 1)
      UPDATE ${raw(ledger.table)} t
      SET status = ${literal(ledger.running)}, claimed_by = ${claimId}::uuid, lease_until = ${leaseEnd(now)}::timestamptz,
        attempts = t.attempts + 1, ${servedAt(ledger)} = ${now}::timestamptz ${ledger.onClaim?.(now) ?? empty}
      FROM next WHERE t.workspace_id = next.workspace_id AND t.id = next.id AND t.status IN (${literal(ledger.waiting)}, ${literal(ledger.running)})
      RETURNING t.workspace_id::text AS "workspaceId", t.id::text, ${claimId}::text AS "claimId", t.attempts,
        next.claimed_by::text AS "previousRun"`);
    return claimed;
  });

const servedAt = (ledger: Ledger): Sql => raw(ledger.servedAt ?? 'served_at');

/** CTEs: `workspace` has those with waiting or free rows. */
const freeWorkspaces = (ledger: Ledger, now: Date): Sql => {
  const table = raw(ledger.table);
  return sql`waiting AS (
      -- Steps from workspace to workspace, however many rows each has.
      (SELECT workspace_id FROM ${table} WHERE status = ${literal(ledger.waiting)} ORDER BY workspace_id LIMIT 1)
      UNION ALL
      SELECT following.workspace_id FROM waiting w CROSS JOIN LATERAL (
        SELECT t.workspace_id FROM ${table} t
        WHERE t.status = ${literal(ledger.waiting)} AND t.workspace_id > w.workspace_id ORDER BY t.workspace_id LIMIT 1
      ) AS following
    ), workspace AS (
      SELECT workspace_id FROM waiting UNION SELECT workspace_id FROM ${table} WHERE ${isFree(ledger, now)}
    )`;
};

/** The next row of each of the `workspace`s, in the order of their turns. */
const ranked = (ledger: Ledger, now: Date, except: readonly string[]): Sql => {
  const table = raw(ledger.table);
  const order = ledger.takesTurns ? sql`${servedAt(ledger)} NULLS FIRST, created_at, id` : sql`created_at, id`;
  return sql`
    SELECT candidate.*, under_way.running FROM workspace w
    CROSS JOIN LATERAL (
      SELECT * FROM (
        (SELECT workspace_id, id, claimed_by, created_at, ${servedAt(ledger)} FROM ${table}
         WHERE ${isWaiting(ledger, now)} AND workspace_id = w.workspace_id ${only(ledger)} ORDER BY ${order} LIMIT 1)
        UNION ALL
        (SELECT workspace_id, id, claimed_by, created_at, ${servedAt(ledger)} FROM ${table}
         WHERE ${isFree(ledger, now)} AND workspace_id = w.workspace_id ${only(ledger)} ORDER BY ${order} LIMIT 1)
      ) AS either ORDER BY ${order} LIMIT 1
    ) AS candidate
    CROSS JOIN LATERAL (
      SELECT count(*) AS running FROM ${table}
      WHERE status = ${literal(ledger.running)} AND workspace_id = w.workspace_id AND claimed_by IS NOT NULL
        AND NOT ${leaseIsOver(sql`lease_until`, now)} ${only(ledger)}
    ) AS under_way
    CROSS JOIN LATERAL (
      SELECT max(${servedAt(ledger)}) AS served FROM ${table} WHERE workspace_id = w.workspace_id ${only(ledger)}
    ) AS last
    WHERE NOT w.workspace_id = ANY(${[...except]}::uuid[]) AND ${(ledger.mayRun ?? isActive)(sql`w.workspace_id`)}
    ORDER BY under_way.running, last.served NULLS FIRST, candidate.created_at, candidate.id`;
};

const leaseEnd = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

/** The condition under which a run's statement about its row counts. */
export const heldBy = ({ running }: Ledger, { workspaceId, id, claimId }: Claim): Sql =>
  sql`WHERE workspace_id = ${workspaceId}::uuid AND id = ${id}::uuid AND claimed_by = ${claimId}::uuid AND status = ${literal(running)}`;

/** @returns false when the run no longer holds the row */
export const renew = (db: Db, ledger: Ledger, claim: Claim, now: Date): Promise<boolean> =>
  isHeld(db, sql`UPDATE ${raw(ledger.table)} SET lease_until = ${leaseEnd(now)}::timestamptz ${heldBy(ledger, claim)} RETURNING 1 AS held`);

/** @param changes `status = …, …` @returns false when the run no longer holds the row: its results do not count */
export const end = (db: Db, ledger: Ledger, claim: Claim, changes: Sql): Promise<boolean> =>
  isHeld(
    db,
    sql`UPDATE ${raw(ledger.table)} SET claimed_by = NULL, lease_until = NULL, ${changes} ${heldBy(ledger, claim)} RETURNING 1 AS held`,
  );

/** @param isCounted false for a run that only makes room */
export async function release(db: Db, ledger: Ledger, claim: Claim, { at, isCounted }: { at: Date; isCounted: boolean }): Promise<void> {
  await db.query(sql`
    UPDATE ${raw(ledger.table)} SET status = ${literal(ledger.released ?? ledger.running)}, claimed_by = NULL, lease_until = ${at}::timestamptz,
      attempts = greatest(attempts - ${isCounted ? 0 : 1}::int, 0)
    ${heldBy(ledger, claim)}`);
}

/** Open rows without a run, of all workspaces, with the data of their jobs. */
export const findFree = (ledger: Ledger, now: Date, limit: number): Sql => sql`
  SELECT id::text, '{}'::jsonb FROM (
    (SELECT id FROM ${raw(ledger.table)} WHERE ${isWaiting(ledger, now)} ${only(ledger)} ${mayRun(ledger)} LIMIT ${limit}::int)
    UNION ALL
    (SELECT id FROM ${raw(ledger.table)} WHERE ${isFree(ledger, now)} ${only(ledger)} ${mayRun(ledger)} LIMIT ${limit}::int)
  ) AS free LIMIT ${limit}::int`;

const isHeld = async (db: Db, statement: Sql): Promise<boolean> => (await db.query(statement)).length > 0;
