/** Credits: as many pages as there are credits, each spent or returned once, and a balance that is what was booked. */
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { GenerationRefused } from '../../src/content/generation/generator.ts';
import { sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { reserveCredits, settleCredits } from '../../src/workspaces/credits.service.ts';
import { updateWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import '../support/chance.ts';
import { creditsOf, ledgerProblems } from '../support/credits.ts';
import { draft, page, type TestGenerator, testGenerator } from '../support/generator.ts';
import { refusal } from '../support/refusal.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { create, edit, read, written } from '../support/tent-requests.ts';

const generator: TestGenerator = testGenerator();
let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { generator });
});
afterEach(async () => {
  generator.answer = async ({ prompt }) => draft(page(prompt));
  await service.drain();
  expect(await ledgerProblems(service)).toEqual([]);
});
afterAll(() => service.stop());

const entries = (workspaceId: string) =>
  service.db.query<{ kind: string; n: number }>(
    sql`SELECT kind, count(*)::int AS n FROM credit_entries WHERE workspace_id = ${workspaceId}::uuid GROUP BY kind ORDER BY kind`,
  );
const setCredits = (id: string, credits: number) => updateWorkspace(service.db, id, { credits }, new Date());

describe('a credit', () => {
  test.runIf(isAtLength)('is reserved when the page is queued, and spent when it is written', async () => {
    const workspace = await service.workspace({ credits: 3 });
    const id = await written(service, {}, workspace);
    await must(edit(workspace, id));
    expect(await entries(workspace.id)).toEqual([
      { kind: 'consumed', n: 1 },
      { kind: 'granted', n: 1 },
      { kind: 'reserved', n: 2 },
    ]);
    expect(await creditsOf(service, workspace.id)).toBe(1);
  });

  test.runIf(isAtLength)('comes back when the page fails', async () => {
    const workspace = await service.workspace({ credits: 1 });
    generator.answer = async () => {
      throw new GenerationRefused('No.');
    };
    await written(service, {}, workspace);
    expect(await creditsOf(service, workspace.id)).toBe(1);
    expect((await entries(workspace.id)).map(({ kind }) => kind)).toEqual(['granted', 'refunded', 'reserved']);
  });

  test('that is missing refuses creation and edit, and nothing is left of them', async () => {
    const workspace = await service.workspace({ credits: 1 });
    const id = await written(service, {}, workspace);
    const before = await read(workspace, id);
    const refused = await create(workspace, { auto_publish: true });
    expect(refusal(refused)).toEqual([429, 'insufficient_credits']);
    expect(refused.response.headers.get('retry-after')).toBeNull();
    expect(refusal(await edit(workspace, id, { auto_publish: true }))).toEqual([429, 'insufficient_credits']);
    expect(await read(workspace, id)).toEqual(before);
    const { tents } = await must(workspace.api.GET('/v1/tents'));
    expect(tents).toHaveLength(1);
    await setCredits(workspace.id, 1);
    expect((await edit(workspace, id)).response.status).toBe(202);
  });

  test('frees the key of a request that it was missing for', async () => {
    const workspace = await service.workspace({ credits: 0 });
    const headers = { 'idempotency-key': newId() };
    const send = () => workspace.api.POST('/v1/tents', { headers, body: { prompt: 'A page for a bakery in Leeds' } } as never);
    expect(((await send()) as { response: Response }).response.status).toBe(429);
    await setCredits(workspace.id, 1);
    expect(((await send()) as { response: Response }).response.status).toBe(202);
  });
});

describe('many at once', () => {
  test('20 pages for 5 credits: exactly 5 are taken', async () => {
    const workspace = await service.workspace({ credits: 5 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(workspace)));
    const said = Map.groupBy(answers, (answer) => refusal(answer).slice(0, 2).join(' ').trim());
    expect(new Map([...said].map(([what, which]) => [what, which.length]))).toEqual(
      new Map([
        ['202', 5],
        ['429 insufficient_credits', 15],
      ]),
    );
    expect(await creditsOf(service, workspace.id)).toBe(0);
    expect((await must(workspace.api.GET('/v1/tents'))).pagination.total).toBe(5);
  });

  test('an administrator changes the balance meanwhile, and it still adds up', async () => {
    const workspace = await service.workspace({ credits: 5 });
    const grants = [20, 3, 11, 7, 30];
    await Promise.all([
      ...Array.from({ length: 15 }, () => create(workspace)),
      ...grants.map((credits) => setCredits(workspace.id, credits)),
    ]);
    expect(await ledgerProblems(service)).toEqual([]);
    await service.drain();
    await Promise.all([service.drain(), ...grants.map((credits) => setCredits(workspace.id, credits))]);
    expect(grants).toContain(await creditsOf(service, workspace.id));
  });

  test('a page that is deleted while its generation ends is settled once', async () => {
    const workspace = await service.workspace({ credits: 100 });
    const ids = await Promise.all(Array.from({ length: 8 }, async () => (await must(create(workspace))).id));
    await Promise.all([
      service.drain(),
      ...ids.map((tentId) => workspace.api.DELETE('/v1/tents/{tentId}', { params: { path: { tentId } } })),
    ]);
    await service.drain();
    const kinds = Object.fromEntries((await entries(workspace.id)).map(({ kind, n }) => [kind, n]));
    expect((kinds.consumed ?? 0) + (kinds.refunded ?? 0)).toBe(8);
    expect(await creditsOf(service, workspace.id)).toBe(100 - (kinds.consumed ?? 0));
  });
});

