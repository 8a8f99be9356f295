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
    run: onDatabase(async (db, args, now) => {
      const expiresAt = optional(args, 'expires-at');
      const wanted = { workspaceId: workspaceOf(args), name: required(args, 'name'), expiresAt: expiresAt ? moment(expiresAt) : null };
      const key = await createKey(db, wanted, now);
      return { key_id: key.id, api_key: key.token };
    }),
  },
  'keys list': {
    usage: '--workspace ID',
    options: { workspace: 'string' },
    run: onDatabase(async (db, args) => (await listKeys(db, workspaceOf(args))).map(rowOf)),
  },
  'keys revoke': { usage: '', takes: 'KEY_ID', run: onDatabase(async (db, { word }, now) => rowOf(await revokeKey(db, uuid(word), now))) },
};
