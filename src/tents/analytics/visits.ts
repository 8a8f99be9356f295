import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';

const MOST_KNOWN = 2_000;
/** Browsers say what they are in less. */
const LONGEST_KNOWN = 500;

const judged = new LRUCache<string, boolean>({ max: MOST_KNOWN });

function isKnownBot(name: string): boolean {
  const isRobot = judged.get(name) ?? isbot(name);
  judged.set(name, isRobot);
  return isRobot;
}

/** Whether whoever asks is no person: a crawler, a preview, a tool. Every browser says what it is. */
export const isRobot = (userAgent: string | undefined): boolean => {
  const name = userAgent?.trim();
  if (!name) return true;
  return name.length > LONGEST_KNOWN ? isbot(name) : isKnownBot(name);
};

const LONGEST_HOST = 253;

/**
 * The host of the page that a link to a page of `host` stood on, in lower case and without a port. The empty text when there was
 * none, when nobody says, and for links between pages of one host.
 */
export function originOf(referrer: string | undefined, host: string): string {
  const parsed = referrer ? URL.parse(referrer) : null;
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') return '';
  const { hostname } = parsed;
  return hostname.length > LONGEST_HOST || hostname === URL.parse(`http://${host}`)?.hostname ? '' : hostname;
}
