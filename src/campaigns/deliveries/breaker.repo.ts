import { type Ctx, type Db, raw, type Scope, type Sql, sql, type Tx } from '../../platform/db.ts';

/* How many of the latest deliveries of a workspace bounced or were called spam. */

const LATEST = 1_000;
const WITHIN = sql`interval '7 days'`;
/** The latest rows hold that many deliveries, but for a workspace whose mail goes out one by one. */
const MOST_ROWS = 2_000;

/** Past it receivers turn mail away or put it into the spam folder. Each rate has a floor, so that a few people do not stop a small list. */
const LIMITS = {
  bounce_rate: { share: 0.05, least: 10, words: 'bounced' },
  complaint_rate: { share: 0.003, least: 2, words: 'were reported as spam' },
} as const;
const LEAST_DELIVERED = 100;

export interface Halt {
  reason: keyof typeof LIMITS;
  message: string;
}

/**
 * Part of a statement that writes outcomes.
 * @param results a CTE with `workspace_id, message_id, delivered, bounced, complained`; mail to single people and tests do not count
 */
export const noteResults = (results: string, now: Date): Sql => sql`
  INSERT INTO send_results (workspace_id, at, delivered, bounced, complained)
  SELECT r.workspace_id, ${now}::timestamptz, sum(r.delivered), sum(r.bounced), sum(r.complained)
  FROM (
    SELECT workspace_id, message_id, sum(delivered) AS delivered, sum(bounced) AS bounced, sum(complained) AS complained
    FROM ${raw(results)} GROUP BY workspace_id, message_id
  ) r
  JOIN messages m ON m.workspace_id = r.workspace_id AND m.id = r.message_id AND m.origin IN ('blast', 'flow') AND NOT m.test
  WHERE r.delivered + r.bounced + r.complained > 0
  GROUP BY r.workspace_id`;

/** Null while the latest deliveries are fine, or too few. */
export async function findHalt({ db, workspaceId, now }: Ctx): Promise<Halt | null> {
  const [latest] = await db.query<{ delivered: number; bounced: number; complained: number }>(sql`
    SELECT coalesce(sum(delivered), 0)::int AS delivered, coalesce(sum(bounced), 0)::int AS bounced,
           coalesce(sum(complained), 0)::int AS complained
    FROM (
      SELECT *, sum(delivered) OVER (ORDER BY id DESC) - delivered AS later
      FROM (
        SELECT * FROM send_results WHERE workspace_id = ${workspaceId}::uuid AND at > ${now}::timestamptz - ${WITHIN}
        ORDER BY id DESC LIMIT ${MOST_ROWS}::int
      ) AS rows
    ) AS results WHERE later < ${LATEST}::int`);
  if (!latest || latest.delivered < LEAST_DELIVERED) return null;
  const { delivered } = latest;
  return judged('complaint_rate', latest.complained, delivered) ?? judged('bounce_rate', latest.bounced, delivered);
}

function judged(reason: Halt['reason'], count: number, delivered: number): Halt | null {
  const { share, least, words } = LIMITS[reason];
  if (count < least || count <= share * delivered) return null;
  const message = `${count} of the last ${delivered} messages of this workspace ${words}; the limit is ${share * 100} %.`;
  return { reason, message };
}

/** The count starts anew. */
export async function forgetResults({ db, workspaceId }: Scope<Tx>): Promise<void> {
  await db.query(sql`DELETE FROM send_results WHERE workspace_id = ${workspaceId}::uuid`);
}

/** Deletes what lies behind the latest deliveries. */
export async function pruneResults(db: Db, now: Date): Promise<void> {
  await db.query(sql`
    DELETE FROM send_results r USING (
      SELECT workspace_id, id, sum(delivered) OVER (PARTITION BY workspace_id ORDER BY id DESC) - delivered AS later, at FROM send_results
    ) s
    WHERE r.workspace_id = s.workspace_id AND r.id = s.id AND (s.later >= ${LATEST}::int OR s.at <= ${now}::timestamptz - ${WITHIN})`);
}
