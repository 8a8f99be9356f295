import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { PageView } from '../../http/pages/pages.types.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Db, isPassing } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { type Salt, type Seen, saltsOf, writeViews } from './views.repo.ts';
import { isRobot, originOf } from './visits.ts';

export interface Views {
  /** Counts a view, unless a robot's. Never waits and never throws. */
  viewed(view: PageView): void;
  /** Writes what has been collected. Resolves when it is written, or cannot be. */
  finish(): Promise<void>;
}

export interface ViewOptions {
  db: Db;
  clock: Clock;
  log: Log;
  /** How long views are collected before they are written. */
  everyMs?: number;
  /** Visitors and origins that may be in memory; past that, views are not counted. */
  most?: number;
}

/** What was seen of a tent in a minute: no time zone has a day that begins in the middle of one. */
interface Unit {
  workspaceId: string;
  tentId: string;
  minute: number;
  views: number;
  visitors: Set<string>;
  referrers: Map<string, number>;
}

const A_MINUTE_MS = 60_000;
const LONGEST_NAME = 200;

/**
 * Collects views and writes them in groups, all workspaces in one statement: a crash loses what has come in the last half of a second,
 * and what is being written. While the database cannot be reached they wait, as many as there is room for.
 */
export function createViews({ db, clock, log, everyMs = 500, most = 50_000 }: ViewOptions): Views {
  let units = new Map<string, Unit>();
  let held = 0;
  let lost = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  /** By workspace and minute, of the last minutes only: a workspace may get another time zone at any time. */
  let salts = new Map<string, Salt>();

  function viewed({ workspaceId, tentId, address, userAgent, referrer, host }: PageView): void {
    if (isRobot(userAgent)) return;
    const minute = Math.floor(clock.now().getTime() / A_MINUTE_MS);
    const key = `${workspaceId}${tentId}${minute}`;
    let unit = units.get(key);
    const visitor = `${address}\n${(userAgent as string).slice(0, LONGEST_NAME)}`;
    const origin = originOf(referrer, host);
    const more = (unit ? 0 : 1) + (unit?.visitors.has(visitor) ? 0 : 1) + (unit?.referrers.has(origin) ? 0 : 1);
    if (held + more > most) {
      lost += 1;
      return;
    }
    held += more;
    if (!unit) {
      unit = { workspaceId, tentId, minute, views: 0, visitors: new Set(), referrers: new Map() };
      units.set(key, unit);
    }
    unit.views += 1;
    unit.visitors.add(visitor);
    unit.referrers.set(origin, (unit.referrers.get(origin) ?? 0) + 1);
    if (!timer && !writing) timer = setTimeout(write, everyMs);
  }

  /** One group at a time. What could not be written is tried again with the next. */
  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeAll().finally(() => {
      writing = undefined;
      if (units.size > 0) timer ??= setTimeout(write, everyMs);
    });
    return writing;
  }

  async function writeAll(): Promise<void> {
    if (lost > 0) log.warn({ views: lost }, 'views were not counted: too many at once, or the database cannot be reached');
    lost = 0;
    const group = units;
    const size = held;
    units = new Map();
    try {
      await writeViews(db, await seenIn([...group.values()]));
      held -= size;
    } catch (error) {
      if (isPassing(error)) {
        log.warn({ err: error }, 'views could not be written; they are tried again');
        restore(group);
        return;
      }
      // Tried again it would fail again, and hold up all others.
      log.error({ err: error, entries: size }, 'views could not be written');
      held -= size;
    }
  }

  /** The older ones first, with what has come since. */
  function restore(group: Map<string, Unit>): void {
    const since = units;
    units = group;
    for (const [key, unit] of since) {
      const before = units.get(key);
      if (!before) {
        units.set(key, unit);
        continue;
      }
      const entries = before.visitors.size + before.referrers.size + unit.visitors.size + unit.referrers.size + 1;
      before.views += unit.views;
      for (const visitor of unit.visitors) before.visitors.add(visitor);
      for (const [origin, views] of unit.referrers) before.referrers.set(origin, (before.referrers.get(origin) ?? 0) + views);
      held -= entries - before.visitors.size - before.referrers.size;
    }
  }

  async function seenIn(group: Unit[]): Promise<Seen[]> {
    const keyOf = ({ workspaceId, minute }: Unit) => `${workspaceId}${minute}`;
    const missing = new Map(group.filter((unit) => !salts.has(keyOf(unit))).map((unit) => [keyOf(unit), unit]));
    const last = Math.max(...group.map(({ minute }) => minute));
    salts = new Map([...salts].filter(([key]) => Number(key.slice(36)) >= last - 1));
    if (missing.size > 0) {
      const found = await saltsOf(
        db,
        [...missing.values()].map(({ workspaceId, minute }) => ({ workspaceId, moment: new Date(minute * A_MINUTE_MS) })),
      );
      for (const [index, key] of [...missing.keys()].entries()) {
        const salt = found[index];
        if (salt) salts.set(key, salt);
      }
    }
    const days = new Map<string, Omit<Seen, 'visitors'> & { visitors: Set<string>; referrers: Map<string, number> }>();
    for (const unit of group) {
      const salt = salts.get(keyOf(unit));
      if (!salt) continue;
      const { workspaceId, tentId } = unit;
      const key = `${workspaceId}${tentId}${salt.day}`;
      const day = days.get(key) ?? { workspaceId, tentId, day: salt.day, views: 0, visitors: new Set(), referrers: new Map() };
      days.set(key, day);
      day.views += unit.views;
      for (const visitor of unit.visitors) day.visitors.add(hashOf(salt.salt, visitor));
      for (const [origin, views] of unit.referrers) day.referrers.set(origin, (day.referrers.get(origin) ?? 0) + views);
    }
    return [...days.values()].map((day) => ({ ...day, visitors: [...day.visitors] }));
  }

  return {
    viewed,
    async finish() {
      // What is being written may fail and come back, or leave behind what has come since.
      for (let attempt = 1; attempt <= ATTEMPTS_AT_END && (writing || units.size > 0); attempt++) {
        if (attempt > 2) await delay(everyMs);
        await write();
      }
      clearTimeout(timer);
    },
  };
}

const ATTEMPTS_AT_END = 4;

/** 16 bytes that say nothing about whoever it is without the salt, which is gone when its day is. */
const hashOf = (salt: string, visitor: string): string => hash('sha256', `${salt}\n${visitor}`, 'hex').slice(0, 32);
