/** Values that are kept until their weights add up to more than a limit; those that were not used for the longest time go first. */
export interface Lru<Value> {
  get(key: string): Value | undefined;
  /** One that is heavier than the limit is not kept. */
  set(key: string, value: Value, weight: number): void;
  delete(key: string): void;
  /** Forgets those that fit. Looks at each. */
  deleteWhere(fits: (key: string, value: Value) => boolean): void;
  clear(): void;
  weight(): number;
}

export function createLru<Value>(limit: number): Lru<Value> {
  // A Map keeps the order in which keys came.
  const entries = new Map<string, { value: Value; weight: number }>();
  let total = 0;

  function remove(key: string): void {
    total -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  }

  return {
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, weight) {
      remove(key);
      if (weight > limit) return;
      entries.set(key, { value, weight });
      total += weight;
      for (const [oldest] of entries) {
        if (total <= limit) break;
        remove(oldest);
      }
    },
    delete: remove,
    deleteWhere(fits) {
      for (const [key, { value }] of entries) if (fits(key, value)) remove(key);
    },
    clear() {
      entries.clear();
      total = 0;
    },
    weight: () => total,
  };
}
