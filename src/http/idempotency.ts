import { createHash } from 'node:crypto';
import { type Db, sql } from '../platform/db.ts';
import { DomainError } from '../shared/errors.ts';

/** How long a first answer is replayed. */
const KEEP_MS = 24 * 60 * 60 * 1_000;

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
 * runs in: after a crash either both are there or neither is, and a retry never does the work twice. What holds the key
 * meanwhile is a lock of that same transaction, so that nothing has to set it free: it is, however the transaction ends.
 */
export function once(
  db: Db,
  request: KeyedRequest,
  now: () => Date,
  work: (tx: Db) => Promise<{ status: number; body?: unknown }>,
): Promise<StoredReply> {
  const hash = createHash('sha256').update(request.fingerprint).digest();
  return db.transaction(async (tx) => {
    const stored = await hold(tx, request, hash, now());
    if (stored) return stored;
    const { status, body } = await work(tx);
    await keep(tx, request, hash, { status, body }, now());
    return { status, body, replayed: false };
  });
}

/** `k` is what is kept for the key, if it still counts. */
const HOLD = `
  SELECT pg_try_advisory_xact_lock(hashtextextended(concat_ws(' ', 'idempotency', $1::text, $2::text, $3::text, $4::text), 0)) AS held,
    k.request_hash = $5::bytea AS same, k.status, k.body
  FROM (SELECT) AS one
  LEFT JOIN idempotency_keys k ON k.workspace_id = $1::text::uuid AND k.operation = $2 AND k.path = $3 AND k.key = $4
    AND k.expires_at > $6::timestamptz`;

/** The kept answer; or null, and the key is held until the end of the transaction. */
async function hold(tx: Db, { workspaceId, operation, path, key }: KeyedRequest, hash: Buffer, now: Date): Promise<StoredReply | null> {
  const [found] = await tx.query<{ held: boolean; same: boolean | null; status: number; body: string }>({
    name: 'hold_idempotency_key',
    text: HOLD,
    values: [workspaceId, operation, path, key, hash, now],
  });
  const { held, same, status, body } = found as NonNullable<typeof found>;
  if (same === false) throw new DomainError('idempotency_key_mismatch', 'This Idempotency-Key was used with a different request.');
  if (same) return { status, body: JSON.parse(body), replayed: true };
  if (!held) throw inProgress();
  return null;
}

const KEEP = `
  INSERT INTO idempotency_keys AS k (workspace_id, operation, path, key, request_hash, status, body, expires_at)
  VALUES ($1::uuid, $2, $3, $4, $5, $6, $7, $8::timestamptz)
  ON CONFLICT (workspace_id, operation, path, key) DO UPDATE
  SET request_hash = excluded.request_hash, status = excluded.status, body = excluded.body, expires_at = excluded.expires_at
  WHERE k.expires_at <= $9::timestamptz
  RETURNING 1 AS kept`;

async function keep(
  tx: Db,
  { workspaceId, operation, path, key }: KeyedRequest,
  hash: Buffer,
  { status, body }: { status: number; body?: unknown },
  now: Date,
): Promise<void> {
  const kept = await tx.query({
    name: 'keep_idempotent_answer',
    text: KEEP,
    values: [workspaceId, operation, path, key, hash, status, JSON.stringify(body ?? null), new Date(now.getTime() + KEEP_MS), now],
  });
  // Another execution ended between our look and our lock: it counts, and this one is rolled back.
  if (kept.length === 0) throw inProgress();
}

/** Forgets the answers that nobody will ask for again. */
export async function forgetExpiredKeys(db: Db, now: Date): Promise<void> {
  await db.query(sql`DELETE FROM idempotency_keys WHERE expires_at <= ${now}::timestamptz`);
}
