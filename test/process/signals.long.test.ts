/** Stopping a started service: by Ctrl-C, by `kill`, by a closed terminal. No process may stay behind. */
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { rounds } from '../support/at-length.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';
import { npmRun, type Started } from '../support/terminal.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bivouac-signals-'));
  // The first start of all takes seconds; those below only what a start takes.
  await (await startEmbeddedPostgres(dataDir)).stop();
});
afterAll(async () => {
  await (await startEmbeddedPostgres(dataDir)).stop();
  await rm(dataDir, { recursive: true, force: true });
});

const answers = (url: string) =>
  fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  );
/** The service and its database have ended: the log has it, the port is free, and the cluster stopped in order. */
async function expectNothingLeft({ url, output }: Pick<Started, 'url' | 'output'>, { saysSo } = { saysSo: true }): Promise<void> {
  await expect.poll(() => answers(url), { timeout: PATIENCE_MS }).toBe(false);
  await expect
    .poll(() => readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => 'none'), { timeout: PATIENCE_MS })
    .toBe('none');
  // On a terminal the log is for people.
  if (saysSo) expect(output()).toMatch(/"msg":"stopped"| info {2}stopped/);
}

/** How people end what they started with npm: each ends the service that it starts. */
const WAYS: [way: string, onTerminal: boolean, end: (child: ChildProcess) => void][] = [
  ['at Ctrl-C in a terminal', true, ({ stdin }) => stdin?.write('\x03')],
  ['when npm alone is told to', false, (child) => child.kill('SIGTERM')],
  ['when a terminal interrupts everybody in front of it', false, ({ pid }) => process.kill(-(pid as number), 'SIGINT')],
  ['when its terminal is closed', true, (child) => child.kill('SIGKILL')],
];
const SHELLS = ['/bin/sh', '/bin/bash'].filter((shell) => existsSync(shell));

describe.each(SHELLS.slice(0, rounds(1, SHELLS.length)))('npm start under %s', (shell) => {
  let started: Started;
  afterEach(() => {
    try {
      process.kill(-(started.child.pid as number), 'SIGKILL');
    } catch {
      // Gone, as it should be.
    }
  });

  it.each(WAYS.slice(0, rounds(2, WAYS.length)))('ends in order %s', async (way, onTerminal, end) => {
    started = await npmRun({ shell, environment: { DATA_DIR: dataDir, DRAIN_SECONDS: '0' }, onTerminal });
    end(started.child);
    await started.ended;
    // A terminal that is closed shows no last words.
    await expectNothingLeft(started, { saysSo: way !== 'when its terminal is closed' });
  });
});

describe('a service that is told to stop', () => {
  let service: ServiceProcess;
  let blocker: pg.Client;
  beforeEach(async () => {
    service = await startProcess({ DATA_DIR: dataDir, APP_SECRET: '' });
    const [port] = /^\d+$/m.exec((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3] as string) as [
      string,
    ];
    const password = await readFile(join(dataDir, 'postgres.password'), 'utf8');
    blocker = new pg.Client({ connectionString: `postgres://bivouac:${password}@127.0.0.1:${port}/bivouac` });
    blocker.on('error', () => {});
    await blocker.connect();
  });
  afterEach(async () => {
    await blocker.end().catch(() => {});
    if (service.child.exitCode === null) await service.kill();
  });

  it('takes repeats within a second for one', async () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGINT'] as const) service.child.kill(signal);
    expect(await service.terminate()).toBe(0);
    await expectNothingLeft(service);
  });

  it('cuts off what is under way when it is told again later, says what that was, and still stops its database', async () => {
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE workspaces, api_keys IN ACCESS EXCLUSIVE MODE');
    const request = fetch(`${service.url}/v1/contacts`, { headers: { authorization: `Bearer bvk_${'x'.repeat(43)}` } });
    const waiting = async () => {
      // A transaction keeps what it has once seen of the others.
      await blocker.query('SELECT pg_stat_clear_snapshot()');
      return (await blocker.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).rowCount;
    };
    await expect.poll(waiting, { timeout: PATIENCE_MS }).toBeGreaterThan(0);
    service.child.kill('SIGTERM');
    await expect.poll(() => service.output(), { timeout: PATIENCE_MS }).toContain('"msg":"stopping"');
    // A signal within a second of the previous one is ignored as its echo; the first later one counts.
    const again = setInterval(() => service.child.kill('SIGTERM'), 300);
    const answer = await request;
    expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ error_code: 'unavailable' })]);
    await expect.poll(() => service.child.exitCode, { timeout: PATIENCE_MS }).toBe(1);
    clearInterval(again);
    expect(service.output()).toContain('"msg":"a request was cut off"');
    await expectNothingLeft(service);
  });
});