describe('a generation whose process dies', () => {
  /** As a process leaves it that was killed in its nth run. */
  const killed = (id: string, attempts: number) =>
    service.db.query(
      sql`UPDATE generations SET status = 'generating', attempts = ${attempts}::int, claimed_by = coalesce(claimed_by, ${newId()}::uuid),
            lease_until = ${service.clock.now()}::timestamptz - interval '1 second'
          WHERE document_id = ${id}::uuid`,
    );

  test.runIf(isAtLength)('is written once more, for the credit that it has', async () => {
    const workspace = await service.workspace({ credits: 5 });
    const { id } = await must(create(workspace));
    await killed(id, 1);
    await service.drain();
    expect(await read(workspace, id)).toMatchObject({ current_version: 1, generation: { status: 'completed' } });
    expect(await creditsOf(service, workspace.id)).toBe(4);
  });

  test.runIf(isAtLength)('fails after its second, and its credit comes back once; what comes too late makes nothing', async () => {
    const workspace = await service.workspace({ credits: 5 });
    const { id } = await must(create(workspace));
    const held = generator.hold();
    const drained = service.drain();
    await held.begun;
    await killed(id, 2);
    const swept = service.drain();
    await expect.poll(async () => (await read(workspace, id)).generation?.status).toBe('failed');
    expect(await creditsOf(service, workspace.id)).toBe(5);
    held.finish();
    await Promise.all([drained, swept]);
    expect(await read(workspace, id)).toMatchObject({ current_version: null, generation: { status: 'failed' } });
    expect(await creditsOf(service, workspace.id)).toBe(5);
    expect((await entries(workspace.id)).map(({ kind, n }) => [kind, n])).toEqual([
      ['granted', 1],
      ['refunded', 1],
      ['reserved', 1],
    ]);
  });
});

describe('the ledger', () => {
  type Step =
    | { what: 'grant'; credits: number }
    | { what: 'reserve'; count: number }
    | { what: 'settle'; outcome: 'consumed' | 'refunded'; which: number[] };
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ what: fc.constant('grant' as const), credits: fc.nat(20) }),
    fc.record({ what: fc.constant('reserve' as const), count: fc.integer({ min: 0, max: 6 }) }),
    fc.record({
      what: fc.constant('settle' as const),
      outcome: fc.constantFrom('consumed' as const, 'refunded' as const),
      which: fc.array(fc.nat(15), { maxLength: 4 }),
    }),
  );

  test('does as a model of it does, whatever is asked in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const { id } = await service.workspace({ credits: 0 });
        const reserved: { reference: string; settled: boolean }[] = [];
        let balance = 0;
        for (const one of steps) {
          const now = new Date();
          if (one.what === 'grant') {
            await setCredits(id, one.credits);
            balance = one.credits;
          } else if (one.what === 'reserve') {
            const references = Array.from({ length: one.count }, () => newId());
            const got = await service.db.transaction((tx) => reserveCredits({ db: tx, workspaceId: id, now }, references));
            expect(got).toBe(Math.min(one.count, balance));
            balance -= got;
            reserved.push(...references.slice(0, got).map((reference) => ({ reference, settled: false })));
          } else {
            // Some were never reserved, some are named twice, some are settled already.
            const named = one.which.map((n) => reserved[n]);
            const references = named.map((found) => found?.reference ?? newId());
            await service.db.transaction((tx) => settleCredits({ db: tx, workspaceId: id, now }, one.outcome, references));
            for (const found of new Set(named)) {
              if (!found || found.settled) continue;
              found.settled = true;
              if (one.outcome === 'refunded') balance += 1;
            }
          }
          expect(await creditsOf(service, id)).toBe(balance);
        }
        const [sum] = await service.db.query<{ sum: number }>(
          sql`SELECT coalesce(sum(amount), 0)::int AS sum FROM credit_entries WHERE workspace_id = ${id}::uuid`,
        );
        expect(sum?.sum).toBe(balance);
        // Nothing of it is under way in a generation.
        await service.db.query(sql`DELETE FROM workspaces WHERE id = ${id}::uuid`);
      }),
      { numRuns: rounds(6, 40) },
    );
  });
});
