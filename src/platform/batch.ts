import { setTimeout as delay } from 'node:timers/promises';
import { DomainError } from '../shared/errors.ts';
import { isAboutValues, isPassing, isRefusedByServer } from './database-errors.ts';
import type { Log } from './log.ts';

/** Writes items of many callers in groups: a transaction for each would cost more than its content. */
export interface Batch<Item, Outcome> {
  /** Resolves when the item is written. @throws contended when too many wait, or it has waited for too long: it is not written then */
  add(line: string, item: Item): Promise<Outcome>;
  settled(): Promise<void>;
}

export interface BatchOptions<Item, Outcome> {
  /** Writes a group of one line, all or nothing, with an outcome for each item. */
  write: (line: string, items: Item[]) => Promise<Outcome[]>;
  kind?: (item: Item) => string;
  /** How long the first of a group waits for others; 0: not at all. */
  gatherMs?: number;
  /** The most items of a group, and the most bytes. */
  groupSize?: number;
  bytesOf?: (item: Item) => number;
  groupBytes?: number;
  /** Groups written at once: of all lines, and of one. */
  atOnce?: number;
  ofOneAtOnce?: number;
  /** So many waiting items begin another group of a line that is being written. */
  shareFrom?: number;
  /** The most items that wait: of one line, and of all. */
  mostOfOne?: number;
  mostOfAll?: number;
  patienceMs?: number;
  tooMany?: string;
}

interface Waiting<Item, Outcome> {
  item: Item;
  since: number;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
}

/**
 * The items of a line (a workspace, as a rule) are written in order. Lines take turns, so that a crowd in one does not hold up the others.
 */
export function createBatch<Item, Outcome>({
  write,
  kind = () => '',
  gatherMs = 4,
  groupSize = 200,
  bytesOf = () => 0,
  groupBytes = Number.POSITIVE_INFINITY,
  atOnce = 4,
  ofOneAtOnce = 1,
  shareFrom = Number.POSITIVE_INFINITY,
  mostOfOne = 2_000,
  mostOfAll = 6_000,
  patienceMs = 10_000,
  tooMany: message = 'Too much is being written at this moment; try again shortly.',
}: BatchOptions<Item, Outcome>): Batch<Item, Outcome> {
  type Entry = Waiting<Item, Outcome>;
  const tooMany = () => new DomainError('contended', message);
  const lines = new Map<string, Entry[]>();
  const busy = new Map<string, number>();
  const idle: (() => void)[] = [];
  let waiting = 0;
  let running = 0;
  let isGathering = false;

  function add(name: string, item: Item): Promise<Outcome> {
    const line = lines.get(name) ?? [];
    if (waiting >= mostOfAll || line.length >= mostOfOne) return Promise.reject(tooMany());
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    line.push({ item, since: performance.now(), resolve, reject });
    lines.set(name, line);
    waiting += 1;
    if (!busy.has(name) || line.length >= shareFrom) gather();
    return promise;
  }

  function gather(): void {
    if (isGathering) return;
    if (gatherMs === 0) start();
    else {
      isGathering = true;
      setTimeout(start, gatherMs);
    }
  }

  function start(): void {
    isGathering = false;
    for (const [name, line] of [...lines]) {
      if (running >= atOnce) return;
      const ofOne = busy.get(name) ?? 0;
      if (ofOne >= ofOneAtOnce) continue;
      lines.delete(name);
      const { group, rest } = divide(line);
      if (rest.length > 0) lines.set(name, rest);
      waiting -= group.length;
      running += 1;
      busy.set(name, ofOne + 1);
      void run(name, group);
    }
  }

  /** The group holds the first of the line and the items that go with it. */
  function divide(line: Entry[]): { group: Entry[]; rest: Entry[] } {
    const [first] = line as [Entry];
    const group: Entry[] = [];
    const rest: Entry[] = [];
    let bytes = 0;
    for (const entry of line) {
      const fits = group.length < groupSize && kind(entry.item) === kind(first.item);
      if (fits) bytes += bytesOf(entry.item);
      (fits && (bytes <= groupBytes || entry === first) ? group : rest).push(entry);
    }
    return { group, rest };
  }

  async function run(name: string, group: Entry[]): Promise<void> {
    const now = performance.now();
    const late = group.filter(({ since }) => now - since > patienceMs);
    for (const { reject } of late) reject(tooMany());
    const entries = late.length === 0 ? group : group.filter((entry) => !late.includes(entry));
    if (entries.length > 0) await settle(name, entries);
    running -= 1;
    const left = (busy.get(name) as number) - 1;
    if (left > 0) busy.set(name, left);
    else busy.delete(name);
    if (lines.size > 0) gather();
    else if (running === 0) for (const resolve of idle.splice(0)) resolve();
  }

  async function settle(name: string, group: Entry[]): Promise<void> {
    const stopped = await writeInParts(group, {
      async write(entries) {
        const items = entries.map(({ item }) => item);
        const outcomes = await write(name, items);
        for (const [index, { resolve }] of entries.entries()) resolve(outcomes[index] as Outcome);
      },
      refused({ reject }, error) {
        reject(error);
        return true;
      },
    });
    // After a lost connection it is unknown whether the group was written.
    for (const { reject } of stopped?.left ?? []) reject(stopped?.error);
  }

  return {
    add,
    settled: () => (lines.size === 0 && running === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))),
  };
}

