/**
 * A folder for everything that a run of tests or a bench leaves on the disk, and a guard that takes it away, with every process
 * that works in it, however the run ends: also when it is interrupted or killed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const GUARD = fileURLToPath(new URL('guard.ts', import.meta.url));

export interface RunFolder {
  path: string;
  /** Resolves when the folder, and whatever still worked in it, is gone. */
  remove(): Promise<void>;
}

/**
 * Makes the folder, and has this process and its children put their temporary files there.
 * @param tell whether to say what still ran in the end
 */
export async function openRunFolder(name: string, tell = false): Promise<RunFolder> {
  const path = await mkdtemp(join(tmpdir(), name));
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
