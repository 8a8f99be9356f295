import { createWriteBehind, type WriteBehind } from '../../platform/batch.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { type Hit, writeHits } from './hits.repo.ts';
import type { MachineReason } from './machines.ts';
import type { DeliveryRef } from './tokens.ts';

export interface Hits extends Pick<WriteBehind<unknown>, 'finish' | 'dropped' | 'held'> {
  /** @param reasons why it is a machine's, as far as the request shows */
  opened(of: HitOf, reasons?: readonly MachineReason[]): void;
  clicked(of: HitOf, link: FollowedLink, reasons?: readonly MachineReason[]): void;
}

/** @property isAnonymous by its link: it counts in figures only */
type HitOf = DeliveryRef & { isAnonymous?: boolean };

export interface FollowedLink {
  position: number;
  url: string;
  linkCount: number;
}

export interface HitOptions {
  db: Db;
  clock: Clock;
  log: Log;
  everyMs?: number;
  most?: number;
}

/** Its rows are locked for some tenths of a second. */
const GROUP_SIZE = 2_000;

/** Each once in a group, with the moment of the first. */
export function createHits({ db, clock, log, everyMs = 250, most = 100_000 }: HitOptions): Hits {
  const behind = createWriteBehind<Hit>({
    what: 'opens and clicks',
    log,
    everyMs,
    most,
    groupSize: GROUP_SIZE,
    growth: (older) => (older ? 0 : 1),
    // The first one counts.
    merge: () => {},
    async write(group, isEnd) {
      const entries = [...group];
      const left = await writeHits(
        db,
        entries.map(([, hit]) => hit),
        { waits: isEnd },
      );
      return left.map((place) => (entries[place] as [string, Hit])[0]);
    },
  });

  return {
    ...behind,
    opened: ({ workspaceId, deliveryId, isAnonymous = false }, reasons = []) =>
      behind.add(`${workspaceId}${deliveryId}${kindOf(reasons, isAnonymous)}`, {
        workspaceId,
        deliveryId,
        at: clock.now(),
        position: null,
        url: null,
        linkCount: 0,
        reasons,
        isAnonymous,
      }),
    clicked: ({ workspaceId, deliveryId, isAnonymous = false }, link, reasons = []) =>
      behind.add(`${workspaceId}${deliveryId}${kindOf(reasons, isAnonymous)}${link.position}`, {
        workspaceId,
        deliveryId,
        at: clock.now(),
        ...link,
        reasons,
        isAnonymous,
      }),
  };
}

/** A person's hit is not lost behind that of a machine. */
const kindOf = (reasons: readonly MachineReason[], isAnonymous: boolean): string =>
  `${isAnonymous ? 'anonymous' : ''}${reasons.length > 0 ? 'machine' : ''}`;
