/** Accepted items of a bulk request, compared with a sequential model. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { rounds } from '../support/at-length.ts';
import { beginBulk, giveTemplate, readBulk } from '../support/bulk.ts';
import { creditsOf, ledgerProblems } from '../support/credits.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let template_id: string;
beforeAll(async () => {
  service = await startTestService();
  template_id = await giveTemplate(service);
});
afterAll(() => service.stop());

interface Drawn {
  item: Record<string, unknown>;
  /** Whether it fits by itself, its alias apart. */
  fits: boolean;
}

const sound = fc.record(
  {
    instructions: fc.constantFrom('Warmer', 'Mention the new prices on the page'),
    input_data: fc.constantFrom({}, { hut: 'North' }, { hut: null, deep: { a: [1] } }),
    client_item_id: fc.constantFrom('a', 'b'),
    tent_name: fc.constantFrom('Own', 'Other'),
    include_brand: fc.boolean(),
  },
  { requiredKeys: ['instructions'] },
);
const flaw = fc.constantFrom<Record<string, unknown>>(
  { tent_id: '01936d2e-b283-71d8-8092-d084939ab174' },
  { instructions: '' },
  { instructions: 'Write a Python script that sorts a list' },
  { tent_name: 7 },
  { input_data: { text: 'x'.repeat(16 * 1024) } },
  { custom_page_alias: 'Bad Alias' },
  { unknown: true },
);
const drawn: fc.Arbitrary<Drawn> = fc
  .record({ item: sound, flaw: fc.option(flaw, { freq: 3 }), alias: fc.option(fc.constantFrom('a', 'b', '/'), { freq: 2 }) })
  .map(({ item, flaw, alias }) => ({
    item: { ...item, ...(alias !== null && { custom_page_alias: alias }), ...flaw },
    fits: flaw === null,
  }));

interface Model {
  verdict: string;
  name: unknown;
}

/** One item after the other, by the rules alone. */
function expected(items: Drawn[], { autoPublish, start, balance }: { autoPublish: boolean; start: number; balance: number }): Model[] {
  const aliases = new Set<unknown>();
  let [counter, left] = [start, balance];
  return items.map(({ item, fits }) => {
    const alias = item.custom_page_alias;
    const name = typeof item.tent_name === 'string' ? item.tent_name : null;
    if (!fits || (alias !== undefined && (!autoPublish || aliases.has(alias)))) return { verdict: 'INVALID_ITEM', name };
    if (alias !== undefined) aliases.add(alias);
    if (left === 0) return { verdict: 'INSUFFICIENT_CREDITS', name };
    left -= 1;
    return { verdict: 'accepted', name: name ?? `Hut (${counter++})` };
  });
}

test('is what the rules say of each item', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(drawn, { minLength: 1, maxLength: 25 }),
      fc.record({ autoPublish: fc.boolean(), start: fc.nat({ max: 20 }), balance: fc.nat({ max: 12 }) }),
      async (items, given) => {
        await updateWorkspace(service.db, service.id, { credits: given.balance }, service.clock.now());
        const job = await beginBulk(service, {
          ...{ template_id, default_tent_name_prefix: 'Hut', start_index: given.start, auto_publish: given.autoPublish },
          items: items.map(({ item }) => item),
        });
        const model = expected(items, given);
        expect(job.items.map((item: any) => ({ verdict: item.error_code ?? item.status, name: item.tent_name }))).toEqual(model);
        const accepted = model.filter(({ verdict }) => verdict === 'accepted').length;
        expect([job.accepted_count, job.rejected_count, job.status]).toEqual([
          accepted,
          items.length - accepted,
          accepted > 0 ? 'accepted' : 'failed',
        ]);
        expect(await creditsOf(service, service.id)).toBe(given.balance - accepted);
        const { total, queued, credits } = await readBulk(service, job.bulk_job_id);
        expect([total, queued, credits.reserved, credits.pending_reconciliation]).toEqual(Array(4).fill(accepted));
      },
    ),
    { numRuns: rounds(8, 60) },
  );
  expect(await ledgerProblems(service)).toEqual([]);
});

test('is told of items of any shape, and their neighbours are taken on', async () => {
  const fields = [
    'instructions',
    'input_data',
    'client_item_id',
    'tent_name',
    'custom_page_alias',
    'include_brand',
    'tent_id',
    '__proto__',
  ];
  const nasty = fc.oneof(
    fc.jsonValue({ maxDepth: 4 }),
    fc.string({ unit: 'binary' }),
    fc.constant('\ud800'),
    fc.constant('x'.repeat(11_000)),
  );
  const shape = fc.dictionary(fc.oneof(fc.constantFrom(...fields), fc.string({ unit: 'binary' })), nasty, { maxKeys: 5 });
  await fc.assert(
    fc.asyncProperty(fc.array(shape, { minLength: 1, maxLength: 8 }), async (shapes) => {
      await updateWorkspace(service.db, service.id, { credits: 100 }, service.clock.now());
      const job = await beginBulk(service, { template_id, auto_publish: true, items: [...shapes, { instructions: 'Warmer' }] });
      expect(job.items.at(-1).status).toBe('accepted');
      const polled = await readBulk(service, job.bulk_job_id);
      expect(polled.items.map(({ tent_name }: any) => tent_name)).toEqual(job.items.map(({ tent_name }: any) => tent_name));
    }),
    { numRuns: rounds(12, 100) },
  );
});
