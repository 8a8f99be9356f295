import { type Ctx, type Db, type Scope, sql, type Tx } from '../../platform/db.ts';

/** Requests to confirm that a workspace mails in an hour. Without the bound, its forms could be used to mail any number of strangers. */
export const MOST_CONFIRMATIONS_AN_HOUR = 1_000;
const HOUR_MS = 60 * 60_000;

interface Room {
  left: number;
  /** Until there is room again, where there is none. */
  seconds: number;
}

export async function confirmationRoom({ db, workspaceId, now }: Ctx<Db>): Promise<Room> {
  const [recent] = await db.query<{ count: number; oldest: Date | null }>(sql`
    SELECT count(*)::int AS count, min(created_at) AS oldest FROM (
      SELECT created_at FROM consent_confirmations
      WHERE workspace_id = ${workspaceId}::uuid AND created_at > ${new Date(now.getTime() - HOUR_MS)}::timestamptz
      ORDER BY created_at DESC LIMIT ${MOST_CONFIRMATIONS_AN_HOUR}::int) AS recent`);
  const { count, oldest } = recent ?? { count: 0, oldest: null };
  const freeAt = (oldest?.getTime() ?? now.getTime()) + HOUR_MS;
  return { left: MOST_CONFIRMATIONS_AN_HOUR - count, seconds: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1_000)) };
}

/** Others of the workspace wait until the transaction ends, so that no two of them take the last room. */
export async function lockConfirmations({ db, workspaceId }: Scope<Tx>): Promise<void> {
  await db.query(sql`
    SELECT 1 AS locked FROM pg_advisory_xact_lock(hashtextextended('consent confirmations ' || ${workspaceId}::text, 0))`);
}
