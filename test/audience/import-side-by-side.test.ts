/** Two chunks of a run in parallel: the results are those of one after the other. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ImportRow } from '../../src/audience/imports/chunks.service.ts';
import { type Merged, mergeChunk, openPipeline } from '../../src/audience/imports/merge.service.ts';
import { sql, type Tx } from '../../src/platform/db.ts';
import { disturbed, type GivenRun, givenRun, LOCKS, rowsFrom, WRITES } from '../support/chunks.ts';
import { givenContacts } from '../support/given.ts';
import { isFree } from '../support/race.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
let workspace: TestWorkspace;
let db: TestService['db'];
beforeAll(async () => {
  service = await startTestService();
  ({ db } = service);
});
afterAll(() => service.stop());
beforeEach(async () => {
  workspace = await service.workspace();
});

const email = (n: number) => `person${n}@mail.example`;
const phone = '+46701745001';
const person = async (n: number) =>
  (await givenContacts({ db, workspaceId: workspace.id }, 1, { email: email(n), phone: `${phone}${n}` }))[0] as string;
const cityOf = async (id: string) => (await db.prisma.contact.findFirstOrThrow({ where: { id } })).city;

/** Merges the chunks as a run does. `watch` may wrap a chunk's transaction and delay it. */
async function merge(run: GivenRun, chunks: ImportRow[][], watch: (tx: Tx, chunk: number) => Tx): Promise<Merged[]> {
  const pipeline = openPipeline();
  const outcomes: Merged[] = [];
  for (const [chunk, rows] of chunks.entries()) {
    await pipeline.room();
    await pipeline.add(async (turn) => {
      await db.transaction(async (tx) => {
        outcomes[chunk] = await mergeChunk({ db: watch(tx, chunk), workspaceId: run.workspaceId, now: service.clock.now() }, run, {
          rows,
          ...turn,
          chunk,
        });
      });
    });
  }
  await pipeline.settled();
  return outcomes;
}

/** Waits until a transaction is idle after a statement with that text. */
const rests = (text: string) =>
  expect
    .poll(async () => {
      const [row] = await db.query<{ idle: number }>(sql`
        SELECT count(*)::int AS idle FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'idle in transaction' AND query LIKE ${`%${text}%`}`);
      return row?.idle;
    })
    .toBe(1);

it('they write side by side when they are about others', async () => {
  const second = Promise.withResolvers<void>();
  const outcomes = await merge(givenRun(workspace.id), [rowsFrom(2, { email: email(1) }), rowsFrom(3, { email: email(2) })], (tx, chunk) =>
    disturbed(tx, WRITES, async () => (chunk === 0 ? second.promise : second.resolve())),
  );
  expect(outcomes.map(({ counts }) => counts.created)).toEqual([1, 1]);
});

it('the second begins when the first holds everybody whom it changes, and their moments', async () => {
  const id = await person(1);
  let hasBegun = false;
  const begun = Promise.withResolvers<void>();
  await merge(givenRun(workspace.id), [rowsFrom(2, { email: email(1), city: 'Oslo' }), rowsFrom(3, { email: email(2) })], (tx, chunk) => {
    if (chunk === 1) {
      hasBegun = true;
      begun.resolve();
      return tx;
    }
    const locking = disturbed(tx, LOCKS, async () => expect(hasBegun).toBe(false));
    return disturbed(locking, WRITES, async () => {
      await begun.promise;
      expect(await isFree({ db, workspaceId: workspace.id }, 'contacts', id)).toBe(false);
      expect(await db.query(sql`SELECT 1 FROM contact_moments WHERE contact_id = ${id}::uuid FOR UPDATE SKIP LOCKED`)).toEqual([]);
    });
  });
  expect(await cityOf(id)).toBe('Oslo');
});

it('the second waits for the first by an email', async () => {
  const waiting = async () => {
    const [row] = await db.query<{ waiting: number }>(
      sql`SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return row?.waiting;
  };
  const chunks = [rowsFrom(2, { email: email(1), city: 'Oslo' }), rowsFrom(3, { email: email(1), city: 'Bergen' })];
  const outcomes = await merge(givenRun(workspace.id), chunks, (tx, chunk) =>
    chunk === 0 ? disturbed(tx, WRITES, () => expect.poll(waiting).toBe(1)) : tx,
  );
  expect(outcomes.map(({ counts }) => [counts.created, counts.updated])).toEqual([
    [1, 0],
    [0, 1],
  ]);
  expect(await cityOf(outcomes[0]?.created[0] as string)).toBe('Bergen');
});

it.each([
  ['that would change nothing without the first', 'Oslo', 'Bergen', 'Oslo'],
  ['that would', 'Oslo', 'Bergen', 'Rome'],
])('the second waits for the first by a contact, with a row %s', async (_what, city, first, second) => {
  const id = await person(1);
  await db.query(sql`UPDATE contacts SET city = ${city} WHERE id = ${id}::uuid`);
  const run = givenRun(workspace.id);
  await merge(run, [rowsFrom(2, { email: email(1), city: first }), rowsFrom(3, { phone: `${phone}1`, city: second })], (tx, chunk) =>
    chunk === 0 ? disturbed(tx, WRITES, () => rests('WITH known')) : tx,
  );
  expect(await cityOf(id)).toBe(second);
  const [result] = await db.query<{ field_issues: { message: string }[] }>(sql`
    SELECT field_issues FROM contact_import_results WHERE run_id = ${run.runId}::uuid AND row_number = 3`);
  expect(result?.field_issues[0]?.message).toBe('Row 2 is about the same contact.');
});

it('the second holds nobody while it waits for the first', async () => {
  const id = await person(2);
  const chunks = [rowsFrom(2, { email: email(1) }), rowsFrom(3, { email: email(2), city: 'Oslo' })];
  // A writer changes the contact of the second, so that it is read again.
  const change = () => db.query(sql`UPDATE contacts SET job_title = 'Changed' WHERE id = ${id}::uuid`);
  await merge(givenRun(workspace.id), chunks, (tx, chunk) =>
    chunk === 1
      ? disturbed(tx, LOCKS, change)
      : disturbed(tx, WRITES, async () => {
          await rests('ROLLBACK TO');
          expect(await isFree({ db, workspaceId: workspace.id }, 'contacts', id)).toBe(true);
        }),
  );
  expect(await cityOf(id)).toBe('Oslo');
});

it('the second fails with the first', async () => {
  const second = Promise.withResolvers<void>();
  const failing = merge(givenRun(workspace.id), [rowsFrom(2, { email: email(1) }), rowsFrom(3, { email: email(2) })], (tx, chunk) =>
    disturbed(tx, WRITES, async () => {
      if (chunk === 1) return second.resolve();
      await second.promise;
      throw new Error('gone');
    }),
  );
  await expect(failing).rejects.toThrow('gone');
  expect(await db.prisma.contact.count({ where: { workspaceId: workspace.id } })).toBe(0);
});
