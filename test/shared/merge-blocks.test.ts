/** Conditions, loops and filters of emails. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkTemplate,
  chosen,
  compileTemplate,
  metered,
  namesIn,
  type Piece,
  TooLongError,
  TooMuchWorkError,
} from '../../src/shared/merge-tags.ts';
import { isAtLength, rounds } from '../support/at-length.ts';

const values = {
  contact: {
    first_name: 'Maya',
    city: '',
    phone: null,
    score: 7,
    tags: ['vip', 'hiker'],
    evil: '{% if true %}x{% endif %}{{contact.first_name}}',
    custom: { plan: 'team', vip: false, seats: '12', nothing: [], born: '1990-04-02' },
  },
  campaign: { dynamic: {} },
  data: {
    items: [
      { name: 'Tent & <poles>', price: 199.5, parts: ['fly', 'pegs'] },
      { name: 'Stove', price: 60, parts: [] },
      { name: '', price: 5 },
    ],
    order: { number: 'A-7', paid: true },
  },
  workspace: { name: 'Juniper' },
  unsubscribe_url: 'https://mail.example/u',
};
const render = (source: string, inHtml = false) => compileTemplate<object>(source, { escape: inHtml, blocks: true }).render(values);

describe('conditions', () => {
  test.each([
    ['{% if contact.first_name %}yes{% endif %}', 'yes'],
    ['{% if contact.city %}yes{% else %}no{% endif %}', 'no'],
    ['{% if contact.phone %}yes{% else %}no{% endif %}', 'no'],
    ['{% if contact.custom.vip %}yes{% else %}no{% endif %}', 'no'],
    ['{% if contact.custom.nothing %}yes{% else %}no{% endif %}', 'no'],
    ['{% if contact.custom.missing %}yes{% endif %}', ''],
    ['{% unless contact.city %}nowhere{% endunless %}', 'nowhere'],
    ['{% unless contact.first_name %}a{% else %}b{% endunless %}', 'b'],
    ['{% if contact.score > 6 %}high{% endif %}', 'high'],
    ['{% if contact.score >= 8 %}high{% elsif contact.score >= 7 %}good{% else %}low{% endif %}', 'good'],
    ['{% if contact.custom.seats > 9 %}many{% endif %}', 'many'],
    ['{% if contact.custom.seats == 12 %}same{% else %}text{% endif %}', 'text'],
    ['{% if contact.custom.plan == "team" and contact.score < 9 %}both{% endif %}', 'both'],
    ['{% if contact.city == "Oslo" or contact.tags contains "vip" %}either{% endif %}', 'either'],
    ['{% if contact.first_name contains "ay" %}part{% endif %}', 'part'],
    ['{% if contact.city == blank %}blank{% endif %}', 'blank'],
    ['{% if contact.phone == nil %}nil{% endif %}', 'nil'],
    ['{% if contact.city == nil %}nil{% else %}empty{% endif %}', 'empty'],
    ['{% if contact.custom.vip == false %}false{% endif %}', 'false'],
    ['{% if contact.phone < 5 %}less{% else %}nothing{% endif %}', 'nothing'],
    ['{% if contact.custom.born < "2000-01-01" %}before{% endif %}', 'before'],
    ['{% if data.items.size > 2 %}{{data.items.size}}{% endif %}', '3'],
    ['{% if data.order.paid == true %}{{data.order.number}}{% endif %}', 'A-7'],
    ['a {%- if contact.city %} b {%- else -%} c {%- endif %} d', 'ac d'],
    ['{% if contact.city %}{% if contact.phone %}1{% else %}2{% endif %}{% else %}3{% endif %}', '3'],
    ['width:100{% ; {%22 %}', 'width:100{% ; {%22 %}'],
    ['{{ contact.city | default: "{% if" }}', '{% if'],
  ])('%s gives %j', (source, expected) => {
    expect(checkTemplate(source)).toBeNull();
    expect(render(source)).toBe(expected);
  });
});

describe('loops', () => {
  test.each([
    ['{% for tag in contact.tags %}[{{tag}}]{% endfor %}', '[vip][hiker]'],
    ['{% for tag in contact.tags limit: 1 %}[{{tag}}]{% endfor %}', '[vip]'],
    ['{% for x in contact.custom.nothing %}x{% else %}none{% endfor %}', 'none'],
    ['{% for x in contact.custom.plan %}x{% else %}none{% endfor %}', 'none'],
    ['{% for x in data.order %}x{% else %}none{% endfor %}', 'none'],
    [
      '{% for i in data.items %}{{forloop.index}}/{{forloop.length}}{% unless forloop.last %}, {% endunless %}{% endfor %}',
      '1/3, 2/3, 3/3',
    ],
    ['{% for i in data.items %}{{i.name | default: "more" | truncate: 6, "…"}};{% endfor %}', 'Tent …;Stove;more;'],
    ['{% for i in data.items %}{% if i.price > 50 %}{{i.price | round: 2}} {% endif %}{% endfor %}', '199.5 60 '],
    [
      '{% for i in data.items %}{% for p in i.parts %}{{i.price}}{{p}}{% if forloop.first %}+{% endif %}{% endfor %}{% endfor %}',
      '199.5fly+199.5pegs',
    ],
    ['{% for i in data.items %}{{contact.first_name}}{% endfor %}{{i.name}}', 'MayaMayaMaya'],
  ])('%s gives %j', (source, expected) => {
    expect(checkTemplate(source)).toBeNull();
    expect(render(source)).toBe(expected);
  });
});

describe('filters', () => {
  test.each([
    ['contact.tags | first', 'vip'],
    ['contact.tags | last | upcase', 'HIKER'],
    ['contact.tags | size', '2'],
    ['contact.tags | join: " & "', 'vip & hiker'],
    ['contact.first_name | append: "!" | prepend: "¡"', '¡Maya!'],
    ['contact.score | plus: 1 | times: 2 | minus: 0.1 | divided_by: 3 | round: 2', '5.3'],
    ['contact.first_name | plus: 1', ''],
    ['contact.score | divided_by: 0', ''],
    ['"  a b " | strip', 'a b'],
    ['contact.first_name | size', '4'],
    ['contact.first_name | truncate: 3', '...'],
    ['contact.custom.born | date: "%e %B %Y"', ' 2 April 1990'],
    ['contact.custom.born | date: "%d/%m/%y"', '02/04/90'],
    ['contact.first_name | date: "%Y"', 'Maya'],
    ['contact.phone | date: "%Y" | default: "never"', 'never'],
  ])('%s gives %j', (tag, expected) => {
    expect(render(`{{ ${tag} }}`)).toBe(expected);
  });
});

describe('refusals', () => {
  test.each([
    ['{% if contact.city %}a', '1, column 1: endif is missing'],
    ['a\n{% for x in data.items %}', '2, column 1: endfor is missing'],
    ['{% if contact.city', '"%}" is missing'],
    ['{% endif %}', 'endif ends nothing that is open here'],
    ['{% if contact.city %}{% endfor %}', 'endfor ends nothing'],
    ['{% if contact.city %}{% else %}{% else %}{% endif %}', 'else belongs into'],
    ['{% if contact.city %}{% else %}{% elsif contact.city %}{% endif %}', 'elsif belongs'],
    ['{% assign x = 1 %}', 'no tag "assign"'],
    ['{% capture x %}{% endcapture %}', 'no tag "capture"'],
    ['{% include "x" %}', 'no tag "include"'],
    ['{% render "x" %}', 'no tag "render"'],
    ['{% layout "x" %}', 'no tag "layout"'],
    ['{% raw %}{{{% endraw %}', 'no tag "raw"'],
    ['{% liquid echo 1 %}', 'no tag "liquid"'],
    ['{%# a comment %}', 'no tag "#"'],
    ['{% IF contact.city %}{% ENDIF %}', 'no tag "IF"'],
    ['{% if %}{% endif %}', 'no comparison'],
    ['{% if contact.city = "a" %}{% endif %}', 'something stands behind it'],
    ['{% if contact.city == %}{% endif %}', 'no comparison'],
    ['{% if not contact.city %}{% endif %}', 'no comparison'],
    ['{% if contact.city | size > 1 %}{% endif %}', 'something stands behind it'],
    ['{% if contact.a and contact.b or contact.c %}{% endif %}', '"and" or "or"'],
    ['{% if nick %}{% endif %}', '"nick" is no name that emails have'],
    ['{% if contact[workspace.name] %}{% endif %}', 'a name in quotes'],
    ['{% if (1..3) contains 2 %}{% endif %}', 'no comparison'],
    ['{% if contact.city %}{% else if contact.b %}{% endif %}', 'something stands behind it'],
    ['{% if contact.city %}{% endif contact %}', 'something stands behind it'],
    ['{% for x in (1..1000000000) %}{% endfor %}', 'a loop goes over a list'],
    ['{% for x in "abc" %}{% endfor %}', 'a loop goes over a list'],
    ['{% for x in workspace.name %}{% endfor %}', 'workspace.name is no list'],
    ['{% for x in items %}{% endfor %}', '"items" is no name'],
    ['{% for contact in data.items %}{% endfor %}', 'has a meaning of its own'],
    ['{% for __proto__.x in data.items %}{% endfor %}', 'a loop is written'],
    ['{% for x in data.items reversed %}{% endfor %}', 'nothing but a limit'],
    ['{% for x in data.items limit: data.n %}{% endfor %}', 'whole number from 1 to 1000'],
    ['{% for x in data.items limit: 1e9 %}{% endfor %}', 'whole number from 1 to 1000'],
    ['{% for x in data.items offset: 2 %}{% endfor %}', 'nothing but a limit'],
    ['{% for x in data.items %}{% break %}{% endfor %}', 'no tag "break"'],
    ['{{ contact.city | date: contact.format }}', 'a format in quotes'],
    ['{{ contact.city | date: "%999999999d" }}', 'a format in quotes'],
    ['{{ contact.city | replace: "a", "b" }}', 'no filter "replace"'],
    ['{{ contact.city | truncate: 1, "a", "b" }}', 'truncate takes'],
    ['{% if contact.city %}'.repeat(9) + '{% endif %}'.repeat(9), 'more than 8 deep'],
    ['{% if contact.city %}{% endif %}'.repeat(201), 'more than 200 conditions'],
    [`{% if ${Array(21).fill('contact.city').join(' and ')} %}{% endif %}`, 'more than 20 comparisons'],
    [`{% if contact.${'a'.repeat(1_000)} %}{% endif %}`, 'more than 1000 characters'],
    [`{% if contact${'[a'.repeat(1_000_000)} %}{% endif %}`, 'more than 1000 characters'],
    [`${'{% if a'.repeat(300_000)}%}`, 'more than 1000 characters'],
    [`{% if ${'('.repeat(900)} %}{% endif %}`, 'no comparison'],
    [`{% if contact.city %}${'{{a}}'.repeat(2_001)}{% endif %}`, 'more than 2000 merge tags'],
  ])('%.60s is refused: %s', (source, reason) => {
    expect(checkTemplate(source)).toContain(reason);
  });

  test('and are of this kind without blocks, too', () => {
    expect(() => compileTemplate('{% if contact.city %}{% endif %}', { escape: false })).toThrow('not supported');
  });
});

describe('attacks', () => {
  test.each([
    'constructor',
    '__proto__',
    'prototype',
    'toString',
    'contact.constructor',
    'contact.__proto__.x',
    'data.items.constructor',
    'data.items.length.x',
  ])('nothing is behind %s', (name) => {
    const source = `{% if ${name} %}yes{% else %}no{% endif %}`;
    if (/^(?:contact|data)/.test(name)) expect(render(source)).toBe('no');
    else expect(checkTemplate(source)).toContain('is no name that emails have');
    expect(render(`{% for x in data.items limit: 1 %}[{{ x["constructor"] }}{{ x.__proto__ }}{{ forloop.constructor }}]{% endfor %}`)).toBe(
      '[]',
    );
  });

  test('a value is never a template, nor HTML', () => {
    expect(render('{% if contact.evil %}{{contact.evil}}{% endif %}')).toBe(values.contact.evil);
    expect(render('{% for i in data.items limit: 1 %}<b>{{i.name}}</b>{% endfor %}', true)).toBe('<b>Tent &amp; &lt;poles&gt;</b>');
    expect(render('{% for i in data.items limit: 1 %}{{i.none | default: "<i>" | append: i.name}}{% endfor %}', true)).toBe(
      '&lt;i&gt;Tent &amp; &lt;poles&gt;',
    );
  });

  const many = Array.from({ length: 1_000 }, (_, i) => ({ name: `${i}`, list: Array.from({ length: 100 }, () => 'x') }));
  const big = { ...values, data: { items: many, text: 'x'.repeat(60_000), list: Array.from({ length: 30_000 }, () => '') } };
  const spent = (source: string, most?: number) => {
    const template = compileTemplate<object>(source, { escape: false, blocks: true });
    const began = process.threadCpuUsage();
    try {
      return template.render(big, most);
    } finally {
      // Some milliseconds of processor time, and the first date loads tables.
      const { user, system } = process.threadCpuUsage(began);
      expect((user + system) / 1_000).toBeLessThan(1_000);
    }
  };

  test.each([
    ['loops in loops', '{% for a in data.items %}{% for b in data.items %}{% for c in data.items %}{% endfor %}{% endfor %}{% endfor %}'],
    ['loops in loops, whose text is short', '{% for a in data.items %}{% for b in a.list %}{{b}}{% endfor %}{% endfor %}'],
    ['comparisons', `{% for a in data.items %}{% if ${Array(20).fill('data.text contains "y"').join(' or ')} %}{% endif %}{% endfor %}`],
    [
      'filters that make much and leave little',
      `{% for a in data.items %}{{ data.text ${'| append: data.text '.repeat(9)}| size }}{% endfor %}`,
    ],
    ['long lists', '{% for a in data.items %}{{ data.list | join | size }}{% endfor %}'],
    ['dates', `{% for a in data.items %}${'{{ "2020-02-02" | date: "%B" }}'.repeat(5)}{% endfor %}`],
  ])('%s end with an error, in time', (_, source) => {
    expect(checkTemplate(source)).toBeNull();
    expect(() => spent(source)).toThrow(TooMuchWorkError);
  });

  test('a text that grows is bounded before it has grown', () => {
    expect(() => spent('{% for a in data.items %}{{ data.text }}{% endfor %}', 100_000)).toThrow(TooLongError);
  });

  test('no message pays for another', () => {
    const template = compileTemplate<object>('{% for a in data.items %}{{a.name}}{% endfor %}', { escape: false, blocks: true });
    for (let i = 0; i < 30; i++) expect(template.render(big)).toHaveLength(2_890);
  });

  test('names are those of fields, not of loops', () => {
    const source =
      '{% for i in data.items %}{{i.name}}{{forloop.index}}{% if i.x == contact.city %}{% endif %}{% endfor %}{{i.name}}{{contact.a | default: contact.b}}';
    expect(
      namesIn(source)
        .map((name) => name.join('.'))
        .sort(),
    ).toEqual(['contact.a', 'contact.b', 'contact.city', 'data.items', 'i.name']);
  });
});

/** A template as data, and as a careless interpreter that needs no parser reads it. */
type Node =
  | { type: 'text'; text: string }
  | { type: 'value'; path: string[]; fallback: string | null }
  | { type: 'if'; negated: boolean; branches: { condition: Condition; body: Node[] }[]; otherwise: Node[] | null }
  | { type: 'for'; variable: string; list: string[]; limit: number | null; body: Node[]; otherwise: Node[] | null };
