/** The workspace of a token, cached for a moment. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { openLog } from '../../src/platform/log.ts';
import { createAuthenticator } from '../../src/workspaces/authenticator.ts';
import { createKey, revokeKey } from '../../src/workspaces/keys.service.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { isAtLength } from '../support/at-length.ts';
import { openTestDatabase } from '../support/database.ts';

/** A clock that stands where a test puts it. */
let moment: Date;
const clock = { now: () => moment };
const later = (ms: number) => {
  moment = new Date(moment.getTime() + ms);
};
/** For how long a key that was looked up is not asked for again. */
const TRUST_MS = 5_000;

const { db } = await openTestDatabase();

async function given({ expiresAt }: { expiresAt?: Date } = {}) {
  const { id: workspaceId } = await createWorkspace(db, { name: 'Juniper Trail', slug: newId() }, moment);
  const key = await createKey(db, { workspaceId, name: 'Mine', ...(expiresAt && { expiresAt }) }, moment);
  return { workspaceId, key, token: key.token };
}

/** A database that counts lookups. */
function counting(): { db: Db; asked: () => number } {
  let count = 0;
  const query: Db['query'] = (statement) => {
    if (statement.text.includes('SELECT')) count += 1;
    return db.query(statement);
  };
  return { db: { ...db, query } as Db, asked: () => count };
}

beforeAll(() => {
  moment = new Date('2026-04-14T10:00:00.000Z');
});

