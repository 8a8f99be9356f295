/** The document, compared with the service and with itself. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, it } from 'vitest';
import { linkDescriptions } from '../../scripts/link-descriptions.ts';
import { errorFindings, readErrors } from '../../scripts/reference/errors.ts';
import { linkerOf } from '../../scripts/reference/links.ts';
import { TUTORIALS } from '../../scripts/reference/places.ts';
import { readinessPage } from '../../scripts/reference/readiness.ts';
import { Site } from '../../scripts/reference/site.ts';
import { tutorialOf } from '../../scripts/reference/tutorials.ts';
import { unusedFiles } from '../../scripts/unused-files.ts';
import { REMEDIES } from '../../src/campaigns/readiness-help.ts';
import { forValidation } from '../../src/http/contract.ts';
import { STATUS } from '../../src/http/errors.ts';
import { isAtLength } from '../support/at-length.ts';
import { document, lookUp, operations } from '../support/client.ts';
import { valuesOf } from '../support/requests.ts';

type Schema = Record<string, { enum: string[]; items: { enum: string[] } }>;

const scratch = mkdtempSync(join(tmpdir(), 'bivouac-sources-'));
afterAll(() => rmSync(scratch, { recursive: true }));

/** A checkout with these files alone. */
function sourcesOf(files: Record<string, string>): string {
  const root = mkdtempSync(join(scratch, 'root-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

describe('links', () => {
  const link = linkerOf(document);

  it.each([
    ['`GET /v1/contacts`', '[`GET /v1/contacts`](#tag/Contacts/operation/listContacts)'],
    ['[put them there](op:addContactListMembers)', '[put them there](#tag/Contact-lists/operation/addContactListMembers)'],
    ['`getContact`', '[`getContact`](#tag/Contacts/operation/getContact)'],
    ['`404 not_found`', '[`404 not_found`](#error/not_found)'],
    ['[too many](error:rate_limited)', '[too many](#error/rate_limited)'],
    ['[Pagination](section:Pagination)', '[Pagination](#section/Pagination)'],
    ['[a blast](tutorial:first-blast)', '[a blast](#tutorial/first-blast)'],
    ['[Aliases](section:Aliases)', '[Aliases](#section/Aliases)'],
    ['[`no link twice`](op:getContact)', '[`no link twice`](#tag/Contacts/operation/getContact)'],
    ['In a conflict see `name`.', 'In a conflict see `name`.'],
    [
      '[out](https://example.com/a.md) and [write](mailto:me@example.com)',
      '[out](https://example.com/a.md) and [write](mailto:me@example.com)',
    ],
    ['[it]: op:getContact', '[it]: #tag/Contacts/operation/getContact'],
    ['The code `[it](nowhere.md)` is as it is.', 'The code `[it](nowhere.md)` is as it is.'],
    ['```\nGET /v1/nowhere\n```', '```\nGET /v1/nowhere\n```'],
  ])('%s', (text, linked) => {
    expect(link(text)).toEqual({ linked, findings: [] });
  });

  it.each([
    ['[dead](op:listPeople)', 'there is no op:listPeople'],
    ['[dead](error:no_such_code)', 'there is no error:no_such_code'],
    ['[dead](tutorial:nowhere)', 'there is no tutorial:nowhere'],
    ['[dead](section:Nowhere)', 'there is no section:Nowhere'],
    ...[
      ['[dead](#section/Nowhere)', '#section/Nowhere'],
      ['[dead](nowhere.md)', 'nowhere.md'],
      ['[dead](/docs)', '/docs'],
      ['[dead](//example.com)', '//example.com'],
      ['[dead](not_found)', 'not_found'],
      ['[dead](javascript:alert)', 'javascript:alert'],
      ['![dead](picture.png)', 'picture.png'],
      ['[`dead`](nowhere.md)', 'nowhere.md'],
      ['[dead]()', 'an empty link'],
      ['[dead]: nowhere.md', 'nowhere.md'],
      ['## [Dead](nowhere.md)', 'nowhere.md'],
      ['<a href="nowhere.md">dead</a>', 'nowhere.md'],
    ].map(([text, name]) => [
      text,
      `${name} leads nowhere: write op:, error:, section: or tutorial: with a name, or a whole address (https://…)`,
    ]),
    ['`GET /v1/people`', 'there is no GET /v1/people'],
    ['`409 no_such_code`', 'there is no no_such_code'],
    ['Ask GET /v1/contacts for it.', 'GET /v1/contacts is no link: write it in backticks, or as a link'],
    ['Ask getContact for it.', 'getContact is no link: write it in backticks, or as a link'],
    ['That is rate_limited.', 'rate_limited is no link: write it in backticks, or as a link'],
    ['So see Rule trees.', 'the section Rule trees is no link: write [Rule trees](section:Rule-trees)'],
  ])('%s is refused', (text, problem) => {
    expect(link(`A line before.\n${text}`).findings).toEqual([{ line: text, problem }]);
  });

  it.runIf(isAtLength)('lead to what is on the pages of the reference', () => {
    const site = new Site(document);
    const pages = new Map(site.prose.map((page) => [page.slug, site.prosePage(page)]));
    expect([...pages.keys()]).toEqual(expect.arrayContaining([...TUTORIALS]));
    const places = [
      ...[...pages].flatMap(([slug, page]) => [slug, ...[...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `${slug}#${id}`)]),
      ...site.tags.flatMap(({ slug, operations }) => [slug, ...operations.map(({ operationId }) => `${slug}#${operationId}`)]),
    ];
    const links = [...pages.values()].flatMap((page) =>
      [...page.matchAll(/href="\.\/([\w-]+)\.html([^"]*)"/g)].map(([, slug = '', place]) => (slug === 'index' ? '' : slug) + place),
    );
    expect(links.length).toBeGreaterThan(400);
    expect(links.filter((place) => !places.includes(place))).toEqual([]);
    // A link to an anchor of the document would be broken here.
    expect([...pages.values()].join().match(/href="#(tag|tutorial)\//)).toBeNull();
  });

  it.runIf(isAtLength)('that lead nowhere are named by file, line and column', () => {
    const sources = sourcesOf({ 'openapi/folded.yaml': "description: 'One ''sort'' of\n  words, [dead](op:listPeople).'\n" });
    const broken = structuredClone(document);
    broken.info.description += "\n[dead](tutorial:nowhere)\nOne 'sort' of words, [dead](op:listPeople).";
    const findings = linkDescriptions(broken, sources);
    expect(findings).toContain('openapi/ ([dead](tutorial:nowhere))  links\n  there is no tutorial:nowhere');
    expect(findings).toContain('openapi/folded.yaml:1:15  links\n  there is no op:listPeople');
  });
});

it('tells of a tutorial whose operation is gone', () => {
  const renamed = structuredClone(document);
  Object.assign(renamed.paths?.['/v1/contact-lists/{listId}/member-count']?.get ?? {}, { operationId: 'getContactListCount' });
  const problem = 'there is no operation getContactListMemberCount';
  expect(tutorialOf(renamed, 'import-and-segment').findings).toContainEqual({ line: 'operationId: getContactListMemberCount', problem });
});

describe('files of the document that are no part of it', () => {
  it('are named, each with which others begin', () => {
    const sources = sourcesOf({
      'openapi/openapi.yaml': 'paths:\n  /v1/notes: { $ref: paths/notes.yaml }\n  # $ref: paths/commented.yaml\n',
      'openapi/paths/notes.yaml':
        '- $ref: "../components/schemas/Note.yaml#/properties/title"\n- { $ref: ../components/schemas/Tree.yaml }',
      'openapi/components/schemas/Note.yaml': '$ref: nowhere.yaml',
      'openapi/components/schemas/Tree.yaml': 'items: { $ref: Tree.yaml }',
      'openapi/paths/forgotten.yaml': '$ref: ../components/schemas/Forgotten.yaml',
      'openapi/paths/commented.yaml': '{}',
      'openapi/components/schemas/Forgotten.yaml': '$ref: Note.yaml',
      'openapi/components/schemas/Egg.yaml': '$ref: Hen.yaml',
      'openapi/components/schemas/Hen.yaml': '$ref: Egg.yaml',
      'openapi/components/schemas/Self.yaml': '$ref: Self.yaml',
    });
    expect(unusedFiles(sources).map((finding) => finding.split(':')[0])).toEqual([
      'openapi/components/schemas/Self.yaml',
      'openapi/paths/commented.yaml',
      'openapi/paths/forgotten.yaml',
      'openapi/components/schemas/Egg.yaml',
    ]);
  });
});

describe('the guide', () => {
  const guide = document.info.description ?? '';
  const prose = guide.replaceAll(/^```[\s\S]*?^```/gm, '');
  const rows = [...guide.matchAll(/^\| <span id="error\/(\w+)" data-section-id="error\/\1"><\/span>`\1` \| (\d{3}) \| /gm)];

  it('lists every error code with its status', () => {
    expect(Object.fromEntries(rows.map(([, code, status]) => [code, Number(status)]))).toEqual(STATUS);
  });

  it('says of every error code what it means, what causes it and what to do about it, and of no other', () => {
    const errors = readErrors();
    expect(errorFindings(errors)).toEqual([]);
    const { not_found: _, conflict, ...others } = errors;
    expect(errorFindings({ ...others, conflict: { ...conflict, remedy: ' ' }, gone: {} }).map((one) => one.split('\n')[1]?.trim())).toEqual(
      [
        'not_found has no meaning',
        'not_found has no cause',
        'not_found has no remedy',
        'conflict has no remedy',
        'there is no error code gone',
      ],
    );
  });

  it('has no dead link, and neither have the descriptions', () => {
    const places = new Set([
      ...operations.map(({ operationId, path, method }) => {
        const [tag = ''] = document.paths?.[path]?.[method as 'get']?.tags ?? [];
        return `#tag/${tag.replaceAll(' ', '-')}/operation/${operationId}`;
      }),
      ...rows.map(([, code]) => `#error/${code}`),
      ...[...prose.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading = '']) => `#section/${heading.replaceAll(' ', '-')}`),
      ...TUTORIALS.map((name) => `#tutorial/${name}`),
    ]);
    const whole = JSON.stringify(document);
    const links = [...whole.matchAll(/\]\((#[^)]*)\)/g)].map(([, target = '']) => target);
    expect(links.length).toBeGreaterThan(150);
    expect(links.filter((target) => !places.has(target))).toEqual([]);
    expect(whole).not.toMatch(/\]\((op|error|section|tutorial):/);
    // The reference opens a response by pressing its description, where a link could not be pressed.
    const pressed = operations.flatMap(({ responses }) => Object.values(responses).filter(({ description }) => description.includes('](')));
    expect(pressed).toEqual([]);
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
    const hasLimit = (limit: number): boolean => {
      const words = limit % 1_048_576 === 0 ? `${limit / 1_048_576} MiB` : limit.toLocaleString('en');
      return new RegExp(`(^|[^\\d,])${words}($|[^\\d,]|, )`, 'm').test(table);
    };
    // A date has ten characters; the groups of a tree count themselves; and a version is any number.
    const evident = [10, 99, 2_147_483_647];
    const missing = new Map<number, string>();
    const seen = new Set<unknown>();
    const walk = (node: any, place: string): void => {
      if (!node || typeof node !== 'object' || seen.has(node)) return;
      seen.add(node);
      if (node.$ref) walk(lookUp(document, node.$ref), node.$ref);
      for (const keyword of ['maxLength', 'maxItems', 'maxProperties', 'maximum']) {
        const limit = node[keyword];
        if (typeof limit === 'number' && !evident.includes(limit) && !hasLimit(limit)) missing.set(limit, `${place} ${keyword}`);
      }
      for (const [key, child] of Object.entries(node)) if (!/^examples?$/.test(key)) walk(child, `${place}/${key}`);
    };
    for (const { operationId, body, parameters } of operations) {
      for (const parameter of parameters) walk(parameter, `${operationId} ${parameter.name}`);
      if (body) walk(lookUp(document, body.pointer), operationId);
    }
    expect(Object.fromEntries(missing)).toEqual({});
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
    // Malformed requests and wrong methods belong to no operation; signed addresses and forms are outside of the document.
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

describe('examples', () => {
  // Users paste samples, so their hosts and addresses must be reserved names (RFC 2606).
  const RESERVED = /(^|\.)(example|test|invalid|localhost|example\.(com|net|org))$/i;
  // Addresses, also the misspelt one of an import, and hosts of URLs; and names that stand alone, by the fields that hold them.
  // Of a shell's `@list.csv` nothing stands before the sign.
  const NAMED = /(?:(?<=[\p{L}\p{N}])(?:@|\(at\))|:\/\/)([\p{L}\p{N}.-]*[\p{L}\p{N}])/gu;
  const OF_A_HOST = ['email_domain', 'referrer', 'sender_domain'];

  /** The hosts that are named below the key `example` or `examples`, wherever in the document. */
  const hostsIn = (node: unknown, key = '', within = false): string[] => {
    if (typeof node === 'string' && within)
      return [...node.matchAll(NAMED)].map(([, host = '']) => host).concat(OF_A_HOST.includes(key) && node.includes('.') ? [node] : []);
    if (!node || typeof node !== 'object') return [];
    return Object.entries(node).flatMap(([name, child]) => hostsIn(child, name, within || /^(examples?|x-codeSamples)$/.test(name)));
  };

  it('name no host and no address that somebody could have', () => {
    const hosts = hostsIn(document);
    expect(hosts.length).toBeGreaterThan(200);
    expect([...new Set(hosts)].filter((host) => !RESERVED.test(host))).toEqual([]);
  });

  it.each(['maya@fjordmail.com', 'https://example.com.evil.dev/a', 'jonas(at)bergwerk.de'])('would be found with %s', (text) => {
    expect(hostsIn({ examples: { one: { value: [text] } } }).filter((host) => RESERVED.test(host))).toEqual([]);
    expect(hostsIn({ examples: { one: { value: [text] } } })).toHaveLength(1);
  });

  it('send from a domain that the first workspace has', () => {
    const senders = [...JSON.stringify(document).matchAll(/"(?:default_)?from_address":"[^"@]*@([^"]*)"/g)].map(([, domain]) => domain);
    expect(new Set(senders)).toEqual(new Set(['example.com']));
  });
});

it('shows every tag in exactly one group', () => {
  const groups = (document as unknown as { 'x-tagGroups': { tags: string[] }[] })['x-tagGroups'].flatMap(({ tags }) => tags);
  expect([...groups].sort()).toEqual((document.tags ?? []).map(({ name }) => name).sort());
});

it('fills in no default within the alternatives of a body, where a value could end up in the wrong one', () => {
  const judged = forValidation(document);
  /** Where the defaults of bodies are, within alternatives or outside of them. */
  const defaultsOf = (whole: object, inAlternatives: boolean): string[] => {
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
  // Defaults of the validation stay.
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

it('has a remedy and a place in the reference for each finding of a blast and a flow', () => {
  const schemas = document.components?.schemas as Record<string, { properties: Schema }>;
  const propertiesOf = (name: string): Schema => schemas[name]?.properties ?? {};
  const { missing, warnings } = propertiesOf('ApprovalReadiness');
  const ofFlows = propertiesOf('ActivationFinding').code?.enum ?? [];
  const codes = [...(missing?.items.enum ?? []), ...(warnings?.items.enum ?? []), ...ofFlows];
  expect(Object.keys(REMEDIES).sort()).toEqual([...new Set(codes)].sort());
  const page = readinessPage(document);
  for (const code of codes) expect(page).toContain(`## ${code}\n`);
  const link = linkerOf(document);
  expect(Object.values(REMEDIES).flatMap((remedy) => link(remedy).findings)).toEqual([]);
});
