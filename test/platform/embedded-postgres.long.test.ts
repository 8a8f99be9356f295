/** The embedded cluster with a taken port, without time, and with a slow recovery. */
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { runningPort, start } from '../../src/platform/embedded-postgres/cluster.ts';
import { findPrograms } from '../../src/platform/embedded-postgres/programs.ts';
import { unprivileged } from '../../src/platform/embedded-postgres/run-as.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { PATIENCE_MS } from '../support/patience.ts';

describe('a cluster', () => {
  let dataDir: string;
  let folder: string;
  let postgres: EmbeddedPostgres;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'bivouac cluster '));
    folder = join(dataDir, 'postgres');
    postgres = await startEmbeddedPostgres(dataDir);
  });
  afterAll(async () => {
    await postgres.stop().catch(() => {});
    await rm(dataDir, { recursive: true, force: true });
  });

  const pidFile = () => readFile(join(folder, 'postmaster.pid'), 'utf8');

  it('starts at another port when somebody takes the one that was free', async () => {
    await postgres.stop();
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const programs = await findPrograms();
    const found = [port, await freePort()];
    const cluster = { folder, programs, runAs: await unprivileged(programs, dataDir, folder) };
    expect(await start(cluster, undefined, async () => found.shift() as number)).not.toBe(port);
    expect(found).toEqual([]);
    taken.close();
    // It is taken over, as it runs.
    postgres = await startEmbeddedPostgres(dataDir);
  });

  it('goes at once when there is no time to go in order', async () => {
    await postgres.stop(AbortSignal.abort());
    expect(await runningPort(folder)).toBeNull();
    expect(await readFile(join(folder, 'server.log'), 'utf8')).toContain('immediate shutdown');
    postgres = await startEmbeddedPostgres(dataDir);
  });

  it('says in the log that it crashed, what it said last, and each try to bring it back', async () => {
    await postgres.stop();
    const lines: Record<string, unknown>[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }) as never;
    postgres = await startEmbeddedPostgres(dataDir, { log });
    // The obstacle of its first attempt: a foreign file.
    const config = join(folder, 'postgresql.conf');
    const sound = await readFile(config, 'utf8');
    await writeFile(config, 'nonsense = on\n');
    process.kill(Number.parseInt(await pidFile(), 10), 'SIGKILL');
    const said = (message: string) => lines.filter(({ msg }) => msg === message);
    await expect.poll(() => said('the embedded database did not come back').length, { timeout: PATIENCE_MS }).toBeGreaterThan(0);
    await writeFile(config, sound);
    await expect.poll(() => said('the embedded database is back').length, { timeout: PATIENCE_MS }).toBe(1);
    expect(said('the embedded database went away; bringing it back')[1]).toMatchObject({
      attempt: 2,
      last_words: expect.stringContaining('configuration file'),
    });
  });
});
