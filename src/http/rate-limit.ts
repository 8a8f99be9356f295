import { tooManyRequests } from './errors.ts';

const BURST = 3;
const FORGET_AFTER_MS = 60_000;
/** The oldest is dropped past this, so that many addresses cannot fill the memory. */
const MOST_BUCKETS = 20_000;

interface Bucket {
  tokens: number;
  filledAt: number;
}

class Buckets {
  readonly #buckets = new Map<string, Bucket>();
  readonly #capacity: number;
  readonly #perSecond: number;
  readonly #now: () => number;
  #sweptAt: number;

  constructor(capacity: number, perSecond: number, now: () => number) {
    this.#capacity = capacity;
    this.#perSecond = perSecond;
    this.#now = now;
    this.#sweptAt = now();
  }

  of(name: string): Bucket {
    const moment = this.#now();
    if (moment - this.#sweptAt > FORGET_AFTER_MS) this.#sweep(moment);
    let bucket = this.#buckets.get(name);
    if (!bucket) {
      bucket = { tokens: this.#capacity, filledAt: moment };
      if (this.#buckets.size >= MOST_BUCKETS) this.#buckets.delete(this.#buckets.keys().next().value as string);
      this.#buckets.set(name, bucket);
    }
    bucket.tokens = Math.min(this.#capacity, bucket.tokens + ((moment - bucket.filledAt) / 1_000) * this.#perSecond);
    bucket.filledAt = moment;
    return bucket;
  }

  #sweep(moment: number): void {
    for (const [name, { filledAt }] of this.#buckets) if (moment - filledAt > FORGET_AFTER_MS) this.#buckets.delete(name);
    this.#sweptAt = moment;
  }
}

/** Returns the headers of the limit, or throws `rate_limited`. */
export type RateLimit = (keyId: string) => Record<string, string>;

/**
 * A token bucket for each API key: `perSecond` on average, three times as many at once. In memory: each process has its own, which keeps
 * the request path free of a round trip.
 */
export function createRateLimit(perSecond: number, now: () => number = () => performance.now()): RateLimit {
  if (perSecond === 0) return () => ({});
  const capacity = perSecond * BURST;
  const buckets = new Buckets(capacity, perSecond, now);

  return (keyId) => {
    const bucket = buckets.of(keyId);
    const headers = (remaining: number) => {
      const reset = Math.ceil((capacity - bucket.tokens) / perSecond);
      return {
        'RateLimit-Limit': String(capacity),
        'RateLimit-Remaining': String(remaining),
        'RateLimit-Reset': String(reset),
        // As in draft-ietf-httpapi-ratelimit-headers; the fields above are those of its early versions.
        'RateLimit-Policy': `"key";q=${capacity};w=${BURST}`,
        RateLimit: `"key";r=${remaining};t=${reset}`,
      };
    };
    if (bucket.tokens < 1) throw tooManyRequests('Too many requests.', (1 - bucket.tokens) / perSecond, headers(0));
    bucket.tokens -= 1;
    return headers(Math.floor(bucket.tokens));
  };
}

/** Returns in how many seconds the address may ask again, or 0. */
export type AddressLimit = (address: string) => number;

function createAddressLimit(atOnce: number, perSecond: number, now: () => number): AddressLimit {
  const buckets = new Buckets(atOnce, perSecond, now);
  return (address) => {
    const bucket = buckets.of(networkOf(address));
    if (bucket.tokens < 1) return (1 - bucket.tokens) / perSecond;
    bucket.tokens -= 1;
    return 0;
  };
}

/**
 * Pages that need no key, each for one client address: drawings of flows, one in two seconds on average and thirty at once; previews, of
 * which each takes two requests, and reports, two a second on average and 120 at once.
 */
export function createPageLimits(
  isLimited: boolean,
  now: () => number = () => performance.now(),
): Record<'drawing' | 'page', AddressLimit> {
  if (!isLimited) return { drawing: () => 0, page: () => 0 };
  return { drawing: createAddressLimit(30, 0.5, now), page: createAddressLimit(120, 2, now) };
}

/**
 * Called for each refused key; throws `rate_limited` after too many from one address. Valid keys are never counted, so that others at the
 * same address go on undisturbed.
 */
export type RefusalLimit = (address: string) => void;

export function createRefusalLimit(now: () => number = () => performance.now()): RefusalLimit {
  const limit = createAddressLimit(60, 1, now);
  return (address) => {
    const wait = limit(address);
    if (wait > 0) throw tooManyRequests('Too many requests with a key that is not valid; check the key.', wait);
  };
}

/** The limits of one kind of keys; a rate of 0 has none. */
export const createKeyLimits = (perSecond: number): { rateLimit: RateLimit; refusalLimit: RefusalLimit } => ({
  rateLimit: createRateLimit(perSecond),
  refusalLimit: perSecond === 0 ? () => {} : createRefusalLimit(),
});

const FORMS_AT_MOST = 30;
const WINDOW_MS = 60_000;

/** Throws `rate_limited` for the 31st form of a minute from one address. Refused ones do not count. */
export type FormLimit = (address: string, form: string) => void;

/** Keeps times and not a sum, so that no minute has more, wherever it begins. */
export function createFormLimit(now: () => number = () => performance.now()): FormLimit {
  const sent = new Map<string, number[]>();
  return (address, form) => {
    const moment = now();
    for (const [name, times] of sent) {
      if ((times.at(-1) as number) > moment - WINDOW_MS && sent.size < MOST_BUCKETS) break;
      sent.delete(name);
    }
    const name = `${networkOf(address)} ${form}`;
    const times = (sent.get(name) ?? []).filter((time) => time > moment - WINDOW_MS);
    if (times.length >= FORMS_AT_MOST) {
      const wait = (times[0] as number) + WINDOW_MS - moment;
      throw tooManyRequests('This form has been sent too often from your address.', wait / 1_000);
    }
    times.push(moment);
    sent.delete(name);
    sent.set(name, times);
  };
}

/** One person has a single address of IPv4, or a network of 64 bits of IPv6. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  const [before = '', after] = address.split('::');
  const head = before.split(':').filter(Boolean);
  const tail = after?.split(':').filter(Boolean) ?? [];
  const groups = after === undefined ? head : [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail];
  return groups.slice(0, 4).join(':');
}
