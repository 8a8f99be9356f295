import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import generated from '../../generated/openapi.json' with { type: 'json' };
import { type Change, compareDocuments } from '../../scripts/contract-changes.ts';
import { isAtLength } from '../support/at-length.ts';
import { FILE, openRepository } from '../support/contract-diff.ts';

type Node = Record<string, any>;
type Edit = (document: Node) => void;

const schemas = (d: Node): Node => d.components.schemas;
const fields = (d: Node, name: string): Node => d.components.schemas[name].properties;
const list = (d: Node): Node => d.paths['/v1/notes'].get;
const post = (d: Node): Node => d.paths['/v1/notes'].post;
const item = (d: Node): Node => d.paths['/v1/notes/{note_id}'];

const breaking: [what: string, edit: Edit][] = [
  ['an operation that is gone', (d) => delete item(d).delete],
  ['a path that is gone', (d) => delete d.paths['/v1/notes/{note_id}']],
  ['another operationId', (d) => Object.assign(list(d), { operationId: 'findNotes' })],
  [
    'a schema of another name',
    (d) => {
      const text = JSON.stringify(d).replaceAll('schemas/Marks"', 'schemas/Labels"').replace('"Marks":', '"Labels":');
      Object.assign(d, JSON.parse(text));
    },
  ],
  ['another authentication', (d) => Object.assign(list(d), { security: [{ Token: [] }] })],

  ['a new required parameter', (d) => list(d).parameters.push({ name: 'tag', in: 'query', required: true, schema: {} })],
  ['a parameter that is gone', (d) => list(d).parameters.pop()],
  ['a parameter that is required now', (d) => Object.assign(list(d).parameters[0], { required: true })],
  ['a lower maximum of a parameter', (d) => Object.assign(list(d).parameters[0].schema, { maximum: 50 })],
  ['another default of a parameter', (d) => Object.assign(list(d).parameters[0].schema, { default: 50 })],
  ['a value that a parameter no longer takes', (d) => list(d).parameters[1].schema.enum.pop()],

  ['a request body that is required now', (d) => Object.assign(post(d).requestBody, { required: true })],
  [
    'a request body in another media type',
    (d) => {
      post(d).requestBody.content = { 'text/plain': { schema: { type: 'string' } } };
    },
  ],
  [
    'a new required field of a request',
    (d) => {
      fields(d, 'CreateNote').author = { type: 'string' };
      schemas(d).CreateNote.required.push('author');
    },
  ],
  ['an optional field of a request that is required now', (d) => schemas(d).CreateNote.required.push('stars')],
  ['a field that a closed request no longer takes', (d) => delete fields(d, 'CreateNote').stars],
  ['a shorter text in a request', (d) => Object.assign(fields(d, 'CreateNote').title, { maxLength: 50 })],
  ['a bound that was not there', (d) => Object.assign(fields(d, 'CreateNote').title, { minLength: 1 })],
  ['a first item that a list has to have', (d) => Object.assign(fields(d, 'CreateNote').tags, { minItems: 1 })],
  ['items of a list that have to differ', (d) => Object.assign(fields(d, 'CreateNote').tags, { uniqueItems: true })],
  ['a greater minimum, from 0', (d) => Object.assign(fields(d, 'CreateNote').stars, { minimum: 1 })],
  ['a pattern in a request', (d) => Object.assign(fields(d, 'CreateNote').title, { pattern: '^[A-Z]' })],
  ['a request that may no longer have null', (d) => Object.assign(fields(d, 'CreateNote').stars, { type: 'integer' })],
  ['another type in a request', (d) => Object.assign(fields(d, 'CreateNote').title, { type: 'boolean' })],
  ['a number that has to be an integer', (d) => Object.assign(fields(d, 'CreateNote').weight, { type: 'integer' })],
  ['a new condition on a request', (d) => Object.assign(schemas(d).CreateNote, { dependentRequired: { stars: ['weight'] } })],
  ['fields by pattern in a request', (d) => Object.assign(schemas(d).CreateNote, { patternProperties: { '^x_': { type: 'string' } } })],
  ['no unevaluated fields in a request', (d) => Object.assign(schemas(d).CreateNote, { unevaluatedProperties: false })],
  ['a new `if` on a request', (d) => Object.assign(schemas(d).CreateNote, { if: { required: ['stars'] }, else: { required: ['weight'] } })],
  [
    'a new `oneOf` of required fields',
    (d) => Object.assign(schemas(d).CreateNote, { oneOf: [{ required: ['stars'] }, { required: ['weight'] }] }),
  ],
  ['an open request that is closed', (d) => Object.assign(schemas(d).Marks, { additionalProperties: false })],
  ['names that a map no longer takes', (d) => Object.assign(schemas(d).Marks.propertyNames, { pattern: '^[a-z]$' })],
  ['a branch that a request no longer takes', (d) => schemas(d).Rule.oneOf.pop()],
  ['a change in a branch of a union within itself', (d) => Object.assign(schemas(d).Label.oneOf[1], { maxLength: 3 })],
  ['a branch that a union within itself no longer takes', (d) => schemas(d).Label.oneOf.pop()],
  ['a change deep in a recursive request', (d) => Object.assign(fields(d, 'RuleCondition').value, { maxLength: 3 })],

  [
    'a success that is gone',
    (d) => {
      post(d).responses['202'] = post(d).responses['201'];
      delete post(d).responses['201'];
    },
  ],
  [
    'a second success',
    (d) => {
      post(d).responses['202'] = post(d).responses['201'];
    },
  ],
  [
    'a required field of an answer that is gone',
    (d) => {
      delete fields(d, 'Note').title;
      schemas(d).Note.required.shift();
    },
  ],
  ['a field of an answer that may be missing now', (d) => schemas(d).Note.required.shift()],
  ['another type in an answer', (d) => Object.assign(fields(d, 'Note').title, { type: 'integer' })],
  ['an answer that may have null now', (d) => Object.assign(fields(d, 'Note').title, { type: ['string', 'null'] })],
  ['a new value in an answer', (d) => fields(d, 'Note').status.enum.push('archived')],
  ['a longer text in an answer', (d) => Object.assign(fields(d, 'Note').title, { maxLength: 500 })],
  ['an integer that may be any number now', (d) => Object.assign(fields(d, 'Note').stars, { type: 'number' })],
  ['a new branch of an answer', (d) => schemas(d).Event.oneOf.push({ $ref: '#/components/schemas/Marks' })],
  ['another constant in a branch of an answer', (d) => Object.assign(fields(d, 'Opened').type, { const: 'seen' })],
  ['a field of a branch that is gone', (d) => delete fields(d, 'Closed').reason],
  ['a header that is gone', (d) => delete post(d).responses['201'].headers],
];

