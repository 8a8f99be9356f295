/** The operator's view of dead jobs, and of a database of another version. */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Queue, worker } from '../../src/jobs/jobs.ts';
import { isAtLength } from '../support/at-length.ts';
import { runCommand } from '../support/cli.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { type JobsUnderTest, jobsUnderTest } from '../support/jobs.ts';

const cliOn =
  (url: string) =>
  (...args: string[]) =>
    runCommand({ DATABASE_URL: url }, ...args);

describe('the jobs commands', () => {
  const meals: Queue<{ dish: string }> = { name: 'meals', concurrency: 1, retryLimit: 1, retryDelay: 0, expireInSeconds: 60 };
  let test: JobsUnderTest;
  let cli: ReturnType<typeof cliOn>;
  beforeAll(async () => {
    test = await jobsUnderTest();
    cli = cliOn(test.url);
  });
  afterAll(() => test.close());

  it.runIf(isAtLength)('show what was given up and why, and put it back', async () => {
    expect(await cli('jobs', 'list')).toMatchObject({ code: 0, stdout: 'None.\n' });
    let poisonous = true;
    const eat = worker(meals, async () => {
      if (poisonous) throw new Error('undigestible');
    });
    const { jobs } = test.open({ workers: [eat] });
    await jobs.start(false);
    await jobs.enqueue(test.db, meals, { dish: 'soup' });
    await jobs.drain();

    const { stdout } = await cli('jobs', 'list', '--queue', 'meals', '--json');
    const [job] = JSON.parse(stdout);
    expect(job).toEqual({
      job_id: expect.any(String),
      queue: 'meals',
      attempts: 2,
      enqueued_at: expect.any(String),
      given_up_at: expect.any(String),
      error: 'undigestible',
    });
    expect((await cli('jobs', 'show', job.job_id)).stdout).toMatch(/^data +\{"dish":"soup"\}$/m);
    expect(await cli('jobs', 'show', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01')).toMatchObject({
      code: 1,
      stderr: 'There is no job with this id among those that were given up.\n',
    });
    expect((await cli('jobs', 'redrive', '--queue', 'meals', '--all')).stderr).toContain('Say which jobs');

    poisonous = false;
    expect(JSON.parse((await cli('jobs', 'redrive', '--job', job.job_id, '--json')).stdout)).toEqual({ redriven: 1, superseded: 0 });
    await jobs.drain();
    expect(JSON.parse((await cli('jobs', 'list', '--json')).stdout)).toEqual([]);
  });
});

describe('a database of another version', () => {
  let database: TestDatabase;
  let cli: ReturnType<typeof cliOn>;
  const change = async (statement: string) => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  const on = async (options: { isEmpty: boolean }) => {
    database = await createDatabase(options);
    cli = cliOn(database.url);
  };
  afterEach(() => database.drop());

  it('is set up by who makes the first workspace, and upgraded only when that is said', async () => {
    await on({ isEmpty: true });
    expect(await cli('workspaces', 'list')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The database has not been set up. Start the service, or say: npm run --silent cli -- migrate\n',
    });
    expect(await cli('workspaces', 'create', '--name', 'First')).toMatchObject({ code: 0 });
    expect((await cli('migrate')).stdout).toBe('None.\n');

    // As an older version would have left it: this one only looks at what is there.
    const last = '20261123040000_import_results_about';
    await change(`DELETE FROM _prisma_migrations WHERE migration_name = '${last}'`);
    for (const args of [
      ['workspaces', 'list'],
      ['workspaces', 'create', '--name', 'Second'],
    ]) {
      expect(await cli(...args)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/older version: 1 migrations are missing\. Start/),
      });
    }
    expect(JSON.parse((await cli('migrate', '--json')).stdout)).toEqual([{ migration: last }]);
    expect((await cli('workspaces', 'list')).stdout).toContain('First');
  });

  it.runIf(isAtLength)('that is being upgraded is waited for', async () => {
    await on({ isEmpty: false });
    const migrating = new pg.Client({ connectionString: database.url, application_name: 'bivouac-migrations' });
    await migrating.connect();
    const last = 'migration_name = (SELECT max(migration_name) FROM _prisma_migrations)';
    await migrating.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE ${last}`);
    const listing = cli('workspaces', 'list');
    const looking =
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%bivouac-migrations%' AND pid <> pg_backend_pid()";
    await expect.poll(async () => (await migrating.query(looking)).rowCount).toBe(1);
    await migrating.query(`UPDATE _prisma_migrations SET finished_at = now() WHERE ${last}`);
    await migrating.end();
    expect(await listing).toMatchObject({ code: 0, stderr: '' });
  });

  it.runIf(isAtLength)('that is newer is left alone', async () => {
    await on({ isEmpty: false });
    await change(
      "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', '', '99990101000000_newer', now())",
    );
    for (const command of [['workspaces', 'list'], ['migrate']]) {
      expect(await cli(...command)).toMatchObject({ code: 1, stderr: expect.stringContaining('a newer version has been here') });
    }
  });
});
