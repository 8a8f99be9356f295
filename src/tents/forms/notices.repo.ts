import { type Ctx, type Db, sql, type Tx } from '../../platform/db.ts';
import type { TentId, WorkspaceId } from '../../platform/ids.ts';
import type { After } from './submission-page.repo.ts';

interface Place {
  tentId: TentId;
  formId: string;
}

/** Submissions of the same moment are committed by then. */
const SETTLED_MS = 5_000;

/** Has people notified of what has just been submitted. Only what came lately is meant, however long nobody was to be notified. */
export async function requestNotices({ db, workspaceId, now }: Ctx<Tx>, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return;
  const unique = [...new Map(places.map((place) => [`${place.tentId} ${place.formId}`, place])).entries()].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const dueAt = new Date(now.getTime() + SETTLED_MS);
  const since = new Date(now.getTime() - 2 * SETTLED_MS);
  await db.query(sql`
    INSERT INTO form_notices AS n (workspace_id, tent_id, form_id, after_at, after_id, due_at, hour_at)
    SELECT ${workspaceId}::uuid, p.tent_id, p.form_id, ${since}::timestamptz, '00000000-0000-0000-0000-000000000000', ${dueAt}::timestamptz, ${now}::timestamptz
    FROM unnest(${unique.map(([, { tentId }]) => tentId)}::uuid[], ${unique.map(([, { formId }]) => formId)}::text[]) AS p (tent_id, form_id)
    ON CONFLICT (workspace_id, tent_id, form_id) DO UPDATE SET due_at = excluded.due_at,
      after_at = greatest(n.after_at, excluded.after_at),
      after_id = CASE WHEN n.after_at >= excluded.after_at THEN n.after_id ELSE excluded.after_id END
    WHERE n.due_at IS NULL`);
}

/** A form with submissions that people are to be notified of. */
export interface Notice extends Place {
  workspaceId: WorkspaceId;
  /** The submissions up to here have been dealt with. */
  after: After;
  /** When the hour began whose mails are counted. */
  hourAt: Date;
  mails: number;
}

/** Holds one that is due until the transaction ends; undefined for none that nobody else holds. */
export async function takeNotice(tx: Tx, now: Date): Promise<Notice | undefined> {
  const [row] = await tx.query<Omit<Notice, 'after'> & { afterAt: Date; afterId: string }>(sql`
    SELECT workspace_id::text AS "workspaceId", tent_id::text AS "tentId", form_id AS "formId", after_at AS "afterAt", after_id::text AS "afterId",
      hour_at AS "hourAt", mails
    FROM form_notices WHERE due_at <= ${now}::timestamptz ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED`);
  if (!row) return undefined;
  const { afterAt, afterId, ...notice } = row;
  return { ...notice, after: { at: afterAt, id: afterId } };
}

/** @param dueAt null: nothing waits */
export async function putNotice(
  db: Db | Tx,
  { workspaceId, tentId, formId, after, hourAt, mails }: Notice,
  dueAt: Date | null,
): Promise<void> {
  await db.query(sql`
    UPDATE form_notices SET after_at = ${after.at}::timestamptz, after_id = ${after.id}::uuid, due_at = ${dueAt}::timestamptz,
      hour_at = ${hourAt}::timestamptz, mails = ${mails}::int
    WHERE workspace_id = ${workspaceId}::uuid AND tent_id = ${tentId}::uuid AND form_id = ${formId}::text`);
}

export async function deleteNotice(tx: Tx, { workspaceId, tentId, formId }: Notice): Promise<void> {
  await tx.prisma.formNotice.deleteMany({ where: { workspaceId, tentId, formId } });
}
