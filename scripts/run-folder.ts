/**
 * A folder for everything that a run of tests or a bench leaves on the disk, and a guard that takes it away, with every process
 * that works in it, however the run ends: also when it is interrupted or killed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const GUARD = fileURLToPath(new URL('guard.ts', import.meta.url));

export interface RunFolder {
  path: string;
  /** Resolves when the folder and all processes in it are gone. */
  remove(): Promise<void>;
}

/** Linux keeps files there in memory, unless it is a container's, which has room for next to nothing. */
const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 2 ** 30;

/** Hundreds of databases are made and dropped in a run of tests: in memory that takes a tenth of the time. */
export async function inMemory(): Promise<string> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return process.env.TMPDIR || room < ENOUGH_BYTES ? tmpdir() : MEMORY;
}

/**
 * Makes the folder, and has this process and its children put their temporary files there.
 * @param tell whether to say what still ran in the end
 */
export async function openRunFolder(name: string, { parent = tmpdir(), tell = false } = {}): Promise<RunFolder> {
  const path = await mkdtemp(join(parent, name));
  // In a session of its own, so that neither Ctrl-C nor a kill of the whole group reaches it; its input ends when this process does.
  const guard = spawn(process.execPath, [GUARD, path, ...(tell ? ['tell'] : [])], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] });
  const gone = once(guard, 'exit');
  guard.unref();
  process.env.TMPDIR = path;
  return {
    path,
    async remove() {
      guard.ref();
      guard.stdin.end();
      await gone;
    },
  };
}
