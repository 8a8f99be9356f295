import { type Ctx, type Db, type Scope, type Sql, sql, type Tx } from '../../platform/db.ts';
import type { TentId, WorkspaceId } from '../../platform/ids.ts';
import { isActive } from '../../queue/suspension.ts';

export interface Schedule {
  publishAt: Date | null;
  /** Null: a live page keeps its address, and any other gets the default one. */
  publishAlias: string | null;
  /** Null: a live page keeps what it has, and any other carries the branding. */
  publishRemoveBranding: boolean | null;
  unpublishAt: Date | null;
  /** Where visitors go once the page was taken down at `unpublishAt`; null for a page that says so. */
  expiredRedirectUrl: string | null;
}

const NONE: Readonly<Schedule> = {
  publishAt: null,
  publishAlias: null,
  publishRemoveBranding: null,
  unpublishAt: null,
  expiredRedirectUrl: null,
};

export async function scheduleOf({ db, workspaceId }: Scope, tentId: TentId): Promise<Schedule> {
  const row = await db.prisma.tentSchedule.findFirst({ where: { workspaceId, tentId } });
  if (!row) return NONE;
  const { publishAt, publishAlias, publishRemoveBranding, unpublishAt, expiredRedirectUrl } = row;
  return { publishAt, publishAlias, publishRemoveBranding, unpublishAt, expiredRedirectUrl };
}

/** The caller holds the tent. */
export async function putSchedule({ db, workspaceId }: Scope<Tx>, tentId: TentId, schedule: Schedule): Promise<void> {
  const place = { workspaceId, tentId };
  const times = [schedule.publishAt, schedule.unpublishAt].filter((at) => at !== null).sort((a, b) => a.getTime() - b.getTime());
  const row = { ...schedule, dueAt: times[0] ?? null };
  await db.prisma.tentSchedule.upsert({ where: { workspaceId_tentId: place }, create: { ...place, ...row }, update: row });
}

/** Null once it is live again. The caller holds the tent. */
export async function setExpired({ db, workspaceId }: Scope<Tx>, tentId: TentId, expiredAt: Date | null): Promise<void> {
  await db.query(sql`
    UPDATE tent_schedules SET expired_at = ${expiredAt}::timestamptz
    WHERE workspace_id = ${workspaceId}::uuid AND tent_id = ${tentId}::uuid AND expired_at IS DISTINCT FROM ${expiredAt}::timestamptz`);
}

const MOST_DUE = 20;

const isDue = (now: Date): Sql => sql`due_at <= ${now}::timestamptz`;

export const dueSchedules = (now: Date): Sql => sql`
  SELECT tent_id::text, jsonb_build_object('workspace_id', workspace_id, 'tent_id', tent_id)
  FROM tent_schedules t WHERE ${isDue(now)} AND ${isActive(sql`t.workspace_id`)} ORDER BY due_at LIMIT ${MOST_DUE}::int`;

export const scheduleRows = (now: Date): Sql =>
  sql`SELECT workspace_id, tent_id, 'waiting', due_at, 0, NULL::text FROM tent_schedules WHERE ${isDue(now)}`;

/** After a fault of the service, others come first. */
export async function postpone(
  db: Db,
  { workspaceId, tentId }: { workspaceId: WorkspaceId; tentId: TentId },
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  await db.query(sql`
    UPDATE tent_schedules SET due_at = ${until}::timestamptz
    WHERE workspace_id = ${workspaceId}::uuid AND tent_id = ${tentId}::uuid AND ${isDue(now)}`);
}

/** Why a tent did not go live at its time. A wish that waits for a generation goes on waiting. */
export async function recordFailure(
  { db, workspaceId, now }: Ctx<Tx>,
  tentId: TentId,
  failure: { reason: string; alias: string | null },
): Promise<void> {
  await db.query(sql`
    INSERT INTO publications AS p (workspace_id, tent_id, status, requested_alias, message, attempted_at)
    VALUES (${workspaceId}::uuid, ${tentId}::uuid, 'failed', ${failure.alias}::text, ${failure.reason}::text, ${now}::timestamptz)
    ON CONFLICT (workspace_id, tent_id) DO UPDATE SET status = 'failed', requested_alias = excluded.requested_alias,
      message = excluded.message, attempted_at = excluded.attempted_at
    WHERE p.status <> 'pending'`);
}
