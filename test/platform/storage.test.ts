import { once } from 'node:events';
import files, { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toErrorReply } from '../../src/http/errors.ts';
import { attachment, signedAddresses } from '../../src/platform/signed-addresses.ts';
import { openStorage, type Storage, StorageUnavailable } from '../../src/platform/storage.ts';
import { isAtLength } from '../support/at-length.ts';
import { TestClock } from '../support/clock.ts';
import { CREDENTIALS, startS3, type TestS3 } from '../support/s3.ts';

const clock = new TestClock();
const addresses = signedAddresses({ secret: 'a secret for the tests', baseUrl: 'http://localhost:3000', clock });
let folder: string;
let s3: TestS3;
const stores: Record<string, Storage> = {};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bivouac-storage-'));
  s3 = await startS3();
  Object.assign(process.env, CREDENTIALS);
  stores['local files'] = await openStorage({ storageUrl: pathToFileURL(join(folder, 'local')).href, dataDir: folder }, addresses);
  stores.S3 = await openStorage({ storageUrl: s3.url, dataDir: folder }, addresses);
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const text = async (stream: Readable | null) => stream && (await stream.toArray()).map(String).join('');
const csv = { contentType: 'text/csv; charset=utf-8' };
const MIB = 1024 * 1024;
const leftOvers = async () =>
  (await Promise.all(['local/partial', 'spool'].map((name) => readdir(join(folder, name)).catch(() => [])))).flat();

describe.each(['local files', 'S3'])('%s', (name) => {
  it('keep a file of unknown length and give it back', async () => {
    const store = stores[name] as Storage;
    const content = Array.from({ length: 3_000 }, (_, n) => `line ${n} with Grüße ☃ ${'x'.repeat(200)}\r\n`);
    const size = Buffer.byteLength(content.join(''));
    expect(await store.put('exports/a/b.csv', Readable.from(content), csv)).toBe(size);
    expect(await store.size('exports/a/b.csv')).toBe(size);
    expect(await store.exists('exports/a/b.csv')).toBe(true);
    expect(await text(await store.get('exports/a/b.csv'))).toBe(content.join(''));
    expect(await leftOvers()).toEqual([]);
  });

  it('replace a file as a whole, and keep it when its successor breaks off', async () => {
    const store = stores[name] as Storage;
    await store.put('replaced.csv', Readable.from(['first']), csv);
    await store.put('replaced.csv', Readable.from(['second']), csv);
    async function* broken() {
      yield 'half of the thi';
      throw new Error('the client went away');
    }
    await expect(store.put('replaced.csv', Readable.from(broken()), csv)).rejects.toThrow('went away');
    expect(await text(await store.get('replaced.csv'))).toBe('second');
    const stopped = AbortSignal.abort(new Error('stopping'));
    await expect(store.put('replaced.csv', Readable.from(['fourth']), { ...csv, signal: stopped })).rejects.toThrow();
    expect(await text(await store.get('replaced.csv'))).toBe('second');
    expect(await leftOvers()).toEqual([]);
  });

  it('take an empty file, and say what is not there', async () => {
    const store = stores[name] as Storage;
    expect(await store.put('empty.csv', Readable.from([]), csv)).toBe(0);
    expect(await store.size('empty.csv')).toBe(0);
    expect(await text(await store.get('empty.csv'))).toBe('');
    expect([await store.get('none.csv'), await store.size('none.csv'), await store.exists('none.csv')]).toEqual([null, null, false]);
    await store.delete('empty.csv');
    await store.delete('empty.csv');
    expect(await store.exists('empty.csv')).toBe(false);
  });

  it('give a file from an offset on', async () => {
    const store = stores[name] as Storage;
    await store.put('offsets.csv', Readable.from(['0123456789']), csv);
    const from = async (offset: number) => text(await store.get('offsets.csv', { from: offset }));
    expect(await Promise.all([0, 1, 9, 10, 11].map(from))).toEqual(['0123456789', '123456789', '9', '', '']);
    expect(await store.get('none.csv', { from: 5 })).toBeNull();
  });

  it.runIf(isAtLength)('move a file once, however often they are asked', async () => {
    const store = stores[name] as Storage;
    await store.put('uploads/a', Readable.from(['first']), csv);
    const moves = await Promise.all([store.move('uploads/a', 'runs/a'), store.move('uploads/a', 'runs/a')]);
    expect(moves).toEqual([true, true]);
    // A later file under the old key is not the moved one.
    await store.put('uploads/a', Readable.from(['too late']), csv);
    expect(await store.move('uploads/a', 'runs/a')).toBe(true);
    expect([await store.exists('uploads/a'), await text(await store.get('runs/a'))]).toEqual([false, 'first']);
    expect(await store.move('uploads/b', 'runs/b')).toBe(false);
    expect(await store.exists('runs/b')).toBe(false);
  });

  it.each(['../outside', '/etc/passwd', 'a/../../b', 'a//b', '.hidden', 'a\0b', ''])('refuse the key %j', async (key) => {
    const store = stores[name] as Storage;
    await expect(store.put(key, Readable.from(['x']), csv)).rejects.toThrow('storage key');
    await expect((async () => store.get(key))()).rejects.toThrow('storage key');
    await expect((async () => store.delete(key))()).rejects.toThrow('storage key');
  });
});

