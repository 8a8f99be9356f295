import { readAnyList } from '../../audience/contact-lists/contact-lists.repo.ts';
import { membersOf } from '../../audience/contact-lists/membership.ts';
import { withMoments } from '../../audience/contacts/contacts.repo.ts';
import { suppressionReason } from '../../audience/suppressions/suppression.ts';
import { type Db, sql } from '../../platform/db.ts';

/** A blast on its way whose deliveries are not written yet, held until the transaction ends. */
export interface Unprepared {
  operational: boolean;
  /** On the free plan, how many of the day's emails are promised to it. */
  reserved: number | null;
  audienceListId: string | null;
}

export async function lockUnprepared(tx: Db, workspaceId: string, blastId: string): Promise<Unprepared | undefined> {
  const [blast] = await tx.query<Unprepared>(sql`
    SELECT operational, reserved_recipients AS reserved, audience_list_id AS "audienceListId" FROM blasts
    WHERE workspace_id = ${workspaceId}::uuid AND id = ${blastId}::uuid AND status = 'sending' AND prepared_at IS NULL
    FOR UPDATE`);
  return blast;
}

/**
 * Writes a delivery for each member of the audience, whatever becomes of it, in one statement. On the free plan no more than the
 * reserved number may be mailed; members who joined since are left out.
 * @returns how many are to be mailed; null when the list is gone
 */
export async function writeDeliveries(
  tx: Db,
  workspaceId: string,
  blastId: string,
  { operational, reserved, audienceListId }: Unprepared,
  now: Date,
): Promise<number | null> {
  const list = audienceListId && (await readAnyList(tx, workspaceId, audienceListId));
  if (!list) return null;
  const [written] = await tx.query<{ mailable: number }>(sql`
    WITH audience AS (
      SELECT c.id, c.display_name, c.email, ${suppressionReason(operational)} AS suppressed
      FROM contacts c ${withMoments}
      WHERE c.workspace_id = ${workspaceId}::uuid AND ${await membersOf(tx, workspaceId, list, now)}
    ), ranked AS (
      SELECT *, email IS NOT NULL AND suppressed IS NULL AS mailable,
             count(*) FILTER (WHERE email IS NOT NULL AND suppressed IS NULL) OVER (ORDER BY id) AS place
      FROM audience
    ), kept AS (
      SELECT * FROM ranked WHERE NOT mailable OR ${reserved}::int IS NULL OR place <= ${reserved}::int
    ), written AS (
      INSERT INTO deliveries (workspace_id, id, message_id, contact_id, display_name, email, status, error)
      SELECT ${workspaceId}::uuid, uuid_v7(${now}::timestamptz), ${blastId}::uuid, id, display_name, email,
             CASE WHEN email IS NULL THEN 'unqualified' WHEN suppressed IS NOT NULL THEN 'blocked' ELSE 'pending' END,
             CASE WHEN email IS NULL THEN NULL ELSE suppressed END
      FROM kept
    ), noted AS (
      UPDATE blasts
      SET prepared_at = ${now}::timestamptz, updated_at = ${now}::timestamptz,
          audience_truncated = (SELECT count(*) FROM ranked) > (SELECT count(*) FROM kept)
      WHERE workspace_id = ${workspaceId}::uuid AND id = ${blastId}::uuid
    )
    SELECT count(*)::int AS mailable FROM kept WHERE mailable`);
  return written?.mailable ?? 0;
}

/** Blasts on their way whose deliveries nobody has written: the job that should have was lost. */
export const findUnprepared = (db: Db): Promise<{ workspace_id: string; blast_id: string; operational: boolean }[]> =>
  db.query(sql`SELECT workspace_id, id AS blast_id, operational FROM blasts WHERE status = 'sending' AND prepared_at IS NULL`);

export const analyseDeliveries = (db: Db): Promise<unknown> => db.query({ text: 'ANALYZE deliveries', values: [] });

/** How many are to be mailed whom nobody has in hand. */
export async function countWaiting(tx: Db, workspaceId: string, blastId: string): Promise<number> {
  const [row] = await tx.query<{ waiting: number }>(sql`
    SELECT count(*)::int AS waiting FROM deliveries d
    WHERE d.workspace_id = ${workspaceId}::uuid AND d.message_id = ${blastId}::uuid AND d.status = 'pending'
      AND (d.next_attempt_at IS NOT NULL OR NOT EXISTS (
        SELECT FROM claims c WHERE c.workspace_id = d.workspace_id AND c.message_id = d.message_id AND d.id = ANY(c.ids)))`);
  return row?.waiting ?? 0;
}
