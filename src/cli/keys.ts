import { createKey, type KeyScope, listKeys, revokeKey } from '../workspaces/keys.service.ts';
import {
  type Arguments,
  type Commands,
  iso,
  moment,
  optional,
  type Row,
  required,
  uuid,
  WORKSPACE_OPTION,
  workspaceOf,
} from './arguments.ts';
import { onDatabase } from './session.ts';

const rowOf = (key: Awaited<ReturnType<typeof listKeys>>[number]): Row => ({
  key_id: key.id,
  workspace_id: key.workspaceId,
  name: key.name,
  prefix: key.prefix,
  mode: key.test ? 'test' : 'live',
  scopes: key.scopes.join(',') || 'all',
  networks: key.allowedNetworks.join(',') || 'all',
  last_used_at: iso(key.lastUsedAt),
  created_at: iso(key.createdAt),
  expires_at: iso(key.expiresAt),
  revoked_at: iso(key.revokedAt),
});

const listOf = (args: Arguments, option: string): string[] => optional(args, option)?.split(',') ?? [];

export const keyCommands: Commands = {
  'keys create': {
    about: 'Makes an API key and prints it, once',
    options: {
      ...WORKSPACE_OPTION,
      name: { takes: 'NAME', about: 'What the key is for', required: true },
      scopes: { takes: 'SCOPE,…', about: 'What it may do, such as contacts:read,contacts:write; without it the key may do everything' },
      networks: { takes: 'CIDR,…', about: 'Where it may be used from, such as 203.0.113.0/24; without it the key works everywhere' },
      test: { about: "Its mail goes into the workspace's test mailbox and never to the mail server" },
      'expires-at': { takes: 'TIME', about: 'When it ends, as 2027-01-31T12:00:00Z; without it the key does not' },
    },
    run: onDatabase(
      (args) => {
        const expiresAt = optional(args, 'expires-at');
        return {
          workspaceId: workspaceOf(args),
          name: required(args, 'name'),
          test: args.options.test !== undefined,
          expiresAt: expiresAt ? moment(expiresAt) : null,
          scopes: listOf(args, 'scopes') as KeyScope[],
          allowedNetworks: listOf(args, 'networks'),
        };
      },
      async (db, wanted, now) => {
        const key = await createKey(db, wanted, now);
        return { key_id: key.id, api_key: key.token };
      },
      { audit: 'key.created' },
    ),
  },
  'keys list': {
    about: 'Lists the API keys of a workspace',
    options: WORKSPACE_OPTION,
    run: onDatabase(workspaceOf, async (db, workspaceId) => (await listKeys({ db, workspaceId })).map(rowOf)),
  },
  'keys revoke': {
    about: 'Ends an API key, within seconds and for good',
    takes: 'KEY_ID',
    run: onDatabase(
      ({ word }) => uuid(word),
      async (db, id, now) => rowOf(await revokeKey({ db }, id, now)),
      { audit: 'key.revoked' },
    ),
  },
};
