/** Workers that are processes of their own, each for some kinds of work. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, sql } from '../../src/platform/db.ts';
import { createKey } from '../../src/workspaces/keys.service.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { must, people } from '../support/blast.ts';
import { runCommand } from '../support/cli.ts';
import { createClient } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';

let database: TestDatabase;
const processes: ServiceProcess[] = [];
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.kill()));
  await database.drop();
});

it('do those alone, and another process takes over the rest when it comes', async () => {
  const direct = openDatabase(database.url, () => {});
  const { id } = await createWorkspace(direct, { name: 'Divided', plan: 'paid' }, new Date());
  const { token } = await createKey(direct, { workspaceId: id, name: 'Test' }, new Date());
  const start = async (environment: Record<string, string>) => {
    const one = await startProcess({ DATABASE_URL: database.url, PUBLISHED_HOST: 'pages.localhost', ...environment });
    processes.push(one);
    return one;
  };
  const [api, importer] = await Promise.all([
    start({ ROLE: 'api' }),
    start({ ROLE: 'worker', WORK: 'imports,upkeep', BASE_URL: 'http://localhost' }),
  ]);
  expect(importer.output()).toMatch(/^ {2}work {7}imports, upkeep \(WORK\)$/m);
  const client = createClient(api.url, token);

  const { import_session_id } = await must(
    client.POST('/v1/contacts/imports', { body: { source: 'rows', rows: people(20).map((Email) => ({ Email })) } }),
  );
  await must(
    client.POST('/v1/contacts/imports/{session_id}/execute', {
      params: { path: { session_id: import_session_id } },
      body: { mappings: [{ header: 'Email', target_kind: 'standard', target_field: 'email' }], duplicate_strategy: 'update' },
    }),
  );
  const { list_id } = await must(client.POST('/v1/contact-lists', { body: { name: 'People', kind: 'static' } }));
  await must(client.POST('/v1/contact-lists/{listId}/export', { params: { path: { listId: list_id } } }));
  const states = async () => {
    const [row] = await direct.query(
      sql`SELECT (SELECT status FROM contact_import_runs) AS import, (SELECT status FROM exports) AS export`,
    );
    return row;
  };
  await expect.poll(states).toEqual({ import: 'completed', export: 'pending' });

  const jobs = async () => {
    const { stdout, stderr } = await runCommand({ DATABASE_URL: database.url }, 'jobs', '--json');
    const { processes } = JSON.parse(stdout).find(({ kind }: { kind: string }) => kind === 'export-contact-list');
    return { processes, isWarned: stderr.includes('exports') };
  };
  expect(await jobs()).toEqual({ processes: 0, isWarned: true });
  const unattended = /^bivouac_work_processes\{work="exports"\} 0$/m;
  expect(await (await fetch(`${api.url}/metrics`)).text()).toMatch(unattended);

  const exporter = await start({ ROLE: 'worker', WORK: 'exports', BASE_URL: 'http://localhost' });
  await expect.poll(states).toEqual({ import: 'completed', export: 'completed' });
  expect(await jobs()).toEqual({ processes: 1, isWarned: false });
  await exporter.kill();
  await expect.poll(jobs).toEqual({ processes: 0, isWarned: false });
  await direct.close();
});
