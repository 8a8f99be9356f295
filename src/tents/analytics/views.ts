import { hash } from 'node:crypto';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import type { PageView } from '../../http/pages/pages.types.ts';
import { createWriteBehind } from '../../platform/batch.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { TentId, WorkspaceId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { type Salt, type Seen, saltsOf, writeViews } from './views.repo.ts';

const MOST_KNOWN = 2_000;
/** The user agents of browsers are shorter. */
const LONGEST_KNOWN = 500;

const judged = new LRUCache<string, boolean>({ max: MOST_KNOWN });

function isKnownBot(name: string): boolean {
  const isRobot = judged.get(name) ?? isbot(name);
  judged.set(name, isRobot);
  return isRobot;
}

/** A crawler, a preview or a tool. Every browser sends a user agent. */
export const isRobot = (userAgent: string | undefined): boolean => {
  const name = userAgent?.trim();
  if (!name) return true;
  return name.length > LONGEST_KNOWN ? isbot(name) : isKnownBot(name);
};

const LONGEST_HOST = 253;

/** The host of the referring page, in lower case and without a port. Empty when there is none, and for links between pages of one host. */
export function originOf(referrer: string | undefined, host: string): string {
  const parsed = referrer ? URL.parse(referrer) : null;
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') return '';
  const { hostname } = parsed;
  return hostname.length > LONGEST_HOST || hostname === URL.parse(`http://${host}`)?.hostname ? '' : hostname;
}

export interface Views {
  /** Never waits and never throws. */
  viewed(view: PageView): void;
  /** Resolves when the collected views are written, or cannot be. */
  finish(): Promise<void>;
  /** Views without room since the start. */
  dropped(): number;
  held(): number;
}

export interface ViewOptions {
  db: Db;
  clock: Clock;
  log: Log;
  everyMs?: number;
  /** Visitors and origins in memory; past that, views are not counted. */
  most?: number;
}

/** The views of a tent in a minute: no time zone has a day that begins in the middle of one. */
interface Unit {
  workspaceId: WorkspaceId;
  tentId: TentId;
  minute: number;
  views: number;
  visitors: Set<string>;
  referrers: Map<string, number>;
}

const A_MINUTE_MS = 60_000;
const LONGEST_NAME = 200;

/**
 * Writes views in groups, all workspaces in one statement: a crash loses the last half second. While the database cannot be reached they
 * wait, as far as there is room.
 */
export function createViews({ db, clock, log, everyMs = 500, most = 50_000 }: ViewOptions): Views {
  /** Of the last minutes only: a workspace may get another time zone at any time. */
  let salts = new Map<string, Salt>();
  const behind = createWriteBehind<Unit>({
    what: 'views',
    log,
    everyMs,
    most,
    growth,
    merge,
    async write(group) {
      await writeViews(db, await seenIn([...group.values()]));
      return [];
    },
  });

  function viewed({ workspaceId, tentId, address, userAgent, referrer, host }: PageView): void {
    if (isRobot(userAgent)) return;
    const minute = Math.floor(clock.now().getTime() / A_MINUTE_MS);
    const visitor = `${address}\n${(userAgent as string).slice(0, LONGEST_NAME)}`;
    behind.add(`${workspaceId}${tentId}${minute}`, {
      workspaceId,
      tentId,
      minute,
      views: 1,
      visitors: new Set([visitor]),
      referrers: new Map([[originOf(referrer, host), 1]]),
    });
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

  return { viewed, finish: behind.finish, dropped: behind.dropped, held: behind.held };
}

function growth(older: Unit | undefined, { visitors, referrers }: Unit): number {
  if (!older) return 1 + visitors.size + referrers.size;
  let more = 0;
  for (const visitor of visitors) if (!older.visitors.has(visitor)) more += 1;
  for (const origin of referrers.keys()) if (!older.referrers.has(origin)) more += 1;
  return more;
}

function merge(older: Unit, newer: Unit): void {
  older.views += newer.views;
  for (const visitor of newer.visitors) older.visitors.add(visitor);
  for (const [origin, views] of newer.referrers) older.referrers.set(origin, (older.referrers.get(origin) ?? 0) + views);
}

/** 16 bytes that identify no visitor without the salt, which is deleted after its day. */
const hashOf = (salt: string, visitor: string): string => hash('sha256', `${salt}\n${visitor}`, 'hex').slice(0, 32);
