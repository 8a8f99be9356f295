/** From the embedded PostgreSQL to one of another major version, under an ordinary role: Debian's 15, where it is installed. */
import { execFile } from 'node:child_process';
import { createWriteStream, existsSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { writeSnapshot } from '../../src/backup/back-up.ts';
import { takeSnapshot } from '../../src/backup/snapshot.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { connect, fingerprints, KNOWLEDGE, lade, MOVED, restoreTo, SECRET } from './support.ts';

const BIN = '/usr/lib/postgresql/15/bin';
const installed = existsSync(join(BIN, 'postgres'));
const run = promisify(execFile);

describe.skipIf(!installed)(`a PostgreSQL 15 of one's own${installed ? '' : ` (skipped: there is none in ${BIN})`}`, () => {
  let service: TestService;
  let folder: string;
  let url: string;
  let server: (program: string, ...args: string[]) => Promise<unknown>;

  beforeAll(async () => {
    // Not under the folder of the tests, which the server's user cannot reach.
    folder = await mkdtemp('/tmp/bivouac-postgres-15-');
    const root = process.getuid?.() === 0;
    const [uid, gid] = root
      ? await Promise.all(['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)))
      : [];
    if (root) await chown(folder, uid as number, gid as number);
    server = (program, ...args) => run(join(BIN, program), args, { cwd: folder, ...(root && { uid, gid }) });
    const port = await freePort();
    await server('initdb', '-D', join(folder, 'data'), '-U', 'boss', '--auth=trust', '--locale=C.UTF-8', '-E', 'UTF8', '--no-sync');
    const settings = `-p ${port} -k '' -c listen_addresses=127.0.0.1 -c fsync=off`;
    await server('pg_ctl', 'start', '-D', join(folder, 'data'), '-w', '-l', join(folder, 'log'), '-o', settings);
    const boss = await connect(`postgres://boss@127.0.0.1:${port}/postgres`);
    await boss.query('CREATE ROLE app LOGIN');
    await boss.query('CREATE DATABASE app OWNER app');
    await boss.end();
    url = `postgres://app@127.0.0.1:${port}/app`;
    service = await startTestService();
    await lade(service);
  });
  afterAll(async () => {
    await service?.stop();
    await server('pg_ctl', 'stop', '-D', join(folder, 'data'), '-w', '-m', 'immediate');
    await rm(folder, { recursive: true, force: true });
  });

  it('takes a backup of a newer one over, every table', async () => {
    const { databaseUrl, storageUrl } = service.service.config;
    const there = join(folder, 'there.tar.gz');
    // The service goes on writing down what it does, so both must look at one moment.
    const source = await takeSnapshot({ databaseUrl: databaseUrl as string, storageUrl }, KNOWLEDGE);
    const expected = await fingerprints(source.client, source.tables);
    await writeSnapshot(source, { secret: SECRET, version: '1.2.3' }, KNOWLEDGE, createWriteStream(there, { mode: 0o600 }));
    await source.release();

    expect((await restoreTo(there, url, join(folder, 'files'))).made_by).toMatch(/PostgreSQL 18/);
    const target = await connect(url);
    onTestFinished(() => target.end());
    expect(await fingerprints(target, source.tables)).toEqual({ ...expected, ...MOVED });
    // Each database computes its generated columns itself.
    const { rows } = await target.query(`SELECT search_text FROM contacts WHERE email = 'awkward@example.net'`);
    expect(rows[0].search_text).toContain('AWKWARD@EXAMPLE.NET');
  });
});
