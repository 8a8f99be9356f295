import { LRUCache } from 'lru-cache';
import { createFlights } from '../../shared/single-flight.ts';

/** Answers to small questions, kept until a change makes them wrong. */
export interface Lookups<Value> {
  /** A kept answer comes at once. Callers who ask during a look-up share its answer. */
  get(key: string): Value | Promise<Value>;
  forget(key: string): void;
  forgetWhere(fits: (key: string, value: Value) => boolean): void;
  forgetAll(): void;
}

/**
 * @param most answers that are kept
 * @param look finds one out; `null` is an answer too
 */
export function createLookups<Value extends object | string | null>(most: number, look: (key: string) => Promise<Value>): Lookups<Value> {
  const kept = new LRUCache<string, { value: Value }>({ max: most });
  const flights = createFlights<Value>();
  return {
    get(key) {
      const answer = kept.get(key);
      if (answer) return answer.value;
      return flights.share(
        key,
        () => look(key),
        (value) => kept.set(key, { value }),
      );
    },
    forget(key) {
      kept.delete(key);
      flights.forget(key);
    },
    forgetWhere(fits) {
      for (const [key, { value }] of [...kept.entries()]) if (fits(key, value)) kept.delete(key);
      // An answer on its way is not known yet, so it may fit.
      flights.forgetAll();
    },
    forgetAll() {
      kept.clear();
      flights.forgetAll();
    },
  };
}
