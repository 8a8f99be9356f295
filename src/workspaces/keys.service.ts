import { createHash, randomBytes } from 'node:crypto';
import type { components } from '../../generated/api.d.ts';
import type { ApiKey } from '../../generated/prisma/client.ts';
import type { Ctx, Db, Scope, Tx } from '../platform/db.ts';
import { type KeyId, newId, type WorkspaceId } from '../platform/ids.ts';
import { isNetwork } from '../shared/networks.ts';
import { AdminError, adminName, checkWorkspace } from './workspaces.service.ts';

export type KeyScope = components['schemas']['KeyScope'];

const SCOPES = {
  'contacts:read': true,
  'contacts:write': true,
  'emails:read': true,
  'emails:write': true,
  'blasts:read': true,
  'blasts:write': true,
  'blasts:send': true,
  'flows:read': true,
  'flows:write': true,
  'flows:send': true,
  'messages:read': true,
  'messages:send': true,
  'tents:read': true,
  'tents:write': true,
  'tents:publish': true,
  'events:read': true,
  'events:write': true,
  'webhooks:read': true,
  'webhooks:write': true,
  'analytics:read': true,
  admin: true,
} satisfies Record<KeyScope, true>;

export interface KeyFields {
  name: string;
  /** For good: its mail goes into the test mailbox. */
  test: boolean;
  /** Null: it does not expire. */
  expiresAt: Date | null;
  /** Empty: all of them. */
  scopes: KeyScope[];
  /** Addresses and networks in CIDR notation. Empty: every address. */
  allowedNetworks: string[];
}

const PREFIXES = { live: 'bvk_', test: 'bvk_test_' };
/** The prefix and 256 random bits. */
export const KEY_FORM = /^bvk_(test_)?[\w-]{43}$/;
const SHOWN_RANDOM = 6;

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * The only time that the key is whole: the database has a hash and the first characters.
 * @throws AdminError when the workspace does not exist, the expiry has passed, or a scope or a network is none
 */
export async function createKey(
  db: Db,
  { workspaceId, ...given }: Partial<KeyFields> & { workspaceId: WorkspaceId; name: string },
  now: Date,
): Promise<ApiKey & { token: string }> {
  const fields = { ...given, name: adminName(given.name) };
  const [fault] = faultsOf(fields, now);
  if (fault) throw new AdminError(fault.message);
  await checkWorkspace({ db, workspaceId });
  return insertKey({ db, workspaceId, now }, fields);
}

export async function insertKey(
  { db, workspaceId, now }: Ctx,
  fields: Partial<KeyFields> & { name: string },
): Promise<ApiKey & { token: string }> {
  const start = PREFIXES[fields.test ? 'test' : 'live'];
  const token = start + randomBytes(32).toString('base64url');
  const prefix = token.slice(0, start.length + SHOWN_RANDOM);
  const key = await db.prisma.apiKey.create({
    data: { ...fields, workspaceId, id: newId(), prefix, keyHash: new Uint8Array(hashOf(token)), createdAt: now },
  });
  return { ...key, token };
}

/** Values that cannot be stored, each with a sentence about it. */
export function faultsOf(
  { expiresAt, scopes = [], allowedNetworks = [] }: Partial<KeyFields>,
  now: Date,
): { path: string; message: string }[] {
  const expired = expiresAt && expiresAt <= now ? [{ path: 'expires_at', message: 'The expiry lies in the past.' }] : [];
  const unknown = scopes.filter((scope) => !Object.hasOwn(SCOPES, scope));
  const malformed = allowedNetworks.flatMap((network, index) => (isNetwork(network) ? [] : [{ network, index }]));
  return [
    ...expired,
    ...unknown.map((scope) => ({
      path: 'scopes',
      message: `There is no scope "${scope}". The scopes are ${Object.keys(SCOPES).join(', ')}.`,
    })),
    ...malformed.map(({ network, index }) => ({
      path: `allowed_networks.${index}`,
      message: `"${network}" is no address or network; write it like 203.0.113.7 or 203.0.113.0/24.`,
    })),
  ];
}

/** Oldest first. */
export const pageOfKeys = ({ db, workspaceId }: Scope, after: string | undefined, most: number): Promise<ApiKey[]> =>
  db.prisma.apiKey.findMany({ where: { workspaceId, ...(after && { id: { gt: after } }) }, orderBy: { id: 'asc' }, take: most });

export const findKey = ({ db, workspaceId }: Scope, id: KeyId): Promise<ApiKey | null> =>
  db.prisma.apiKey.findFirst({ where: { workspaceId, id } });

/** Keys that work. */
export const countKeys = ({ db, workspaceId, now }: Ctx): Promise<number> =>
  db.prisma.apiKey.count({ where: { workspaceId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] } });

/** @returns null where there is no such key, or it is revoked */
export async function updateKey({ db, workspaceId }: Scope, id: KeyId, fields: Partial<KeyFields>): Promise<ApiKey | null> {
  const [key] = await db.prisma.apiKey.updateManyAndReturn({ where: { workspaceId, id, revokedAt: null }, data: fields });
  return key ?? null;
}

/** @throws AdminError when the workspace does not exist */
export async function listKeys(ctx: Scope): Promise<ApiKey[]> {
  await checkWorkspace(ctx);
  return ctx.db.prisma.apiKey.findMany({ where: { workspaceId: ctx.workspaceId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
}

/**
 * An administrator names a key by its id alone; ids are unique across workspaces.
 * @throws AdminError when there is no such key
 */
export async function revokeKey({ db, ...of }: { db: Db | Tx; workspaceId?: WorkspaceId }, keyId: string, now: Date): Promise<ApiKey> {
  await db.prisma.apiKey.updateMany({ where: { ...of, id: keyId, revokedAt: null }, data: { revokedAt: now } });
  const key = await db.prisma.apiKey.findFirst({ where: { ...of, id: keyId } });
  if (!key) throw new AdminError('There is no key with this id.');
  return key;
}
