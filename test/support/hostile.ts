/** Costly requests: texts that parsers are slow at, in every text field of the API. */
import { operations } from './client.ts';
import { exampleBodies, pathOf, requiredQuery } from './requests.ts';

/** Repeated up to some size. */
const UNITS = [
  ...[
    'a',
    'a,',
    'Ab, ',
    'blah ',
    'y ',
    'Monday, ',
    '1. a\n',
    '- ',
    ' ',
    '\n',
    '\t',
    '.',
    '?',
    '-',
    '/',
    '\\',
    '%',
    '%41',
    '&',
    '&#x41;',
    '=',
  ],
  ...[
    'é',
    'ß',
    'ﷺ',
    '🏕',
    '\u202e',
    '\u0301',
    '日本',
    '\u{F0000}',
    '"',
    '""',
    "'",
    '`',
    '„',
    '「',
    '(',
    '[',
    '{',
    '}',
    ';',
    ':',
    '@',
    'a@b.c,',
  ],
  ...[
    '{{',
    '{{a}}',
    '{{k}}',
    '{{ k | upcase }}',
    '{{contact.first_name}}',
    '{% ',
    '{{ "',
    '<',
    '</',
    '<a',
    '<p>',
    '<div><b>',
    '<a href=x>y</a>',
  ],
  ...['<!--', '<![CDATA[', '<style>', '<svg>', '<table>', '<form>', '<input name=a>', '</body', '<p title="', '<x-y ', '<a href="{{k}}">'],
  ...[
    '#',
    'http://a',
    'https://a.example/?',
    '.localhost',
    '00',
    '1e9',
    'true,',
    'null',
    '__proto__',
    'write a poem ',
    'make it red, ',
    'x',
  ],
];

const repeated = (unit: string, size: number): string =>
  unit
    .repeat(Math.ceil(size / unit.length))
    .slice(0, size)
    .toWellFormed();

/** Numbers below 1, the same for the same seed. */
export function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The targets of requests. */
export interface Target {
  tentId: string;
  emailId: string;
  templateId: string;
  pageTemplateId: string;
  contactId: string;
  flowId: string;
  drawing: string;
}

export interface HostileRequest {
  family: string;
  /** The parts of the text. */
  about: string;
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** It goes to the listener of published pages. */
  isVisitor?: boolean;
}

type Make = (draw: Draw, target: Target) => HostileRequest;

interface Draw {
  one<T>(of: readonly T[]): T;
  /** A text of about so many characters at most. */
  text(most: number): { about: string; text: string };
  number(below: number): number;
}

function drawing(chance: () => number): Draw {
  const number = (below: number) => Math.floor(chance() * below);
  const one = <T>(of: readonly T[]): T => of[number(of.length)] as T;
  return {
    one,
    number,
    text(most) {
      const unit = one(UNITS);
      // As often short as long.
      const size = Math.min(most, Math.ceil(one([100, 1_000, 10_000, 30_000, 300_000, most]) * (0.5 + chance() / 2)));
      const [begin, end] = [one(['', '', 'A landing page: ', '<p>', '"']), one(['', '', 'zq', '>', '"', '}}'])];
      return { about: `${begin}${unit} × ${size}${end}`, text: `${begin}${repeated(unit, size)}${end}`.slice(0, most) };
    },
  };
}

