/** Keys: a lookup is cached for a moment, and guessing costs little and delays no one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { networkOf } from '../../src/http/rate-limit.ts';
import type { Db, Statement } from '../../src/platform/db.ts';
import { openLog } from '../../src/platform/log.ts';
import { createAuthenticator } from '../../src/workspaces/authenticator.ts';
import { hashOf } from '../../src/workspaces/keys.service.ts';
import { isAtLength } from '../support/at-length.ts';
import { startTestService, type TestService } from '../support/service.ts';

const token = (n: number) => `bvk_${String(n).padStart(43, '0')}`;

/** A key store that records lookups, and answers when the test lets it. */
function keyStore(keys: { token: string; expiresAt: Date | null }[]) {
  const asked: string[][] = [];
  const held: (() => void)[] = [];
  const store = {
    asked,
    holds: false,
    fails: false,
    now: Date.parse('2026-04-14T09:00:00.000Z'),
    release: () => held.splice(0).forEach((go) => void go()),
    clock: { now: () => new Date(store.now) },
    db: {
      async query({ values }: Statement) {
        const hashes = (values[0] as string[]).map((hash) => hash.slice(2));
        asked.push(hashes);
        if (store.holds) await new Promise<void>((resolve) => held.push(resolve));
        if (store.fails) throw new Error('away');
        return keys
          .map((key) => ({
            hash: hashOf(key.token).toString('hex'),
            workspace_id: 'w',
            id: key.token,
            name: 'Test',
            expires_at: key.expiresAt,
            last_used_at: new Date(store.now),
            scopes: [],
            allowed_networks: [],
          }))
          .filter(({ hash }) => hashes.includes(hash));
      },
      // The one question that is asked here.
    } as unknown as Db,
  };
  return store;
}

describe('a key', () => {
  it('stops at the very moment of its expiry, remembered or not', async () => {
    const store = keyStore([{ token: token(1), expiresAt: new Date('2026-04-14T09:00:02.000Z') }]);
    const authenticate = createAuthenticator(store.db, store.clock, openLog('silent'));
    expect(await authenticate(token(1))).toMatchObject({ workspaceId: 'w' });
    store.now += 1_999;
    expect(await authenticate(token(1))).toMatchObject({ workspaceId: 'w' });
    expect(store.asked).toHaveLength(1);
    store.now += 1;
    expect(await authenticate(token(1))).toBeNull();
    expect(await createAuthenticator(store.db, store.clock, openLog('silent'))(token(1))).toBeNull();
  });

  it('is looked up again after five seconds, and not before', async () => {
    const keys = [{ token: token(1), expiresAt: null }];
    const store = keyStore(keys);
    const authenticate = createAuthenticator(store.db, store.clock, openLog('silent'));
    await authenticate(token(1));
    keys.pop();
    store.now += 4_999;
    expect(await authenticate(token(1))).not.toBeNull();
    store.now += 1;
    expect(await authenticate(token(1))).toBeNull();
  });

  it('is not lost when the database is away', async () => {
    const store = keyStore([{ token: token(1), expiresAt: null }]);
    const authenticate = createAuthenticator(store.db, store.clock, openLog('silent'));
    store.fails = true;
    await expect(Promise.all([authenticate(token(1)), authenticate(token(2))])).rejects.toThrow('away');
    store.fails = false;
    expect(await authenticate(token(1))).not.toBeNull();
  });
});

