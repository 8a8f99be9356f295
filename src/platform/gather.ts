const MOST = 500;

/**
 * Look-ups of one group that arrive in the same moment share one statement, `most` at a time, and its failure.
 * @param find looks up distinct keys of one group; missing keys are left out
 * @param limits.atOnce concurrent statements; what arrives meanwhile gathers for the next
 */
export function gatherLookups<Value>(
  find: (group: string, keys: string[]) => Promise<ReadonlyMap<string, Value>>,
  { most = MOST, atOnce = Number.POSITIVE_INFINITY }: { most?: number; atOnce?: number } = {},
): (group: string, key: string) => Promise<Value | undefined> {
  type Shared = { keys: Set<string>; found: Promise<ReadonlyMap<string, Value>> };
  const gathering = new Map<string, Shared>();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function takePlace(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (running < atOnce) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function leavePlace(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  async function look(group: string, shared: Shared): Promise<ReadonlyMap<string, Value>> {
    await takePlace();
    if (gathering.get(group) === shared) gathering.delete(group);
    try {
      return await find(group, [...shared.keys]);
    } finally {
      leavePlace();
    }
  }

  function begin(group: string): Shared {
    const shared: Shared = { keys: new Set(), found: Promise.resolve(new Map()) };
    gathering.set(group, shared);
    shared.found = look(group, shared);
    return shared;
  }

  return async (group, key) => {
    let shared = gathering.get(group);
    if (!shared || shared.keys.size >= most) shared = begin(group);
    shared.keys.add(key);
    return (await shared.found).get(key);
  };
}