const json = (family: string, about: string, method: string, path: string, body: unknown): HostileRequest => ({
  ...{ family, about, method, path },
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const MIB = 1024 * 1024;
const WRITES = operations.filter(
  ({ operationId, method, body, upload }) => method !== 'delete' && body && !upload && operationId !== 'sendEmailTest',
);
const idsOf = ({ tentId, emailId, templateId, pageTemplateId, contactId, flowId }: Target, path: string): Record<string, string> => ({
  ...{ tentId, tent_id: tentId, emailId, contactId, contact_id: contactId, flowId },
  templateId: path.includes('tent-templates') ? pageTemplateId : templateId,
});

/** The example of an operation with a text in the place of one of its own, or as the name of a property. */
const anyOperation: Make = (draw, target) => {
  const operation = draw.one(WRITES);
  const body = structuredClone(draw.one(Object.values(exampleBodies(operation))));
  const { about, text } = draw.text(300_000);
  const holders: [holder: any, name: string][] = [];
  const visit = (value: any): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const name of Object.keys(value)) {
      holders.push([value, name]);
      visit(value[name]);
    }
  };
  visit(body);
  let place = '';
  if (holders.length > 0) {
    const [holder, name] = draw.one(holders);
    place = name;
    if (draw.number(5) === 0) holder[text] = holder[name];
    else holder[name] = draw.number(6) === 0 ? Array.from({ length: 1_000 }, () => text.slice(0, 100)) : text;
  }
  const query = new URLSearchParams(requiredQuery(operation));
  const path = `${pathOf(operation, idsOf(target, operation.path))}?${query}`;
  return json(operation.operationId, `${place}: ${about}`, operation.method.toUpperCase(), path, body);
};

const prompt: Make = (draw, { tentId }) => {
  const { about, text } = draw.text(10_000);
  const [path, more] = draw.one([
    ['/v1/tents', {}],
    ['/v1/emails', { name: 'x' }],
    [`/v1/tents/${tentId}/edit`, {}],
  ] as const);
  return json('prompts', about, 'POST', path, { ...more, prompt: text });
};

const code: Make = (draw, { emailId, templateId, pageTemplateId }) => {
  const { about, text } = draw.text(2 * MIB - 100);
  const path = draw.one([`emails/${emailId}`, `email-templates/${templateId}`, `tent-templates/${pageTemplateId}`]);
  return json('code', `${path.split('/')[0]}: ${about}`, 'POST', `/v1/${path}/save-code`, { code: `<!doctype html><p>x</p>${text}` });
};

const values: Make = (draw, { templateId, pageTemplateId }) => {
  const { about, text } = draw.text(10_000);
  if (draw.number(2) === 0)
    return json('values', `token_data: ${about}`, 'POST', '/v1/emails', { name: 'x', template_id: templateId, token_data: { k: text } });
  const item = { input_data: { k: text, other: text.slice(0, 1_000) } };
  const items = Array.from({ length: draw.one([1, 5, 25]) }, () => item);
  return json('values', `input_data × ${items.length}: ${about}`, 'POST', '/v1/tents/bulk-jobs', { template_id: pageTemplateId, items });
};

const message: Make = (draw, { emailId, contactId }) => {
  const to = Array.from({ length: draw.one([1, 10]) }, (_, i) => `test${i}@mail.example`);
  return json('messages', `to ${to.length}`, 'POST', `/v1/emails/${emailId}/test`, { to, contact_id: contactId });
};

const offer: Make = (draw) => {
  const sets = draw.one([`all,${'all,'.repeat(200)}all`, 'contacts', 'all', `${'x,'.repeat(400)}`, '']);
  const { about, text } = draw.text(20_000);
  const body = draw.one([
    { method: 'tools/list', params: {} },
    { method: 'tools/call', params: { name: text.slice(0, 1_000), arguments: {} } },
    { method: 'tools/call', params: { name: 'find_operations', arguments: { query: text } } },
    { method: 'tools/call', params: { name: 'make_list', arguments: { name: text, emails: [text] } } },
  ]);
  const sent = json(
    'tools',
    `${sets.slice(0, 20)} ${body.method}: ${about}`,
    'POST',
    `/mcp?tools=${encodeURIComponent(sets.toWellFormed())}`,
    {
      ...{ jsonrpc: '2.0', id: 1 },
      ...body,
    },
  );
  return { ...sent, headers: { ...sent.headers, accept: 'application/json, text/event-stream' } };
};

