/** What the document says about itself, held against the service and against itself. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { forValidation } from '../../src/http/contract.ts';
import { STATUS } from '../../src/http/errors.ts';
import { document, lookUp, operations } from '../support/client.ts';
import { valuesOf } from '../support/requests.ts';

describe('the guide', () => {
  const guide = document.info.description ?? '';
  const prose = guide.replaceAll(/^```[\s\S]*?^```/gm, '');
  const rows = [...guide.matchAll(/^\| <span id="error\/(\w+)" data-section-id="error\/\1"><\/span>`\1` \| (\d{3}) \| /gm)];

  it('lists every error code with its status', () => {
    expect(Object.fromEntries(rows.map(([, code, status]) => [code, Number(status)]))).toEqual(STATUS);
  });

  it('has no dead link', () => {
    const places = [
      ...operations.map(({ operationId, path, method }) => {
        const [tag = ''] = document.paths?.[path]?.[method as 'get']?.tags ?? [];
        return `tag/${tag.replaceAll(' ', '-')}/operation/${operationId}`;
      }),
      ...[...guide.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => `section/${heading.replaceAll(' ', '-')}`),
      ...rows.map(([, code]) => `error/${code}`),
    ];
    const links = [...guide.matchAll(/\]\(([^)]*)\)/g)].map(([, target = '']) => target);
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter((target) => !places.includes(target.replace('#', '')))).toEqual([]);
  });

  it('links every operation and every error that it names', () => {
    const operationNames = operations.flatMap(({ operationId, method, path }) => [operationId, `${method.toUpperCase()} ${path}`]);
    const named = [...prose.matchAll(/(^|.)`(\d{3} )?([^`]+)`/gm)].filter(
      ([, , , name = '']) => operationNames.includes(name) || name in STATUS,
    );
    expect(named.length).toBeGreaterThan(50);
    // In its own row an error is what links lead to.
    expect(named.filter(([, before]) => before !== '[' && before !== '>')).toEqual([]);
  });

  it('tells every limit that a request can meet', () => {
    const table = guide.slice(guide.indexOf('## Limits'), guide.indexOf('## Versioning'));
    const told = (limit: number): boolean => {
      const words = limit % 1_048_576 === 0 ? `${limit / 1_048_576} MiB` : limit.toLocaleString('en');
      return new RegExp(`(^|[^\\d,])${words}($|[^\\d,]|, )`, 'm').test(table);
    };
    // A date has ten characters; the groups of a tree count themselves; and a version is any number.
    const evident = [10, 99, 2_147_483_647];
    const untold = new Map<number, string>();
    const seen = new Set<unknown>();
    const walk = (node: any, place: string): void => {
      if (!node || typeof node !== 'object' || seen.has(node)) return;
      seen.add(node);
      if (node.$ref) walk(lookUp(document, node.$ref), node.$ref);
      for (const keyword of ['maxLength', 'maxItems', 'maxProperties', 'maximum']) {
        const limit = node[keyword];
        if (typeof limit === 'number' && !evident.includes(limit) && !told(limit)) untold.set(limit, `${place} ${keyword}`);
      }
      for (const [key, child] of Object.entries(node)) if (!/^examples?$/.test(key)) walk(child, `${place}/${key}`);
    };
    for (const { operationId, body, parameters } of operations) {
      for (const parameter of parameters) walk(parameter, `${operationId} ${parameter.name}`);
      if (body) walk(lookUp(document, body.pointer), operationId);
    }
    expect(Object.fromEntries(untold)).toEqual({});
  });

  it('names no field of the errors that they do not have', () => {
    const named = [...(document.info.description ?? '').matchAll(/`details\.(\w+)`/g)].map(([, field]) => field);
    const { properties } = lookUp(document, '#/components/schemas/ErrorDetails');
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(named));
  });
});

describe('errors', () => {
  const codesOf = (operation: (typeof operations)[number]) =>
    Object.entries(operation.responses).flatMap(([status, { content }]) =>
      Object.values(valuesOf(content?.['application/json']?.examples))
        .filter(
          (value): value is { error_code: keyof typeof STATUS } => typeof value === 'object' && value !== null && 'error_code' in value,
        )
        .filter(() => status === 'default' || Number(status) >= 400)
        .map(({ error_code }) => ({ status, error_code })),
    );

  it.each(operations.map((operation) => [operation.operationId, operation] as const))(
    'of %s stand under their own status',
    (_id, operation) => {
      for (const { status, error_code } of codesOf(operation))
        expect(String(STATUS[error_code])).toBe(status === 'default' ? '500' : status);
    },
  );

  it('are all met somewhere', () => {
    const met = new Set(operations.flatMap(codesOf).map(({ error_code }) => error_code));
    // What is no request and a wrong method belong to no operation; signed addresses and forms lie outside of the document.
    expect(Object.keys(STATUS).filter((code) => !met.has(code as keyof typeof STATUS))).toEqual([
      'malformed_request',
      'invalid_signature',
      'foreign_origin',
      'method_not_allowed',
      'request_timeout',
      'expectation_failed',
      'headers_too_large',
    ]);
  });
});

it('shows every tag in exactly one group', () => {
  const groups = (document as unknown as { 'x-tagGroups': { tags: string[] }[] })['x-tagGroups'].flatMap(({ tags }) => tags);
  expect([...groups].sort()).toEqual((document.tags ?? []).map(({ name }) => name).sort());
});

it('fills in no default within the alternatives of a body, where a value could end up in the wrong one', () => {
  const judged = forValidation(document);
  /** Where the defaults of bodies are, within alternatives or outside of them. */
  const defaultsOf = (whole: typeof document, inAlternatives: boolean): string[] => {
    const found: string[] = [];
    const seen = { within: new Set<unknown>(), outside: new Set<unknown>() };
    const walk = (node: any, within: boolean, place: string): void => {
      const known = within ? seen.within : seen.outside;
      if (!node || typeof node !== 'object' || known.has(node)) return;
      known.add(node);
      if (node.$ref) walk(lookUp(whole, node.$ref), within, node.$ref);
      if (within === inAlternatives && 'default' in node && ('type' in node || 'enum' in node || 'const' in node || '$ref' in node))
        found.push(place);
      for (const [key, child] of Object.entries(node)) walk(child, within || key === 'oneOf' || key === 'anyOf', `${place}/${key}`);
    };
    for (const { body, items } of operations)
      for (const pointer of [body?.pointer, items]) if (pointer) walk(lookUp(whole, pointer), false, pointer);
    return found;
  };
  const inAlternatives = defaultsOf(document, true);
  expect(inAlternatives.length).toBeGreaterThan(10);
  expect(defaultsOf(judged, true)).toEqual([]);
  // What validation does fill in is not lost by it.
  const outside = defaultsOf(document, false).filter((place) => !inAlternatives.includes(place));
  expect(outside.length).toBeGreaterThan(10);
  expect(defaultsOf(judged, false)).toEqual(expect.arrayContaining(outside));
});

it('holds the alias of a flow to the rules of a tent where it has no merge tags', () => {
  const { PageAlias, FlowPageAlias } = document.components?.schemas ?? {};
  const [tents, flows] = [PageAlias, FlowPageAlias].map((schema) => new Ajv2020({ strict: false }).compile(schema as object));
  const refused = ['submit', 'new', 'robots.txt', '.well-known', '01936d2e-b283-71d8-8092-d084939ab171', 'a'.repeat(101), 'A', '', 'a/b'];
  for (const alias of [...refused, '/', 'submitted', 'spring-map', 'a'.repeat(100)]) {
    expect([alias, tents?.(alias), flows?.(alias)]).toEqual([alias, !refused.includes(alias), !refused.includes(alias)]);
  }
  for (const alias of [null, 'new-{{contact.first_name}}', `{{contact.first_name}}${'a'.repeat(101)}`]) expect(flows?.(alias)).toBe(true);
});
