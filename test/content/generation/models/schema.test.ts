/** Schemas of answers in the dialects of providers, and answers back in the shape of the API. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { readReply } from '../../../../src/content/generation/models/reply.ts';
import { answerSchema } from '../../../../src/content/generation/models/schema/answer.ts';
import { inDialect } from '../../../../src/content/generation/models/schema/dialects.ts';
import type { Schema } from '../../../../src/content/generation/models/schema/json-schema.ts';
import { outlineOf } from '../../../../src/content/generation/models/schema/outline.ts';
import { restored } from '../../../../src/content/generation/models/schema/restore.ts';
import { validateDraft, validateOperations } from '../../../../src/content/generation/models/schema/validate.ts';
import { isAtLength } from '../../../support/at-length.ts';
import { answerWith, PAGE } from './given.ts';

const KINDS = ['page', 'email'] as const;
const FORMS = ['draft', 'operations', 'replacements'] as const;
const ALL = KINDS.flatMap((kind) => FORMS.map((form) => [kind, form] as const));

/** Each schema within a schema. */
function partsOf(schema: Schema): Schema[] {
  const inner = [...Object.values(schema.$defs ?? {}), ...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? [])];
  return [schema, ...[...inner, ...(schema.items ? [schema.items] : [])].flatMap(partsOf)];
}

describe.each(ALL)('the schema of %s: %s', (kind, form) => {
  it('keeps to what strict servers take', () => {
    const schema = inDialect(answerSchema(kind, form), 'strict');
    const allowed = [
      'type',
      'properties',
      'required',
      'additionalProperties',
      'items',
      'anyOf',
      'enum',
      'const',
      'description',
      '$defs',
      '$ref',
    ];
    let fields = 0;
    for (const part of partsOf(schema)) {
      expect(allowed).toEqual(expect.arrayContaining(Object.keys(part)));
      if (part.$ref !== undefined) {
        expect(Object.keys(part)).toEqual(['$ref']);
        expect(schema.$defs).toHaveProperty(part.$ref.replace('#/$defs/', ''));
      }
      if (part.type !== 'object') continue;
      expect(part.additionalProperties).toBe(false);
      expect(part.required).toEqual(Object.keys(part.properties ?? {}));
      fields += Object.keys(part.properties ?? {}).length;
    }
    // OpenAI's bound.
    expect(fields).toBeLessThan(5_000);
    expect(schema.type).toBe('object');
  });

  it('tells the branches of a union apart by the first key or its value', () => {
    const schema = inDialect(answerSchema(kind, form), 'strict');
    const keyOf = (branch: Schema): string => {
      const target = branch.$ref === undefined ? branch : (schema.$defs?.[branch.$ref.replace('#/$defs/', '')] ?? {});
      const [name, first] = Object.entries(target.properties ?? {})[0] ?? [String(target.type), {}];
      return `${name} ${first?.const ?? ''}`;
    };
    for (const { anyOf = [] } of partsOf(schema)) {
      const objects = anyOf.map(keyOf).filter((key) => !/^(?:string|null|number|boolean|array) $/.test(key));
      expect(new Set(objects).size).toBe(objects.length);
    }
  });

  it.runIf(isAtLength)('is valid in each dialect, and small', () => {
    for (const dialect of ['strict', 'plain', 'full', 'google'] as const) {
      const schema = inDialect(answerSchema(kind, form), dialect);
      if (isAtLength || form === 'draft')
        expect(() => new Ajv2020({ strict: false, code: { optimize: false } }).compile(schema)).not.toThrow();
      expect(JSON.stringify(schema).length).toBeLessThan(36_000);
      expect(JSON.stringify(schema)).not.toContain('"oneOf"');
    }
    expect(outlineOf(answerSchema(kind, form)).length).toBeLessThan(18_000);
  });
});

it.runIf(isAtLength)('a draft that fits the strict schema is the draft of the API again', () => {
  const answer = answerSchema('page', 'draft');
  const validate = new Ajv2020({ strict: false }).compile(inDialect(answer, 'full'));
  const given = JSON.parse(JSON.stringify(answerWith(PAGE), (_key, value) => value ?? undefined));
  expect(validate(given)).toBe(true);
  expect(restored(answerWith(PAGE), answer)).toMatchObject({ draft: PAGE });
});

