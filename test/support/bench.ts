import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { createDatabase } from './database.ts';

/** Runs a bench at its smallest size on a database of its own, to its end, and expects that it leaves nothing running. Returns its output. */
export async function runBench(name: string): Promise<string> {
  const database = await createDatabase();
  const { PATH, TMPDIR } = process.env;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['scripts/bench/run.ts', name, 'smallest'], {
    env: { PATH, TMPDIR, BENCH_DATABASE_URL: database.url },
  });
  // The guard prints the processes that it had to end.
  expect(stderr).not.toContain('left running');
  await database.drop();
  return stdout;
}
