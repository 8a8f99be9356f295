import { createHash, randomBytes } from 'node:crypto';
import type { ApiKey } from '../../generated/prisma/client.ts';
import type { Clock } from '../platform/clock.ts';
import { type Db, sql } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import { AdminError, adminName, checkWorkspace } from './workspaces.service.ts';

const PREFIX = 'bvk_';
/** How long a key that was looked up is trusted without asking again; a revoked one works this long at most. */
const TRUST_MS = 5_000;
const CACHE_SIZE = 10_000;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Makes a key and returns it whole, the only time it can be seen: the database keeps a hash and the first characters.
 * @throws AdminError when the workspace does not exist or the expiry has passed
 */
export async function createKey(
  db: Db,
  { workspaceId, name: given, expiresAt = null }: { workspaceId: string; name: string; expiresAt?: Date | null },
  now: Date,
): Promise<ApiKey & { token: string }> {
  const name = adminName(given);
  if (expiresAt && expiresAt <= now) throw new AdminError('The expiry lies in the past.');
  await checkWorkspace(db, workspaceId);
  // 256 random bits.
  const token = PREFIX + randomBytes(32).toString('base64url');
  const key = await db.prisma.apiKey.create({
    data: { workspaceId, id: newId(), name, prefix: token.slice(0, 10), keyHash: new Uint8Array(hashOf(token)), expiresAt, createdAt: now },
  });
  return { ...key, token };
}

/** @throws AdminError when the workspace does not exist */
export async function listKeys(db: Db, workspaceId: string): Promise<ApiKey[]> {
  await checkWorkspace(db, workspaceId);
  return db.prisma.apiKey.findMany({ where: { workspaceId }, orderBy: { createdAt: 'asc' } });
}

/** @throws AdminError when there is no such key */
export async function revokeKey(db: Db, keyId: string, now: Date): Promise<ApiKey> {
  // An administrator names a key by its id alone; ids are unique across workspaces.
  await db.prisma.apiKey.updateMany({ where: { id: keyId, revokedAt: null }, data: { revokedAt: now } });
  const key = await db.prisma.apiKey.findFirst({ where: { id: keyId } });
  if (!key) throw new AdminError('There is no key with this id.');
  return key;
}

export interface KeyOwner {
  workspaceId: string;
  key: { id: string; name: string };
}

/**
 * Tells whom a token speaks for, or null. Answers are remembered for a few seconds, so that a busy client costs no query
 * a request; failures of the database are thrown, never remembered.
 */
export function createAuthenticator(db: Db, clock: Clock): (token: string) => Promise<KeyOwner | null> {
  const known = new Map<string, { owner: KeyOwner | null; expiresAt: Date | null; until: number }>();

  return async (token) => {
    const now = clock.now();
    const entry = known.get(token);
    if (entry && entry.until > now.getTime()) return entry.expiresAt && entry.expiresAt <= now ? null : entry.owner;

    const [row] = await db.query<{ workspace_id: string; id: string; name: string; expires_at: Date | null }>(sql`
      SELECT workspace_id, id, name, expires_at FROM api_keys WHERE key_hash = ${hashOf(token)} AND revoked_at IS NULL`);
    const owner = row ? { workspaceId: row.workspace_id, key: { id: row.id, name: row.name } } : null;
    // Unknown tokens are not kept: whoever guesses would fill the memory.
    if (row) {
      if (known.size >= CACHE_SIZE) known.clear();
      known.set(token, { owner, expiresAt: row.expires_at, until: now.getTime() + TRUST_MS });
    } else {
      known.delete(token);
    }
    return row?.expires_at && row.expires_at <= now ? null : owner;
  };
}
