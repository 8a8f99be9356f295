import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { lintDocument } from '../../scripts/lint-document.ts';
import { isAtLength } from '../support/at-length.ts';

type Node = Record<string, any>;

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'bivouac-rules-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** Each breaks one rule of a document that is fine otherwise. */
const breaches: [rule: string, what: string, breach: (sound: Node) => void][] = [
  [
    'house/snake-case-keys',
    'a camelCase property',
    (d) => Object.assign(d.components.schemas.Note.properties, { pageCount: { type: 'integer', description: 'A field.' } }),
  ],
  [
    'house/snake-case-keys',
    'a property in a look-alike of the rule tree',
    (d) => {
      d.components.schemas.NoteRule = open({ updatedAt: { type: 'boolean' } });
      d.components.schemas.Note.properties.rules = { $ref: '#/components/schemas/NoteRule', description: 'A field.' };
    },
  ],
  ['house/snake-case-values', 'an enum value in upper case', (d) => d.components.schemas.Note.properties.status.enum.push('ARCHIVED')],
  [
    'house/snake-case-values',
    'a const with a hyphen',
    (d) => Object.assign(d.components.schemas.Note.properties, { kind: { const: 'note-of-mine' } }),
  ],
  ['house/described-properties', 'a field without a word', (d) => delete d.components.schemas.Note.properties.title.description],
  ['house/described-properties', 'a field of a component without a word', (d) => delete d.components.schemas.Marks.description],
  ['house/closed-requests', 'an open object', (d) => delete d.components.schemas.CreateNote.additionalProperties],
  [
    'house/closed-requests',
    'an open object that may be null',
    (d) =>
      Object.assign(d.components.schemas.CreateNote.properties, {
        owner: { type: ['object', 'null'], description: 'A field.', required: [], properties: {} },
      }),
  ],
  [
    'house/closed-requests',
    'a map of anything without a name of its own',
    (d) =>
      Object.assign(d.components.schemas.CreateNote.properties, {
        marks: { type: 'object', description: 'A field.', additionalProperties: true },
      }),
  ],
  ['house/open-answers', 'a closed object in an answer', (d) => Object.assign(d.components.schemas.Note, { additionalProperties: false })],
  ['house/open-answers', 'a closed object in an error', (d) => Object.assign(d.components.schemas.Error, { additionalProperties: false })],
  ['house/required-exist', 'a required property that is none', (d) => d.components.schemas.RuleGroup.required.push('activityType')],
  [
    'house/no-inline-objects',
    'an object in the body of a request',
    (d) => {
      body(post(d)).schema = { anyOf: [{ $ref: '#/components/schemas/CreateNote' }, closed({ title: text })] };
    },
  ],
  [
    'house/no-inline-objects',
    'an array in the body of a response',
    (d) => {
      body(get(d).responses['200']).schema = { type: 'array', maxItems: 1, items: { $ref: '#/components/schemas/Note' } };
      body(get(d).responses['200']).examples.one.value = [];
    },
  ],
  [
    'house/no-inline-objects',
    'an object as a parameter',
    (d) =>
      list(d).parameters.push({ name: 'filter', in: 'query', description: 'What to keep.', schema: closed({ mine: { type: 'boolean' } }) }),
  ],
  ['house/required-in-responses', 'a response object without required', (d) => delete d.components.schemas.Note.required],
  ['house/bounded-requests', 'an endless string', (d) => delete d.components.schemas.CreateNote.properties.title.maxLength],
  [
    'house/bounded-requests',
    'a pattern without words',
    (d) => Object.assign(d.components.schemas.CreateNote.properties.title, { pattern: '^.+$' }),
  ],
  ['house/bounded-requests', 'an endless array', (d) => delete d.components.schemas.CreateNote.properties.tags.maxItems],
  ['house/bounded-requests', 'an endless integer', (d) => delete d.components.schemas.CreateNote.properties.stars.maximum],
  [
    'house/bounded-requests',
    'an endless query parameter',
    (d) => list(d).parameters.push({ name: 'search', in: 'query', description: 'What to look for.', schema: { type: 'string' } }),
  ],
  ['house/idempotency-key', 'a POST without it', (d) => delete post(d).parameters],
  [
    'house/idempotency-key',
    'a GET with it',
    (d) => {
      get(d).parameters = [{ $ref: '#/components/parameters/IdempotencyKey' }];
    },
  ],
  ['house/paged-lists', 'pagination without a page', (d) => list(d).parameters.shift()],
  ['house/paged-lists', 'pagination without a way to leave the total out', (d) => list(d).parameters.pop()],
  ['house/paged-lists', 'a limit without a default', (d) => delete d.components.parameters.Limit.schema.default],
  [
    'house/paged-lists',
    'a list that comes whole',
    (d) => {
      list(d).parameters = [];
      d.components.schemas.NotePage.required = ['notes'];
      delete d.components.schemas.NotePage.properties.pagination;
      delete body(list(d).responses['200']).examples.first.value.pagination;
    },
  ],
  [
    'house/paged-lists',
    'a next cursor without a cursor',
    (d) => {
      list(d).parameters = list(d).parameters.filter(({ $ref }: { $ref: string }) => !$ref.endsWith('Cursor'));
      d.components.schemas.NotePage.properties.next_cursor = { type: 'string', description: 'A field.' };
    },
  ],
  [
    'house/error-bodies',
    'an error of another form',
    (d) => {
      d.components.responses.Unauthorized.content['application/json'].schema = { $ref: '#/components/schemas/Note' };
      d.components.responses.Unauthorized.content['application/json'].examples.unauthorized.value = note;
    },
  ],
  [
    'house/error-bodies',
    'an example under the key of another code',
    (d) => {
      d.components.responses.NotFound.content['application/json'].examples.not_found.value.error_code = 'unauthorized';
    },
  ],
  ['house/error-bodies', 'an error without examples', (d) => delete d.components.responses.NotFound.content['application/json'].examples],

  ['house/scopes', 'none', (d) => delete get(d).security],
  ['house/scopes', 'two', (d) => Object.assign(get(d), { security: [{ ApiKey: ['notes:read', 'notes:write'] }] })],
  ['house/scopes', 'one of writing for a read', (d) => Object.assign(get(d), { security: scope('notes:write') })],
  ['house/scopes', 'one of reading for a write', (d) => Object.assign(post(d), { security: scope('notes:read') })],

  ['house/operation-id', 'another verb', (d) => Object.assign(get(d), { operationId: 'fetchNote' })],
  ['house/operation-id', 'snake_case', (d) => Object.assign(get(d), { operationId: 'get_note' })],
  ['house/operation-id', 'a verb alone', (d) => Object.assign(get(d), { operationId: 'get' })],
  ['house/summary', 'a full stop', (d) => Object.assign(get(d), { summary: 'Get a note.' })],
  ['house/summary', 'a small letter', (d) => Object.assign(get(d), { summary: 'get a note' })],
  ['house/summary', 'no verb', (d) => Object.assign(get(d), { summary: 'The notes of a workspace' })],
  ['house/summary', 'too much', (d) => Object.assign(get(d), { summary: `Get a note ${'with all that is written in it '.repeat(2)}` })],
  ['rule/description-length', 'next to nothing', (d) => Object.assign(get(d), { description: 'Gets a note.' })],
  [
    'rule/query-parameter-name',
    'camelCase',
    (d) => list(d).parameters.push({ name: 'sortBy', in: 'query', description: 'What to sort by.', schema: text }),
  ],
  [
    'rule/path-parameter-name',
    'a new camelCase name',
    (d) => {
      d.paths['/v1/notes/{noteId}'] = d.paths['/v1/notes/{note_id}'];
      delete d.paths['/v1/notes/{note_id}'];
      d.components.parameters.NoteId.name = 'noteId';
    },
  ],
  ['rule/path-parameter-example', 'none', (d) => delete d.components.parameters.NoteId.example],
  ...['400', '401', '403', '429', '503', 'default'].map((status): (typeof breaches)[number] => [
    'rule/shared-errors',
    `no ${status}`,
    (d) => delete list(d).responses[status],
  ]),
  ['rule/not-found-error', 'no 404', (d) => delete get(d).responses['404']],
  ['rule/conflict-error', 'no 409', (d) => delete post(d).responses['409']],
  ['rule/body-errors', 'no 413', (d) => delete post(d).responses['413']],
  ['rule/body-errors', 'no 415', (d) => delete post(d).responses['415']],
  ['house/named-examples', 'no request', (d) => delete body(post(d)).examples],
  ['house/named-examples', 'no request in an empty map', (d) => Object.assign(body(post(d)), { examples: {} })],
  ['house/named-examples', 'no answer', (d) => delete body(get(d).responses['200']).examples],
  ['rule/example-summary', 'none', (d) => delete body(post(d)).examples.short.summary],
  [
    'rule/no-discriminator',
    'one',
    (d) => {
      Object.assign(d.components.schemas, { Letter: open({ kind: { const: 'letter' } }), Card: open({ kind: { const: 'card' } }) });
      d.components.schemas.Note.properties.sent_as = {
        description: 'A field.',
        oneOf: [{ $ref: '#/components/schemas/Letter' }, { $ref: '#/components/schemas/Card' }],
        discriminator: { propertyName: 'kind' },
      };
    },
  ],
  ['operation-singular-tag', 'two tags', (d) => get(d).tags.push('More notes')],
  ['operation-tag-defined', 'an unknown tag', (d) => Object.assign(get(d), { tags: ['Letters'] })],
  ['house/answer-headers', 'an error without a request id', (d) => delete d.components.responses.NotFound.headers['X-Request-Id']],
  ['house/answer-headers', 'a success without a rate', (d) => delete get(d).responses['200'].headers['RateLimit-Remaining']],
  ['house/answer-headers', 'a 503 that does not say when', (d) => delete d.components.responses.Unavailable.headers['Retry-After']],
  ['house/answer-headers', 'a 401 that does not say how', (d) => delete d.components.responses.Unauthorized.headers['WWW-Authenticate']],
  [
    'house/answer-headers',
    'a link to a read without its header',
    (d) => Object.assign(post(d).responses['201'], { links: { read: { operationId: 'listNotes' } } }),
  ],
  ['house/answer-headers', 'a keyed answer without its mark', (d) => delete post(d).responses['201'].headers['Idempotency-Replayed']],
  ['house/answer-headers', 'a deprecated operation that does not say so', (d) => Object.assign(get(d), { deprecated: true })],
];

