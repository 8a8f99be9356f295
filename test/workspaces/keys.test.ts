/** API keys: made, listed, revoked. */
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { createKey, listKeys, revokeKey } from '../../src/workspaces/keys.service.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { openTestDatabase } from '../support/database.ts';

/** A clock that stands where a test puts it. */
let moment: Date;
const later = (ms: number) => {
  moment = new Date(moment.getTime() + ms);
};

const { db } = await openTestDatabase();

async function given() {
  const { id: workspaceId } = await createWorkspace(db, { name: 'Juniper Trail', slug: newId() }, moment);
  const key = await createKey(db, { workspaceId, name: 'Mine' }, moment);
  return { workspaceId, key, token: key.token };
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
    const [kept] = await listKeys({ db, workspaceId });
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
    await expect(listKeys({ db, workspaceId: newId() })).rejects.toThrow('There is no workspace with this id.');
  });
});

test('keys are listed from the oldest, those of the workspace alone', async () => {
  const { workspaceId } = await given();
  await given();
  for (const name of ['Second', 'Third']) {
    later(1);
    await createKey(db, { workspaceId, name }, moment);
  }
  expect((await listKeys({ db, workspaceId })).map(({ name }) => name)).toEqual(['Mine', 'Second', 'Third']);
});

describe('revoking', () => {
  test('says when, and keeps the first time', async () => {
    const { key } = await given();
    later(10);
    const revoked = await revokeKey({ db }, key.id, moment);
    expect(revoked).toMatchObject({ id: key.id, revokedAt: moment });
    later(10);
    expect((await revokeKey({ db }, key.id, moment)).revokedAt).toEqual(revoked.revokedAt);
  });

  test('takes one key only', async () => {
    const { workspaceId, key } = await given();
    const other = await createKey(db, { workspaceId, name: 'Other' }, moment);
    await revokeKey({ db }, key.id, moment);
    expect((await listKeys({ db, workspaceId })).map(({ id, revokedAt }) => [id, revokedAt === null])).toEqual([
      [key.id, false],
      [other.id, true],
    ]);
  });

  test('of an unknown key is told', async () => {
    await expect(revokeKey({ db }, newId(), moment)).rejects.toThrow('There is no key with this id.');
  });
});