interface Condition {
  joint: 'and' | 'or';
  parts: { left: string[]; compared: { operator: string; right: string | number } | null }[];
}

const written = (nodes: Node[]): string =>
  nodes
    .map((node) => {
      if (node.type === 'text') return node.text;
      if (node.type === 'value') return `{{ ${node.path.join('.')}${node.fallback === null ? '' : ` | default: "${node.fallback}"`} }}`;
      const otherwise = node.otherwise ? `{% else %}${written(node.otherwise)}` : '';
      if (node.type === 'for')
        return `{% for ${node.variable} in ${node.list.join('.')}${node.limit ? ` limit: ${node.limit}` : ''} %}${written(node.body)}${otherwise}{% endfor %}`;
      const word = node.negated ? 'unless' : 'if';
      const branches = node.branches.map(
        ({ condition, body }, i) => `{% ${i === 0 ? word : 'elsif'} ${inWords(condition)} %}${written(body)}`,
      );
      return `${branches.join('')}${otherwise}{% end${word} %}`;
    })
    .join('');

const inWords = ({ joint, parts }: Condition): string =>
  parts
    .map(({ left, compared }) => `${left.join('.')}${compared ? ` ${compared.operator} ${JSON.stringify(compared.right)}` : ''}`)
    .join(` ${joint} `);

