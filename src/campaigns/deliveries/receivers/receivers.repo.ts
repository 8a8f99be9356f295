import { type Db, empty, type Sql, sql } from '../../../platform/db.ts';
import type { Lane } from '../dispatches.repo.ts';

/* The pace of receivers that asked for less, each for a mail server. Rows are locked by their names, one after the other. */

/** A message a minute. */
const LEAST_RATE = 1 / 60;
/** Past this a receiver takes what comes. */
const UNBOUNDED_RATE = 2_000;
/** After a refusal nothing goes for so long: limits are mostly per minute, and refused attempts count against us. */
export const PAUSE_S = 60;
/** A limit that was not met for so long is forgotten. */
const FORGOTTEN = sql`interval '1 day'`;
/** How far ahead bulk mail gets times. The pace may change meanwhile, so later mail is looked at again then. */
export const HORIZON_S = 300;
/** How far ahead of its time mail that a person waits for may go. */
const AHEAD_SECONDS = { interactive: 5, bulk: 0 };

export interface Place {
  transport: string;
  lane: Lane;
}

export async function slowReceivers(db: Db, transport: string, now: Date): Promise<Set<string>> {
  const rows = await db.query<{ receiver: string }>(sql`
    SELECT receiver FROM receiver_paces WHERE transport = ${transport}::text AND raised_at > ${now}::timestamptz - ${FORGOTTEN}`);
  return new Set(rows.map(({ receiver }) => receiver));
}

export interface ReceiverShare {
  receiver: string;
  granted: number;
  rate: number;
  /** When the first one that was not granted may go. */
  from: Date;
}

/**
 * Takes as many as each slow receiver takes now, a second's worth, and books times for the rest. Interactive mail books none: its few
 * messages go before bulk mail.
 */
export const takeReceiverShares = (
  db: Db,
  { transport, lane }: Place,
  { wanted, now }: { wanted: ReadonlyMap<string, number>; now: Date },
): Promise<ReceiverShare[]> =>
  db.query(sql`
    WITH asked AS (
      SELECT * FROM unnest(${[...wanted.keys()]}::text[], ${[...wanted.values()]}::int[]) AS a (receiver, wanted)
    ), held AS MATERIALIZED (
      SELECT p.receiver, p.rate, p.free_at, p.booked_until, a.wanted
      FROM receiver_paces p JOIN asked a USING (receiver)
      WHERE p.transport = ${transport}::text ORDER BY p.receiver FOR UPDATE OF p
    ), granted AS (
      SELECT *, CASE WHEN free_at > ${now}::timestamptz + interval '1 second' * ${AHEAD_SECONDS[lane]}::int THEN 0
                     ELSE least(wanted, greatest(1, floor(rate)))::int END AS granted
      FROM held
    ), freed AS (
      SELECT *, greatest(free_at, ${now}::timestamptz) + interval '1 second' * (granted / rate) AS next_free FROM granted
    ), booked AS (
      SELECT *, ${lane === 'bulk' ? sql`greatest(next_free, booked_until)` : sql`next_free`} AS "from" FROM freed
    )
    UPDATE receiver_paces p
    SET free_at = b.next_free
      ${
        lane === 'bulk'
          ? sql`, booked_until = least(${now}::timestamptz + interval '1 second' * ${HORIZON_S}::int,
              b."from" + interval '1 second' * ((b.wanted - b.granted) / b.rate))`
          : empty
      }
    FROM booked b WHERE p.transport = ${transport}::text AND p.receiver = b.receiver
    RETURNING p.receiver, b.granted, b.rate, b."from"`);

const isOld = (now: Date): Sql => sql`p.raised_at <= ${now}::timestamptz - ${FORGOTTEN}`;

/**
 * Halves the pace of a receiver, and pauses it. Other refusals of the same pause change nothing.
 * @param observed messages a second just now, which count while no pace is known
 */
export async function slowReceiver(
  db: Db,
  { transport, receiver }: { transport: string; receiver: string },
  { observed, now }: { observed: number; now: Date },
): Promise<{ rate: number; from: Date }> {
  const pause = sql`${now}::timestamptz + interval '1 second' * ${PAUSE_S}::int`;
  await db.query(sql`
    INSERT INTO receiver_paces AS p (transport, receiver, rate, free_at, raised_at, cut_at)
    VALUES (${transport}::text, ${receiver}::text, greatest(${LEAST_RATE}::float8, ${observed}::float8 / 2), ${pause}, ${pause}, ${now}::timestamptz)
    ON CONFLICT (transport, receiver) DO UPDATE
    SET rate = CASE WHEN ${isOld(now)} THEN excluded.rate ELSE greatest(${LEAST_RATE}::float8, p.rate / 2) END,
        free_at = excluded.free_at, raised_at = excluded.raised_at, cut_at = excluded.cut_at, booked_until = NULL
    WHERE p.cut_at <= ${now}::timestamptz - interval '1 second' * ${PAUSE_S}::int`);
  const [pace] = await db.query<{ rate: number; from: Date }>(sql`
    SELECT rate, free_at AS "from" FROM receiver_paces WHERE transport = ${transport}::text AND receiver = ${receiver}::text`);
  return pace ?? { rate: LEAST_RATE, from: now };
}

/**
 * Raises the paces of receivers that took mail by a hundredth each second, and at least by a message a minute each second. Slower than a
 * mail server's: each further refusal harms the reputation of the sender.
 */
export async function speedUpReceivers(db: Db, transport: string, { receivers, now }: { receivers: string[]; now: Date }): Promise<void> {
  await db.query(sql`
    WITH held AS MATERIALIZED (
      SELECT receiver FROM receiver_paces p
      WHERE transport = ${transport}::text AND (receiver = ANY(${receivers}::text[]) AND raised_at < ${now}::timestamptz OR ${isOld(now)})
      ORDER BY receiver FOR UPDATE
    ), forgotten AS (
      DELETE FROM receiver_paces p USING held h
      WHERE p.transport = ${transport}::text AND p.receiver = h.receiver AND (p.rate >= ${UNBOUNDED_RATE}::float8 OR ${isOld(now)})
    )
    UPDATE receiver_paces p
    SET rate = rate + greatest(rate / 100, ${LEAST_RATE}::float8) * least(10, extract(epoch FROM ${now}::timestamptz - raised_at)),
        raised_at = ${now}::timestamptz
    FROM held h
    WHERE p.transport = ${transport}::text AND p.receiver = h.receiver AND p.rate < ${UNBOUNDED_RATE}::float8 AND NOT ${isOld(now)}
      AND p.raised_at < ${now}::timestamptz`);
}