interface Parts<Item> {
  write: (items: Item[]) => Promise<void>;
  /** @returns whether to go on with the others */
  refused: (item: Item, error: unknown) => boolean;
}

/**
 * Writes items together, and after a failure in ever smaller parts, so that a bad item takes no others with it.
 * @returns the items that were not tried, or met a database that is away; null when there are none
 */
async function writeInParts<Item>(items: Item[], parts: Parts<Item>): Promise<{ left: Item[]; error: unknown } | null> {
  try {
    await parts.write(items);
    return null;
  } catch (error) {
    if (isPassing(error)) return { left: items, error };
    if (items.length === 1) return parts.refused(items[0] as Item, error) ? null : { left: [], error };
    const half = items.length >> 1;
    const stopped = await writeInParts(items.slice(0, half), parts);
    if (!stopped) return writeInParts(items.slice(half), parts);
    return { left: [...stopped.left, ...items.slice(half)], error: stopped.error };
  }
}

export interface WriteBehind<Unit> {
  /** Adds a unit, or merges it into the one under its key. Never waits and never throws: without room it is dropped. */
  add(key: string, unit: Unit): void;
  /** Resolves when everything until now was tried once. */
  flush(): Promise<void>;
  finish(): Promise<void>;
  dropped(): number;
  held(): number;
}

export interface WriteBehindOptions<Unit> {
  what: string;
  log: Log;
  everyMs?: number;
  /** So many waiting keys are written at once, before their time. */
  writeFrom?: number;
  most?: number;
  groupSize?: number;
  /** The additional size when `newer` comes to the one before, or is the first under its key. */
  growth: (older: Unit | undefined, newer: Unit) => number;
  merge: (older: Unit, newer: Unit) => void;
  /**
   * Writes a group, all or nothing, except units that other transactions hold: their keys come back, and they are tried again.
   * @param isEnd there is no later attempt: wait for what others hold
   */
  write: (group: ReadonlyMap<string, Unit>, isEnd: boolean) => Promise<Iterable<string>>;
}

/** The first may join one that has begun before, the second may meet what others hold; the rest are for a database that is away. */
const ATTEMPTS_AT_END = 5;
const WITHOUT_WAITING = 2;
/** So many failures and no success: the units are not the cause. */
const ENOUGH_REFUSED = 16;

/**
 * Collects units by key and writes them, one group at a time: a crash loses those since the last group, and the one being written. While
 * the database is away, or refuses every unit, or others hold the rows, units wait, as many as there is room for. Only a unit that fails
 * for its own sake is dropped.
 */
