/** Ledgers of background work: the choice of rows, claims and endings. */
import { afterEach, describe, expect, it } from 'vitest';
import { ledgerOf } from '../../src/audience/exports/exports.repo.ts';
import { importLedger } from '../../src/audience/imports/runs.repo.ts';
import { generationLedger } from '../../src/content/generation/generations.repo.ts';
import { sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { type Claim, claimNext, end, type Ledger, release, renew } from '../../src/queue/ledger.ts';
import { openTestDatabase } from '../support/database.ts';
import { givenEmail, givenWorkspace } from '../support/given.ts';

const { db } = await openTestDatabase();
const NOW = new Date('2026-11-24T10:00:00Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
afterEach(() => db.pool.query('DELETE FROM workspaces'));

type Give = (workspaceId: string, createdAt: Date) => Promise<string>;

const LEDGERS: [string, Ledger, Give][] = [
  [
    'exports',
    ledgerOf('contact_list'),
    async (workspaceId, createdAt) => {
      const row = { workspaceId, id: newId(), subjectKind: 'contact_list', subjectId: newId(), fileName: 'list.csv' };
      return (await db.prisma.export.create({ data: { ...row, createdAt, updatedAt: createdAt } })).id;
    },
  ],
  [
    'imports',
    importLedger,
    async (workspaceId, createdAt) => {
      const row = { workspaceId, id: newId(), sessionId: newId(), source: 'upload', headers: ['email'], mappings: [] };
      const rest = { duplicateStrategy: 'update', listIds: [], createdFieldDefinitionIds: [], createdAt };
      return (await db.prisma.contactImportRun.create({ data: { ...row, ...rest } })).id;
    },
  ],
  [
    'generations',
    generationLedger,
    async (workspaceId, createdAt) => {
      const documentId = await givenEmail({ db, workspaceId });
      const row = { workspaceId, id: newId(), documentId, number: 2, type: 'iteration', prompt: 'Shorter', status: 'pending' };
      return (await db.prisma.generation.create({ data: { ...row, createdAt } })).id;
    },
  ],
];

const workspace = async () => (await givenWorkspace(db, { slug: newId() })).id;

describe.each(LEDGERS)('%s', (_name, ledger, give) => {
  const claim = (seconds = 0, except: string[] = []) => claimNext(db, ledger, newId(), at(seconds), except);
  const must = async (claim: Promise<Claim | undefined>) => (await claim) as Claim;

  it('go first to the workspace with the fewest under way, then to the one served longest ago', async () => {
    const [busy, other] = [await workspace(), await workspace()];
    for (let n = 0; n < 4; n++) await give(busy, at(-100 + n));
    expect((await must(claim(0))).workspaceId).toBe(busy);
    expect((await must(claim(1))).workspaceId).toBe(busy);
    await give(other, at(0));
    await give(other, at(1));
    expect((await must(claim(2))).workspaceId).toBe(other);
    expect((await must(claim(3))).workspaceId).toBe(other);
    // Two each are under way: the one that was served last comes last, however long its next row waits.
    await give(other, at(-1_000));
    expect((await must(claim(4))).workspaceId).toBe(busy);
  });

  it('are each claimed once, however many claim at once', async () => {
    const id = await workspace();
    const oldest = await give(id, at(-2));
    const newest = await give(id, at(-1));
    const claims = await Promise.all([claim(), claim(), claim()]);
    expect(claims.filter((claimed) => claimed !== undefined)).toHaveLength(2);
    expect(new Set(claims.map((claimed) => claimed?.id))).toEqual(new Set([oldest, newest, undefined]));
  });

  it('of a workspace are claimed from the oldest on', async () => {
    const id = await workspace();
    const ids = [await give(id, at(-2)), await give(id, at(-1))];
    expect([(await must(claim())).id, (await must(claim())).id]).toEqual(ids);
  });

  it('of workspaces that have their share wait', async () => {
    const [full, other] = [await workspace(), await workspace()];
    await give(full, at(-1));
    expect(await claim(0, [full])).toBeUndefined();
    await give(other, at(0));
    expect((await claim(0, [full]))?.workspaceId).toBe(other);
  });

  it('are another run’s when their lease ends, and the first run changes nothing any more', async () => {
    const id = await give(await workspace(), at(-1));
    const first = await must(claim());
    expect(first).toMatchObject({ id, attempts: 1, previousRun: null });
    expect(await claim(59.999)).toBeUndefined();
    const second = await must(claim(60));
    expect(second).toMatchObject({ id, attempts: 2, previousRun: first.claimId });
    expect(await renew(db, ledger, first, at(61))).toBe(false);
    expect(await end(db, ledger, first, sql`status = 'failed', error_message = 'No.', completed_at = ${NOW}::timestamptz`)).toBe(false);
    await release(db, ledger, first, { at: at(61), isCounted: false });
    expect(await claim(100)).toBeUndefined();
    expect(await renew(db, ledger, second, at(100))).toBe(true);
    expect(await claim(159.999)).toBeUndefined();
    expect(await end(db, ledger, second, sql`status = 'failed', error_message = 'No.', completed_at = ${NOW}::timestamptz`)).toBe(true);
    expect(await claim(1_000)).toBeUndefined();
  });

  it('that are given back are free at their time, and a run that only made room does not count', async () => {
    await give(await workspace(), at(-1));
    await release(db, ledger, await must(claim()), { at: at(30), isCounted: true });
    expect(await claim(29.999)).toBeUndefined();
    const second = await must(claim(30));
    expect(second).toMatchObject({ attempts: 2, previousRun: null });
    await release(db, ledger, second, { at: at(30), isCounted: false });
    expect(await must(claim(30))).toMatchObject({ attempts: 2 });
  });
});

it('are compared in a few workspaces under the lock, and still go to the one with the fewest under way', async () => {
  const [, ledger, give] = LEDGERS[1] as (typeof LEDGERS)[number];
  const ids = await Promise.all(Array.from({ length: 20 }, workspace));
  for (const id of ids) for (const seconds of [-2, -1]) await give(id, at(seconds));
  const claimed: string[] = [];
  const others = async () => {
    for (let n = 0; n < 16; n += 1) claimed.push((await claimNext(db, ledger, newId(), at(n)))?.workspaceId as string);
  };
  let isFirst = true;
  // Between the choice and the lock, others take all that was chosen from.
  const late: typeof db.transaction = async (work) => {
    if (isFirst) {
      isFirst = false;
      await others();
    }
    return db.transaction(work);
  };
  const claim = await claimNext({ ...db, transaction: late }, ledger, newId(), at(20));
  expect(new Set([...claimed, claim?.workspaceId]).size).toBe(17);
});

it('rows of a workspace take turns where their ledger says so', async () => {
  const [, ledger, give] = LEDGERS[1] as (typeof LEDGERS)[number];
  const id = await workspace();
  const [first, second] = [await give(id, at(-2)), await give(id, at(-1))];
  const turns: string[] = [];
  for (let n = 0; n < 4; n++) {
    const claimed = (await claimNext(db, ledger, newId(), at(n))) as Claim;
    turns.push(claimed.id);
    await release(db, ledger, claimed, { at: at(n), isCounted: false });
  }
  expect(turns).toEqual([first, second, first, second]);
});

it('rows beyond `only` belong to another ledger', async () => {
  const [, ledger, give] = LEDGERS[0] as (typeof LEDGERS)[number];
  await give(await workspace(), at(-1));
  expect(await claimNext(db, ledgerOf('email_blast'), newId(), NOW)).toBeUndefined();
  expect(await claimNext(db, ledger, newId(), NOW)).toBeDefined();
});
