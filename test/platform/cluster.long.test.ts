/** The cluster under the embedded database: which process it is taken for, how it ends, and as whom it runs. */
import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { runningPort } from '../../src/platform/embedded-postgres/cluster.ts';
import { findPrograms } from '../../src/platform/embedded-postgres/programs.ts';
import { unprivileged } from '../../src/platform/embedded-postgres/run-as.ts';
import { type EmbeddedPostgres, OtherVersion, startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const isRoot = process.getuid?.() === 0;

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
  /** The postmaster of the tests' own cluster. */
  const stranger = async () => {
    const { port } = new URL(inject('clusterUrl'));
    const { stdout } = await promisify(execFile)('bash', ['-c', `ps -ww -eo pid=,args= | grep -- "-p ${port} " | grep -v grep`]);
    return Number.parseInt(stdout.trim(), 10);
  };

  it('is known by its folder, whatever path leads there', async () => {
    const { port } = new URL(postgres.url);
    expect(await runningPort(folder)).toBe(Number(port));
    expect(await runningPort(`${dataDir}/../${dataDir.split('/').at(-1)}/postgres/`)).toBe(Number(port));
  });

  it('is not the PostgreSQL whose copy it is', async () => {
    const copy = join(dataDir, 'copy');
    await mkdir(copy);
    await writeFile(join(copy, 'postmaster.pid'), await pidFile());
    expect(await runningPort(copy)).toBeNull();
  });

  it('starts although its number belongs to another PostgreSQL by now', async () => {
    const before = await pidFile();
    await postgres.stop();
    await writeFile(join(folder, 'postmaster.pid'), before.replace(/^\d+/, String(await stranger())));
    postgres = await startEmbeddedPostgres(dataDir);
    expect(Number.parseInt(await pidFile(), 10)).not.toBe(await stranger());
  });

  it('says in the log that it lives when only one of its processes crashed', async () => {
    await postgres.stop();
    const lines: Record<string, unknown>[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }) as never;
    postgres = await startEmbeddedPostgres(dataDir, { log });
    const client = new pg.Client(postgres.url);
    client.on('error', () => {});
    await client.connect();
    const postmaster = await pidFile();
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    process.kill(rows[0].pid, 'SIGKILL');
    await expect.poll(() => lines.map(({ msg }) => msg), { timeout: PATIENCE_MS }).toContain('the embedded database is back');
    expect(lines.map(({ msg }) => msg)).toEqual([
      'the embedded database ended its connections; waiting until it takes new ones',
      'the embedded database is back',
    ]);
    expect(Number.parseInt(await pidFile(), 10)).toBe(Number.parseInt(postmaster, 10));
    await client.end().catch(() => {});
  });

  it('of another major version is refused, with the way to take the data over', async () => {
    await postgres.stop();
    await writeFile(join(folder, 'PG_VERSION'), '17\n');
    const attempt = startEmbeddedPostgres(dataDir);
    await expect(attempt).rejects.toThrow(OtherVersion);
    await expect(attempt).rejects.toThrow(/made by PostgreSQL 17; .* brings PostgreSQL 18.*backup FILE.*restore FILE/);
    await writeFile(join(folder, 'PG_VERSION'), '18\n');
    postgres = await startEmbeddedPostgres(dataDir);
  });
});

describe.runIf(isRoot && process.platform === 'linux')('started by root', () => {
  let dataDir: string;
  const { PATH } = process.env;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'bivouac-root-'));
  });
  afterEach(async () => {
    process.env.PATH = PATH;
    await rm(dataDir, { recursive: true, force: true });
  });
  const runAs = async () => unprivileged(await findPrograms(), dataDir, join(dataDir, 'postgres'));
  /** In its place a program that fails, as `unshare` does in most containers. */
  const without = async (program: string) => {
    await writeFile(join(dataDir, program), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    process.env.PATH = `${dataDir}${delimiter}${PATH}`;
  };

  it('runs as the owner of the cluster that is there', async () => {
    await mkdir(join(dataDir, 'postgres'));
    await chown(join(dataDir, 'postgres'), 4_321, 4_322);
    expect(await runAs()).toEqual({ uid: 4_321, gid: 4_322, prefix: [] });
  });

  it('runs in a namespace, or else as nobody, and makes no account', async () => {
    const accounts = await readFile('/etc/passwd', 'utf8');
    await without('useradd');
    await without('unshare');
    // Other users cannot enter the folders of a test run, but they can enter the shared one.
    for (let path = dataDir; (await stat(path)).uid === process.getuid?.() && /bivouac/.test(path); path = dirname(path))
      await chmod(path, 0o755);
    const place = await runAs();
    expect(place).toEqual({ uid: 65_534, gid: 65_534, prefix: [] });
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(65_534);
    expect(await readFile('/etc/passwd', 'utf8')).toBe(accounts);
  });

  it('says so when neither is possible', async () => {
    await without('unshare');
    await expect(runAs()).rejects.toThrow(/user namespaces are not allowed here, and the user nobody cannot use/);
  });
});
