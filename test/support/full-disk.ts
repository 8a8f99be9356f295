/** Disks that are full, and have room again. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Db, sql } from '../../src/platform/db.ts';

const run = promisify(execFile);

export interface Disk {
  folder: string;
  fill(pid: number): Promise<void>;
  makeRoom(pid: number): Promise<void>;
  remove(): Promise<void>;
}

const mount = (folder: string) => ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder];

/** Whether this machine can mount a file system: containers rarely have the rights. */
export function canMount(): boolean {
  try {
    const folder = execFileSync('mktemp', ['-d'], { encoding: 'utf8' }).trim();
    try {
      execFileSync('mount', mount(folder), { stdio: 'ignore' });
      execFileSync('umount', [folder]);
      return true;
    } finally {
      execFileSync('rmdir', [folder]);
    }
  } catch {
    return false;
  }
}

/** A small file system of its own. */
export async function smallDisk(): Promise<Disk> {
  const folder = await mkdtemp(join(tmpdir(), 'bivouac-disk-'));
  await run('mount', mount(folder));
  const filler = join(folder, 'filler');
  return {
    folder,
    async fill() {
      await writeFile(filler, Buffer.alloc(8 * 1024 * 1024)).catch((error) => {
        if (error.code !== 'ENOSPC') throw error;
      });
    },
    makeRoom: () => rm(filler),
    async remove() {
      await run('umount', ['-l', folder]);
      await rm(folder, { recursive: true });
    },
  };
}

/** A disk of any size on which a process can write nothing more: a file size limit stops it. */
export async function limitedDisk(): Promise<Disk> {
  const folder = await mkdtemp(join(tmpdir(), 'bivouac-disk-'));
  const limit = async (pid: number, bytes: string) => void (await run('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]));
  return {
    folder,
    fill: (pid) => limit(pid, '0'),
    makeRoom: (pid) => limit(pid, 'unlimited'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Makes the database refuse every row, as it does when it can extend no file. Returns a function that ends this. */
export async function fillDatabase(db: Db): Promise<() => Promise<void>> {
  const say = async (text: string) => void (await db.query({ text, values: [] }));
  await say(`CREATE OR REPLACE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$`);
  const tables = await db.query<{ name: string }>(sql`
    SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`);
  // One table at a time: locks on all of them could deadlock with running work.
  const each = async (what: (table: string) => string) => {
    for (const { name } of tables) await say(what(name));
  };
  await each((table) => `CREATE TRIGGER aa_no_room BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION no_room()`);
  return () => each((table) => `DROP TRIGGER aa_no_room ON ${table}`);
}
