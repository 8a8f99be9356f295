/** Messages of a failed start: one or two lines with the reason. */
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { openLog } from '../../src/platform/log.ts';
import { startService } from '../../src/service.ts';
import { explain } from '../../src/shared/start-error.ts';
import { isAtLength } from '../support/at-length.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), 'bivouac start errors '));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function refusal(environment: Record<string, string>): Promise<unknown> {
  try {
    const config = readConfig({ PORT: '0', APP_SECRET: 'a secret for the tests', DATA_DIR: folder, ...environment });
    await (await startService(config, { log: openLog('silent'), runJobs: false })).stop();
    return 'It started.';
  } catch (error) {
    return explain(error);
  }
}

describe('the listener', () => {
  it.each([
    ['300.1.1.1', '300.1.1.1 is neither an address nor a name that this machine knows; choose another with HOST.'],
    ['192.0.2.1', '192.0.2.1 is no address of this machine; choose another with HOST.'],
  ])('HOST=%s', async (HOST, words) => {
    expect(await refusal({ HOST, DATABASE_URL: database.url })).toBe(words);
  });

  it.each(['PORT', 'PAGES_PORT'])('a taken port (%s)', async (variable) => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const ports = { PORT: '0', PAGES_PORT: '0', [variable]: String(port) };
    expect(await refusal({ ...ports, DATABASE_URL: database.url })).toBe(`Port ${port} is taken; choose another with ${variable}.`);
    taken.close();
  });
});

describe('the database', () => {
  const changed = (change: (url: URL) => void) => {
    const url = new URL(database.url);
    change(url);
    return refusal({ DATABASE_URL: url.href });
  };

  it('does not exist', async () => {
    expect(await changed((url) => (url.pathname = '/nowhere'))).toBe(
      'The database says: database "nowhere" does not exist; create it, or name another one in DATABASE_URL.',
    );
  });

  it('knows no such user, or another password', async () => {
    const check = '; check the user and the password in DATABASE_URL.';
    expect(await changed((url) => (url.username = 'nobody'))).toBe(
      `The database says: password authentication failed for user "nobody"${check}`,
    );
    const words = await changed((url) => (url.password = 'hunter2'));
    expect(words).toBe(`The database says: password authentication failed for user "bivouac"${check}`);
  });

  it.runIf(isAtLength)('gives the user no right to make anything', async () => {
    const name = `guest_${process.pid}`;
    const admin = new pg.Client({ connectionString: inject('clusterUrl') });
    await admin.connect();
    await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD 'guest'`);
    await admin.query(`CREATE DATABASE ${name}`);
    try {
      const words = await changed((url) => Object.assign(url, { username: name, password: 'guest', pathname: `/${name}` }));
      expect(words).toMatch(
        /^The database says: permission denied for schema public; the user in DATABASE_URL has to own the database, or/,
      );
    } finally {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.query(`DROP ROLE ${name}`);
      await admin.end();
    }
  });

  it('is not there, on a machine that exists and on one that does not', async () => {
    expect(await changed((url) => (url.port = '1'))).toBe('The database cannot be reached (ECONNREFUSED); check DATABASE_URL.');
    expect(await changed((url) => (url.hostname = 'nowhere.invalid'))).toMatch(
      /^The database cannot be reached \((ENOTFOUND|EAI_AGAIN)\); check DATABASE_URL\.$/,
    );
  });
});

describe('the data directory', () => {
  it('is a file', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(await refusal({ DATA_DIR: file })).toBe(`${file} cannot be written (EEXIST); choose another folder with DATA_DIR.`);
    const below = join(file, 'below');
    expect(await refusal({ DATA_DIR: below })).toBe(`${below} cannot be written (ENOTDIR); choose another folder with DATA_DIR.`);
  });

  it.runIf(process.platform === 'linux')('is where nobody can make one', async () => {
    expect(await refusal({ DATA_DIR: '/proc/x' })).toBe('/proc/x cannot be written (ENOENT); choose another folder with DATA_DIR.');
  });

  it.each(['app.secret', 'postgres.password'])('holds an empty %s', async (name) => {
    const place = join(folder, `empty ${name}`);
    await mkdir(place);
    await writeFile(join(place, name), '');
    expect(await refusal({ DATA_DIR: place, APP_SECRET: '' })).toMatch(`${join(place, name)} holds fewer than 16 characters`);
  });
});