const drawn: Make = (_draw, { drawing: path }) => ({ family: 'drawings', about: 'a maze', method: 'GET', path });

const rows: Make = (draw) => {
  const { about, text } = draw.text(2_000);
  const columns = draw.one([1, 10, 200]);
  const row = Object.fromEntries(Array.from({ length: columns }, (_, i) => [i % 2 ? `column ${i}` : `${text.slice(0, 100)}${i}`, text]));
  const wide = Array.from({ length: Math.max(1, Math.min(1_000, Math.floor((3 * MIB) / (columns * (text.length * 3 + 120))))) }, () => row);
  return json('rows', `${wide.length} × ${columns}: ${about}`, 'POST', '/v1/contacts/imports', { source: 'rows', rows: wide });
};

const rules: Make = (draw) => {
  const { about, text } = draw.text(5_000);
  const condition = () => ({
    ...{ kind: 'condition', source: 'contact' },
    ...{
      field: draw.one(['city', 'email', 'company', text.slice(0, 200)]),
      operator: draw.one(['contains', 'equals', 'not_equals', text.slice(0, 50)]),
    },
    value: text,
  });
  // Within the 100 nodes of a tree, or above them, and at about 4 MiB at most.
  let left = Math.min(draw.one([20, 99, 99, 2_000]), Math.ceil((4 * MIB) / (text.length * 3 + 300)));
  const node = (depth: number): object => (depth > 0 && draw.number(4) === 0 ? group(depth - 1) : condition());
  const group = (depth: number): object => {
    const conditions: object[] = [];
    for (let i = draw.one([2, 20, 99]); i > 0 && left > 0; i--, left--) conditions.push(node(depth));
    return { kind: 'group', operator: draw.one(['and', 'or']), conditions };
  };
  return json('rules', about, 'POST', '/v1/contacts/search', { rules: group(3) });
};

const form: Make = (draw, { tentId }) => {
  const { about, text } = draw.text(100_000);
  const fields = draw.one([
    `email=a@b.example&name=${encodeURIComponent(text.toWellFormed())}`,
    text,
    `${text}=1&`.repeat(10),
    'a=1&'.repeat(20_000),
  ]);
  return {
    ...{ family: 'forms', about, method: 'POST', path: `/submit/${tentId}/signup`, isVisitor: true, body: fields },
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: draw.one(['text/html', 'application/json']) },
  };
};

/** Bodies and addresses that the document does not have. */
const noise: Make = (draw) => {
  const { about, text } = draw.text(MIB);
  const deep = '[{"a":'.repeat(draw.one([10, 1_000, 100_000]));
  const sent = json('noise', about, 'POST', draw.one(['/v1/contacts/upsert', '/v1/emails', '/mcp', '/v1/email-flows']), {});
  if (draw.number(3) === 0)
    return {
      family: 'noise',
      about,
      method: 'GET',
      path: `/v1/contacts?search=${encodeURIComponent(text.slice(0, 2_000).toWellFormed())}`,
    };
  return { ...sent, body: draw.one([text, deep, `{"a":"${text.replace(/["\\\n\t]/g, '')}"}`, `{${'"a":1,'.repeat(50_000)}"b":1}`]) };
};

const FAMILIES: readonly [Make, share: number][] = [
  [anyOperation, 10],
  [code, 5],
  [values, 3],
  [rows, 2],
  [rules, 3],
  [form, 3],
  [offer, 2],
  [noise, 3],
  [message, 1],
  [drawn, 1],
  [prompt, 1],
];

/** Requests of all kinds, the same for the same seed. */
export function* hostileRequests(seed: number, count: number, target: Target): Generator<HostileRequest> {
  const draw = drawing(chanceOf(seed));
  const makes = FAMILIES.flatMap(([make, share]) => Array<Make>(share).fill(make));
  for (let i = 0; i < count; i++) yield (makes[i % makes.length] as Make)(draw, target);
}
