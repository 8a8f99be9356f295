import type { Sweep } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Ctx, type Db, sql, type Tx } from '../../platform/db.ts';
import type { Proof } from './captcha.ts';

/**
 * Uses up solutions that have not expired. Another transaction that uses one of them is waited for. In one order, so that no two
 * transactions wait for each other.
 * @returns the nonces that had not been used before
 */
export async function spend({ db, workspaceId, now }: Ctx<Tx>, proofs: readonly Proof[]): Promise<Set<string>> {
  const valid = proofs.filter(({ expiresAt }) => expiresAt > now);
  if (valid.length === 0) return new Set();
  const rows = await db.query<{ nonce: string }>(sql`
    INSERT INTO spent_challenges (workspace_id, nonce, expires_at)
    SELECT ${workspaceId}::uuid, p.nonce, p.expires_at
    FROM unnest(${valid.map(({ nonce }) => nonce)}::text[], ${valid.map(({ expiresAt }) => expiresAt)}::timestamptz[]) AS p (nonce, expires_at)
    ORDER BY p.nonce
    ON CONFLICT (workspace_id, nonce) DO NOTHING
    RETURNING nonce`);
  return new Set(rows.map(({ nonce }) => nonce));
}

const AT_ONCE = 5_000;

/** An expired solution is refused before anything looks for it here. */
export const spentChallengeSweep = ({ db, clock }: { db: Db; clock: Clock }): Sweep => ({
  name: 'spent-challenges',
  everySeconds: 600,
  run: async (stopping) => {
    for (let deleted = AT_ONCE; deleted === AT_ONCE; ) {
      stopping.throwIfAborted();
      const rows = await db.query(sql`
        DELETE FROM spent_challenges s USING (
          SELECT workspace_id, nonce FROM spent_challenges WHERE expires_at <= ${clock.now()}::timestamptz ORDER BY expires_at LIMIT ${AT_ONCE}::int
        ) old WHERE s.workspace_id = old.workspace_id AND s.nonce = old.nonce RETURNING 1 AS gone`);
      deleted = rows.length;
    }
  },
});