describe('a token', () => {
  test('speaks for its workspace, under the name of its key', async () => {
    const { workspaceId, key, token } = await given();
    expect(await createAuthenticator(db, clock, openLog('silent'))(token)).toEqual({
      workspaceId,
      key: { id: key.id, name: 'Mine' },
      isTest: false,
      isSuspended: false,
      logsRequests: false,
    });
  });

  test.each([
    ['nobody has', 'once', 1, (token: string) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
    ['is cut', 'never', 0, (token: string) => token.slice(0, -1)],
    ['is none', 'never', 0, () => ''],
    ['is its own beginning', 'never', 0, (token: string) => token.slice(0, 10)],
  ])('that %s speaks for nobody, and is looked up %s', async (_what, _often, times, spoil) => {
    const { token } = await given();
    const { db: counted, asked } = counting();
    expect(await createAuthenticator(counted, clock, openLog('silent'))(spoil(token))).toBeNull();
    expect(asked()).toBe(times);
  });

  test('is looked up again only when it was trusted long enough', async () => {
    const { token } = await given();
    const { db: counted, asked } = counting();
    const authenticate = createAuthenticator(counted, clock, openLog('silent'));
    const owner = await authenticate(token);
    later(TRUST_MS - 1);
    expect(await authenticate(token)).toEqual(owner);
    expect(asked()).toBe(1);
    later(1);
    expect(await authenticate(token)).toEqual(owner);
    expect(asked()).toBe(2);
  });

  test('that was revoked ends when it is no longer trusted', async () => {
    const { key, token } = await given();
    const authenticate = createAuthenticator(db, clock, openLog('silent'));
    await authenticate(token);
    await revokeKey({ db }, key.id, moment);
    later(TRUST_MS);
    expect(await authenticate(token)).toBeNull();
    expect(await createAuthenticator(db, clock, openLog('silent'))(token)).toBeNull();
  });

  test('ends at its expiry to the millisecond, remembered or not', async () => {
    const { token } = await given({ expiresAt: new Date(moment.getTime() + 1_000) });
    const authenticate = createAuthenticator(db, clock, openLog('silent'));
    later(999);
    expect(await authenticate(token)).not.toBeNull();
    expect(await createAuthenticator(db, clock, openLog('silent'))(token)).not.toBeNull();
    later(1);
    expect(await authenticate(token)).toBeNull();
    expect(await createAuthenticator(db, clock, openLog('silent'))(token)).toBeNull();
  });

  test.runIf(isAtLength)(
    'is remembered among ten thousand, of whom the one that came last the longest ago is forgotten first',
    async () => {
      const asked: string[] = [];
      const query = async ({ values: [hashes] }: { values: string[][] }) => {
        asked.push(...(hashes as string[]));
        const row = { workspace_id: 'w', id: 'k', name: 'Mine', expires_at: null, last_used_at: moment, scopes: [], allowed_networks: [] };
        return (hashes as string[]).map((hash) => ({ hash: hash.slice(2), ...row }));
      };
      // It asks one question, whose values are known.
      const authenticate = createAuthenticator({ ...db, query } as unknown as Db, clock, openLog('silent'));
      const token = (i: number) => `bvk_${String(i).padStart(43, '0')}`;
      for (let i = 0; i < 10_000; i++) await authenticate(token(i));
      await authenticate(token(0));
      expect(asked).toHaveLength(10_000);
      await authenticate(token(10_000));
      await authenticate(token(0));
      expect(asked).toHaveLength(10_001);
      await authenticate(token(1));
      expect(asked).toHaveLength(10_002);
      // Two parallel lookups take one place.
      await Promise.all([authenticate(token(10_001)), authenticate(token(10_001))]);
      await authenticate(token(4));
      expect(asked).toHaveLength(10_003);
    },
  );

  test('is looked up with all that have come while two queries were under way', async () => {
    const asked: string[][] = [];
    const ends: (() => void)[] = [];
    const query = ({ values: [hashes] }: { values: string[][] }) => {
      asked.push(hashes as string[]);
      return new Promise((resolve) => ends.push(() => resolve([])));
    };
    // It asks one question, whose values are known.
    const authenticate = createAuthenticator({ ...db, query } as unknown as Db, clock, openLog('silent'));
    let tokens = 0;
    const ask = () => {
      tokens += 1;
      void authenticate(`bvk_${String(tokens).padStart(43, '0')}`);
    };
    /** How many tokens each query so far was about, when everything has got as far as it can. */
    const sizes = async () => {
      await new Promise(setImmediate);
      return asked.map(({ length }) => length);
    };
    for (const expected of [[1], [1, 1], [1, 1], [1, 1]]) {
      ask();
      expect(await sizes()).toEqual(expected);
    }
    ends.shift()?.();
    expect(await sizes()).toEqual([1, 1, 2]);
    ask();
    expect(await sizes()).toEqual([1, 1, 2]);
    for (const end of ends.splice(0)) end();
    expect(await sizes()).toEqual([1, 1, 2, 1]);
    for (const expected of [
      [1, 1, 2, 1, 1],
      [1, 1, 2, 1, 1],
    ]) {
      ask();
      expect(await sizes()).toEqual(expected);
    }
    expect(new Set(asked.flat()).size).toBe(6);
  });

  test('that nobody has is asked for once, until it may have become one', async () => {
    const { db: counted, asked } = counting();
    const authenticate = createAuthenticator(counted, clock, openLog('silent'));
    const nobody = `bvk_${'x'.repeat(43)}`;
    expect([await authenticate(nobody), await authenticate(nobody)]).toEqual([null, null]);
    expect(asked()).toBe(1);
    later(TRUST_MS);
    expect(await authenticate(nobody)).toBeNull();
    expect(asked()).toBe(2);
  });

  test.runIf(isAtLength)('of each that is asked for at the same time speaks for its own workspace, in few queries', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => given()));
    const { db: counted, asked } = counting();
    const authenticate = createAuthenticator(counted, clock, openLog('silent'));
    const owners = await Promise.all(all.map(({ token }) => authenticate(token)));
    expect(owners.map((owner) => owner?.workspaceId)).toEqual(all.map(({ workspaceId }) => workspaceId));
    expect(asked()).toBeLessThan(5);
  });

  test('is not remembered when the database could not be asked', async () => {
    const { token } = await given();
    let broken = true;
    const query: Db['query'] = (statement) => (broken ? Promise.reject(new Error('The database is away.')) : db.query(statement));
    const authenticate = createAuthenticator({ ...db, query } as Db, clock, openLog('silent'));
    await expect(authenticate(token)).rejects.toThrow('The database is away.');
    broken = false;
    expect(await authenticate(token)).not.toBeNull();
  });
});
