import { createLru } from './lru.ts';

/** Answers to small questions, kept until somebody says that they are not true any more. */
export interface Lookups<Value> {
  /** A kept answer comes at once; whoever asks while somebody looks it up waits for the same. */
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
  const known = createLru<Value>(most);
  const underWay = new Map<string, Promise<Value>>();

  function begin(key: string): Promise<Value> {
    const looking = look(key)
      .then((value) => {
        // It may have been forgotten meanwhile: then this was seen before the change, and is for those alone who asked before it.
        if (underWay.get(key) === looking) known.set(key, value, 1);
        return value;
      })
      .finally(() => {
        if (underWay.get(key) === looking) underWay.delete(key);
      });
    underWay.set(key, looking);
    return looking;
  }

  return {
    get(key) {
      const value = known.get(key);
      return value !== undefined ? value : (underWay.get(key) ?? begin(key));
    },
    forget(key) {
      known.delete(key);
      underWay.delete(key);
    },
    forgetWhere(fits) {
      known.deleteWhere(fits);
      // What is being looked up is not known yet, so it may fit.
      underWay.clear();
    },
    forgetAll() {
      known.clear();
      underWay.clear();
    },
  };
}