describe('a token that is no key', () => {
  it('is not even looked up when it could be none', async () => {
    const store = keyStore([]);
    const authenticate = createAuthenticator(store.db, store.clock, openLog('silent'));
    for (const other of ['x', 'bvk_', `${token(1)}0`, 'x'.repeat(10_000), token(1).slice(0, -1)])
      expect(await authenticate(other)).toBeNull();
    expect(store.asked).toEqual([]);
  });

  it('is looked up once in five seconds', async () => {
    const store = keyStore([]);
    const authenticate = createAuthenticator(store.db, store.clock, openLog('silent'));
    for (let i = 0; i < 50; i++) expect(await authenticate(token(1))).toBeNull();
    expect(store.asked).toHaveLength(1);
    store.now += 5_000;
    await authenticate(token(1));
    expect(store.asked).toHaveLength(2);
  });

  it('is looked up together with others, and a key among them is found', async () => {
    const store = keyStore([{ token: token(777), expiresAt: null }]);
    const authenticate = createAuthenticator(store.db, store.clock, openLog('silent'));
    store.holds = true;
    const first = [authenticate(token(1)), authenticate(token(2))];
    await new Promise(setImmediate);
    const second = authenticate(token(3));
    await new Promise(setImmediate);
    const guesses = Array.from({ length: 1_000 }, (_, n) => authenticate(token(n)));
    await new Promise(setImmediate);
    expect(store.asked.map(({ length }) => length)).toEqual([2, 1]);
    store.holds = false;
    store.release();
    await Promise.all([...first, second]);
    const found = await Promise.all(guesses);
    expect(store.asked.map(({ length }) => length)).toEqual([2, 1, 1_000]);
    expect(found.flatMap((owner, n) => (owner ? [n] : []))).toEqual([777]);
  });

  it('is forgotten when there are too many', async () => {
    const store = keyStore([]);
    const authenticate = createAuthenticator(store.db, store.clock, openLog('silent'));
    await authenticate(token(0));
    await Promise.all(Array.from({ length: 9_999 }, (_, n) => authenticate(token(n + 1))));
    const before = store.asked.length;
    await authenticate(token(0));
    expect(store.asked).toHaveLength(before);
    await authenticate(token(10_000));
    // It was asked about longest ago.
    await authenticate(token(1));
    expect(store.asked).toHaveLength(before + 2);
  });
});

describe('refused keys', () => {
  let service: TestService;
  let behind: TestService;
  beforeAll(async () => {
    // One after the other: while one reads the document nothing else is done here, and a connection of the other might not be made in time.
    service = await startTestService({ RATE_LIMIT_RPS: '1000' });
    behind = await startTestService({ RATE_LIMIT_RPS: '1000', TRUST_PROXY: '1' });
  });
  afterAll(() => Promise.all([service.stop(), behind.stop()]));

  const ask = async (of: TestService, key: string | null, forwarded?: string) => {
    const response = await fetch(`${of.url}/v1/contacts`, {
      headers: { ...(key && { authorization: `Bearer ${key}` }), ...(forwarded && { 'x-forwarded-for': forwarded }) },
    });
    await response.arrayBuffer();
    return response;
  };
  const statuses = async (of: TestService, count: number, forwarded?: (n: number) => string) => {
    const answers = await Promise.all(Array.from({ length: count }, (_, n) => ask(of, n % 2 ? token(n) : 'none', forwarded?.(n))));
    return answers.map(({ status }) => status).filter((status) => status === 429).length;
  };

  it.runIf(isAtLength)('are too many after a while, and a key that counts goes on', async () => {
    // Their own addresses are not believed.
    expect(await statuses(service, 200, (n) => `203.0.113.${n}`)).toBeGreaterThan(100);
    // One more is looked at each second, however long it took to come here.
    const refusal = async () => {
      const { status, headers } = await ask(service, token(1));
      return [status, headers.get('retry-after')];
    };
    await expect.poll(refusal).toEqual([429, '1']);
    expect((await ask(service, service.apiKey)).status).toBe(200);
    const fresh = await service.workspace();
    expect((await ask(service, fresh.apiKey)).status).toBe(200);
    expect((await ask(service, null)).status).toBe(401);
  });

  it.runIf(isAtLength)('are counted for each address behind a proxy that is trusted', async () => {
    expect(await statuses(behind, 200, (n) => `198.51.100.1, 203.0.113.${n % 4}`)).toBe(0);
    expect(await statuses(behind, 200, (n) => `203.0.113.${n}, 198.51.100.1`)).toBeGreaterThan(100);
    expect((await ask(behind, token(1), '203.0.113.200')).status).toBe(401);
  });
});

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['', ''],
])('%s is of %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
