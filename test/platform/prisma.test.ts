/** Several statements of Prisma are one transaction of ours, and join an open one. */
import { expect, test } from 'vitest';
import { type Db, openDatabase, sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { openTestDatabase } from '../support/database.ts';
import { startProxy } from '../support/proxy.ts';

const { db, url } = await openTestDatabase();

const NOW = new Date('2026-04-14T10:00:00.000Z');
const workspace = (slug: string) => ({ id: newId(), name: 'Own', slug, plan: 'free', credits: 0, createdAt: NOW, updatedAt: NOW });
/** More rows than one statement has parameters for: Prisma begins a transaction for its two statements. */
const make = ([first, last]: [string, string], on: Db = db) => {
  const others = Array.from({ length: 4_800 }, (_row, i) => workspace(`${first}-${i}`));
  return on.prisma.workspace.createMany({ data: [workspace(first), ...others, workspace(last)] });
};
const kept = async (slugs: string[]) =>
  (await db.query<{ slug: string }>(sql`SELECT slug FROM workspaces WHERE slug = ANY (${slugs}) ORDER BY slug`)).map(({ slug }) => slug);

test.runIf(isAtLength)('what Prisma does in several statements is there when it says so, as a whole', async () => {
  await make(['whole-a', 'whole-b']);
  expect(await kept(['whole-a', 'whole-b'])).toEqual(['whole-a', 'whole-b']);
});

test.runIf(isAtLength)('or it is undone as a whole, and its connection is free again', async () => {
  const own = openDatabase(url, () => {}, { connections: 1 });
  await expect(make(['half-a', 'half-a'], own)).rejects.toMatchObject({ code: 'P2002' });
  expect(own.usage()).toMatchObject({ busy: 0 });
  expect(own.pool.totalCount).toBe(1);
  expect(await kept(['half-a'])).toEqual([]);
  await make(['half-b', 'half-c'], own);
  expect(own.usage()).toMatchObject({ busy: 0 });
  await own.close();
});

test.runIf(isAtLength)('a limit that only the end of a transaction checks fails it', async () => {
  await db.pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not at the end' USING ERRCODE = '23514'; END $$;
    CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON workspaces DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.slug LIKE 'end-%') EXECUTE FUNCTION refuse()`);
  await expect(make(['end-a', 'end-b'])).rejects.toThrow(/not at the end/);
  expect(await kept(['end-a', 'end-b'])).toEqual([]);
});

test.runIf(isAtLength)('a database that is out of reach is told as that', async () => {
  const { hostname, port } = new URL(url);
  const proxy = await startProxy(hostname, Number(port));
  const own = openDatabase(url.replace(`:${port}/`, `:${proxy.port}/`), () => {});
  await proxy.close();
  await expect(make(['away-a', 'away-b'], own)).rejects.toMatchObject({ trouble: 'unreachable' });
  await own.close();
});

test.runIf(isAtLength)(
  'a transaction of its own waits for a connection as long as ours do, and is then told what is the matter',
  async () => {
    const own = openDatabase(url, () => {}, { connections: 1, waitMs: 2_500 });
    // To connect may take longer than this on a busy machine.
    await expect.poll(() => own.query(sql`SELECT 1 AS one`).catch(() => null)).toEqual([{ one: 1 }]);
    await own.transaction(async () => {
      await expect(make(['busy-a', 'busy-b'], own)).rejects.toMatchObject({ trouble: 'busy' });
    });
    await make(['busy-a', 'busy-b'], own);
    await own.close();
  },
);

test('several that are joined one after the other stay apart, however long each is open', async () => {
  for (const end of ['undone', 'kept']) {
    const work = db.transaction(async (tx) => {
      await tx.prisma.workspace.create({ data: workspace(`joined-${end}`) });
      expect(await tx.prisma.workspace.count({ where: { slug: `joined-${end}` } })).toBe(1);
      expect(await kept([`joined-${end}`])).toEqual([]);
      if (end === 'undone') throw new Error('no');
    });
    await work.catch((error: Error) => expect(error.message).toBe('no'));
  }
  expect(await kept(['joined-undone', 'joined-kept'])).toEqual(['joined-kept']);
});

test('calls of several transactions and databases at one moment each go their own way', async () => {
  const own = openDatabase(url, () => {});
  const slugs = ['apart-a', 'apart-b', 'apart-c'];
  const seen = await Promise.all(
    slugs.map((slug, index) =>
      (index === 0 ? own : db)
        .transaction(async (tx) => {
          await tx.prisma.workspace.create({ data: workspace(slug) });
          const found = await tx.prisma.workspace.findMany({ where: { slug: { in: slugs } }, select: { slug: true } });
          throw Object.assign(new Error('undone'), { found });
        })
        .catch(({ found }) => found),
    ),
  );
  expect(seen).toEqual(slugs.map((slug) => [{ slug }]));
  expect(await kept(slugs)).toEqual([]);
  await own.close();
});

test.runIf(isAtLength)('what Prisma does in several statements within a transaction is undone with it', async () => {
  const work = db.transaction(async (tx) => {
    await make(['within-a', 'within-b'], tx);
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(await kept(['within-a', 'within-b'])).toEqual([]);
});
