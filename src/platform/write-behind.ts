import { setTimeout as delay } from 'node:timers/promises';
import { isAboutValues, isPassing, isRefusedByServer } from './database-errors.ts';
import type { Log } from './log.ts';

/** Collects units that no caller waits for, and writes them in groups. */
export interface WriteBehind<Unit> {
  /** Merges a unit into the one under its key. Never waits and never throws: units without room are dropped. */
  add(key: string, unit: Unit): void;
  finish(): Promise<void>;
  dropped(): number;
  held(): number;
}

export interface WriteBehindOptions<Unit> {
  what: string;
  log: Log;
  everyMs?: number;
  most?: number;
  groupSize?: number;
  /** The additional size when `newer` joins the unit before, or is the first under its key. */
  growth: (older: Unit | undefined, newer: Unit) => number;
  merge: (older: Unit, newer: Unit) => void;
  /**
   * Writes a group, all or nothing, apart from units that others have locked: it returns their keys, which are tried again.
   * @param isEnd there is no later attempt: wait for locked units
   */
  write: (group: ReadonlyMap<string, Unit>, isEnd: boolean) => Promise<Iterable<string>>;
}

/** The first attempt may join one that has begun before, the second may meet locks; the rest are for a database that is away. */
const ATTEMPTS_AT_END = 5;
const WITHOUT_WAITING = 2;
/** After so many failures of single units and no success, the units are not the cause. */
const ENOUGH_REFUSED = 16;

interface Parts<Unit> {
  written: number;
  refused: { key: string; unit: Unit; error: unknown }[];
}

/**
 * A crash loses the units since the last group, and the group being written. While the database is away, refuses every unit, or others hold
 * locks, units wait, as many as there is room for. Only units that fail for their own sake are dropped.
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

  /** Units that arrive meanwhile are for the next time. */
  async function writeGroups(isEnd: boolean): Promise<void> {
    const all = [...waiting];
    waiting = new Map();
    for (let from = 0; from < all.length; from += groupSize) {
      const group: Group = new Map(all.slice(from, from + groupSize));
      if (await settleGroup(group, isEnd)) continue;
      for (const [key, unit] of all.slice(from + groupSize)) giveBack(key, unit);
      return;
    }
    if (isTroubled || isFull) log.info({ dropped }, `${what} are written again`);
    isTroubled = false;
    isFull = false;
  }

  /** @returns false when the database accepts nothing: then the group waits again */
  async function settleGroup(group: Group, isEnd: boolean): Promise<boolean> {
    const parts: Parts<Unit> = { written: 0, refused: [] };
    const isDone = await settle(group, isEnd, parts);
    // A failure of every unit is not about one of them: a missing permission, a table that is being changed.
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

  /** @returns false when the rest would fail as well */
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
      // A retry would fail again, and take others with it: so the failing unit is searched by halves.
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
