/** Pages of a process that dies or stops. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { openTestDatabase } from '../support/database.ts';
import { givenWorkspace } from '../support/given.ts';
import { ask, givenPage, htmlSaying } from '../support/pages.ts';
import { startProcess } from '../support/process.ts';

const { url, db } = await openTestDatabase();
const { id, slug } = await givenWorkspace(db);
const dataDir = await mkdtemp(join(tmpdir(), 'bivouac-data-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

it.each(['kill', 'terminate'] as const)('serves the same pages again, and leaves no file behind: %s', async (how) => {
  await givenPage({ db, workspaceId: id }, { path: how, html: htmlSaying('Here') });
  const port = await freePort();
  for (let round = 0; round < 2; round++) {
    const running = await startProcess({ DATABASE_URL: url, PAGES_PORT: String(port), DATA_DIR: dataDir });
    expect((await ask(port, `/${how}`, { host: `${slug}.localhost` })).text).toContain('Here');
    expect(await readdir(join(dataDir, 'spool'))).toEqual([]);
    await running[how]();
  }
});
