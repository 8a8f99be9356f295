import type { Db } from '../../platform/db.ts';
import type { DeliveryId, WorkspaceId } from '../../platform/ids.ts';
import { looksLikeReturnPath } from '../messages/return-path.ts';
import { type Decisive, deliveryOf, type FeedbackEvent, isDecisive, isSoft } from './event.ts';
import { findNamed, type Named, type News, record } from './feedback.repo.ts';

export type ReadReturnPath = (address: string) => { workspaceId: WorkspaceId; deliveryId: DeliveryId } | null;

/**
 * Why an event matches no delivery:
 * - `return_path`: it looks like one of ours, and is not: mangled on its way, or signed under another secret.
 * - `no_name`: it names no message of ours, or not the address that it went to.
 * - `no_delivery`: there is no such delivery, or it went to another address.
 */
type Unmatched = 'return_path' | 'no_name' | 'no_delivery';

export interface Recorded {
  known: number;
  unmatched: Record<Unmatched, number>;
  /** Deliveries that were locked: their events have to come again. */
  busy: number;
}

/**
 * Each event has to name a delivery of ours: by its return path, which cannot be forged, or by its Message-ID and address. Others change
 * nothing. Safe to repeat.
 * @param source the provider, as suppressions show it
 */
export async function recordFeedback(
  db: Db,
  events: readonly FeedbackEvent[],
  { source, readReturnPath, now }: { source: string; readReturnPath: ReadReturnPath; now: Date },
): Promise<Recorded> {
  const unmatched = { return_path: 0, no_name: 0, no_delivery: 0 };
  const decisive: { event: Decisive; name: Named }[] = [];
  for (const event of events.filter(isDecisive)) {
    const name = nameOf(event, readReturnPath);
    if (name) decisive.push({ event, name });
    else unmatched[event.returnPath !== null && looksLikeReturnPath(event.returnPath) ? 'return_path' : 'no_name'] += 1;
  }
  if (decisive.length === 0) return { known: 0, unmatched, busy: 0 };

  return db.transaction(async (tx) => {
    const names = decisive.map(({ name }) => name);
    const found = await findNamed(tx, names);
    unmatched.no_delivery = decisive.length - found.length;
    const news = new Map<string, News>();
    for (const { place, workspaceId, deliveryId, isUnsure } of found) {
      const { event } = decisive[place] as { event: Decisive };
      // The outcome of most messages has been known since their server took them.
      if (event.kind === 'delivered' && !isUnsure) continue;
      news.set(deliveryId, withEvent(news.get(deliveryId) ?? { ...NO_NEWS, workspaceId, deliveryId }, event));
    }
    const busy = news.size === 0 ? 0 : news.size - (await record(tx, [...news.values()], source, now));
    return { known: found.length, unmatched, busy };
  });
}

const NO_NEWS = { ended: null, endedAt: null, reason: null, complainedAt: null, complaint: null };
/** News that says more of an end wins; of equal news, the first. */
const SAYS = { delivered: 1, failed: 2, bounced: 3 };

function withEvent(news: News, { kind, at, reason }: Decisive): News {
  if (kind === 'complained') return news.complainedAt ? news : { ...news, complainedAt: at, complaint: reason };
  return news.ended !== null && SAYS[news.ended] >= SAYS[kind]
    ? news
    : { ...news, ended: kind, endedAt: at, reason, isSoft: kind === 'failed' && isSoft(reason) };
}

function nameOf({ returnPath, messageId, address }: FeedbackEvent, readReturnPath: ReadReturnPath): Named | null {
  const path = returnPath === null ? null : readReturnPath(returnPath);
  // It names the recipient; a forwarding mailbox reports another address.
  if (path) return { ...path, address: null };
  const deliveryId = deliveryOf(messageId);
  return deliveryId && address ? { workspaceId: null, deliveryId, address } : null;
}