const additive: [what: string, edit: Edit][] = [
  ['an operation', (d) => Object.assign(item(d), { get: { operationId: 'getNote', responses: {} } })],
  ['a deprecation', (d) => Object.assign(list(d), { deprecated: true })],
  ['an optional parameter', (d) => list(d).parameters.push({ name: 'tag', in: 'query', schema: { type: 'string' } })],
  ['a value that a parameter takes', (d) => list(d).parameters[1].schema.enum.push('stars')],
  ['an optional field of a request', (d) => Object.assign(fields(d, 'CreateNote'), { author: { type: 'string' } })],
  ['a required field of a request that is optional now', (d) => schemas(d).CreateNote.required.pop()],
  ['a longer text in a request', (d) => Object.assign(fields(d, 'CreateNote').title, { maxLength: 500 })],
  ['items of a list in a request that may be alike', (d) => Object.assign(fields(d, 'CreateNote').labels, { uniqueItems: false })],
  ['a bound of a request that is gone', (d) => delete fields(d, 'CreateNote').title.maxLength],
  ['a request that may have null', (d) => Object.assign(fields(d, 'CreateNote').title, { type: ['string', 'null'] })],
  ['an integer of a request that may be any number', (d) => Object.assign(fields(d, 'CreateNote').stars, { type: ['number', 'null'] })],
  ['a branch that a request takes', (d) => schemas(d).Rule.oneOf.push({ $ref: '#/components/schemas/Marks' })],
  [
    'a field of an answer',
    (d) => {
      fields(d, 'Note').author = { type: 'string' };
      schemas(d).Note.required.push('author');
    },
  ],
  ['a field of an answer that is always there', (d) => schemas(d).Note.required.push('stars')],
  ['a value that an answer never has', (d) => fields(d, 'Note').status.enum.pop()],
  ['a shorter text in an answer', (d) => Object.assign(fields(d, 'Note').title, { maxLength: 50 })],
  ['a branch that an answer never is', (d) => schemas(d).Event.oneOf.pop()],
  ['an error', (d) => Object.assign(post(d).responses, { '409': post(d).responses.default })],
  ['an error code', (d) => fields(d, 'Error').error_code.enum.push('conflict')],
  ['a header', (d) => Object.assign(list(d).responses['200'], { headers: { 'X-Total': { schema: { type: 'integer' } } } })],
];