export function createWriteBehind<Unit>({
  what,
  log,
  everyMs = 500,
  writeFrom = Number.POSITIVE_INFINITY,
  most = 50_000,
  groupSize = Number.POSITIVE_INFINITY,
  growth,
  merge,
  write,
}: WriteBehindOptions<Unit>): WriteBehind<Unit> {
  type Entry = [key: string, unit: Unit];
  let waiting = new Map<string, Unit>();
  let held = 0;
  let dropped = 0;
  let isTroubled = false;
  let isFull = false;
  let isEnding = false;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  function add(key: string, unit: Unit): void {
    const older = waiting.get(key);
    const more = growth(older, unit);
    if (held + more > most) {
      dropped += 1;
      if (!isFull) log.error({ waiting: held }, `${what} are dropped: too many at once, or the database cannot be reached`);
      isFull = true;
      return;
    }
    held += more;
    if (older) merge(older, unit);
    else waiting.set(key, unit);
    // A database in trouble is not asked more often than in its time.
    if (waiting.size >= writeFrom && !writing && !isTroubled) writeSoon();
    else if (!timer && !writing) timer = setTimeout(writeSoon, everyMs);
  }

  const writeSoon = () => void writeAll(false);

  function writeAll(isEnd: boolean): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeGroups(isEnd).finally(() => {
      writing = undefined;
      if (waiting.size > 0 && !isEnding) timer ??= setTimeout(writeSoon, everyMs);
    });
    return writing;
  }

  /** Writes what has come by now; what comes meanwhile is for the next time. */
  async function writeGroups(isEnd: boolean): Promise<void> {
    const all = [...waiting];
    waiting = new Map();
    for (let from = 0; from < all.length; from += groupSize) {
      const trouble = await settle(all.slice(from, from + groupSize), isEnd);
      if (!trouble) continue;
      if (!isTroubled) log.warn({ err: trouble.error }, `${what} could not be written; they are tried again`);
      isTroubled = true;
      // The rest would fare no better.
      for (const entry of all.slice(from + groupSize)) giveBack(entry);
      return;
    }
    if (isTroubled || isFull) log.info({ dropped }, `${what} are written again`);
    isTroubled = false;
    isFull = false;
  }

  /** @returns why the database takes none of it now; null when it does */
  async function settle(group: Entry[], isEnd: boolean): Promise<{ error: unknown } | null> {
    let isAnyWritten = false;
    const refused: { entry: Entry; error: unknown }[] = [];
    const stopped = await writeInParts(group, {
      async write(entries) {
        const left = new Set(await write(new Map(entries), isEnd));
        isAnyWritten = true;
        for (const entry of entries) {
          if (left.has(entry[0])) giveBack(entry);
          else held -= growth(undefined, entry[1]);
        }
      },
      refused(entry, error) {
        if (isRefusedByServer(error) && !isAboutValues(error)) refused.push({ entry, error });
        else drop(entry, error);
        return isAnyWritten || refused.length < ENOUGH_REFUSED;
      },
    });
    for (const entry of stopped?.left ?? []) giveBack(entry);
    // An error that meets every unit is about none of them: a missing right, or a table that is just being changed.
    for (const { entry, error } of refused) {
      if (isAnyWritten) drop(entry, error);
      else giveBack(entry);
    }
    const [first] = refused;
    return stopped ?? (!isAnyWritten && first ? first : null);
  }

  function drop([, unit]: Entry, error: unknown): void {
    held -= growth(undefined, unit);
    dropped += 1;
    log.error({ err: error }, `one of ${what} could not be written`);
  }

  /** An older unit stays in front of a newer one. */
  function giveBack([key, older]: Entry): void {
    const newer = waiting.get(key);
    waiting.set(key, older);
    if (!newer) return;
    held -= growth(undefined, newer) - growth(older, newer);
    merge(older, newer);
  }

  return {
    add,
    dropped: () => dropped,
    held: () => held,
    async flush() {
      await writing;
      await writeAll(false);
    },
    async finish() {
      isEnding = true;
      for (let attempt = 1; attempt <= ATTEMPTS_AT_END && (writing || waiting.size > 0); attempt++) {
        if (attempt > WITHOUT_WAITING + 1) await delay(everyMs);
        await writeAll(attempt > WITHOUT_WAITING);
      }
      isEnding = false;
    },
  };
}
