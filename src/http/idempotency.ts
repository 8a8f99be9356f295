import { createHash } from 'node:crypto';
import { type Db, sql } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import { DomainError } from '../shared/errors.ts';

/** How long a first answer is replayed. */
const KEEP_MS = 24 * 60 * 60 * 1_000;
/** How long a key stays taken by a process that died with it. Longer than any request should run. */
const LEASE_MS = 60 * 1_000;

export interface KeyedRequest {
  workspaceId: string;
  operation: string;
  path: string;
  key: string;
  /** What has to be the same for a replay: the query, whatever its order, and the body, white space aside. */
  fingerprint: string;
}

export interface StoredReply {
  status: number;
  body: unknown;
  replayed: boolean;
}

const inProgress = () => new DomainError('idempotency_in_progress', 'A request with this Idempotency-Key is still being processed.');

/**
 * Runs `work` once for its key and replays the answer afterwards. The answer is written in the transaction that `work`
 * runs in: after a crash either both are there or neither is, and a retry never does the work twice.
 */
export async function once(
  db: Db,
  request: KeyedRequest,
  now: () => Date,
  work: (tx: Db) => Promise<{ status: number; body?: unknown }>,
): Promise<StoredReply> {
  const { workspaceId, operation, path, key } = request;
  const hash = createHash('sha256').update(request.fingerprint).digest();
  const claim = newId();
  const moment = now();
  const leaseUntil = new Date(moment.getTime() + LEASE_MS);
  const expiresAt = new Date(moment.getTime() + KEEP_MS);
  const mine = sql`workspace_id = ${workspaceId}::uuid AND operation = ${operation} AND path = ${path} AND key = ${key} AND claim = ${claim}::uuid`;

  const claimed = await db.query(sql`
    INSERT INTO idempotency_keys AS k (workspace_id, operation, path, key, request_hash, claim, lease_until, expires_at)
    VALUES (${workspaceId}::uuid, ${operation}, ${path}, ${key}, ${hash}, ${claim}::uuid, ${leaseUntil}::timestamptz, ${expiresAt}::timestamptz)
    ON CONFLICT (workspace_id, operation, path, key) DO UPDATE
    SET request_hash = excluded.request_hash, claim = excluded.claim, lease_until = excluded.lease_until,
        expires_at = excluded.expires_at, status = NULL, body = NULL
    WHERE k.expires_at <= ${moment}::timestamptz OR (k.status IS NULL AND k.lease_until <= ${moment}::timestamptz)
    RETURNING 1 AS claimed`);
  if (claimed.length === 0) return replay(db, request, hash);

  try {
    const reply = await db.transaction(async (tx) => {
      const result = await work(tx);
      const kept = await tx.query(sql`
        UPDATE idempotency_keys SET status = ${result.status}, body = ${JSON.stringify(result.body ?? null)}
        WHERE ${mine} RETURNING 1 AS kept`);
      // The lease ran out and somebody else took the key: their execution counts, this one is rolled back.
      if (kept.length === 0) throw inProgress();
      return result;
    });
    return { status: reply.status, body: reply.body, replayed: false };
  } catch (error) {
    // Only success is kept. If this fails too, the lease frees the key.
    await db.query(sql`DELETE FROM idempotency_keys WHERE ${mine} AND status IS NULL`).catch(() => {});
    throw error;
  }
}

async function replay(db: Db, { workspaceId, operation, path, key }: KeyedRequest, hash: Buffer): Promise<StoredReply> {
  const [row] = await db.query<{ same: boolean; status: number | null; body: string | null }>(sql`
    SELECT request_hash = ${hash} AS same, status, body FROM idempotency_keys
    WHERE workspace_id = ${workspaceId}::uuid AND operation = ${operation} AND path = ${path} AND key = ${key}`);
  // Freed between the two statements: the first request has just failed, and a retry will run.
  if (!row) throw inProgress();
  if (!row.same) throw new DomainError('idempotency_key_mismatch', 'This Idempotency-Key was used with a different request.');
  if (row.status === null) throw inProgress();
  return { status: row.status, body: JSON.parse(row.body ?? 'null'), replayed: true };
}

/** Forgets the answers that nobody will ask for again. */
export async function forgetExpiredKeys(db: Db, now: Date): Promise<void> {
  await db.query(sql`DELETE FROM idempotency_keys WHERE expires_at <= ${now}::timestamptz`);
}