describe('the house rules', () => {
  let findings: Map<string, string[]>;
  beforeAll(async () => {
    const documents = [
      soundDocument(),
      ...breaches.map(([, , breach]) => {
        const broken = soundDocument();
        breach(broken);
        return broken;
      }),
    ];
    findings = await lint(documents);
  });

  test('find nothing in a sound document', () => {
    expect(findings.get('0.json')).toEqual([]);
  });

  test.each(breaches.map(([rule, what], index) => ({ rule, what, file: `${index + 1}.json` })))('$rule finds: $what', ({ rule, file }) => {
    expect(findings.get(file)).toEqual([rule]);
  });

  test.runIf(isAtLength)('tell their findings by place, rule and words, with the verbs that there are', () => {
    const notes = soundDocument();
    Object.assign(get(notes), { operationId: 'fetchNote' });
    const [finding, ...more] = lintDocument(checkoutOf({ 'notes.json': JSON.stringify(notes, null, 1) }));
    expect(more).toEqual([]);
    expect(finding).toMatch(
      /^notes\.json:\d+:\d+ {2}house\/operation-id\n {2}"fetchNote" is no operationId: .* The verbs are activate, add, .*; a new one is added in redocly\.yaml\.$/,
    );
  });

  test.runIf(isAtLength)('tell once of a file that is no YAML, however many refer to it', () => {
    const notes = soundDocument();
    for (const name of ['one', 'two']) notes.components.schemas.Note.properties[name] = { $ref: 'broken.yaml', description: 'A field.' };
    expect(lintDocument(checkoutOf({ 'notes.json': JSON.stringify(notes), 'broken.yaml': 'type: object\nrequired: [one\n' }))).toEqual([
      expect.stringMatching(/^broken\.yaml:3:1 {2}unreadable\n {2}This is no YAML: [a-z ]+$/),
    ]);
    expect(lintDocument(checkoutOf({ 'notes.json': '{' }))).toEqual([expect.stringMatching(/^notes\.json:1:2 {2}unreadable\n/)]);
  });

  test('are each proven here', () => {
    const { rules } = parse(readFileSync(join(root, 'redocly.yaml'), 'utf8')) as { rules: object };
    const own = Object.keys(rules).filter((name) => name.includes('/'));
    const proven = new Set(breaches.map(([rule]) => rule));
    expect(own.filter((name) => !proven.has(name))).toEqual([]);
  });
});

