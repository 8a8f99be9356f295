/** `backup` and `restore` as an operator types them, beside a service on the embedded database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { must } from '../support/blast.ts';
import { createClient } from '../support/client.ts';
import { createDatabase } from '../support/database.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { CLI, firstKey, PLAIN, runToEnd, type ServiceProcess, startProcess } from '../support/process.ts';

const cli = (environment: Record<string, string>, ...args: string[]) => runToEnd(environment, CLI, ...args);

describe('backup and restore beside a running service', () => {
  let folder: string;
  let service: ServiceProcess;
  let apiKey: string;
  let made: Awaited<ReturnType<typeof cli>>;
  const running: ServiceProcess[] = [];
  const start = async (dataDir: string) => {
    const started = await startProcess({ DATA_DIR: dataDir, APP_SECRET: '' });
    running.push(started);
    return started;
  };
  const place = (name: string) => join(folder, name);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bivouac backup '));
    service = await start(place('old'));
    apiKey = firstKey(place('old'));
    await must(createClient(service.url, apiKey).POST('/v1/contacts', { body: { items: [{ email: 'kept@example.org' }] } }));
    made = await cli({ DATA_DIR: place('old') }, 'backup', place('one.tar.gz'), '--json');
  });
  afterAll(async () => {
    for (const started of running) if (started.child.exitCode === null) await started.terminate();
    await rm(folder, { recursive: true, force: true });
  });

  it('makes a file that only its owner can read, and never replaces one', async () => {
    const file = place('one.tar.gz');
    const { code, stdout, stderr } = made;
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ file, bytes: (await stat(file)).size, files: 0, missing_files: 0 });
    expect(stderr).toContain('the secret that signs links');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await cli({ DATA_DIR: place('old') }, 'backup', file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('exists already'),
    });
    expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([]);
  });

  it('leaves no half a file where there is no room for it', async () => {
    const { code, stderr } = await cli({ DATA_DIR: place('old') }, 'backup', join(folder, 'no-such-folder', 'one.tar.gz'));
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/one\.tar\.gz\.partial cannot be used \(ENOENT\)\.\n$/) });
    if (existsSync('/dev/full')) {
      const full = spawn('sh', ['-c', 'exec "$0" "$1" backup - > /dev/full', process.execPath, CLI], {
        env: { ...PLAIN, DATA_DIR: place('old') },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      expect(await Promise.all([once(full, 'exit'), textOf(full.stderr)])).toEqual([[1, null], 'The backup cannot be written (ENOSPC).\n']);
    }
  });

  it('restores through pipes into another folder, where the key and the secret are those that were', async () => {
    // Refused where a service runs: it would see half of it.
    expect(await cli({ DATA_DIR: place('old') }, 'restore', place('one.tar.gz'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Another Bivouac process is using the data directory'),
    });

    const piped = spawn(process.execPath, [CLI, 'backup', '-'], {
      env: { ...PLAIN, DATA_DIR: place('old') },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [[code]] = await Promise.all([once(piped, 'exit'), pipeline(piped.stdout, createWriteStream(place('piped.tar.gz')))]);
    expect(code).toBe(0);
    const restored = spawn(process.execPath, [CLI, 'restore', '-', '--json'], {
      env: { ...PLAIN, DATA_DIR: place('new') },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const ended = Promise.all([once(restored, 'exit'), textOf(restored.stderr)]);
    await pipeline(createReadStream(place('piped.tar.gz')), restored.stdin);
    expect(await ended).toEqual([[0, null], `A new database is made in ${place('new')}.\n`]);
    expect(await readFile(place('new/app.secret'), 'utf8')).toBe(await readFile(place('old/app.secret'), 'utf8'));

    const copy = await start(place('new'));
    expect(copy.output()).not.toContain('bvk_');
    const { items } = await must(createClient(copy.url, apiKey).GET('/v1/contacts'));
    expect(items).toMatchObject([{ email: 'kept@example.org' }]);
    await copy.terminate();
  });

  it('undoes a restore that is interrupted, and stops the database that it started', async () => {
    const archive = await readFile(place('one.tar.gz'));
    const target = place('interrupted');
    const restoring = spawn(process.execPath, [CLI, 'restore', '-'], {
      env: { ...PLAIN, DATA_DIR: target },
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    restoring.stdin.on('error', () => {});
    const ended = Promise.all([once(restoring, 'exit'), textOf(restoring.stderr)]);
    // All but the end, so that it waits in the middle of its transaction.
    restoring.stdin.write(archive.subarray(0, -64));
    await vi.waitUntil(() => existsSync(join(target, 'app.secret')), { timeout: PATIENCE_MS });
    restoring.kill('SIGINT');
    expect(await ended).toEqual([[1, null], `A new database is made in ${target}.\nInterrupted; nothing was restored.\n`]);
    expect(existsSync(join(target, 'app.secret'))).toBe(false);
    expect(existsSync(join(target, 'postgres', 'postmaster.pid'))).toBe(false);
    expect(await cli({ DATA_DIR: target }, 'restore', place('one.tar.gz'))).toMatchObject({ code: 0 });
  });

  it('refuses another secret than the backup’s, and leaves the folder’s own', async () => {
    const { code, stderr } = await cli({ DATA_DIR: place('other'), APP_SECRET: 'quite another secret' }, 'restore', place('one.tar.gz'));
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('APP_SECRET is another secret than the backup') });
    await writeFile(place('other/app.secret'), 'quite another secret');
    expect((await cli({ DATA_DIR: place('other') }, 'restore', place('one.tar.gz'))).stderr).toContain('app.secret is another secret');
    expect(await readFile(place('other/app.secret'), 'utf8')).toBe('quite another secret');
  });

  it('moves to a PostgreSQL of one’s own', async () => {
    const database = await createDatabase();
    const environment = { DATABASE_URL: database.url, DATA_DIR: place('moved') };
    const { code, stderr } = await cli(environment, 'restore', place('one.tar.gz'));
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `Start the service with APP_SECRET set to what ${place('moved/app.secret')} holds.\n`,
    });
    expect((await cli(environment, 'workspaces', 'list')).stdout).toContain('Demo');
    expect((await cli(environment, 'backup', place('moved.tar.gz'))).stderr).toContain('APP_SECRET must be set together with DATABASE_URL');
    await database.drop();
  });

  it('makes no database for a file that is cut off', async () => {
    await writeFile(place('cut.tar.gz'), (await readFile(place('one.tar.gz'))).subarray(0, -64));
    const { code, stderr } = await cli({ DATA_DIR: place('none') }, 'restore', place('cut.tar.gz'));
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^The backup is damaged, cut off, .*\n$/) });
    expect(await readdir(folder)).not.toContain('none');
  });

  it('tells a wrong word from a wrong file', async () => {
    expect((await cli({ DATA_DIR: place('none') }, 'restore', place('one.tar.gz'), '--sending', 'maybe')).stderr).toContain(
      '--sending takes stop or continue',
    );
    expect((await cli({ DATA_DIR: place('none') }, 'restore', place('nothing.tar.gz'))).stderr).toBe(
      `There is no file ${place('nothing.tar.gz')}.\n`,
    );
    expect((await cli({ DATA_DIR: place('none') }, 'restore')).stderr).toContain('FILE is missing.');
    expect(await readdir(folder)).not.toContain('none');
  });
});
