import type { BlockList } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../platform/clock.ts';
import { type Db, sql } from '../platform/db.ts';
import { gatherLookups } from '../platform/gather.ts';
import type { WorkspaceId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { networksOf } from '../shared/networks.ts';
import { hashOf, KEY_FORM, type KeyScope } from './keys.service.ts';

export interface KeyOwner {
  workspaceId: WorkspaceId;
  key: { id: string; name: string };
  isTest: boolean;
  isSuspended: boolean;
  logsRequests: boolean;
  /** Undefined for all of them. */
  scopes: ReadonlySet<KeyScope> | undefined;
  /** Undefined for every address. */
  networks: BlockList | undefined;
}

interface Key {
  owner: KeyOwner;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
}

/** A revoked key, or that of a suspended workspace, works this long at most. */
export const TRUST_MS = 5_000;
/** Valid and invalid keys, each. */
const MOST_REMEMBERED = 10_000;
/** Keys that come while two queries run wait for the next one. */
const LOOK_UPS = { most: 1_000, atOnce: 2 };
/** The last use of a key is written at most so often. */
const USE_MS = 60_000;

/**
 * The owner of a token, or null.
 *
 * Neither a busy client nor one that guesses costs a query a request: malformed tokens are not looked up, invalid ones are cached (by their
 * hash, which has one length), and the rest are looked up many at a time. Failures of the database are thrown and not cached.
 */
export function createAuthenticator(db: Db, clock: Clock, log: Log): (token: string) => Promise<KeyOwner | null> {
  // Counted by size: with `max`, room for all entries is made at the start.
  const limits = { maxSize: MOST_REMEMBERED, sizeCalculation: () => 1 };
  const known = new LRUCache<string, { owner: KeyOwner; until: number }>(limits);
  const unknown = new LRUCache<string, { until: number }>(limits);
  const lookUp = gatherLookups(async (_all, hashes) => {
    const keys = await findKeys(db, hashes);
    const now = clock.now();
    const used = [...keys.values()].filter(({ lastUsedAt }) => !lastUsedAt || now.getTime() - lastUsedAt.getTime() >= USE_MS);
    // Requests do not wait for it, and a database that takes no writes does not refuse a key.
    if (used.length > 0) noteUse(db, used, now).catch((error) => log.warn({ err: error }, 'the last use of keys could not be written'));
    return keys;
  }, LOOK_UPS);

  return async (token) => {
    const now = clock.now().getTime();
    const entry = known.get(token);
    if (entry && entry.until > now) return entry.owner;
    if (!KEY_FORM.test(token)) return null;
    const hash = hashOf(token).toString('hex');
    const refused = unknown.get(hash);
    if (refused && refused.until > now) return null;

    const key = await lookUp('', hash);
    const trusted = now + TRUST_MS;
    // An entry does not outlive its key.
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
  const rows = await db.query<KeyRow>(sql`
    SELECT encode(k.key_hash, 'hex') AS hash, k.workspace_id::text, k.id::text, k.name, k.test, k.expires_at, k.last_used_at, k.scopes,
      k.allowed_networks, w.request_log, w.suspended_at IS NOT NULL AS suspended
    FROM api_keys k JOIN workspaces w ON w.id = k.workspace_id
    WHERE k.key_hash = ANY (${wanted}::bytea[]) AND k.revoked_at IS NULL`);
  return new Map(
    rows.map(({ hash, workspace_id, id, name, test, suspended, expires_at, last_used_at, scopes, allowed_networks, request_log }) => [
      hash,
      {
        owner: {
          workspaceId: workspace_id,
          key: { id, name },
          isTest: test,
          isSuspended: suspended,
          logsRequests: request_log,
          scopes: scopes.length > 0 ? new Set(scopes) : undefined,
          networks: allowed_networks.length > 0 ? networksOf(allowed_networks) : undefined,
        },
        expiresAt: expires_at,
        lastUsedAt: last_used_at,
      },
    ]),
  );
}

interface KeyRow {
  hash: string;
  workspace_id: string;
  id: string;
  name: string;
  test: boolean;
  suspended: boolean;
  expires_at: Date | null;
  last_used_at: Date | null;
  scopes: KeyScope[];
  allowed_networks: string[];
  request_log: boolean;
}

const noteUse = (db: Db, keys: Key[], now: Date): Promise<unknown> =>
  db.query(sql`
    UPDATE api_keys SET last_used_at = ${now}
    FROM unnest(${keys.map(({ owner }) => owner.workspaceId)}::uuid[], ${keys.map(({ owner }) => owner.key.id)}::uuid[]) AS used (workspace_id, id)
    WHERE api_keys.workspace_id = used.workspace_id AND api_keys.id = used.id`);
