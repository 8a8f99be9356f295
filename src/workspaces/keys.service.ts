import { createHash, randomBytes } from 'node:crypto';
import type { ApiKey } from '../../generated/prisma/client.ts';
import type { Db, Scope } from '../platform/db.ts';
import { newId, type WorkspaceId } from '../platform/ids.ts';
import { AdminError, adminName, checkWorkspace } from './workspaces.service.ts';

const PREFIX = 'bvk_';
/** The prefix and 256 random bits. */
export const KEY_FORM = /^bvk_[\w-]{43}$/;

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * The only time that the key is whole: the database has a hash and the first characters.
 * @throws AdminError when the workspace does not exist or the expiry has passed
 */
export async function createKey(
  db: Db,
  { workspaceId, name: given, expiresAt = null }: { workspaceId: WorkspaceId; name: string; expiresAt?: Date | null },
  now: Date,
): Promise<ApiKey & { token: string }> {
  const name = adminName(given);
  if (expiresAt && expiresAt <= now) throw new AdminError('The expiry lies in the past.');
  await checkWorkspace({ db, workspaceId });
  const token = PREFIX + randomBytes(32).toString('base64url');
  const key = await db.prisma.apiKey.create({
    data: { workspaceId, id: newId(), name, prefix: token.slice(0, 10), keyHash: new Uint8Array(hashOf(token)), expiresAt, createdAt: now },
  });
  return { ...key, token };
}

/** @throws AdminError when the workspace does not exist */
export async function listKeys(ctx: Scope): Promise<ApiKey[]> {
  await checkWorkspace(ctx);
  return ctx.db.prisma.apiKey.findMany({ where: { workspaceId: ctx.workspaceId }, orderBy: { createdAt: 'asc' } });
}

/** @throws AdminError when there is no such key */
export async function revokeKey(db: Db, keyId: string, now: Date): Promise<ApiKey> {
  // An administrator names a key by its id alone; ids are unique across workspaces.
  await db.prisma.apiKey.updateMany({ where: { id: keyId, revokedAt: null }, data: { revokedAt: now } });
  const key = await db.prisma.apiKey.findFirst({ where: { id: keyId } });
  if (!key) throw new AdminError('There is no key with this id.');
  return key;
}
