/** Workspaces: their slugs, plans, credits and names, as an administrator sets them. */
import { describe, expect, test } from 'vitest';
import { openDatabase, sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { createWelcome } from '../../src/workspaces/welcome.ts';
import { createWorkspace, findWorkspace, listWorkspaces, type Plan, updateWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { isAtLength } from '../support/at-length.ts';
import { createDatabase, openTestDatabase } from '../support/database.ts';

const NOW = new Date('2026-04-14T10:00:00.000Z');
const LATER = new Date('2026-04-15T10:00:00.000Z');

const { db, url } = await openTestDatabase();

const create = (more: Partial<Parameters<typeof createWorkspace>[1]> = {}) =>
  createWorkspace(db, { name: 'Juniper Trail', slug: newId(), ...more }, NOW);

describe('a new workspace', () => {
  test('is paid and has no credits unless told otherwise', async () => {
    expect(await create()).toMatchObject({ name: 'Juniper Trail', plan: 'paid', credits: 0, createdAt: NOW, updatedAt: NOW });
    expect(await create({ plan: 'free', credits: 5 })).toMatchObject({ plan: 'free', credits: 5 });
  });

  test.each([
    ['Fjord & Fell', 'fjord-fell'],
    ['x'.repeat(100), 'x'.repeat(63)],
    [`${'y'.repeat(62)} and more`, 'y'.repeat(62)],
    ['山', 'workspace'],
  ])('called %s has the slug %s', async (name, slug) => {
    expect((await createWorkspace(db, { name }, NOW)).slug).toBe(slug);
  });

  test.each(['a', 'a-b', '0', 'a'.repeat(63)])('may have the slug %s', async (slug) => {
    expect((await create({ slug })).slug).toBe(slug);
  });

  test.each(['', '-a', 'a-', 'A', 'a_b', 'a b', 'a.b', 'a'.repeat(64)])('may not have the slug %j', async (slug) => {
    await expect(create({ slug })).rejects.toThrow('A slug has 1 to 63');
  });

  test('has a slug that nobody else has', async () => {
    await create({ slug: 'taken' });
    await expect(create({ slug: 'taken' })).rejects.toThrow('The slug "taken" is taken; choose another with --slug.');
  });

  test('whose making fails is not told that its slug is taken', async () => {
    const closed = openDatabase(url, () => {});
    await closed.close();
    await expect(createWorkspace(closed, { name: 'Juniper Trail' }, NOW)).rejects.toMatchObject({ trouble: 'unreachable' });
  });

  test('has three lists of its own', async () => {
    const { id } = await create();
    expect(await db.prisma.contactList.count({ where: { workspaceId: id, kind: 'system' } })).toBe(3);
  });
});

const BOUNDS: [setting: object, words: string][] = [
  [{ name: '' }, 'A name is one line of 1 to 200 characters.'],
  [{ name: ' ' }, 'A name is one line of 1 to 200 characters.'],
  [{ name: 'n'.repeat(201) }, 'A name is one line of 1 to 200 characters.'],
  [{ name: 'a\u0000b' }, 'A name is one line of 1 to 200 characters.'],
  [{ name: 'a\ud800' }, 'A name is one line of 1 to 200 characters.'],
  [{ plan: 'gold' as Plan }, 'The plan is free or paid.'],
  [{ credits: -1 }, 'Credits are a whole number from 0 to 2000000000.'],
  [{ credits: 1.5 }, 'Credits are a whole number from 0 to 2000000000.'],
  [{ credits: 2_000_000_001 }, 'Credits are a whole number from 0 to 2000000000.'],
  [{ credits: Number.NaN }, 'Credits are a whole number from 0 to 2000000000.'],
  [{ defaultCountry: 'se' }, 'The default country is the code of a country in two capitals, such as SE.'],
  [{ defaultCountry: 'Sweden' }, 'The default country is the code of a country in two capitals, such as SE.'],
  [{ defaultCountry: 'XX' }, 'The default country is the code of a country in two capitals, such as SE.'],
  ...['Stockholm', 'CET+2', 'europe/stockholm', 'posix/Europe/Stockholm', 'Europe/Atlantis'].map((timezone): [object, string] => [
    { timezone },
    'The time zone is a name such as Europe/Stockholm, or UTC.',
  ]),
];

test.each(BOUNDS)('%j is refused, at first and later', async (setting, words) => {
  await expect(create(setting)).rejects.toThrow(words);
  const { id, ...before } = await create();
  await expect(updateWorkspace(db, id, setting, LATER)).rejects.toThrow(words);
  expect(await findWorkspace({ db, workspaceId: id })).toEqual({ id, ...before });
});

test.each([
  { name: 'n'.repeat(200) },
  { name: 'n' },
  { plan: 'free' as const },
  { credits: 0 },
  { credits: 2_000_000_000 },
  { defaultCountry: 'SE' },
  { timezone: 'Europe/Stockholm' },
])('%j is taken, at first and later', async (setting) => {
  expect(await create(setting)).toMatchObject(setting);
  expect(await updateWorkspace(db, (await create({ credits: 1 })).id, setting, LATER)).toMatchObject(setting);
});

describe('a change', () => {
  test('touches what it names, in that workspace', async () => {
    const [one, other] = [await create({ credits: 3 }), await create({ credits: 3 })];
    expect(await updateWorkspace(db, one.id, { plan: 'free' }, LATER)).toEqual({ ...one, plan: 'free', updatedAt: LATER });
    expect(await findWorkspace({ db, workspaceId: other.id })).toEqual(other);
  });

  test('sets a brand and takes it away', async () => {
    const { id } = await create();
    expect((await updateWorkspace(db, id, { brand: { colour: '#204030' } }, LATER)).brand).toEqual({ colour: '#204030' });
    expect((await updateWorkspace(db, id, { credits: 1 }, LATER)).brand).toEqual({ colour: '#204030' });
    expect((await updateWorkspace(db, id, { brand: null }, LATER)).brand).toBeNull();
    expect(await db.query(sql`SELECT brand IS NULL AS none FROM workspaces WHERE id = ${id}::uuid`)).toEqual([{ none: true }]);
  });

  test('of an unknown workspace is told', async () => {
    await expect(updateWorkspace(db, newId(), { plan: 'free' }, LATER)).rejects.toThrow('There is no workspace with this id.');
  });
});

test.runIf(isAtLength)('the first start makes a workspace, a domain and a key, and the next one nothing', async () => {
  const empty = await createDatabase();
  const own = openDatabase(empty.url, () => {});
  expect(await createWelcome(own, NOW)).toEqual({ workspace: 'Demo', apiKey: expect.stringMatching(/^bvk_/) });
  expect(await createWelcome(own, NOW)).toBeUndefined();
  expect((await listWorkspaces(own)).map(({ name, plan, credits }) => [name, plan, credits])).toEqual([['Demo', 'paid', 1_000]]);
  expect(await own.prisma.sendingDomain.findMany()).toMatchObject([{ domain: 'example.com', verifiedAt: NOW }]);
  await own.close();
  await empty.drop();
});
