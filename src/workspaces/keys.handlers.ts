import type { components } from '../../generated/api.d.ts';
import type { ApiKey } from '../../generated/prisma/client.ts';
import type { Handler, Handlers } from '../http/handler.types.ts';
import { type Ctx, sql, transaction } from '../platform/db.ts';
import { cursorPage } from '../shared/cursor.ts';
import { momentOf } from '../shared/dates.ts';
import { DomainError, invalid, notFound } from '../shared/errors.ts';
import { NOT_A_NAME, nameOf } from '../shared/text.ts';
import * as service from './keys.service.ts';

type Schemas = components['schemas'];

/** Of valid keys in a workspace. */
const MOST_KEYS = 200;

const toKey = (key: ApiKey): Schemas['Key'] => ({
  key_id: key.id,
  name: key.name,
  mode: key.test ? 'test' : 'live',
  prefix: key.prefix,
  scopes: key.scopes.length > 0 ? (key.scopes as service.KeyScope[]) : null,
  allowed_networks: key.allowedNetworks.length > 0 ? key.allowedNetworks : null,
  expires_at: key.expiresAt?.toISOString() ?? null,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  created_at: key.createdAt.toISOString(),
});

/** The fields that a request sets. @throws validation_failed */
function fieldsOf<Body extends Schemas['KeyPatch']>(body: Body, now: Date): Partial<service.KeyFields> & Pick<Body, 'name'> {
  const { name: given, scopes, allowed_networks, expires_at } = body;
  const name = given === undefined ? undefined : nameOf(given);
  if (name === null || name === '') throw invalid({ path: 'name', message: name === null ? NOT_A_NAME : 'must not be blank' });
  const fields = {
    ...(name !== undefined && { name }),
    ...(scopes !== undefined && { scopes: scopes ?? [] }),
    ...(allowed_networks !== undefined && { allowedNetworks: allowed_networks ?? [] }),
    ...(expires_at !== undefined && { expiresAt: expires_at === null ? null : momentOf(expires_at) }),
  };
  const faults = service.faultsOf(fields, now);
  if (faults.length > 0) throw invalid(...faults);
  return fields as Partial<service.KeyFields> & Pick<Body, 'name'>;
}

const listKeys: Handler<'listKeys'> = async ({ query }, ctx) => {
  const { rows, next } = await cursorPage({ list: 'keys' }, query, {
    isKey: (key) => key === 'id',
    positionOf: ({ id }: ApiKey) => ({ key: 'id', id }),
    read: (after, most) => service.pageOfKeys(ctx, after?.id, most),
  });
  return { status: 200, body: { keys: rows.map(toKey), ...next } };
};

const createKey: Handler<'createKey'> = async ({ body }, ctx) => {
  const fields = { ...fieldsOf(body, ctx.now), test: body.mode === 'test' };
  if (ctx.isTest && !fields.test) throw new DomainError('key_not_allowed', 'A test key cannot create a live key.');
  const { token, ...key } = await transaction(ctx, async (tx) => {
    await holdWorkspace(tx);
    if ((await service.countKeys(tx)) >= MOST_KEYS)
      throw new DomainError('conflict', `A workspace has at most ${MOST_KEYS} valid keys; revoke one first.`);
    return service.insertKey(tx, fields);
  });
  return { status: 201, body: { ...toKey(key), api_key: token } };
};

/** So that no two requests pass the limit together. */
const holdWorkspace = ({ db, workspaceId }: Ctx) =>
  db.query(sql`SELECT 1 AS held FROM workspaces WHERE id = ${workspaceId}::uuid FOR NO KEY UPDATE`);

const getKey: Handler<'getKey'> = async ({ path }, ctx) => ({ status: 200, body: toKey(await existing(ctx, path.key_id)) });

const updateKey: Handler<'updateKey'> = async ({ path, body }, ctx) => {
  const key = await service.updateKey(ctx, path.key_id, fieldsOf(body, ctx.now));
  if (key) return { status: 200, body: toKey(key) };
  await existing(ctx, path.key_id);
  throw new DomainError('conflict', 'The key is revoked, which is final.');
};

const revokeKey: Handler<'revokeKey'> = async ({ path }, ctx) => {
  await existing(ctx, path.key_id);
  const { db, workspaceId, now } = ctx;
  await service.revokeKey({ db, workspaceId }, path.key_id, now);
  return { status: 204 };
};

async function existing(ctx: Ctx, id: Parameters<typeof service.findKey>[1]): Promise<ApiKey> {
  const key = await service.findKey(ctx, id);
  if (!key) throw notFound();
  return key;
}

export const keyHandlers = { listKeys, createKey, getKey, updateKey, revokeKey } satisfies Partial<Handlers>;