type Data = { [key: string]: unknown };
const at = (data: Data, path: string[]): unknown => path.reduce<unknown>((value, key) => (value as Data | undefined)?.[key], data);
const there = (value: unknown) => !(value === undefined || value === '' || value === false || (Array.isArray(value) && value.length === 0));

function holds(data: Data, { joint, parts }: Condition): boolean {
  const each = parts.map(({ left, compared }) => {
    const value = at(data, left);
    if (!compared) return there(value);
    const { operator, right } = compared;
    if (operator === '==') return value === right;
    if (operator === '!=') return value !== right;
    if (operator === 'contains')
      return typeof value === 'string' ? value.includes(String(right)) : Array.isArray(value) && value.includes(right);
    if (value === undefined || value === '' || typeof value === 'boolean' || typeof value === 'object') return false;
    const [a, b] = typeof value === 'string' && typeof right === 'string' ? [value, right] : [Number(value), Number(right)];
    return operator === '>' ? a > b : a < b;
  });
  return joint === 'and' ? each.every(Boolean) : each.some(Boolean);
}

const said = (value: unknown): string =>
  Array.isArray(value) ? value.map(said).join(', ') : typeof value === 'object' ? '' : String(value ?? '');

function interpreted(nodes: Node[], data: Data): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.text;
      if (node.type === 'value') {
        const text = at(data, node.path) === false ? '' : said(at(data, node.path));
        return node.fallback === null ? said(at(data, node.path)) : text || node.fallback;
      }
      if (node.type === 'for') {
        const found = at(data, node.list);
        const items = (Array.isArray(found) ? found : []).slice(0, node.limit ?? undefined);
        if (items.length === 0) return interpreted(node.otherwise ?? [], data);
        return items.map((item) => interpreted(node.body, { ...data, [node.variable]: item })).join('');
      }
      const branch = node.branches.find(({ condition }) => holds(data, condition) !== node.negated);
      return interpreted(branch?.body ?? node.otherwise ?? [], data);
    })
    .join('');
}

