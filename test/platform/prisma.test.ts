/** What Prisma does in several statements is one transaction of ours, and one that is open is joined. */
import { expect, test } from 'vitest';
import type { PrismaClient } from '../../generated/prisma/client.ts';
import { openDatabase, sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { openTestDatabase } from '../support/database.ts';
import { startProxy } from '../support/proxy.ts';

const { db, url } = await openTestDatabase();

const NOW = new Date('2026-04-14T10:00:00.000Z');
/** Makes workspaces in a transaction that Prisma itself begins. */
const make = (slugs: string[], on = db) => {
  // Outside of a transaction it is the client itself, of which its type shows only a part.
  const prisma = on.prisma as PrismaClient;
  const data = (slug: string) => ({ id: newId(), name: 'Own', slug, plan: 'free', credits: 0, createdAt: NOW, updatedAt: NOW });
  return prisma.$transaction(slugs.map((slug) => prisma.workspace.create({ data: data(slug) })));
};
const kept = async (slugs: string[]) =>
  (await db.query<{ slug: string }>(sql`SELECT slug FROM workspaces WHERE slug = ANY (${slugs}) ORDER BY slug`)).map(({ slug }) => slug);

test('what Prisma does in several statements is there when it says so, as a whole', async () => {
  await make(['whole-a', 'whole-b']);
  expect(await kept(['whole-a', 'whole-b'])).toEqual(['whole-a', 'whole-b']);
});

test('or it is undone as a whole, and its connection is free again', async () => {
  const own = openDatabase(url, () => {}, { connections: 1 });
  await expect(make(['half-a', 'half-a'], own)).rejects.toMatchObject({ code: 'P2002' });
  expect(own.usage()).toMatchObject({ busy: 0 });
  expect(own.pool.totalCount).toBe(1);
  expect(await kept(['half-a'])).toEqual([]);
  await make(['half-b'], own);
  expect(own.usage()).toMatchObject({ busy: 0 });
  await own.close();
});

test('a limit that only the end of a transaction checks fails it', async () => {
  await db.pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not at the end' USING ERRCODE = '23514'; END $$;
    CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON workspaces DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.slug LIKE 'end-%') EXECUTE FUNCTION refuse()`);
  await expect(make(['end-a', 'end-b'])).rejects.toThrow(/not at the end/);
  expect(await kept(['end-a', 'end-b'])).toEqual([]);
});

test('a database that is out of reach is told as that', async () => {
  const { hostname, port } = new URL(url);
  const proxy = await startProxy(hostname, Number(port));
  const own = openDatabase(url.replace(`:${port}/`, `:${proxy.port}/`), () => {});
  await proxy.close();
  await expect(make(['away-a', 'away-b'], own)).rejects.toMatchObject({ trouble: 'unreachable' });
  await own.close();
});

test('a transaction of its own waits for a connection as long as ours do, and is then told what is the matter', async () => {
  const own = openDatabase(url, () => {}, { connections: 1, waitMs: 2_500 });
  // To connect may take longer than this on a busy machine.
  await expect.poll(() => own.query(sql`SELECT 1 AS one`).catch(() => null)).toEqual([{ one: 1 }]);
  await own.transaction(async () => {
    await expect(make(['busy-a', 'busy-b'], own)).rejects.toMatchObject({ trouble: 'busy' });
  });
  await make(['busy-a', 'busy-b'], own);
  await own.close();
});

test('several that are joined one after the other stay apart, however long each is open', async () => {
  for (const end of ['undone', 'kept']) {
    const work = db.transaction(async (tx) => {
      await tx.prisma.workspace.create({
        data: { id: newId(), name: 'Joined', slug: `joined-${end}`, plan: 'free', credits: 0, createdAt: NOW, updatedAt: NOW },
      });
      expect(await tx.prisma.workspace.count({ where: { slug: `joined-${end}` } })).toBe(1);
      expect(await kept([`joined-${end}`])).toEqual([]);
      if (end === 'undone') throw new Error('no');
    });
    await work.catch((error: Error) => expect(error.message).toBe('no'));
  }
  expect(await kept(['joined-undone', 'joined-kept'])).toEqual(['joined-kept']);
});
