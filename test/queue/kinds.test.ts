/** Processes that work on some kinds of background work only. */
import { expect, it } from 'vitest';
import { sql } from '../../src/platform/db.ts';
import { NAMED_PARTS, pulseName, WORK_NAMES, workOf, worksIn } from '../../src/queue/kinds.ts';
import { WORK_KINDS } from '../../src/work-kinds.ts';
import { must } from '../support/blast.ts';
import { runCommand } from '../support/cli.ts';
import { givenList } from '../support/given.ts';
import { startTestService } from '../support/service.ts';

it('stand in the name of a connection, whichever they are', () => {
  for (let chosen = 0; chosen < 2 ** WORK_NAMES.length; chosen += 1) {
    const works = WORK_NAMES.filter((_work, bit) => chosen & (1 << bit));
    const name = pulseName(works);
    expect(name.length, name).toBeLessThan(64);
    expect(worksIn(name)).toEqual(works);
  }
  expect(worksIn('bivouac all')).toEqual([]);
});

it('name each queue once', () => {
  expect(new Set(NAMED_PARTS).size).toBe(NAMED_PARTS.length);
  // Work that people wait for is not upkeep, but for what makes room.
  expect(WORK_KINDS.filter(({ name }) => workOf(name) === 'upkeep').map(({ name }) => name)).toEqual(['delete-workspaces']);
});

it('are all that a process does: other work waits, and operators see that', async () => {
  const service = await startTestService({ WORK: 'imports,upkeep' });
  try {
    const listId = await givenList({ db: service.db, workspaceId: service.id }, []);
    await must(service.api.POST('/v1/contact-lists/{listId}/export', { params: { path: { listId } } }));
    await service.drain();
    expect(await service.db.query(sql`SELECT status FROM exports`)).toEqual([{ status: 'pending' }]);

    expect(await (await fetch(`${service.url}/readyz`)).json()).toEqual({ status: 'ready', works_on: ['imports', 'upkeep'] });
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    for (const [work, count] of [
      ['imports', 1],
      ['exports', 0],
      ['upkeep', 1],
    ]) {
      expect(metrics).toContain(`bivouac_works_on{work="${work}"} ${count}\n`);
      expect(metrics).toContain(`bivouac_work_processes{work="${work}"} ${count}\n`);
    }
    const { stdout, stderr } = await runCommand({ DATABASE_URL: service.service.config.databaseUrl as string }, 'jobs', '--json');
    const lines: { kind: string }[] = JSON.parse(stdout);
    expect(lines.find(({ kind }) => kind === 'export-contact-list')).toMatchObject({ waiting: 1, works_on: 'exports', processes: 0 });
    expect(lines.find(({ kind }) => kind === 'contact-import')).toMatchObject({ works_on: 'imports', processes: 1 });
    expect(stderr).toMatch(/^Work waits, and no process works on it: exports\./);
  } finally {
    await service.stop();
  }
});
