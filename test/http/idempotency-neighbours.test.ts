/** Keys that differ in one thing only are different keys: none settles, frees or answers for another. */
import { expect, test } from 'vitest';
import { forgetExpiredKeys, once } from '../../src/http/idempotency.ts';
import { sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { openTestDatabase } from '../support/database.ts';

const { db } = await openTestDatabase();

const now = () => new Date();
const workspace = async () => (await createWorkspace(db, { name: 'Juniper Trail', slug: newId() }, now())).id;

test.each(['workspaceId', 'operation', 'path', 'key'] as const)('another %s', async (difference) => {
  const request = { workspaceId: await workspace(), operation: 'createEmail', path: '/v1/emails', key: newId(), fingerprint: '{}' };
  const neighbour = { ...request, [difference]: difference === 'workspaceId' ? await workspace() : 'other' };

  const [working, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = once(db, request, now, async () => {
    working.resolve();
    await held.promise;
    return { status: 201, body: 'mine' };
  });
  await working.promise;

  const failing = once(db, neighbour, now, async () => {
    throw new Error('The neighbour fails.');
  });
  await expect(failing).rejects.toThrow('The neighbour fails.');
  expect(await once(db, neighbour, now, async () => ({ status: 202, body: 'theirs' }))).toEqual({
    status: 202,
    body: 'theirs',
    replayed: false,
  });
  await expect(once(db, request, now, async () => ({ status: 500 }))).rejects.toMatchObject({ code: 'idempotency_in_progress' });

  held.resolve();
  expect(await first).toEqual({ status: 201, body: 'mine', replayed: false });
  expect(await once(db, request, now, async () => ({ status: 500 }))).toEqual({ status: 201, body: 'mine', replayed: true });
  expect(await once(db, neighbour, now, async () => ({ status: 500 }))).toEqual({ status: 202, body: 'theirs', replayed: true });
});

test('an answer is replayed for a day, and not a moment longer', async () => {
  const request = { workspaceId: await workspace(), operation: 'createEmail', path: '/v1/emails', key: newId(), fingerprint: '{}' };
  const start = new Date('2026-04-14T10:00:00.000Z');
  const day = 24 * 60 * 60 * 1_000;
  const ask = (ms: number, status: number) =>
    once(
      db,
      request,
      () => new Date(start.getTime() + ms),
      async () => ({ status }),
    );
  expect(await ask(0, 201)).toMatchObject({ status: 201, replayed: false });
  expect(await ask(day - 1, 202)).toEqual({ status: 201, body: null, replayed: true });
  expect(await ask(day, 202)).toMatchObject({ status: 202, replayed: false });
});

test('an answer is forgotten when nobody can ask for it any more, and not a moment sooner', async () => {
  const request = { workspaceId: await workspace(), operation: 'createEmail', path: '/v1/emails', key: newId(), fingerprint: '{}' };
  const end = new Date('2026-04-15T10:00:00.000Z');
  const paths = ['/v1/emails', '/v1/emails/2', '/v1/emails/3'];
  for (const path of paths)
    await once(
      db,
      { ...request, path },
      () => new Date('2026-04-14T10:00:00.000Z'),
      async () => ({ status: 201 }),
    );
  const kept = () => db.query<{ path: string }>(sql`SELECT path FROM idempotency_keys WHERE key = ${request.key} ORDER BY path`);
  await forgetExpiredKeys(db, new Date(end.getTime() - 1));
  expect(await kept()).toEqual(paths.map((path) => ({ path })));
  await forgetExpiredKeys(db, end, undefined, 2);
  expect(await kept()).toEqual([]);
});