/** A folder with the house's configuration and these files, of which `notes.json` is the document. */
function checkoutOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(scratch, 'checkout-'));
  const house = parse(readFileSync(join(root, 'redocly.yaml'), 'utf8')) as Node;
  const plugins = house.plugins.map((plugin: string) => join(root, plugin));
  const configuration = JSON.stringify({ ...house, plugins, apis: { notes: { root: 'notes.json' } } });
  for (const [name, content] of Object.entries({ ...files, 'redocly.yaml': configuration })) writeFileSync(join(folder, name), content);
  return folder;
}

/** Which rules the linter finds broken in each of the documents, by file name; one run for all. */
async function lint(documents: Node[]): Promise<Map<string, string[]>> {
  const files = documents.map((content, index) => {
    const file = join(scratch, `${index}.json`);
    writeFileSync(file, JSON.stringify(content));
    return file;
  });
  // One line a finding, whichever document it is in.
  const args = ['lint', ...files, '--config', join(root, 'redocly.yaml'), '--format=github-actions', '--max-problems=1000'];
  const output = await new Promise<string>((done) => {
    execFile(join(root, 'node_modules/.bin/redocly'), args, { cwd: scratch, maxBuffer: 2 ** 26 }, (_error, stdout) => done(stdout));
  });
  const found = new Map(documents.map((_, index) => [`${index}.json`, [] as string[]]));
  for (const [, rule, file] of output.matchAll(/^::error title=([^,]+),file=(?:.*\/)?(\d+\.json),/gm)) {
    const rules = found.get(file as string) as string[];
    // An unused component after a breach is not a separate finding.
    if (rule === 'no-unused-components') continue;
    if (!rules.includes(rule as string)) rules.push(rule as string);
  }
  return found;
}