/** Other words for the same. */
const neutral: [what: string, edit: Edit][] = [
  ['a least length of 0', (d) => Object.assign(fields(d, 'CreateNote').title, { minLength: 0 })],
  ['a least number of items of 0', (d) => Object.assign(fields(d, 'CreateNote').tags, { minItems: 0 })],
  ['a least number of fields of 0', (d) => Object.assign(schemas(d).Marks, { minProperties: 0 })],
  ['items that need not differ', (d) => Object.assign(fields(d, 'CreateNote').tags, { uniqueItems: false })],
  ['a field that may be anything, in other words', (d) => Object.assign(fields(d, 'CreateNote'), { extra: true })],
  ['a union that is no longer a branch of itself', (d) => schemas(d).Label.oneOf.shift()],
  ['another order of parameters', (d) => list(d).parameters.reverse()],
  ['another order of branches', (d) => schemas(d).Event.oneOf.reverse()],
  [
    'another name of a path parameter',
    (d) => {
      d.paths['/v1/notes/{id}'] = item(d);
      d.paths['/v1/notes/{id}'].parameters[0].name = 'id';
      delete d.paths['/v1/notes/{note_id}'];
    },
  ],
  [
    'another name of a component',
    (d) => {
      schemas(d).Memo = schemas(d).Note;
      post(d).responses['201'].content['application/json'].schema = { $ref: '#/components/schemas/Memo' };
    },
  ],
  [
    'a component in place of its reference',
    (d) => {
      post(d).responses['201'].content['application/json'].schema = schemas(d).Note;
    },
  ],
  [
    'null as a branch',
    (d) => {
      const { type: _, ...rest } = fields(d, 'CreateNote').stars;
      fields(d, 'CreateNote').stars = { oneOf: [{ type: 'integer', ...rest }, { type: 'null' }] };
    },
  ],
  [
    'an enumeration as constants',
    (d) => {
      fields(d, 'Note').status = { oneOf: [{ const: 'done' }, { const: 'open' }] };
    },
  ],
  [
    'a part as `allOf`',
    (d) => {
      const { required, ...rest } = schemas(d).Note;
      schemas(d).Note = { allOf: [rest, { required }] };
    },
  ],
];

test.each(breaking)('breaking: %s', (_what, edit) => {
  expect(kinds(changesOf(edit))).toContain('breaking');
});

test.each(additive)('additive: %s', (_what, edit) => {
  expect(kinds(changesOf(edit))).toEqual(['additive']);
});

