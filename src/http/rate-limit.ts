import { HttpError } from './errors.ts';

const BURST = 3;
const FORGET_AFTER_MS = 60_000;

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** Called once a request; returns the headers that tell the caller where they stand, or throws `rate_limited`. */
export type RateLimit = (keyId: string) => Record<string, string>;

/**
 * A token bucket for each API key: `perSecond` on average, three times as many at once. In memory: with several
 * processes each has its own, which keeps the request path free of a round trip.
 */
export function createRateLimit(perSecond: number, now: () => number = () => performance.now()): RateLimit {
  if (perSecond === 0) return () => ({});
  const capacity = perSecond * BURST;
  const buckets = new Map<string, Bucket>();
  let sweptAt = now();

  return (keyId) => {
    const moment = now();
    if (moment - sweptAt > FORGET_AFTER_MS) {
      for (const [id, { filledAt }] of buckets) if (moment - filledAt > FORGET_AFTER_MS) buckets.delete(id);
      sweptAt = moment;
    }
    const bucket = buckets.get(keyId) ?? { tokens: capacity, filledAt: moment };
    buckets.set(keyId, bucket);
    bucket.tokens = Math.min(capacity, bucket.tokens + ((moment - bucket.filledAt) / 1_000) * perSecond);
    bucket.filledAt = moment;

    const headers = (remaining: number) => ({
      'RateLimit-Limit': String(capacity),
      'RateLimit-Remaining': String(remaining),
      'RateLimit-Reset': String(Math.ceil((capacity - bucket.tokens) / perSecond)),
    });
    if (bucket.tokens < 1) {
      const wait = Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
      throw new HttpError('rate_limited', 'Too many requests; wait before the next one.', { ...headers(0), 'Retry-After': String(wait) });
    }
    bucket.tokens -= 1;
    return headers(Math.floor(bucket.tokens));
  };
}
