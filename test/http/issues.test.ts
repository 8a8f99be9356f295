/** Errors about a request use the API's words, and are about the intended alternative. */
import { describe, expect, it } from 'vitest';
import { createAjv } from '../../src/http/ajv.ts';
import type { Document } from '../../src/http/contract.ts';
import { Explainer } from '../../src/http/issues.ts';
import { expectCpu } from '../support/cpu.ts';

const text = { type: 'string', minLength: 1 };
const closed = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const schemas = {
  Group: closed({ kind: { const: 'group' }, conditions: { type: 'array', items: ref('Node') } }),
  Text: closed({
    kind: { const: 'condition' },
    field: { type: 'string', enum: ['city', 'state'] },
    operator: { type: 'string', enum: ['equals'] },
    value: text,
  }),
  Score: closed({
    kind: { const: 'condition' },
    field: { const: 'score' },
    operator: { type: 'string', enum: ['less', 'more'] },
    value: { type: 'number' },
  }),
  Node: { oneOf: [ref('Group'), ref('Condition')] },
  Condition: { oneOf: [ref('Text'), ref('Score')] },
  For: closed({ type: { const: 'wait' }, amount: { type: 'integer', minimum: 1 } }),
  Until: closed({ type: { const: 'wait' }, field: text }),
  Nullable: { oneOf: [ref('Node'), { type: 'null' }] },
  Step: { oneOf: [{ oneOf: [ref('For'), ref('Until')] }, closed({ type: { const: 'drop' } })] },
  Either: {
    ...closed({ code: text, prompt: text, note: text }, []),
    anyOf: [{ required: ['code'] }, { required: ['prompt'] }],
    not: { description: 'code and prompt exclude each other', required: ['code', 'prompt'] },
    dependentRequired: { note: ['code'] },
  },
  One: { ...closed({ a: text, b: text }, []), oneOf: [{ required: ['a'] }, { required: ['b'] }] },
  Moment: { anyOf: [{ type: 'string', pattern: 'Z$', 'x-must': 'must end with Z' }, { type: 'null' }] },
};
const document = { openapi: '3.1.0', components: { schemas } } as unknown as Document;
const ajv = createAjv(document, {});
const explainer = new Explainer(document, true);

function issues(name: keyof typeof schemas, value: unknown) {
  if (ajv.compile({ $ref: `contract#/components/schemas/${name}` })(value)) return [];
  return explainer.issues(ref(name), value).map(({ path, message }) => `${path}: ${message}`);
}

describe('a union', () => {
  it('is not explained any more where enough is wrong', async () => {
    const wrong = () => ({ kind: 'condition', field: 'town', operator: 'equals', value: 'Oslo' });
    const tree = (size: number) => ({ kind: 'group', conditions: Array.from({ length: size }, wrong) });
    expect(issues('Node', tree(60))).toHaveLength(60);
    const found = await expectCpu({ here: 60 }, () => explainer.issues(ref('Node'), tree(3_000)));
    expect(found).toHaveLength(100);
    expect(found[0]?.path).toBe('conditions.0.field');
  });

  it('is judged by the alternative that its constants name', () => {
    expect(issues('Node', { kind: 'condition', field: 'score', operator: 'less', value: '5' })).toEqual(['value: must be a number']);
    expect(issues('Node', { kind: 'condition', field: 'city', operator: 'equals', value: '', more: 1 })).toEqual([
      'more: is not known here',
      'value: must not be empty',
    ]);
  });

  it('names the constants when none of them is given', () => {
    expect(issues('Node', { kind: 'circle' })).toEqual(['kind: must be one of group, condition']);
    expect(issues('Node', { conditions: [] })).toEqual(['kind: is required, one of group, condition']);
  });

  it('tells beside them what no alternative takes', () => {
    expect(issues('Node', { kind: 'condition', field: 'town', vlaue: 1 })).toEqual([
      'field: must be one of city, state, score',
      'operator: is required',
      'value: is required',
      'vlaue: is not known here',
    ]);
    // One alternative would have it.
    expect(issues('Step', { amount: 0 })).toEqual(['type: is required, one of wait, drop']);
  });

  it('finds the place deep within', () => {
    const deep = {
      kind: 'group',
      conditions: [{ kind: 'group', conditions: [{ kind: 'condition', field: 'city', operator: 'like', value: 'x' }] }],
    };
    expect(issues('Node', deep)).toEqual(['conditions.0.conditions.0.operator: must be one of equals']);
    expect(issues('Nullable', deep)).toEqual(['conditions.0.conditions.0.operator: must be one of equals']);
  });

  it('takes the nearest of alternatives that share their constants', () => {
    expect(issues('Step', { type: 'wait', amount: 0 })).toEqual(['amount: must be >= 1']);
    expect(issues('Step', { type: 'wait', amount: 1, field: 'x' })).toHaveLength(1);
    expect(issues('Step', { type: 'wait' })).toEqual([': must have amount or field']);
    expect(issues('Step', { type: 'drop', amount: 1 })).toEqual(['amount: is not known here']);
  });

  it('says which kinds of value there are', () => {
    expect(issues('Node', 5)).toEqual([': must be an object']);
    expect(issues('Nullable', [])).toEqual([': must be an object or null']);
    expect(issues('Moment', 5)).toEqual([': must be a string or null']);
    expect(issues('Moment', 'noon')).toEqual([': must end with Z']);
  });
});

describe('what is wrong', () => {
  it.each([
    [text, '', ': must not be empty'],
    [{ type: 'string', minLength: 3 }, 'ab', ': must have at least 3 characters'],
    [{ type: 'array', minItems: 1 }, [], ': must have at least 1 item'],
    [{ type: 'array', maxItems: 1 }, [1, 2], ': must have at most 1 item'],
    [{ type: 'object', minProperties: 1 }, {}, ': must have at least 1 field'],
    [{ type: 'array', uniqueItems: true }, ['a', 'b', 'a'], '2: is the same as item 0'],
    [{ type: ['string', 'null'] }, 5, ': must be a string or null'],
    [
      { propertyNames: { pattern: '^[a-z]+$', 'x-must': 'must be in lower case' } },
      { 'A/b': 1 },
      'A/b: is not a usable name: must be in lower case',
    ],
    [{ pattern: '^[a-z]+$' }, 'A', ': does not have the documented form'],
    [{ format: 'uuid', pattern: '^x$' }, 'y', ': must be a UUID in lower case'],
    [JSON.parse('{"if":{"required":["a"]},"then":{"required":["b"]}}'), { a: 1 }, 'b: is required'],
    [{ dependentSchemas: { a: { properties: { b: false } } } }, { a: 1, b: 1 }, 'b: is not allowed here'],
  ])('%j %j', (schema, value, finding) => {
    expect(explainer.issues(schema, value).map(({ path, message }) => `${path}: ${message}`)).toEqual([finding]);
  });
});

describe('rules about several fields', () => {
  it('name them', () => {
    for (const value of [null, 5, 'code', []])
      for (const name of ['Either', 'One'] as const) expect(issues(name, value)).toEqual([': must be an object']);
    expect(issues('Either', {})).toEqual([': must have code or prompt']);
    expect(issues('Either', { code: 'a', prompt: 'b' })).toEqual([': code and prompt exclude each other']);
    expect(issues('Either', { prompt: 'b', note: 'c' })).toEqual(['code: is required with note']);
    expect(issues('One', { a: 'a', b: 'b' })).toEqual([': must have exactly one of a or b']);
    expect(issues('One', { c: 1 })).toEqual([': must have a or b', 'c: is not known here']);
  });
});