const word = fc.constantFrom('a', 'b', 'yes', 'Oslo', 'x y');
const scalar = fc.oneof(word, fc.integer({ min: 0, max: 3 }), fc.boolean(), fc.constant(''));
const contact = fc.record(
  {
    city: scalar,
    plan: scalar,
    score: scalar,
    tags: fc.array(word, { maxLength: 3 }),
    rows: fc.array(fc.record({ city: scalar, tags: fc.array(word, { maxLength: 2 }) }), { maxLength: 3 }),
  },
  { requiredKeys: [] },
);
const path = (loops: string[]): fc.Arbitrary<string[]> =>
  fc.oneof(
    fc.constantFrom('city', 'plan', 'score', 'tags', 'none').map((name) => ['data', name]),
    ...loops.map((name) => fc.constantFrom<string[]>([name], [name, 'city'], [name, 'tags'])),
  );
const condition = (loops: string[]): fc.Arbitrary<Condition> =>
  fc.record({
    joint: fc.constantFrom('and' as const, 'or' as const),
    parts: fc.array(
      fc.record({
        left: path(loops),
        compared: fc.option(
          fc.record({ operator: fc.constantFrom('==', '!=', '>', '<', 'contains'), right: fc.oneof(word, fc.integer({ min: 0, max: 3 })) }),
        ),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  });
const nodes = (depth: number, loops: string[]): fc.Arbitrary<Node[]> => fc.array(node(depth, loops), { maxLength: 3 });
const node = (depth: number, loops: string[]): fc.Arbitrary<Node> => {
  const leaf: fc.Arbitrary<Node> = fc.oneof(
    fc.record({ type: fc.constant('text' as const), text: fc.constantFrom('Hi ', '<p>', '{ ', '%} ', ' ') }),
    fc.record({ type: fc.constant('value' as const), path: path(loops), fallback: fc.option(word) }),
  );
  if (depth === 0) return leaf;
  const variable = `v${loops.length}`;
  return fc.oneof(
    leaf,
    fc
      .record({
        type: fc.constant('if' as const),
        negated: fc.boolean(),
        branches: fc.array(fc.record({ condition: condition(loops), body: nodes(depth - 1, loops) }), { minLength: 1, maxLength: 3 }),
        otherwise: fc.option(nodes(depth - 1, loops)),
      })
      .map((made) => (made.negated ? { ...made, branches: made.branches.slice(0, 1) } : made)),
    fc.record({
      type: fc.constant('for' as const),
      variable: fc.constant(variable),
      list: fc.constantFrom<string[]>(['data', 'tags'], ['data', 'rows'], ...loops.map((name) => [name, 'tags'])),
      limit: fc.option(fc.integer({ min: 1, max: 3 })),
      body: nodes(depth - 1, [...loops, variable]),
      otherwise: fc.option(nodes(depth - 1, loops)),
    }),
  );
};

test.runIf(isAtLength)('any template says what the reference says, for any values', () => {
  fc.assert(
    fc.property(nodes(3, []), fc.array(contact, { minLength: 1, maxLength: 3 }), (template, people) => {
      const source = written(template);
      expect(checkTemplate(source)).toBeNull();
      const compiled = compileTemplate<object>(source, { escape: false, blocks: true });
      for (const data of people) expect(compiled.render({ data })).toBe(interpreted(template, { data }));
    }),
    { numRuns: rounds(150, 3_000) },
  );
});

test('a text of any braces and words is refused or rendered, and never crashes', () => {
  const tokens = fc.constantFrom(
    '{% ',
    ' %}',
    '{{ ',
    ' }}',
    '{%-',
    'if ',
    'else',
    'endif',
    'for x in ',
    'endfor',
    'data.a',
    '"',
    ' == ',
    'x',
    '\n',
    '(1..2)',
    '[',
    '|',
    'and ',
  );
  fc.assert(
    fc.property(fc.array(tokens, { maxLength: 12 }), (parts) => {
      const source = parts.join('');
      if (checkTemplate(source) === null) expect(typeof render(source)).toBe('string');
    }),
    { numRuns: rounds(500, 10_000) },
  );
});

test('the leaves of a template are chosen lazily', () => {
  const pieces: Piece<string>[] = ['a', 'b'];
  expect([...chosen(pieces, metered({}))].map(({ leaf }) => leaf)).toEqual(['a', 'b']);
});