describe('the reserve of the disk', () => {
  it.each(['local files', 'S3'])('is left by %s: what would take it is refused, and keeps nothing', async (name) => {
    const storageUrl = name === 'S3' ? s3.url : pathToFileURL(join(folder, 'local')).href;
    const store = await openStorage({ storageUrl, dataDir: folder, storageReserveBytes: Number.MAX_SAFE_INTEGER }, addresses);
    const refused = await store.put('large.csv', Readable.from(['x']), csv).catch((error: unknown) => error);
    expect(toErrorReply(refused)).toMatchObject({
      status: 503,
      body: { error_code: 'unavailable', error: expect.stringContaining('no room') },
    });
    expect([await store.exists('large.csv'), await leftOvers()]).toEqual([false, []]);
  });

  it.each(['local files', 'S3'])('is left by %s in the middle of a file, too: nothing of that is kept', async (name) => {
    const storageUrl = name === 'S3' ? s3.url : pathToFileURL(join(folder, 'local')).href;
    const store = await openStorage({ storageUrl, dataDir: folder, storageReserveBytes: 100 * MIB }, addresses);
    let free = 110 * MIB;
    let read = 0;
    // Others write, too: of each MiB that is written here, two are gone.
    async function* large() {
      const chunk = Buffer.alloc(MIB);
      for (; read < 64; read++) {
        yield chunk;
        free -= 2 * MIB;
      }
    }
    const looked = vi.spyOn(files, 'statfs').mockImplementation(async () => ({ bavail: free / 4_096, bsize: 4_096 }) as never);
    syncBuiltinESMExports();
    try {
      const refused = await store.put('broken-off.csv', Readable.from(large()), csv).catch((error: unknown) => error);
      expect(toErrorReply(refused)).toMatchObject({
        status: 503,
        body: { error_code: 'unavailable', error: expect.stringContaining('no room') },
      });
    } finally {
      looked.mockRestore();
      syncBuiltinESMExports();
    }
    // It had begun, and was broken off at the first look that found too little.
    expect(read).toBeGreaterThanOrEqual(7);
    expect(read).toBeLessThan(48);
    expect([await store.exists('broken-off.csv'), await leftOvers()]).toEqual([false, []]);
  });
});

describe('what a killed write has left', () => {
  it('is removed when it is old, and not before', async () => {
    const store = stores['local files'] as Storage;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    async function* slow() {
      yield 'begun';
      await held;
    }
    const writing = store.put('slow.csv', Readable.from(slow()), csv);
    await expect.poll(leftOvers).toHaveLength(1);
    await store.tidy(new Date(Date.now() - 60_000));
    expect(await leftOvers()).toHaveLength(1);
    await store.tidy(new Date(Date.now() + 60_000));
    expect(await leftOvers()).toHaveLength(0);
    release();
    await expect(writing).rejects.toThrow('ENOENT');
  });
});

describe('addresses of S3', () => {
  it.runIf(isAtLength)('fetch a file under its name, until they are changed or over', async () => {
    const store = stores.S3 as Storage;
    await store.put('exports/c.csv', Readable.from(['a,b\r\n']), csv);
    const options = { fileName: 'Grüße.csv', contentType: csv.contentType, expiresIn: 3_600 };
    const url = await store.downloadUrl('exports/c.csv', options);
    const answer = await fetch(url);
    expect([answer.status, await answer.text()]).toEqual([200, 'a,b\r\n']);
    expect(answer.headers.get('content-disposition')).toBe(attachment('Grüße.csv'));
    for (const changed of [
      url.replace('c.csv', 'a/b.csv'),
      url.replace('Expires=3600', 'Expires=99999'),
      url.replace('attachment', 'inline'),
    ]) {
      expect(changed).not.toBe(url);
      expect((await fetch(changed)).status).toBe(403);
    }
    const over = await store.downloadUrl('exports/c.csv', { ...options, expiresIn: 1 });
    await expect.poll(async () => (await fetch(over)).status).toBe(403);
    expect((await fetch(url, { method: 'PUT', body: 'mine' })).status).toBe(403);
  });

  it('take a file of the signed type', async () => {
    const store = stores.S3 as Storage;
    const url = await store.uploadUrl('imports/d.csv', { contentType: 'text/csv', maxBytes: 100, expiresIn: 3_600 });
    const put = (address: string) => fetch(address, { method: 'PUT', body: 'x,y\r\n', headers: { 'Content-Type': 'text/csv' } });
    expect((await put(url.replace('d.csv', 'e.csv'))).status).toBe(403);
    expect((await put(url)).status).toBe(200);
    expect(await text(await store.get('imports/d.csv'))).toBe('x,y\r\n');
    expect(await store.exists('imports/e.csv')).toBe(false);
  });
});

