/** Every bench at its smallest size: it runs to its end and leaves nothing running. What it measures is not looked at. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { BENCHES } from '../../scripts/bench/benches.ts';
import { createDatabase } from '../support/database.ts';

test('every bench runs', async () => {
  const database = await createDatabase();
  const { PATH, TMPDIR } = process.env;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['scripts/bench/run.ts', 'all', 'smallest'], {
    env: { PATH, TMPDIR, BENCH_DATABASE_URL: database.url },
  });
  for (const name of BENCHES) expect(stdout).toContain(`── ${name}\n`);
  // The guard says what it had to end.
  expect(stderr).not.toContain('left running');
  await database.drop();
});