// A sound document

const text = { type: 'string', maxLength: 100 };
const note = { note_id: '01JPQBF9X5Z20Y7V5T4S3R2Q61', title: 'Ridge', status: 'open' };
const list = (d: Node): Node => d.paths['/v1/notes'].get;
const post = (d: Node): Node => d.paths['/v1/notes'].post;
const get = (d: Node): Node => d.paths['/v1/notes/{note_id}'].get;
const scope = (name: string): Node => [{ ApiKey: [name] }];
const body = (part: Node): Node => (part.requestBody ?? part).content['application/json'];
const open = (properties: Node): Node => ({
  type: 'object',
  required: Object.keys(properties),
  properties: Object.fromEntries(
    Object.entries<Node>(properties).map(([name, field]) => [name, field.$ref ? field : { description: 'A field.', ...field }]),
  ),
});
const closed = (properties: Node): Node => ({ additionalProperties: false, ...open(properties) });
const to = (kind: string, name: string): Node => ({ $ref: `#/components/${kind}/${name}` });

function soundDocument(): Node {
  const headers = (...names: string[]): Node =>
    Object.fromEntries(
      ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit', 'RateLimit-Policy', ...names].map(
        (name) => [name, to('headers', 'Any')],
      ),
    );
  const error = (code: string): Node => ({
    description: 'It did not work.',
    headers: headers('Retry-After', 'WWW-Authenticate'),
    content: {
      'application/json': {
        schema: to('schemas', 'Error'),
        examples: { [code]: { summary: 'It did not work', value: { error: 'It did not work.', error_code: code } } },
      },
    },
  });
  const errors = {
    '400': to('responses', 'Bad'),
    '401': to('responses', 'Unauthorized'),
    '403': to('responses', 'KeyNotAllowed'),
    '429': to('responses', 'RateLimited'),
    '503': to('responses', 'Unavailable'),
    default: to('responses', 'Failed'),
  };
  const success = (schema: string, name: string, value: Node): Node => ({
    description: 'It worked.',
    headers: headers('Idempotency-Replayed'),
    content: { 'application/json': { schema: to('schemas', schema), examples: { [name]: { summary: 'It worked', value } } } },
  });
  const about = { tags: ['Notes'], description: 'Tells nothing that a reader of this test has to know about notes.' };
  return structuredClone({
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: 'http://localhost:3000' }],
    security: [{ ApiKey: [] }],
    tags: [
      { name: 'Notes', description: 'Notes.' },
      { name: 'More notes', description: 'Notes.' },
    ],
    paths: {
      '/v1/notes': {
        get: {
          ...about,
          operationId: 'listNotes',
          security: scope('notes:read'),
          summary: 'List notes',
          parameters: ['Page', 'Limit', 'Cursor', 'Total'].map((name) => to('parameters', name)),
          responses: { '200': success('NotePage', 'first', { notes: [note], pagination: { total: 1 } }), ...errors },
        },
        post: {
          ...about,
          operationId: 'createNote',
          security: scope('notes:write'),
          summary: 'Create a note',
          parameters: [to('parameters', 'IdempotencyKey')],
          requestBody: {
            content: {
              'application/json': {
                schema: to('schemas', 'CreateNote'),
                examples: { short: { summary: 'A short one', value: { title: 'Ridge' } } },
              },
            },
          },
          responses: {
            '201': success('Note', 'one', note),
            ...errors,
            '409': to('responses', 'InProgress'),
            '413': to('responses', 'PayloadTooLarge'),
            '415': to('responses', 'UnsupportedMediaType'),
          },
        },
      },
      '/v1/notes/{note_id}': {
        parameters: [to('parameters', 'NoteId')],
        get: {
          ...about,
          operationId: 'getNote',
          security: scope('notes:read'),
          summary: 'Get a note',
          responses: { '200': success('Note', 'one', note), ...errors, '404': to('responses', 'NotFound') },
        },
      },
    },
    components: {
      securitySchemes: { ApiKey: { type: 'http', scheme: 'bearer' } },
      headers: { Any: { description: 'A header.', schema: { type: 'string' } } },
      parameters: {
        Page: integerParameter('page', 1_000, 1),
        Limit: integerParameter('limit', 100, 25),
        Cursor: { name: 'cursor', in: 'query', description: 'A cursor.', schema: { type: 'string', maxLength: 100 } },
        Total: { name: 'total', in: 'query', description: 'A total.', schema: { type: 'string', enum: ['exact'], default: 'exact' } },
        IdempotencyKey: { name: 'Idempotency-Key', in: 'header', description: 'A key.', schema: text },
        NoteId: { name: 'note_id', in: 'path', required: true, description: 'The note.', schema: text, example: note.note_id },
      },
      responses: {
        Bad: error('validation_failed'),
        Unauthorized: error('unauthorized'),
        KeyNotAllowed: error('key_not_allowed'),
        NotFound: error('not_found'),
        InProgress: error('idempotency_in_progress'),
        PayloadTooLarge: error('payload_too_large'),
        UnsupportedMediaType: error('unsupported_media_type'),
        RateLimited: error('rate_limited'),
        Unavailable: error('unavailable'),
        Failed: error('internal_error'),
      },
      schemas: {
        Error: open({ error: { type: 'string' }, error_code: { type: 'string' } }),
        CreateNote: {
          ...closed({ title: text, stars: { type: 'integer', minimum: 1, maximum: 5 }, tags: { type: 'array', maxItems: 3, items: text } }),
          required: ['title'],
          // Conditions on fields that are declared beside them are fine.
          anyOf: [{ required: ['title'] }, { required: ['tags'] }],
          if: { required: ['tags'] },
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
          then: { properties: { stars: false } },
        },
        Note: {
          ...open({
            note_id: { type: 'string' },
            title: { type: 'string' },
            status: { type: 'string', enum: ['open', 'done_with'] },
            marks: to('schemas', 'Marks'),
            rules: to('schemas', 'RuleGroup'),
          }),
          required: ['note_id', 'title', 'status'],
        },
        NotePage: open({
          notes: { type: 'array', items: to('schemas', 'Note') },
          pagination: to('schemas', 'Pagination'),
        }),
        Pagination: {
          description: 'A field.',
          ...open({ total: { type: 'integer' }, totalPages: { type: 'integer' } }),
          required: ['total'],
        },
        // A map with a name of its own may be open, and the rule tree is camelCase.
        Marks: { type: 'object', description: 'A field.', additionalProperties: true },
        RuleGroup: { description: 'A field.', ...open({ fieldDefinitionId: { type: 'string', enum: ['createdAt'] } }) },
      },
    },
  });
}

function integerParameter(name: string, maximum: number, initial: number): Node {
  return { name, in: 'query', description: 'A number.', schema: { type: 'integer', minimum: 1, maximum, default: initial } };
}
