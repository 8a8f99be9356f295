import { type Db, sql } from '../../platform/db.ts';
import { failDeliveries } from '../deliveries/claims.repo.ts';
import { setState } from '../deliveries/dispatches.repo.ts';
import type { Origin } from '../deliveries/origin.ts';
import { holdMessage } from './messages.repo.ts';
import { settleMessage } from './settle.ts';

/** A message to one person, and its copies. One that cannot go out has failed for good. */
export const transactionalOrigin: Origin = {
  name: 'transactional',
  stillWanted: sql`TRUE`,
  async hold(tx, messageId) {
    await holdMessage(tx, messageId);
  },
  stopped: settleMessage,
  ended: settleMessage,
  async failed(tx, messageId, reason) {
    await failDeliveries(tx, messageId, reason);
    await setState(tx, messageId, 'ended');
    await settleMessage(tx, messageId);
  },
};

/** Fails all messages that wait, of all workspaces; their dispatches are paused already. The tables may be those of an older version. */
export async function failMessages(db: Pick<Db, 'query'>, reason: string, now: Date): Promise<void> {
  const [found] = await db.query<{ has: boolean }>(sql`SELECT to_regclass('transactional_messages') IS NOT NULL AS has`);
  if (!found?.has) return;
  await db.query(sql`
    WITH waiting AS MATERIALIZED (
      SELECT workspace_id, id, files_key, files_bytes FROM transactional_messages WHERE ended_at IS NULL
    ), failed AS (
      UPDATE deliveries d SET status = 'failed', error = ${reason}::text, next_attempt_at = NULL
      FROM waiting w WHERE d.workspace_id = w.workspace_id AND d.message_id = w.id AND d.status = 'pending'
    ), dispatch AS (
      UPDATE dispatches d SET state = 'ended' FROM waiting w WHERE d.workspace_id = w.workspace_id AND d.message_id = w.id
    ), said AS (
      UPDATE messages m SET html = '', plain_text = '' FROM waiting w WHERE m.workspace_id = w.workspace_id AND m.id = w.id
    ), loose AS (
      INSERT INTO loose_files (workspace_id, storage_key, size_bytes, due_at)
      SELECT workspace_id, files_key, files_bytes, ${now}::timestamptz FROM waiting WHERE files_key IS NOT NULL
    )
    UPDATE transactional_messages t SET ended_at = ${now}::timestamptz, data = NULL, headers = NULL, files_key = NULL, files_bytes = NULL
    FROM waiting w WHERE t.workspace_id = w.workspace_id AND t.id = w.id`);
}
