import { setTimeout as delay } from 'node:timers/promises';
import { isAboutValues, isPassing, isRefusedByServer } from './database-errors.ts';
import type { Log } from './log.ts';

/** Keeps in memory what nobody waits for, and writes it in groups. */
export interface WriteBehind<Unit> {
  /** Takes a unit, or what it adds to the one under its key. Never waits and never throws: what there is no room for is dropped. */
  add(key: string, unit: Unit): void;
  /** Writes what has been taken. Resolves when it is written, or cannot be. */
  finish(): Promise<void>;
  /** How many units were dropped since the start. */
  dropped(): number;
  /** How much waits or is being written, as `growth` counts it. */
  held(): number;
}

export interface WriteBehindOptions<Unit> {
  /** What it is, in the plural, for the log. */
  what: string;
  log: Log;
  /** How long units are collected before they are written. */
  everyMs?: number;
  /** How much there is room for, as `growth` counts it. */
  most?: number;
  /** How many units are written together at the most. */
  groupSize?: number;
  /** What more there is to hold when `newer` comes to the one before, or is the first under its key. */
  growth: (older: Unit | undefined, newer: Unit) => number;
  /** Puts what came later into what came before. */
  merge: (older: Unit, newer: Unit) => void;
  /**
   * Writes a group, all or nothing, but for those that others are at: the keys of these come back, and are tried again.
   * @param isEnd there is no later: those that others are at are waited for
   */
  write: (group: ReadonlyMap<string, Unit>, isEnd: boolean) => Promise<Iterable<string>>;
}

/** The first may join one that has begun before, the second may meet what others are at; the rest are for a database that is away. */
const ATTEMPTS_AT_END = 5;
const WITHOUT_WAITING = 2;
/** So many units that fail one by one, and none that does not: it is not about them. */
const ENOUGH_REFUSED = 16;

/** What came of the units of a group, as far as it was written in parts. */
interface Parts<Unit> {
  written: number;
  refused: { key: string; unit: Unit; error: unknown }[];
}

/**
 * Collects units by their keys and writes them, one group at a time: a crash loses what has come since the last group, and the one
 * that is being written. While the database cannot be reached, or refuses every unit, or others hold what is to be written, units wait,
 * as many as there is room for. Dropped is only what fails for its own sake.
 */
export function createWriteBehind<Unit>({
  what,
  log,
  everyMs = 500,
  most = 50_000,
  groupSize = Number.POSITIVE_INFINITY,
  growth,
  merge,
  write,
}: WriteBehindOptions<Unit>): WriteBehind<Unit> {
  type Group = Map<string, Unit>;
  let waiting: Group = new Map();
  /** Of all that waits or is being written. */
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
    if (!timer && !writing) timer = setTimeout(writeSoon, everyMs);
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

  /** What has come by now; what comes meanwhile is for the next time. */
  async function writeGroups(isEnd: boolean): Promise<void> {
    const all = [...waiting];
    waiting = new Map();
    for (let from = 0; from < all.length; from += groupSize) {
      const group: Group = new Map(all.slice(from, from + groupSize));
      if (await settleGroup(group, isEnd)) continue;
      // The rest would fare no better.
      for (const [key, unit] of all.slice(from + groupSize)) giveBack(key, unit);
      return;
    }
    if (isTroubled || isFull) log.info({ dropped }, `${what} are written again`);
    isTroubled = false;
    isFull = false;
  }

  /** @returns false when the database takes none of it: then the group waits again */
  async function settleGroup(group: Group, isEnd: boolean): Promise<boolean> {
    const parts: Parts<Unit> = { written: 0, refused: [] };
    const isDone = await settle(group, isEnd, parts);
    // What meets every unit is not about one of them: a right that is missing, a table that is just being changed.
    const isOwn = parts.written > 0;
    for (const { key, unit, error } of parts.refused) {
      if (isOwn) drop(unit, error);
      else giveBack(key, unit);
    }
    if (isOwn || parts.refused.length === 0) return isDone;
    sayTrouble((parts.refused[0] as { error: unknown }).error);
    return false;
  }

  function drop(unit: Unit, error: unknown): void {
    held -= growth(undefined, unit);
    dropped += 1;
    log.error({ err: error }, `one of ${what} could not be written`);
  }

  function sayTrouble(error: unknown): void {
    if (!isTroubled) log.warn({ err: error }, `${what} could not be written; they are tried again`);
    isTroubled = true;
  }

  /** @returns false when it is of no use to go on with the rest */
  async function settle(group: Group, isEnd: boolean, parts: Parts<Unit>): Promise<boolean> {
    try {
      const left = new Set(await write(group, isEnd));
      parts.written += group.size;
      for (const [key, unit] of group) {
        if (left.has(key)) giveBack(key, unit);
        else held -= growth(undefined, unit);
      }
      return true;
    } catch (error) {
      if (isPassing(error)) {
        sayTrouble(error);
        for (const [key, unit] of group) giveBack(key, unit);
        return false;
      }
      // Tried again it would fail again, and take others with it: so the smaller part that cannot be written is looked for.
      if (group.size > 1) {
        const units = [...group];
        const half = units.length >> 1;
        const first = await settle(new Map(units.slice(0, half)), isEnd, parts);
        const rest: Group = new Map(units.slice(half));
        if (first) return settle(rest, isEnd, parts);
        for (const [key, unit] of rest) giveBack(key, unit);
        return false;
      }
      for (const [key, unit] of group) {
        if (isRefusedByServer(error) && !isAboutValues(error)) parts.refused.push({ key, unit, error });
        else drop(unit, error);
      }
      return parts.written > 0 || parts.refused.length < ENOUGH_REFUSED;
    }
  }

  /** What came before goes before what has come since. */
  function giveBack(key: string, older: Unit): void {
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
