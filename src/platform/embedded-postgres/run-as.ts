import { execFile } from 'node:child_process';
import { chown, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '../../shared/start-error.ts';
import { type Programs, type RunAs, run } from './programs.ts';

/**
 * PostgreSQL does not run as root, and no account is made for it. Under root, it runs as the owner of the cluster; a new one, or root's
 * own, belongs to root and runs in a user namespace, where its files are those of an ordinary user. Where namespaces are not allowed, as in
 * most containers, it runs as `nobody`, who then owns it.
 * @throws when neither is possible
 */
export async function unprivileged(programs: Programs, dataDir: string, cluster: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const owner = await stat(cluster).catch(() => null);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, prefix: [] };
  const nobody = await idsOfNobody();
  const namespace: RunAs = { prefix: ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`] };
  if (await can(namespace, 'true')) return namespace;
  const other: RunAs = { ...nobody, prefix: [] };
  if (!owner && (await can(other, 'ls', programs.pg_ctl)) && (await can(other, 'ls', dataDir))) {
    await mkdir(cluster, { mode: 0o700, recursive: true });
    await chown(cluster, nobody.uid, nobody.gid);
    return other;
  }
  const what = owner ? cluster : `${dataDir} and ${dirname(programs.pg_ctl)}`;
  throw new StartError(
    `PostgreSQL does not run as root, user namespaces are not allowed here, and the user nobody cannot use ${what}. ` +
      'Start Bivouac as an ordinary user, put it where that user can read it, or set DATABASE_URL.',
  );
}

/** Every system has this account. PostgreSQL needs a user id with a name. */
async function idsOfNobody(): Promise<{ uid: number; gid: number }> {
  const id = async (flag: string) => Number((await promisify(execFile)('id', [flag, 'nobody'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

const can = (runAs: RunAs, program: string, ...args: string[]): Promise<boolean> =>
  run(program, args, runAs).then(
    () => true,
    () => false,
  );
