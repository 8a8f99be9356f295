/** How many keys are looked up in one statement. */
const MOST = 500;

/**
 * Look-ups that arrive in the same moment share one statement: those of one group, `most` at a time. What fails, fails for those that
 * share it alone. Nobody waits longer than for what has arrived to be read, and for the statement.
 * @param find looks up keys of one group, each once; a key that it leaves out is not there
 */
export function gatherLookups<Value>(
  find: (group: string, keys: string[]) => Promise<ReadonlyMap<string, Value>>,
  most = MOST,
): (group: string, key: string) => Promise<Value | undefined> {
  type Shared = { keys: Set<string>; found: Promise<ReadonlyMap<string, Value>> };
  const gathering = new Map<string, Shared>();

  function begin(group: string): Shared {
    const keys = new Set<string>();
    const found = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      if (gathering.get(group) === shared) gathering.delete(group);
      return find(group, [...keys]);
    });
    const shared: Shared = { keys, found };
    gathering.set(group, shared);
    return shared;
  }

  return async (group, key) => {
    let shared = gathering.get(group);
    if (!shared || shared.keys.size >= most) shared = begin(group);
    shared.keys.add(key);
    return (await shared.found).get(key);
  };
}
