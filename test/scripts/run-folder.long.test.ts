/** A run of tests or a bench leaves nothing behind, however it ends. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { rounds } from '../support/at-length.ts';

const there = (path: string) =>
  access(path)
    .then(() => true)
    .catch(() => false);
/** An ended process may be a zombie; that does not count as alive. */
const alive = (pid: number): Promise<boolean> =>
  promisify(execFile)('ps', ['-p', String(pid), '-o', 'stat=']).then(
    ({ stdout }) => !stdout.startsWith('Z'),
    () => false,
  );
const source = (path: string) => JSON.stringify(pathToFileURL(path).href);

/** A run with a database and a process that waits for the run's end. */
async function startRun(): Promise<{ group: number; folder: string; left: number[]; exited: Promise<unknown> }> {
  const home = await mkdtemp(join(tmpdir(), 'a run '));
  const script = join(home, 'run.ts');
  await writeFile(
    script,
    `import { execFile, spawn } from 'node:child_process';
     import { openRunFolder } from ${source('scripts/run-folder.ts')};
     import { startEmbeddedPostgres } from ${source('src/platform/embedded-postgres.ts')};
     const folder = await openRunFolder('bivouac-left-');
     await startEmbeddedPostgres(folder.path);
     const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { env: { DATA_DIR: folder.path }, detached: true });
     console.log(JSON.stringify([folder.path, child.pid]));
     setInterval(() => {}, 1_000);`,
  );
  const run = spawn(process.execPath, [script], { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(run, 'exit');
  const [line] = (await once(createInterface(run.stdout), 'line')) as [string];
  const [folder, child] = JSON.parse(line) as [string, number];
  const postmaster = Number.parseInt(await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  return { group: run.pid as number, folder, left: [child, postmaster], exited };
}

// A program can do something about SIGINT before it ends; about SIGKILL it cannot.
const SIGNALS = ['SIGKILL', 'SIGINT'] as const;

test.each(SIGNALS.slice(0, rounds(1, 2)))('%s to the whole group leaves neither a process nor a folder', async (signal) => {
  const { group, folder, left, exited } = await startRun();
  const state = () => Promise.all([there(folder), ...left.map(alive)]);
  expect(await state()).toEqual([true, true, true]);
  process.kill(-group, signal);
  await exited;
  await expect.poll(state).toEqual([false, false, false]);
});
