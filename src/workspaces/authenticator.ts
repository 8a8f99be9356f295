import type { Clock } from '../platform/clock.ts';
import { type Db, sql } from '../platform/db.ts';
import { hashOf, KEY_FORM } from './keys.service.ts';

export interface KeyOwner {
  workspaceId: string;
  key: { id: string; name: string };
}

interface Key {
  owner: KeyOwner;
  expiresAt: Date | null;
}

/** How long what was found of a token is believed without asking again: a revoked key works this long at most. */
const TRUST_MS = 5_000;
/** How many keys that count, and how many that do not, are remembered. The oldest are forgotten first. */
const MOST_REMEMBERED = 10_000;
/** How many queries look keys up at a time. What comes meanwhile is gathered for the next. */
const MOST_QUERIES = 2;

/**
 * Tells whom a token speaks for, or null.
 *
 * A busy client costs no query a request, and whoever guesses costs hardly more: tokens that can be none are not looked up, those
 * that are none are remembered for a moment (by their hash, which has one length), and the rest are looked up many at a time.
 * Failures of the database are thrown, never remembered.
 */
export function createAuthenticator(db: Db, clock: Clock): (token: string) => Promise<KeyOwner | null> {
  const known = new Memory<{ owner: KeyOwner; until: number }>();
  const unknown = new Memory<{ until: number }>();
  const lookUp = gathered((hashes) => findKeys(db, hashes));

  return async (token) => {
    const now = clock.now().getTime();
    const entry = known.get(token);
    if (entry && entry.until > now) return entry.owner;
    if (!KEY_FORM.test(token)) return null;
    const hash = hashOf(token).toString('hex');
    const refused = unknown.get(hash);
    if (refused && refused.until > now) return null;

    const key = await lookUp(hash);
    const trusted = now + TRUST_MS;
    // Nobody is remembered for longer than the key is good.
    const until = key?.expiresAt ? Math.min(key.expiresAt.getTime(), trusted) : trusted;
    if (key && until > now) {
      known.set(token, { owner: key.owner, until });
      return key.owner;
    }
    unknown.set(hash, { until: trusted });
    return null;
  };
}

async function findKeys(db: Db, hashes: string[]): Promise<Map<string, Key>> {
  const wanted = hashes.map((hash) => `\\x${hash}`);
  const rows = await db.query<{ hash: string; workspace_id: string; id: string; name: string; expires_at: Date | null }>(sql`
    SELECT encode(key_hash, 'hex') AS hash, workspace_id::text, id::text, name, expires_at
    FROM api_keys WHERE key_hash = ANY (${wanted}::bytea[]) AND revoked_at IS NULL`);
  return new Map(
    rows.map(({ hash, workspace_id, id, name, expires_at }) => [
      hash,
      { owner: { workspaceId: workspace_id, key: { id, name } }, expiresAt: expires_at },
    ]),
  );
}

interface Gathering<Found> {
  names: Set<string>;
  found: Promise<Map<string, Found>>;
  begin: () => void;
}

/** Looks up one by one what is found many at a time. */
function gathered<Found>(find: (names: string[]) => Promise<Map<string, Found>>): (name: string) => Promise<Found | undefined> {
  let underWay = 0;
  let next: Gathering<Found> | undefined;
  const proceed = () => {
    if (underWay < MOST_QUERIES) next?.begin();
  };

  const gather = (): Gathering<Found> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const names = new Set<string>();
    const found = promise.then(async () => {
      next = undefined;
      underWay += 1;
      try {
        return await find([...names]);
      } finally {
        underWay -= 1;
        proceed();
      }
    });
    return { names, found, begin: resolve };
  };

  return async (name) => {
    next ??= gather();
    const { names, found } = next;
    names.add(name);
    proceed();
    return (await found).get(name);
  };
}

/** Remembers up to a bound. */
class Memory<Value> {
  readonly #values = new Map<string, Value>();

  get(name: string): Value | undefined {
    return this.#values.get(name);
  }

  set(name: string, value: Value): void {
    // Set anew, so that what was found last is forgotten last.
    this.#values.delete(name);
    if (this.#values.size >= MOST_REMEMBERED) this.#values.delete(this.#values.keys().next().value as string);
    this.#values.set(name, value);
  }
}