test('a value of an answer that was announced is no break', () => {
  const before = notes();
  Object.assign(fields(before, 'Note').status, { description: 'How it stands. More may come.' });
  const after = structuredClone(before);
  fields(after, 'Note').status.enum.push('forgotten');
  expect(kinds(compareDocuments(before, after).changes)).toEqual(['additive']);
});

test('what a list says of its values counts for them', () => {
  const before = notes();
  const list = { type: 'array', description: 'What to mind. More may come.', items: { type: 'string', enum: ['late'] } };
  Object.assign(fields(before, 'Note'), { warnings: list });
  const after = structuredClone(before);
  fields(after, 'Note').warnings.items.enum.push('short');
  expect(kinds(compareDocuments(before, after).changes)).toEqual(['additive']);
});

test.each(neutral)('no change: %s', (_what, edit) => {
  expect(changesOf(edit)).toEqual([]);
});

test('each way back from an addition is a break, but where clients are to be lenient', () => {
  const lenient = ['a deprecation', 'an error', 'a required field of a request that is optional now'];
  const harmless = additive.filter(([, edit]) => !kinds(changesOf(edit, true)).includes('breaking')).map(([what]) => what);
  expect(harmless.filter((what) => !lenient.includes(what))).toEqual(['an error code']);
});

test('one change of a component is told once, with every operation that meets it', () => {
  expect(changesOf((d) => delete fields(d, 'Note').stars)).toEqual([
    { kind: 'breaking', place: 'Note.stars', what: 'is gone', side: 'answers', operations: ['GET /v1/notes', 'POST /v1/notes'] },
  ]);
});

test('what people read is counted', () => {
  const { changes, other } = compareDocuments(
    notes(),
    edited((d) => {
      schemas(d).Note.description = 'A note.';
      list(d).summary = 'Find notes';
      post(d).responses['201'].content['application/json'].examples = { one: { value: {} } };
    }),
  );
  expect(changes).toEqual([]);
  expect(other).toEqual({ descriptions: 2, examples: 1 });
});

test('the words of what is new or gone are not counted, wherever it stands in a list', () => {
  const before = edited((d) => {
    list(d).parameters[0].description = 'How many.';
    d.components.examples = { one: { summary: 'One', value: {} }, two: { value: {} } };
  });
  const after = structuredClone(before);
  list(after).parameters.unshift({ name: 'tag', in: 'query', description: 'Which.', schema: {} });
  fields(after, 'Note').author = { type: 'string', description: 'Who wrote it.' };
  item(after).get = { operationId: 'getNote', summary: 'Get a note', description: 'Gets a note.', responses: {} };
  delete item(after).delete;
  after.components.examples = { one: { summary: 'The first', value: {} }, three: { value: {} } };
  schemas(after).Marks.description = 'What had no word before.';
  expect(compareDocuments(before, after).other).toEqual({ descriptions: 1, examples: 1 });
});

test.runIf(isAtLength)('the whole contract is compared with itself, and with nothing', () => {
  expect(compareDocuments(generated, structuredClone(generated))).toEqual({ changes: [], other: { descriptions: 0, examples: 0 } });
  const operations = Object.values<Node>(generated.paths).flatMap((path) => Object.keys(path).filter((key) => key !== 'parameters'));
  const gone = compareDocuments(generated, { ...generated, paths: {} }).changes;
  expect(gone.map(({ kind, what }) => `${kind}: ${what}`)).toEqual(operations.map(() => 'breaking: is gone'));
});

test.runIf(isAtLength)('the command compares revisions, and fails on a break', () => {
  const { repository, git, diff } = openRepository();
  const write = (document: Node) => {
    writeFileSync(join(repository, FILE), JSON.stringify(document));
    git('add', FILE);
    git('commit', '--quiet', '--message', 'another');
  };
  try {
    write(notes());
    write(edited((d) => Object.assign(fields(d, 'Note'), { author: { type: 'string' } })));
    expect(diff('HEAD~1', 'HEAD')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Note.author is new\n      in answers of GET'),
    });
    expect(diff('HEAD', 'HEAD~1')).toMatchObject({ status: 1, stdout: expect.stringContaining('Note.author is gone') });
    expect(diff('nowhere')).toMatchObject({ status: 2, stderr: expect.stringContaining('nowhere') });
    expect(diff()).toMatchObject({ status: 2, stderr: expect.stringContaining('npm run contract:diff -- REV') });
  } finally {
    rmSync(repository, { recursive: true });
  }
});

