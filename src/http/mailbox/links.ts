import type { Db } from '../../platform/db.ts';
import { linksOf, type Message } from '../../platform/mailbox/message.ts';
import { deliveryOf, linksBehind } from '../../platform/mailbox.ts';
import { createOutbound, OutboundError, type OutboundOptions } from '../../platform/outbound-http.ts';

export interface Link {
  url: string;
  /** What is wrong with it as it stands; null: nothing. */
  fault: string | null;
  /** The outcome of a check; null where there was none. */
  outcome: { isFine: boolean; words: string } | null;
}

const MOST_CHECKED = 50;
const AT_ONCE = 5;
const EACH_MS = 5_000;
const ALL_MS = 20_000;

/** Of a message, the targets of tracked links in place of these. */
export async function linksIn(db: Db, message: Message, baseUrl: string): Promise<Link[]> {
  const deliveryId = deliveryOf(message.messageId);
  const targets = deliveryId ? await linksBehind(db, deliveryId) : [];
  const others = linksOf(message).filter((url) => targets.length === 0 || !url.startsWith(`${baseUrl}/`));
  return [...new Set([...targets, ...others])].map((url) => ({ url, fault: faultOf(url), outcome: null }));
}

function faultOf(url: string): string | null {
  const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(url.replaceAll(/[\p{Cc}\s]/gu, ''))?.[1]?.toLowerCase();
  if (scheme === 'https' || scheme === 'mailto' || scheme === 'tel') return null;
  if (scheme === 'http') return 'Not encrypted: use https.';
  if (scheme === undefined) return 'No whole address: mail programs cannot open it.';
  return `Unsafe: mail programs block ${scheme}: links.`;
}

/**
 * Asks for each web address once, without following redirects, by the guarded way of all requests out: addresses of this network are
 * refused. Bounded in number and in time.
 */
export async function checkLinks(links: readonly Link[], options: Pick<OutboundOptions, 'allowed'>): Promise<Link[]> {
  const send = createOutbound({ ...options, limitMs: EACH_MS });
  const signal = AbortSignal.timeout(ALL_MS);
  const waiting = links.filter(({ url }) => /^https?:/i.test(url)).slice(0, MOST_CHECKED);
  const outcomes = new Map<string, Link['outcome']>();
  const check = async (): Promise<void> => {
    for (let link = waiting.shift(); link; link = waiting.shift()) {
      const { url } = link;
      outcomes.set(url, await outcomeOf(() => send({ url, method: 'GET' }, signal)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, check));
  return links.map((link) => ({ ...link, outcome: outcomes.get(link.url) ?? null }));
}

async function outcomeOf(ask: () => Promise<{ status: number }>): Promise<NonNullable<Link['outcome']>> {
  try {
    const { status } = await ask();
    if (status < 300) return { isFine: true, words: `Answers with ${status}.` };
    if (status < 400) return { isFine: true, words: `Redirects with ${status}.` };
    return { isFine: false, words: `Broken: answers with ${status}.` };
  } catch (error) {
    return { isFine: false, words: error instanceof OutboundError ? error.message : 'There was no answer in time.' };
  }
}
