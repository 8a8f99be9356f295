import { createHash } from 'node:crypto';
import { byChunks } from '../platform/chunks.ts';
import { type Db, sql, type Tx } from '../platform/db.ts';
import type { WorkspaceId } from '../platform/ids.ts';
import type { Sealing } from '../platform/sealing.ts';
import { DomainError } from '../shared/errors.ts';

const KEEP_MS = 24 * 60 * 60 * 1_000;

export interface KeyedRequest {
  workspaceId: WorkspaceId;
  operation: string;
  path: string;
  key: string;
  /** The query, in any order, and the body, white space aside: both must be the same for a replay. */
  fingerprint: string;
  /** Given where the answer shows a secret, which must not lie readable in the database. */
  sealing?: Sealing;
}

export interface StoredReply {
  status: number;
  body: unknown;
  replayed: boolean;
}

const inProgress = () => new DomainError('idempotency_in_progress', 'A request with this Idempotency-Key is still being processed.');

/**
 * Runs `work` once for its key and replays the answer afterwards. The answer is written in the transaction of `work`: after a crash either
 * both are there or neither is, and a retry never repeats the work. A lock of the same transaction holds the key, so it is freed however
 * the transaction ends.
 */
export async function once(
  db: Db,
  request: KeyedRequest,
  now: () => Date,
  work: (tx: Tx) => Promise<{ status: number; body?: unknown }>,
): Promise<StoredReply> {
  const hash = createHash('sha256').update(request.fingerprint).digest();
  try {
    return await db.transaction(async (tx) => {
      const { held, ...kept } = await read<Kept & { held: boolean }>(tx, HOLD, request, hash, now());
      const stored = replyOf(request, kept);
      if (stored) return stored;
      if (!held) throw inProgress();
      const { status, body } = await work(tx);
      await keep(tx, request, hash, { status, body }, now());
      return { status, body, replayed: false };
    });
  } catch (error) {
    // Another execution may have ended between the look and the lock. Its answer then counts, not the error that it caused here.
    const stored = error instanceof DomainError && replyOf(request, await read<Kept>(db, LOOK, request, hash, now()));
    if (stored) return stored;
    throw error;
  }
}

/** Nulls where no answer counts any more. */
interface Kept {
  same: boolean | null;
  status: number;
  body: string;
}

/** @throws idempotency_key_mismatch */
function replyOf(request: KeyedRequest, { same, status, body }: Kept): StoredReply | null {
  if (same === false) throw new DomainError('idempotency_key_mismatch', 'This Idempotency-Key was used with a different request.');
  return same ? { status, body: JSON.parse(opened(request, body)), replayed: true } : null;
}

const placeOf = ({ workspaceId, operation, path, key }: KeyedRequest) => [workspaceId, operation, path, key].join(' ');

const sealed = (request: KeyedRequest, body: string): string =>
  request.sealing ? request.sealing.seal(placeOf(request), Buffer.from(body)).toString('base64') : body;

const opened = (request: KeyedRequest, body: string): string =>
  request.sealing ? request.sealing.open(placeOf(request), Buffer.from(body, 'base64')).toString() : body;

const LOOK_TEXT = `
  SELECT k.request_hash = $5::bytea AS same, k.status, k.body
  FROM (SELECT) AS one
  LEFT JOIN idempotency_keys k ON k.workspace_id = $1::text::uuid AND k.operation = $2 AND k.path = $3 AND k.key = $4
    AND k.expires_at > $6::timestamptz`;
const LOOK = { name: 'look_at_idempotency_key', text: LOOK_TEXT };
/** Also locks the key until the end of the transaction, if it is free. */
const HOLD_TEXT = LOOK_TEXT.replace(
  'SELECT',
  `SELECT pg_try_advisory_xact_lock(hashtextextended(concat_ws(' ', 'idempotency', $1::text, $2::text, $3::text, $4::text), 0)) AS held,`,
);
const HOLD = { name: 'hold_idempotency_key', text: HOLD_TEXT };

type Statement = { name: string; text: string };

async function read<Row>(db: Db, statement: Statement, request: KeyedRequest, hash: Buffer, now: Date): Promise<Row> {
  const { workspaceId, operation, path, key } = request;
  const [row] = await db.query<Row>({ ...statement, values: [workspaceId, operation, path, key, hash, now] });
  return row as Row;
}

const KEEP = `
  INSERT INTO idempotency_keys AS k (workspace_id, operation, path, key, request_hash, status, body, expires_at)
  VALUES ($1::uuid, $2, $3, $4, $5, $6, $7, $8::timestamptz)
  ON CONFLICT (workspace_id, operation, path, key) DO UPDATE
  SET request_hash = excluded.request_hash, status = excluded.status, body = excluded.body, expires_at = excluded.expires_at
  WHERE k.expires_at <= $9::timestamptz
  RETURNING 1 AS kept`;

async function keep(
  tx: Tx,
  request: KeyedRequest,
  hash: Buffer,
  { status, body }: { status: number; body?: unknown },
  now: Date,
): Promise<void> {
  const { workspaceId, operation, path, key } = request;
  const stored = sealed(request, JSON.stringify(body ?? null));
  const kept = await tx.query({
    name: 'keep_idempotent_answer',
    text: KEEP,
    values: [workspaceId, operation, path, key, hash, status, stored, new Date(now.getTime() + KEEP_MS), now],
  });
  // Another execution has ended meanwhile; its answer counts, and this one is rolled back.
  if (kept.length === 0) throw inProgress();
}

export const forgetExpiredKeys = (db: Db, now: Date, stopping?: AbortSignal, most = 10_000): Promise<void> =>
  byChunks(
    most,
    async (limit) => {
      const [gone] = await db.query<{ count: number }>(sql`
        WITH gone AS (
          DELETE FROM idempotency_keys k
          USING (
            SELECT workspace_id, operation, path, key FROM idempotency_keys
            WHERE expires_at <= ${now}::timestamptz ORDER BY expires_at LIMIT ${limit}::int
          ) AS old
          WHERE k.workspace_id = old.workspace_id AND k.operation = old.operation AND k.path = old.path AND k.key = old.key
            AND k.expires_at <= ${now}::timestamptz
          RETURNING 1
        )
        SELECT count(*)::int AS count FROM gone`);
      return gone?.count ?? 0;
    },
    stopping,
  );
