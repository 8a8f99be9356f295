import type { components } from '../../generated/api.d.ts';
import type { AuditEntry } from '../../generated/prisma/client.ts';
import type { Handler, Handlers } from '../http/handler.types.ts';
import type { Sweep } from '../jobs/jobs.ts';
import { type Clock, later } from '../platform/clock.ts';
import type { Ctx, Db, Tx } from '../platform/db.ts';
import { raw, type Sql, sql } from '../platform/db.ts';
import { lowestId } from '../platform/ids.ts';
import { cursorPage } from '../shared/cursor.ts';
import { momentOf } from '../shared/dates.ts';
import { invalid } from '../shared/errors.ts';
import { isUuid } from '../shared/identifiers.ts';

type Schemas = components['schemas'];

export interface NewAuditEntry {
  /** As `key.created`. */
  action: string;
  /** The id of a key, or `cli` or `platform`. */
  actor: string;
  actorName?: string | null;
  targetId: string | null;
  requestId?: string | null;
}

/** In the transaction of the change: neither is there without the other. */
export async function recordAudit({ db, workspaceId, now }: Ctx<Tx>, entry: NewAuditEntry): Promise<void> {
  const { action, actor, actorName = null, targetId, requestId = null } = entry;
  await db.query({
    name: 'record_audit',
    text: `
      INSERT INTO audit_entries (workspace_id, id, at, action, actor, actor_name, target_id, request_id)
      VALUES ($1::uuid, uuid_v7($2::timestamptz), $2::timestamptz, $3, $4, $5, $6, $7)`,
    values: [workspaceId, now, action, actor, actorName, targetId, requestId],
  });
}

function toEntry({ id, at, action, actor, actorName, targetId, requestId }: AuditEntry): Schemas['AuditEntry'] {
  const isKey = isUuid(actor);
  return {
    entry_id: id,
    at: at.toISOString(),
    action,
    actor: { kind: isKey ? 'key' : (actor as 'cli' | 'platform'), key_id: isKey ? actor : null, name: actorName },
    target: { kind: action.split('.', 1)[0] as string, id: targetId },
    request_id: requestId,
  };
}

/** @throws validation_failed */
export function timeIn(path: 'from' | 'to', text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = momentOf(text);
  if (!time) throw invalid({ path, message: 'must be a time' });
  return time;
}

export const listAuditEntries: Handler<'listAuditEntries'> = async ({ query }, { db, workspaceId }) => {
  const { action, actor, from, to } = query;
  const [since, until] = [timeIn('from', from), timeIn('to', to)];
  const listing = {
    list: 'audit',
    action: action ?? '',
    actor: actor ?? '',
    from: since?.toISOString() ?? '',
    to: until?.toISOString() ?? '',
  };
  const { rows, next } = await cursorPage(listing, query, {
    isKey: (key) => key === 'id',
    positionOf: ({ id }: AuditEntry) => ({ key: 'id', id }),
    read: (after, most) =>
      db.prisma.auditEntry.findMany({
        where: {
          workspaceId,
          ...(action && { action }),
          ...(actor && { actor }),
          AND: [
            ...(since ? [{ id: { gte: lowestId(since.getTime()) } }] : []),
            ...(until ? [{ id: { lt: lowestId(until.getTime()) } }] : []),
            ...(after ? [{ id: { lt: after.id } }] : []),
          ],
        },
        orderBy: { id: 'desc' },
        take: most,
      }),
  });
  return { status: 200, body: { entries: rows.map(toEntry), ...next } };
};

export const auditHandlers = { listAuditEntries } satisfies Partial<Handlers>;

const DAY_MS = 24 * 60 * 60 * 1_000;
const AT_ONCE = 10_000;

/**
 * Deletes rows from before a time by the order of their keys, a chunk at a time.
 * @param old.of a condition on the workspaces `w`
 */
export async function deleteOld(
  db: Db,
  { table, before, of }: { table: 'audit_entries' | 'logged_requests'; before: Date; of: Sql },
  stopping: AbortSignal,
): Promise<void> {
  const lowest = lowestId(before.getTime());
  for (let deleted = AT_ONCE; deleted === AT_ONCE && !stopping.aborted; ) {
    const [gone] = await db.query<{ count: number }>(sql`
      WITH old AS MATERIALIZED (
        SELECT e.workspace_id, e.id FROM workspaces w
        CROSS JOIN LATERAL (
          SELECT workspace_id, id FROM ${raw(table)}
          WHERE workspace_id = w.id AND id < ${lowest}::uuid ORDER BY id LIMIT ${AT_ONCE}::int
        ) AS e
        WHERE ${of} LIMIT ${AT_ONCE}::int
      ), gone AS (
        DELETE FROM ${raw(table)} e USING old WHERE e.workspace_id = old.workspace_id AND e.id = old.id RETURNING 1
      )
      SELECT count(*)::int AS count FROM gone`);
    deleted = gone?.count ?? 0;
  }
}

/** Deletes entries that are older than their workspace keeps them. */
export const auditSweep = ({ db, clock }: { db: Db; clock: Clock }): Sweep => ({
  name: 'audit-retention',
  everySeconds: 3_600,
  run: async (stopping) => {
    const kept = await db.query<{ days: number }>(sql`SELECT DISTINCT audit_days AS days FROM workspaces`);
    for (const { days } of kept) {
      const before = later(clock, -days * DAY_MS);
      await deleteOld(db, { table: 'audit_entries', before, of: sql`w.audit_days = ${days}::int` }, stopping);
    }
  },
});
