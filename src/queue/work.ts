import type { Enqueue, Queue, Sweep, Worker } from '../jobs/jobs.ts';
import { CHUNKS_MS } from '../platform/chunks.ts';
import type { Clock } from '../platform/clock.ts';
import { type Db, isPassing, join, named, type Sql, sql } from '../platform/db.ts';
import type { Log } from '../platform/log.ts';
import { oneByOne } from '../shared/single-flight.ts';

export const FAULT = 'The service met an error of its own; its log has more.';

/** The work is in our own tables; the jobs of its queue only wake it. */
export interface Work extends Worker {
  /** Selects a key and the data (jsonb) of a job for due work, a few at a time. It is asked every second, so a lost job costs a second. */
  due(now: Date): Sql;
}

/** Jobs without data: they find their work in the tables. */
export type Place = Record<string, never>;

/** A job that hangs is told from one that works by this time. */
const LONGEST_MS = 60_000;

/** Each job keeps one place of a process busy until nothing is due. Losing one loses nothing. */
export const placesOf = (name: string, places: number): Queue<Place> => ({
  name,
  concurrency: places,
  retryLimit: 1,
  retryDelay: 0,
  expireInSeconds: 900,
});

const keysOf = ({ concurrency }: Queue<Place>): string[] => Array.from({ length: concurrency }, (_value, place) => `${place}`);

export const wakePlaces = (enqueue: Enqueue, db: Db, queue: Queue<Place>): Promise<void> => enqueue(db, queue, {}, keysOf(queue));

/** Resolves to false when nothing was due. It may go on until `until`, on the clock of `performance.now()`. */
export type TakeTurn = (stopping: AbortSignal, until: number) => Promise<boolean>;

interface PlaceWork {
  queue: Queue<Place>;
  takeTurn: TakeTurn;
  isDue: (now: Date) => Sql;
}

/** Each place takes turns, always of the next unit that is due. */
export const placeWork = ({ db, enqueue }: { db: Db; enqueue: Enqueue }, { queue, takeTurn, isDue }: PlaceWork): Work => ({
  queue,
  async run(_job: Place, stopping) {
    const until = performance.now() + LONGEST_MS;
    while (await takeTurn(stopping, until)) {
      if (stopping.aborted) return;
      if (performance.now() >= until) return wakePlaces(enqueue, db, queue);
    }
  },
  due: (now) => sql`SELECT place, '{}'::jsonb FROM unnest(${keysOf(queue)}::text[]) AS place WHERE ${isDue(now)}`,
});

interface Turns<Unit> {
  /** Chooses the unit whose turn it is, except those that this process has a turn of. */
  choose: (except: string[]) => Promise<Unit | undefined>;
  keyOf: (unit: Unit) => string;
  work: (unit: Unit, stopping: AbortSignal) => Promise<void>;
  fault: (unit: Unit, error: unknown) => Promise<void>;
}

/** One place of a process works on a unit at a time: a second one would only keep other units waiting. */
export function turnsOf<Unit>({ choose, keyOf, work, fault }: Turns<Unit>): (stopping: AbortSignal) => Promise<boolean> {
  const underWay = new Set<string>();
  const inTurn = oneByOne();
  return async (stopping) => {
    const unit = await inTurn(async () => {
      const chosen = await choose([...underWay]);
      if (chosen) underWay.add(keyOf(chosen));
      return chosen;
    });
    if (!unit) return false;
    try {
      await work(unit, stopping);
    } catch (error) {
      if (isPassing(error)) throw error;
      await fault(unit, error);
    } finally {
      underWay.delete(keyOf(unit));
    }
    return true;
  };
}

interface ChunkWork<Data extends object> {
  queue: Queue<Data>;
  keyOf: (data: Data) => string;
  due: (now: Date) => Sql;
  /** Works until `isOver()`. Resolves to true when more is left. */
  run: (data: Data, isOver: () => boolean) => Promise<boolean>;
}

/**
 * Work on one thing, chunk by chunk, for some seconds at a time. After an error the job ends instead of failing: the rest is still due, and
 * no jobs wait for a retry beside it.
 */
export const chunkWork = <Data extends object>(
  { db, enqueue, log }: { db: Db; enqueue: Enqueue; log: Log },
  { queue, keyOf, due, run }: ChunkWork<Data>,
): Work => ({
  queue,
  async run(data: Data, stopping) {
    const until = performance.now() + CHUNKS_MS;
    try {
      const isLeft = await run(data, () => stopping.aborted || performance.now() >= until);
      if (isLeft) await enqueue(db, queue, data, keyOf(data));
    } catch (error) {
      const place: object = { err: error, work: queue.name, ...data };
      if (isPassing(error)) log.warn(place, 'background work waits for the database');
      else log.error(place, 'background work was interrupted and will go on');
    }
  },
  due,
});

export const wakeDue = (
  { db, clock, enqueue }: { db: Db; clock: Clock; enqueue: Enqueue },
  all: readonly Work[],
  isOurs: (queue: string) => boolean = () => true,
): Sweep => {
  const kinds = all.filter(({ queue }) => isOurs(queue.name));
  return {
    name: 'work-due',
    everySeconds: 1,
    run: async (stopping) => {
      if (kinds.length === 0) return;
      const now = clock.now();
      const looks = kinds.map((kind, index) => sql`SELECT ${index}::int AS kind, key, data FROM (${kind.due(now)}) AS due (key, data)`);
      // Planning it takes longer than running it, and every process asks each second.
      const due = await db.query<{ kind: number; key: string; data: object }>(named('work_due', join(looks, ' UNION ALL ')));
      for (const [kind, jobs] of Map.groupBy(due, ({ kind }) => kind)) {
        const { queue } = kinds[kind] as Work;
        for (const [, alike] of Map.groupBy(jobs, ({ data }) => JSON.stringify(data))) {
          stopping.throwIfAborted();
          await enqueue(
            db,
            queue,
            (alike[0] as (typeof alike)[number]).data,
            alike.map(({ key }) => key),
          );
        }
      }
    },
  };
};
