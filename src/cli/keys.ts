import { createKey, listKeys, revokeKey } from '../workspaces/keys.service.ts';
import { type Commands, iso, moment, optional, type Row, required, uuid, workspaceOf } from './arguments.ts';
import { onDatabase } from './session.ts';

const rowOf = (key: Awaited<ReturnType<typeof listKeys>>[number]): Row => ({
  key_id: key.id,
  workspace_id: key.workspaceId,
  name: key.name,
  prefix: key.prefix,
  created_at: iso(key.createdAt),
  expires_at: iso(key.expiresAt),
  revoked_at: iso(key.revokedAt),
});

export const keyCommands: Commands = {
  'keys create': {
    usage: '--workspace ID --name N [--expires-at TIME]',
    options: { workspace: 'string', name: 'string', 'expires-at': 'string' },
    run: onDatabase(
      (args) => {
        const expiresAt = optional(args, 'expires-at');
        return { workspaceId: workspaceOf(args), name: required(args, 'name'), expiresAt: expiresAt ? moment(expiresAt) : null };
      },
      async (db, wanted, now) => {
        const key = await createKey(db, wanted, now);
        return { key_id: key.id, api_key: key.token };
      },
    ),
  },
  'keys list': {
    usage: '--workspace ID',
    options: { workspace: 'string' },
    run: onDatabase(workspaceOf, async (db, workspaceId) => (await listKeys({ db, workspaceId })).map(rowOf)),
  },
  'keys revoke': {
    usage: '',
    takes: 'KEY_ID',
    run: onDatabase(
      ({ word }) => uuid(word),
      async (db, id, now) => rowOf(await revokeKey(db, id, now)),
    ),
  },
};
