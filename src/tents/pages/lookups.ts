import { LRUCache } from 'lru-cache';
import { createFlights } from '../../shared/single-flight.ts';

/** Caches answers until a change makes them wrong. @param look `null` is an answer too */
export function createLookups<Value extends object | string | null>(most: number, look: (key: string) => Promise<Value>) {
  // Counted by size: with `max`, room for all entries is made at once, which would take a third of the service's start.
  const kept = new LRUCache<string, { value: Value }>({ maxSize: most, sizeCalculation: () => 1 });
  const flights = createFlights<Value>();
  return {
    /** A cached answer comes at once. Callers during a look-up share its answer. */
    get(key: string): Value | Promise<Value> {
      const answer = kept.get(key);
      if (answer) return answer.value;
      return flights.share(
        key,
        () => look(key),
        (value) => kept.set(key, { value }),
      );
    },
    forget(key: string): void {
      kept.delete(key);
      flights.forget(key);
    },
    forgetWhere(fits: (key: string, value: Value) => boolean): void {
      for (const [key, { value }] of [...kept.entries()]) if (fits(key, value)) kept.delete(key);
      // The answer of a running look-up may fit.
      flights.forgetAll();
    },
    forgetAll(): void {
      kept.clear();
      flights.forgetAll();
    },
  };
}