describe('our own addresses', () => {
  const facts = { name: 'a b&c=d.csv', type: 'text/csv' };
  const read = (method: 'GET' | 'PUT', url: string) => {
    const { pathname, searchParams } = new URL(url);
    return addresses.read(method, decodeURIComponent(pathname.split('/').slice(2).join('/')), searchParams);
  };

  it('carry their facts for their time', () => {
    const url = addresses.sign('GET', 'exports/a.csv', facts, 3_600);
    expect(read('GET', url)).toEqual(facts);
    clock.advance({ minutes: 59 });
    expect(read('GET', url)).toEqual(facts);
    clock.advance({ minutes: 1 });
    expect(() => read('GET', url)).toThrow('has expired');
  });

  it('are over at the very moment that they name', () => {
    let now = Date.parse('2026-04-14T09:00:00.000Z');
    const still = signedAddresses({
      secret: 'a secret for the tests',
      baseUrl: 'http://localhost:3000',
      clock: { now: () => new Date(now) },
    });
    const { searchParams } = new URL(still.sign('GET', 'exports/a.csv', facts, 60));
    now += 59_999;
    expect(still.read('GET', 'exports/a.csv', searchParams)).toEqual(facts);
    now += 1;
    expect(() => still.read('GET', 'exports/a.csv', searchParams)).toThrow('has expired');
  });

  it('serve uploads too, and never the other way', async () => {
    const upload = await (stores['local files'] as Storage).uploadUrl('imports/a', {
      contentType: 'text/csv',
      maxBytes: 512,
      expiresIn: 60,
    });
    expect(upload).toMatch(/^http:\/\/localhost:3000\/uploads\/imports\/a\?/);
    expect(read('PUT', upload)).toEqual({ max_bytes: '512', type: 'text/csv' });
    expect(() => read('GET', upload)).toThrow();
    expect(() => read('PUT', addresses.sign('GET', 'imports/a', facts, 60))).toThrow();
  });

  it('are refused when any part is changed, added or taken away', () => {
    const url = addresses.sign('GET', 'exports/a.csv', facts, 3_600);
    const signature = new URL(url).searchParams.get('signature') as string;
    const others = [
      url.replace('a.csv', 'b.csv'),
      url.replace(/expires=\d+/, 'expires=9999999999'),
      url.replace('text%2Fcsv', 'text%2Fhtml'),
      `${url}&name=other.csv`,
      `${url}&signature=${signature}`,
      url.replace(/signature=.*/, ''),
      url.replace(/signature=.*/, 'signature='),
      url.replace(signature, `${signature}=`),
      url.replace(/name=[^&]*&/, ''),
      url.replace(signature, signature.toLowerCase()),
      signedAddresses({ secret: 'another secret', baseUrl: 'http://localhost:3000', clock }).sign('GET', 'exports/a.csv', facts, 3_600),
    ];
    for (const other of others) {
      expect(other).not.toBe(url);
      expect(() => read('GET', other), other).toThrow(expect.objectContaining({ code: 'invalid_signature' }));
    }
  });

  it('name a file in any language', () => {
    expect(attachment('spring.csv')).toBe('attachment; filename="spring.csv"');
    expect(attachment('Grüße "x"\r\n.csv')).toBe(
      `attachment; filename="Gr__e _x___.csv"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%22x%22%0D%0A.csv`,
    );
  });
});

describe('a store that is in trouble', () => {
  const at = (port: number) =>
    openStorage(
      { storageUrl: `s3://files?endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}&region=us-east-1`, dataDir: folder },
      addresses,
    );
  const expectTrouble = async (store: Storage) => {
    for (const ask of [() => store.size('a'), () => store.get('a'), () => store.put('a', Readable.from(['x']), csv)]) {
      const error = await ask().catch((failure: unknown) => failure);
      expect(error).toBeInstanceOf(StorageUnavailable);
      expect(toErrorReply(error)).toMatchObject({
        status: 503,
        headers: { 'Retry-After': expect.any(String) },
        body: { error: expect.stringContaining('its store of files'), error_code: 'unavailable' },
      });
    }
  };

  it('is named when nobody answers there', async () => expectTrouble(await at(1)));

  it('is named when it fails itself', async () => {
    const failing = createServer((request, response) => request.resume().once('end', () => response.writeHead(500).end())).listen(
      0,
      '127.0.0.1',
    );
    await once(failing, 'listening');
    await expectTrouble(await at((failing.address() as AddressInfo).port));
    failing.closeAllConnections();
    failing.close();
  });

  it('is not blamed for what somebody else has done meanwhile', async () => {
    const lost = Object.assign(new Error('the database is away'), { code: 'ECONNREFUSED' });
    const guard = async () => {
      throw lost;
    };
    await expect((stores.S3 as Storage).put('a', Readable.from(['x']), { ...csv, guard })).rejects.toBe(lost);
  });
});
