/** Bodies and queries that are a little or very wrong: an answer that the document knows, and never a fault of ours. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/http/contract.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must, prepareBlast } from '../support/blast.ts';
import { operations } from '../support/client.ts';
import { exampleBody, ofEachClass, request } from '../support/requests.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let path: Record<string, string>;
beforeAll(async () => {
  service = await startTestService();
  const { blastId, listId, emailId } = await prepareBlast(service.api, ['maya@example.net']);
  const { items } = await must(service.api.GET('/v1/contacts', { params: { query: { email: 'maya@example.net' } } }));
  const field = await must(service.api.POST('/v1/contact-fields', { body: { display_name: 'Shoe size', value_type: 'number' } }));
  const { field_definition_id } = field as { field_definition_id: string };
  path = { blastId, listId, emailId, field_definition_id, contact_id: items[0]?.contact_id as string };
});
afterAll(() => service.stop());

/** Values that have broken programs before. */
const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1.5,
    1e300,
    '',
    ' ',
    '0',
    'null',
    "'; DROP TABLE contacts; --",
    '%_\\',
    '{{contact.first_name}}',
    '{{',
    '{% raw %}',
    '\u202e\u200b',
    '😀'.repeat(100),
    'x'.repeat(20_000),
    [],
    [[]],
    {},
    { $ref: '#' },
    'constructor',
    '2026-02-30T00:00:00Z',
    '2026-12-31T23:59:60Z',
    '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01',
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

/** A JSON value with one place in it replaced, removed or added to. */
function mutate(value: unknown, pick: (choices: number) => number, replacement: unknown): unknown {
  if (Array.isArray(value) && value.length > 0 && pick(4) > 0) {
    const at = pick(value.length);
    return value.map((item, i) => (i === at ? mutate(item, pick, replacement) : item));
  }
  if (value && typeof value === 'object' && !Array.isArray(value) && pick(6) > 0) {
    const keys = Object.keys(value);
    const key = keys[pick(keys.length)];
    if (key === undefined || pick(5) === 0) return { ...value, [`stray${pick(9)}`]: replacement };
    if (pick(5) === 0) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
    return { ...value, [key]: mutate((value as Record<string, unknown>)[key], pick, replacement) };
  }
  return replacement;
}

describe('bodies', () => {
  it.each(ofEachClass(operations.filter(({ body }) => body)).map((operation) => [operation.operationId, operation] as const))(
    'of %s',
    async (_id, operation) => {
      const example = exampleBody(operation);
      const ask = async (body: unknown) => {
        const { response } = await request(service.url, operation, { apiKey: service.apiKey, path, body });
        expect(response.status).toBeLessThan(500);
      };
      await ask(example);
      await fc.assert(
        fc.asyncProperty(nasty, fc.infiniteStream(fc.nat({ max: 1_000 })), async (replacement, stream) => {
          const pick = (choices: number) => (choices === 0 ? 0 : (stream.next().value as number) % choices);
          await ask(mutate(example, pick, replacement) ?? null);
        }),
        { numRuns: rounds(1, 60) },
      );
    },
  );
});

describe('queries', () => {
  const inQuery = ({ parameters }: Operation) => parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const all = operations.filter((operation) => inQuery(operation).length > 0);
  // One of those that take the same parameters.
  const withQuery = isAtLength
    ? all
    : [...Map.groupBy(all, (operation) => inQuery(operation).join()).values()].map(([first]) => first as Operation);

  it.each(withQuery.map((operation) => [operation.operationId, operation] as const))('of %s', async (_id, operation) => {
    const ask = async (query: Record<string, string>) => {
      const { response } = await request(service.url, operation, { apiKey: service.apiKey, path, query });
      expect(response.status).toBeLessThan(500);
    };
    await ask({});
    const names = inQuery(operation);
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer().map(String),
      // Not String(): an object may bring a toString of its own that is no function.
      nasty.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
      fc.constantFrom('eyJ9', 'AAAA', 'true', '1', 'asc', 'name'),
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom(...names), value, { minKeys: 1, maxKeys: 3 }), async (values) => {
        // A longer address is refused by the HTTP parser, before there is a request.
        const query = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.slice(0, 1_000)]));
        await ask(query);
      }),
      { numRuns: rounds(1, 60) },
    );
  });
});
