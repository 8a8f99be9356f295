export interface Flights<Value> {
  /**
   * Callers during a look-up share its answer.
   * @param keep gets the answer, unless the key was forgotten meanwhile: an answer from before a change must not be kept
   */
  share(key: string, begin: () => Promise<Value>, keep?: (value: Value) => void): Promise<Value>;
  forget(key: string): void;
  forgetAll(): void;
}

export function createFlights<Value>(): Flights<Value> {
  const underWay = new Map<string, Promise<Value>>();
  return {
    share(key, begin, keep) {
      const shared = underWay.get(key);
      if (shared) return shared;
      const flight = begin()
        .then((value) => {
          if (underWay.get(key) === flight) keep?.(value);
          return value;
        })
        .finally(() => {
          if (underWay.get(key) === flight) underWay.delete(key);
        });
      underWay.set(key, flight);
      return flight;
    },
    forget: (key) => void underWay.delete(key),
    forgetAll: () => underWay.clear(),
  };
}

/** Runs work one after the other, in the order of the calls; what fails holds up nothing. */
export function oneByOne(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}