function changesOf(edit: Edit, backwards = false): Change[] {
  const [one, other] = [notes(), edited(edit)];
  return (backwards ? compareDocuments(other, one) : compareDocuments(one, other)).changes;
}

function edited(edit: Edit): Node {
  const document = notes();
  edit(document);
  return document;
}

const kinds = (changes: Change[]): string[] => [...new Set(changes.map(({ kind }) => kind))].sort().reverse();

function notes(): Node {
  const to = (name: string): Node => ({ $ref: `#/components/schemas/${name}` });
  const json = (name: string): Node => ({ content: { 'application/json': { schema: to(name) } } });
  const closed = (required: string[], properties: Node): Node => ({ type: 'object', additionalProperties: false, required, properties });
  return structuredClone({
    openapi: '3.1.0',
    security: [{ ApiKey: [] }],
    paths: {
      '/v1/notes': {
        get: {
          operationId: 'listNotes',
          parameters: [
            { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 25 } },
            { name: 'sort', in: 'query', schema: { type: 'string', enum: ['title', 'created_at'] } },
          ],
          responses: { '200': json('NotePage'), default: json('Error') },
        },
        post: {
          operationId: 'createNote',
          requestBody: json('CreateNote'),
          responses: { '201': { ...json('Note'), headers: { Location: { schema: { type: 'string' } } } }, default: json('Error') },
        },
      },
      '/v1/notes/{note_id}': {
        parameters: [{ name: 'note_id', in: 'path', required: true, schema: { type: 'string' } }],
        delete: { operationId: 'deleteNote', responses: { '204': {}, default: json('Error') } },
      },
    },
    components: {
      schemas: {
        NotePage: closed(['notes'], { notes: { type: 'array', items: to('Note') } }),
        Note: closed(['title', 'status'], {
          title: { type: 'string', maxLength: 100 },
          status: { type: 'string', enum: ['open', 'done'] },
          stars: { type: 'integer' },
          newest: to('Event'),
        }),
        CreateNote: closed(['title'], {
          title: { type: 'string', maxLength: 100 },
          stars: { type: ['integer', 'null'], minimum: 0, maximum: 5 },
          weight: { type: 'number' },
          extra: {},
          marks: to('Marks'),
          rules: to('Rule'),
          tags: { type: 'array', items: { type: 'string' } },
          labels: { type: 'array', items: to('Label'), uniqueItems: true },
        }),
        Label: { oneOf: [to('OtherLabel'), { type: 'string' }, { type: 'integer' }] },
        OtherLabel: { anyOf: [to('Label'), to('OtherLabel')] },
        Marks: { type: 'object', propertyNames: { pattern: '^[a-z]+$' }, additionalProperties: { type: 'boolean' } },
        Rule: { oneOf: [to('RuleGroup'), to('RuleCondition')] },
        RuleGroup: closed(['kind', 'rules'], {
          kind: { const: 'group' },
          rules: { type: 'array', items: { oneOf: [to('RuleGroup'), to('RuleCondition')] } },
        }),
        RuleCondition: closed(['kind', 'value'], { kind: { const: 'condition' }, value: { type: 'string', maxLength: 100 } }),
        Event: { oneOf: [to('Opened'), to('Closed')] },
        Opened: closed(['type'], { type: { const: 'opened' } }),
        Closed: closed(['type'], { type: { const: 'closed' }, reason: { type: 'string' } }),
        Error: closed(['error_code'], { error_code: { type: 'string', enum: ['not_found'] } }),
      },
    },
  });
}
