import { isbot } from 'isbot';

/** Answers of a function by its text, the last ones kept: few texts make up most of what comes, and anybody can send others. */
export function remembered<Result>(judge: (text: string) => Result, most: number): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const result = judge(text);
    if (known.size >= most) known.delete(known.keys().next().value as string);
    known.set(text, result);
    return result;
  };
}

const MOST_KNOWN = 2_000;
/** Browsers say what they are in less. */
const LONGEST_KNOWN = 500;

const isKnownBot = remembered(isbot, MOST_KNOWN);

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
