import { type Ctx, type Db, raw, type Sql, sql } from '../../platform/db.ts';
import type { Lane, WaitingFor } from './dispatches.repo.ts';

export interface Transport {
  /** The name that all processes use for it. */
  name: string;
  /** Messages a second that the operator allows; null: as many as it takes. */
  most: number | null;
  /** Mail takes no share of the rates. */
  isUnpaced?: true;
}

export interface Sender {
  transport: Transport;
  lane: Lane;
}

interface Share {
  granted: number;
  /** When nothing was granted: which rate, and until when. */
  wait: { until: Date; waitingFor: WaitingFor } | null;
}

/** How far ahead of its time mail that a person waits for may go. */
const AHEAD_SECONDS = { interactive: 5, bulk: 0 };

/**
 * Takes up to `wanted` messages out of the rates. Each rate is the time at which the next message may go: shared by all processes, with
 * nothing saved up while idle. A second's worth goes at once.
 */
export async function takeShare(
  ctx: Ctx,
  { transport: { name: transport, most, isUnpaced }, lane }: Sender,
  wanted: number,
): Promise<Share> {
  if (isUnpaced) return { granted: wanted, wait: null };
  const { db, workspaceId, now } = ctx;
  const [limits] = await db.query<{ own: number | null; adapted: number | null }>(sql`
    SELECT emails_per_second::float8 AS own, (SELECT rate FROM transports WHERE name = ${transport}::text) AS adapted
    FROM workspaces WHERE id = ${workspaceId}::uuid`);
  const own = limits?.own ?? null;
  const shared = least(limits?.adapted ?? null, most);
  if (own === null && shared === null) return { granted: wanted, wait: null };

  const ahead = sql`interval '1 second' * ${AHEAD_SECONDS[lane]}::int`;
  /** At its time `free_at` a rate grants a second's worth, and never less than one. */
  const granting = (rate: number) => sql`CASE WHEN coalesce(free_at, ${now}::timestamptz) > ${now}::timestamptz + ${ahead} THEN 0
    ELSE greatest(1, floor(${rate}::float8)) END`;
  return db.transaction(async (tx) => {
    await tx.query(sql`INSERT INTO senders (workspace_id) VALUES (${workspaceId}::uuid) ON CONFLICT DO NOTHING`);
    await tx.query(sql`
      INSERT INTO transports (name, raised_at) VALUES (${transport}::text, ${now}::timestamptz) ON CONFLICT DO NOTHING`);
    const sender = { from: raw('senders'), of: sql`workspace_id = ${workspaceId}::uuid`, rate: own };
    const shares = { from: raw('transports'), of: sql`name = ${transport}::text`, rate: shared };
    const ask = async ({ from, of, rate }: typeof sender) => {
      if (rate === null) return undefined;
      const [row] = await tx.query<{ granted: number; freeAt: Date | null }>(sql`
        SELECT (${granting(rate)})::int AS granted, free_at AS "freeAt" FROM ${from} WHERE ${of} FOR UPDATE`);
      return row;
    };
    // The workspace's first: it waits for its own rate without a lock on what all share.
    const ofWorkspace = await ask(sender);
    if (ofWorkspace?.granted === 0) return refused(ofWorkspace.freeAt, 'workspace_rate', now);
    const ofTransport = await ask(shares);
    if (ofTransport?.granted === 0) return refused(ofTransport.freeAt, 'transport_rate', now);
    const granted = Math.min(wanted, ofWorkspace?.granted ?? wanted, ofTransport?.granted ?? wanted);
    for (const { from, of, rate } of [sender, shares])
      if (rate !== null)
        await tx.query(sql`
          UPDATE ${from} SET free_at = greatest(coalesce(free_at, ${now}::timestamptz), ${now}::timestamptz)
            + interval '1 second' * (${granted}::float8 / ${rate}::float8)
          WHERE ${of}`);
    return { granted, wait: null };
  });
}

/** Gives back what was taken out of the rates and not used. */
export async function returnShare(ctx: Ctx, { transport: { name, most } }: Pick<Sender, 'transport'>, unused: number): Promise<void> {
  const back = (rate: Sql) => sql`free_at - interval '1 second' * (${unused}::float8 / ${rate})`;
  await ctx.db.transaction(async (tx) => {
    await tx.query(sql`
      UPDATE senders s SET free_at = ${back(sql`w.emails_per_second::float8`)}
      FROM workspaces w WHERE s.workspace_id = ${ctx.workspaceId}::uuid AND w.id = s.workspace_id AND w.emails_per_second IS NOT NULL`);
    await tx.query(sql`
      UPDATE transports SET free_at = ${back(sql`least(rate, ${most}::float8)`)}
      WHERE name = ${name}::text AND least(rate, ${most}::float8) IS NOT NULL`);
  });
}

const least = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : Math.min(a, b));

const refused = (until: Date | null, waitingFor: WaitingFor, now: Date): Share => ({
  granted: 0,
  wait: { until: until ?? now, waitingFor },
});

/** A message a minute. */
const LEAST_RATE = 1 / 60;
/** Past this a rate is unlimited. */
const UNBOUNDED_RATE = 2_000;
/** Several refusals of one moment answer the same pace. */
const CUT_PAUSE_S = 2;

/** Halves the rate. @param observed messages a second just now, which count while no rate is known */
export async function slowDown(db: Db, transport: string, observed: number, now: Date): Promise<void> {
  await db.query(sql`
    INSERT INTO transports AS t (name, rate, raised_at, cut_at)
    VALUES (${transport}::text, greatest(${LEAST_RATE}::float8, ${observed}::float8 / 2), ${now}::timestamptz, ${now}::timestamptz)
    ON CONFLICT (name) DO UPDATE
    SET rate = greatest(${LEAST_RATE}::float8, coalesce(t.rate / 2, excluded.rate)), raised_at = excluded.raised_at, cut_at = excluded.cut_at
    WHERE t.rate IS NULL OR t.cut_at IS NULL OR t.cut_at <= ${now}::timestamptz - interval '1 second' * ${CUT_PAUSE_S}::int`);
}

/** Raises the rate by a twentieth each second, and at least by a message a minute each second. Costs one look while nothing is limited. */
export async function speedUp(db: Db, transport: string, now: Date): Promise<void> {
  await db.query(sql`
    UPDATE transports t
    SET rate = CASE WHEN n.rate < ${UNBOUNDED_RATE}::float8 THEN n.rate END, raised_at = ${now}::timestamptz
    FROM (
      SELECT name, rate + greatest(rate / 20, ${LEAST_RATE}::float8) * least(10, extract(epoch FROM ${now}::timestamptz - raised_at)) AS rate
      FROM transports WHERE name = ${transport}::text AND rate IS NOT NULL AND raised_at < ${now}::timestamptz
    ) n
    WHERE t.name = n.name AND t.rate IS NOT NULL`);
}
