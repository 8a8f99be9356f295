/** API keys: made, listed, revoked, expired, remembered for a moment. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, type Db, openDatabase } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { createAuthenticator, createKey, listKeys, revokeKey } from '../../src/workspaces/keys.service.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';

/** A clock that stands where a test puts it. */
let moment: Date;
const clock = { now: () => moment };
const later = (ms: number) => {
  moment = new Date(moment.getTime() + ms);
};
/** For how long a key that was looked up is not asked for again. */
const TRUST_MS = 5_000;

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createDatabase();
  db = openDatabase(database.url, () => {});
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

async function given({ expiresAt }: { expiresAt?: Date } = {}) {
  const { id: workspaceId } = await createWorkspace(db, { name: 'Juniper Trail', slug: newId() }, moment);
  const key = await createKey(db, { workspaceId, name: 'Mine', ...(expiresAt && { expiresAt }) }, moment);
  return { workspaceId, key, token: key.token };
}

/** A database that counts what it is asked. */
function counting(): { db: Db; asked: () => number } {
  let count = 0;
  const query: Db['query'] = (statement) => {
    count += 1;
    return db.query(statement);
  };
  return { db: { ...db, query } as Db, asked: () => count };
}

beforeAll(() => {
  moment = new Date('2026-04-14T10:00:00.000Z');
});

describe('a key', () => {
  test('is shown whole once, and kept as its hash and its beginning', async () => {
    const { workspaceId, key, token } = await given();
    expect(token).toMatch(/^bvk_[\w-]{43}$/);
    expect(key).toMatchObject({
      workspaceId,
      name: 'Mine',
      prefix: token.slice(0, 10),
      expiresAt: null,
      revokedAt: null,
      createdAt: moment,
    });
    const [kept] = await listKeys(db, workspaceId);
    expect(JSON.stringify(kept)).not.toContain(token.slice(10));
    expect(kept).toMatchObject({ id: key.id, prefix: token.slice(0, 10) });
    expect(kept?.keyHash).toHaveLength(32);
  });

  test('is never the same twice', async () => {
    const { workspaceId, token } = await given();
    expect((await createKey(db, { workspaceId, name: 'Mine' }, moment)).token).not.toBe(token);
  });

  test.each(['', '   ', 'n'.repeat(201)])('is not made under the name %j', async (name) => {
    const { workspaceId } = await given();
    await expect(createKey(db, { workspaceId, name }, moment)).rejects.toThrow('A name is one line of 1 to 200 characters.');
  });

  test('may have a name of 200 characters', async () => {
    const { workspaceId } = await given();
    expect((await createKey(db, { workspaceId, name: 'n'.repeat(200) }, moment)).name).toHaveLength(200);
  });

  test('is not made with an expiry that is not ahead', async () => {
    const { workspaceId } = await given();
    const make = (ms: number) => createKey(db, { workspaceId, name: 'Late', expiresAt: new Date(moment.getTime() + ms) }, moment);
    await expect(make(-1)).rejects.toThrow('The expiry lies in the past.');
    await expect(make(0)).rejects.toThrow('The expiry lies in the past.');
    expect((await make(1)).expiresAt).toEqual(new Date(moment.getTime() + 1));
  });

  test('belongs to a workspace that there is', async () => {
    await expect(createKey(db, { workspaceId: newId(), name: 'Mine' }, moment)).rejects.toThrow('There is no workspace with this id.');
    await expect(listKeys(db, newId())).rejects.toThrow('There is no workspace with this id.');
  });
});

test('keys are listed from the oldest, those of the workspace alone', async () => {
  const { workspaceId } = await given();
  await given();
  for (const name of ['Second', 'Third']) {
    later(1);
    await createKey(db, { workspaceId, name }, moment);
  }
  expect((await listKeys(db, workspaceId)).map(({ name }) => name)).toEqual(['Mine', 'Second', 'Third']);
});

describe('revoking', () => {
  test('says when, and keeps the first time', async () => {
    const { key } = await given();
    later(10);
    const revoked = await revokeKey(db, key.id, moment);
    expect(revoked).toMatchObject({ id: key.id, revokedAt: moment });
    later(10);
    expect((await revokeKey(db, key.id, moment)).revokedAt).toEqual(revoked.revokedAt);
  });

  test('takes one key only', async () => {
    const { workspaceId, key } = await given();
    const other = await createKey(db, { workspaceId, name: 'Other' }, moment);
    await revokeKey(db, key.id, moment);
    expect((await listKeys(db, workspaceId)).map(({ id, revokedAt }) => [id, revokedAt === null])).toEqual([
      [key.id, false],
      [other.id, true],
    ]);
  });

  test('of an unknown key is told', async () => {
    await expect(revokeKey(db, newId(), moment)).rejects.toThrow('There is no key with this id.');
  });
});

describe('a token', () => {
  test('speaks for its workspace, under the name of its key', async () => {
    const { workspaceId, key, token } = await given();
    expect(await createAuthenticator(db, clock)(token)).toEqual({ workspaceId, key: { id: key.id, name: 'Mine' } });
  });

  test.each([
    ['nobody has', (token: string) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
    ['is cut', (token: string) => token.slice(0, -1)],
    ['is none', () => ''],
    ['is its own beginning', (token: string) => token.slice(0, 10)],
  ])('that %s speaks for nobody', async (_what, spoil) => {
    const { token } = await given();
    expect(await createAuthenticator(db, clock)(spoil(token))).toBeNull();
  });

  test('is looked up again only when it was trusted long enough', async () => {
    const { token } = await given();
    const { db: counted, asked } = counting();
    const authenticate = createAuthenticator(counted, clock);
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
    const authenticate = createAuthenticator(db, clock);
    await authenticate(token);
    await revokeKey(db, key.id, moment);
    later(TRUST_MS);
    expect(await authenticate(token)).toBeNull();
    expect(await createAuthenticator(db, clock)(token)).toBeNull();
  });

  test('ends at its expiry to the millisecond, remembered or not', async () => {
    const { token } = await given({ expiresAt: new Date(moment.getTime() + 1_000) });
    const authenticate = createAuthenticator(db, clock);
    later(999);
    expect(await authenticate(token)).not.toBeNull();
    expect(await createAuthenticator(db, clock)(token)).not.toBeNull();
    later(1);
    expect(await authenticate(token)).toBeNull();
    expect(await createAuthenticator(db, clock)(token)).toBeNull();
  });

  test('is remembered among ten thousand, and then all are asked for again', async () => {
    let asked = 0;
    const query = async () => {
      asked += 1;
      return [{ workspace_id: 'w', id: 'k', name: 'Mine', expires_at: null }];
    };
    const authenticate = createAuthenticator({ ...db, query } as unknown as Db, clock);
    for (let i = 0; i < 10_000; i++) await authenticate(`token ${i}`);
    await authenticate('token 0');
    expect(asked).toBe(10_000);
    await authenticate('one more');
    await authenticate('token 0');
    expect(asked).toBe(10_002);
  });

  test('is not remembered when the database could not be asked', async () => {
    const { token } = await given();
    let broken = true;
    const query: Db['query'] = (statement) => (broken ? Promise.reject(new Error('The database is away.')) : db.query(statement));
    const authenticate = createAuthenticator({ ...db, query } as Db, clock);
    await expect(authenticate(token)).rejects.toThrow('The database is away.');
    broken = false;
    expect(await authenticate(token)).not.toBeNull();
  });
});
