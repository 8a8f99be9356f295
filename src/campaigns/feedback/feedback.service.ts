import type { Db } from '../../platform/db.ts';
import { type Decisive, deliveryOf, type FeedbackEvent, isDecisive } from './event.ts';
import { findNamed, type Named, type News, record } from './feedback.repo.ts';

/** The delivery that a return path of ours names, or null for any other address. */
export type ReadReturnPath = (address: string) => { workspaceId: string; deliveryId: string } | null;

export interface Recorded {
  /** Events that told of a delivery of ours. */
  known: number;
  /** Deliveries that were being written by somebody else: what was told of them has to come again. */
  busy: number;
}

/**
 * Writes down what providers tell. Each event has to name a delivery of ours: by its return path, which nobody can make up, or by its
 * Message-ID and the address that it went to. What names none changes nothing. Safe to repeat.
 * @param source who tells it, as it stands beside a suppression
 */
export async function recordFeedback(
  db: Db,
  events: readonly FeedbackEvent[],
  { source, readReturnPath, now }: { source: string; readReturnPath: ReadReturnPath; now: Date },
): Promise<Recorded> {
  const told = events.filter(isDecisive).flatMap((event) => {
    const name = nameOf(event, readReturnPath);
    return name ? [{ event, name }] : [];
  });
  if (told.length === 0) return { known: 0, busy: 0 };

  return db.transaction(async (tx) => {
    const found = await findNamed(
      tx,
      told.map(({ name }) => name),
    );
    const workspaces = new Map<string, Map<string, News>>();
    for (const { place, workspaceId, deliveryId } of found) {
      const news = workspaces.get(workspaceId) ?? new Map<string, News>();
      workspaces.set(workspaceId, news);
      news.set(deliveryId, withEvent(news.get(deliveryId) ?? { ...NO_NEWS, deliveryId }, (told[place] as { event: Decisive }).event));
    }
    let busy = 0;
    // In one order, as several requests may hold rows of several workspaces.
    for (const [workspaceId, news] of [...workspaces].sort(([a], [b]) => (a < b ? -1 : 1))) {
      busy += news.size - (await record(tx, workspaceId, [...news.values()], source, now)).length;
    }
    return { known: new Set(found.map(({ place }) => place)).size, busy };
  });
}

const NO_NEWS = { ended: null, endedAt: null, reason: null, complainedAt: null, complaint: null };

/** Of two words about the end the one that says more counts, and of the same the first. */
function withEvent(news: News, { kind, at, reason }: Decisive): News {
  if (kind === 'complained') return news.complainedAt ? news : { ...news, complainedAt: at, complaint: reason };
  const says = news.ended === null || (news.ended === 'failed' && kind === 'bounced');
  return says ? { ...news, ended: kind, endedAt: at, reason } : news;
}

function nameOf({ returnPath, messageId, address }: FeedbackEvent, readReturnPath: ReadReturnPath): Named | null {
  const path = returnPath === null ? null : readReturnPath(returnPath);
  // It names whom the message was for; a mailbox that passes mail on tells of another address.
  if (path) return { ...path, address: null };
  const deliveryId = deliveryOf(messageId);
  return deliveryId && address ? { workspaceId: null, deliveryId, address } : null;
}