describe('an answer is restored', () => {
  const back = (operations: unknown) => restored({ operations }, answerSchema('page', 'operations')) as { operations: unknown };

  it('with values of `set` out of their wrappers', () => {
    const values: [wrapped: unknown, value: unknown][] = [
      [{ string: 'Hello' }, 'Hello'],
      [{ boolean: true }, true],
      [{ number: 3 }, 3],
      [{ strings: ['a', 'b'] }, ['a', 'b']],
      [{ field: { type: 'email', label: 'Email', hint: null } }, { type: 'email', label: 'Email' }],
      [
        { action: { label: 'Go', href: '#form' }, string: null },
        { label: 'Go', href: '#form' },
      ],
      [{ entries: [{ item: { heading: 'A', text: '' } }, { item: { heading: 'B' } }] }, [{ heading: 'A' }, { heading: 'B' }]],
      [{ drawing: { drawing: 'Sea', variant: null } }, { drawing: 'sea' }],
      // Models without grammars forget the wrapper, or write it as a text.
      ['{"string": "Hello"}', 'Hello'],
      ['[Hello]', '[Hello]'],
      ['Hello', 'Hello'],
      [{ drawing: 'sea' }, { drawing: 'sea' }],
      [
        { heading: 'A', text: 'B' },
        { heading: 'A', text: 'B' },
      ],
    ];
    for (const [wrapped, value] of values)
      expect(back([{ op: 'set', path: 'a.b', value: wrapped }])).toEqual({ operations: [{ op: 'set', path: 'a.b', value }] });
  });

  it('with slips mended that have one meaning, and nothing else', () => {
    const block = { kind: 'pricing', items: [{ name: 'Walk', price: 12, points: [], highlighted: null }], layout: 'Cards', icon: 'x' };
    expect(back([{ op: 'insert', block }])).toEqual({
      operations: [{ op: 'insert', block: { kind: 'pricing', items: [{ name: 'Walk', price: '12' }], layout: 'cards', icon: 'x' } }],
    });
    const odd: unknown[] = [{ op: 'zap' }, 7, null, [], { op: 'insert', block: 'hero' }, { __proto__: null, constructor: 1 }];
    expect(() => back(odd)).not.toThrow();
    expect(back(JSON.stringify([{ op: 'insert', block: JSON.stringify({ kind: 'text', paragraphs: ['[a]'] }) }]))).toEqual({
      operations: [{ op: 'insert', block: { kind: 'text', paragraphs: ['[a]'] } }],
    });
    expect(back('nothing')).toEqual({ operations: 'nothing' });
  });
});

describe('findings', () => {
  const findings = (draft: object) => (validateDraft('page', { ...PAGE, ...draft }) as { findings: string[] }).findings;

  it.each([
    [{ title: '' }, '`title` is empty: fill it in or leave it out.'],
    [{ lang: 'English' }, '`lang` must be a language such as en or pt-BR, not "English".'],
    [{ blocks: [] }, '`blocks` needs at least 1 entries.'],
    [{ blocks: [{ kind: 'hero' }] }, '`blocks[0].heading` is required.'],
    [{ blocks: [{ kind: 'text', paragraphs: 'Hello' }] }, '`blocks[0].paragraphs` must be of type array.'],
    [{ blocks: [{ kind: 'text', paragraphs: ['a'], icon: 'x' }] }, '`blocks[0].icon` is not a field that exists there.'],
    [{ blocks: [{ kind: 'hero', heading: 'x'.repeat(301) }] }, '`blocks[0].heading` has more than 300 characters.'],
    [{ theme: { primary: 'green' } }, '`theme.primary` must be a colour such as #2b6cb0, not "green".'],
    [{ subject: 'x' }, '`subject` is not a field that exists there.'],
  ])('of %j', (draft, finding) => {
    expect(findings(draft)).toEqual([finding]);
  });

  it('are no more than can be mended, and those of operations have their number', () => {
    expect(findings({ blocks: Array.from({ length: 40 }, () => ({ kind: 'hero' })) })).toHaveLength(16);
    expect(validateOperations('page', [{ op: 'remove' }])).toEqual({ findings: ['`operations[0].path` is required.'] });
    expect(validateOperations('email', [])).toEqual({ findings: ['`operations` needs at least 1 entries.'] });
    const insert = (kind: string) => ({ op: 'insert', block: { kind, paragraphs: ['a'] } });
    expect(validateOperations('email', [insert('letter')])).toHaveProperty('value');
    expect(validateOperations('page', [insert('letter')])).toHaveProperty('findings');
  });
});

describe('JSON in a text', () => {
  it.each([
    ['{"a": "x\ny"}', { a: 'x\ny' }],
    ['Well {}: {"a": [1, 2,],}', { a: [1, 2] }],
    ['{"a": "say \\"hi\\", {ok}, ]"} and {"b": 1}', { a: 'say "hi", {ok}, ]' }],
    ['<think>{"no": 1}</think>{"a": "</think>"}', { a: '</think>' }],
    ['thoughts without a beginning</think>\n{"a": 1}', { a: 1 }],
    ['[{"op": "remove"}]', [{ op: 'remove' }]],
  ])('is found: %s', (text, json) => {
    expect(readReply(text)).toEqual({ json });
  });

  it.each([
    ['', 'holds no JSON'],
    ['<think>{"a": 1}', 'holds no JSON'],
    ['{"a": {"b": 1}', 'breaks off'],
    ['{"a": b}', 'cannot be parsed'],
    ['Use {braces', 'holds no JSON'],
  ])('is missing: %s', (text, words) => {
    expect((readReply(text) as { problem: string }).problem).toContain(words);
  });

  it.each(['{', '{"', '[', '<think>', '{},', '\\"', ',]', '{"a":', '</think'])('is looked for in linear time: %s', (piece) => {
    const start = performance.now();
    readReply(piece.repeat(100_000));
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
