import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  asMergeText,
  checkMergeTags,
  compileTemplate,
  MergeTagError,
  type MergeValues,
  splitMergeTags,
} from '../../src/shared/merge-tags.ts';
import { rounds } from '../support/at-length.ts';

const values: MergeValues = {
  contact: {
    first_name: 'Maya',
    last_name: '{{workspace.name}}',
    company: 'Fjord & <Fell>',
    job_title: '',
    phone: null,
    service_score: 0,
    custom: { size: 'M', 'shoe size': 42, vip: false, tags: ['a', 'b'] },
  },
  campaign: { dynamic: { code: 'X1' } },
  workspace: { name: 'Juniper Trail' },
  unsubscribe_url: 'https://mail.example/u?a=1&b=2',
};
const text = (source: string, inHtml = false) => compileTemplate(source, { escape: inHtml }).render(values);

describe('rendering', () => {
  test.each([
    ['no tags at all', 'no tags at all'],
    ['{{contact.first_name}}', 'Maya'],
    ['Hi {{ contact.first_name }}, from {{workspace.name}}!', 'Hi Maya, from Juniper Trail!'],
    ['{{contact.custom.size}}', 'M'],
    ['{{contact.custom["shoe size"]}}', '42'],
    ["{{contact['custom'].size}}", 'M'],
    ['{{campaign.dynamic.code}}', 'X1'],
    ['{{unsubscribe_url}}', 'https://mail.example/u?a=1&b=2'],
    ['{{contact.service_score}}', '0'],
    ['{{contact.custom.vip}}', 'false'],
    ['a  {{- contact.custom.size -}}  b', 'aMb'],
    ['{{ contact.first_name\n  | default: "there" }}', 'Maya'],
    ['}} is nothing, nor is {', '}} is nothing, nor is {'],
    ['a link with {%22json%22:1}', 'a link with {%22json%22:1}'],
    ['{% is nothing either', '{% is nothing either'],
    ['{{ "{{" }}contact.first_name}}', '{{contact.first_name}}'],
    ['{{ "}}" }}', '}}'],
  ])('%j becomes %j', (source, expected) => {
    expect(text(source)).toBe(expected);
  });

  test.each([
    ['contact.job_title | default: "there"', 'there'],
    ['contact.phone | default: "there"', 'there'],
    ['contact.unknown | default: "there"', 'there'],
    ['contact.custom.vip | default: "no"', 'no'],
    ['contact.service_score | default: 5', '0'],
    ['contact.job_title | default: 5', '5'],
    ['contact.job_title | default: contact.first_name', 'Maya'],
    ['contact.job_title | default: \'a "friend"\'', 'a "friend"'],
    ['contact.job_title | default: "}}"', '}}'],
    ['contact.first_name | upcase', 'MAYA'],
    ['contact.first_name | downcase', 'maya'],
    ['contact.job_title | default: "dEAR rEADER" | capitalize', 'Dear reader'],
    ['"a text" | upcase', 'A TEXT'],
  ])('the filters of %s give %j', (tag, expected) => {
    expect(text(`{{ ${tag} }}`)).toBe(expected);
    expect(text(`{{${tag}}}`)).toBe(expected);
  });

  test.each([
    'unknown',
    'contact',
    'contact.custom',
    'contact.size',
    'contact.custom.size.length',
    'contact.first_name.length',
    'contact.custom.first',
    'constructor',
    'contact.constructor.name',
    'contact.custom.constructor',
    'contact.__proto__',
    'contact.custom["__proto__"]',
    'contact.custom.toString',
    'contact.first_name.constructor',
    '__proto__.polluted',
    'process.env',
    'campaign.dynamic.hasOwnProperty',
  ])('%s is nothing', (name) => {
    expect(text(`[{{${name}}}]`)).toBe('[]');
  });

  test('a list is its entries, separated by commas', () => {
    expect(text('[{{contact.custom.tags}}]')).toBe('[a, b]');
  });

  test('a value is never read as a template', () => {
    expect(text('{{contact.last_name}}')).toBe('{{workspace.name}}');
  });

  test('values, defaults included, are escaped for HTML, and the text around them is not', () => {
    expect(text('<b>{{contact.company}}</b> & {{contact.x | default: "<i>\'&\'</i>"}}', true)).toBe(
      '<b>Fjord &amp; &lt;Fell&gt;</b> & &lt;i&gt;&#39;&amp;&#39;&lt;/i&gt;',
    );
    expect(text('<b>{{contact.company}}</b>')).toBe('<b>Fjord & <Fell></b>');
  });
});

describe('checking', () => {
  test.each([
    ['{{', '"}}" is missing'],
    ['{{contact.first_name', '"}}" is missing'],
    ["{{ it's }}", '"}}" is missing'],
    ['{{ "open }}', '"}}" is missing'],
    ['{{}}', 'it is empty'],
    ['{{ - }}', 'incomplete'],
    ['{{ contact. }}', 'incomplete'],
    ['{{ .first_name }}', 'incomplete'],
    ['{{ contact..first_name }}', 'not a name'],
    ['{{ first name }}', 'not a name'],
    ['{{ contact.first_name | }}', 'not a name'],
    ['{{ contact.first_name ) }}', 'not a name'],
    ['{{ contact.first_name | default: x: 1 }}', 'not a name'],
    ['{{<b>contact.first_name</b>}}', 'not a name'],
    ['{{contact.first_name | default: &quot;x&quot;}}', 'not a name'],
    ['{{{contact.first_name}}}', 'not a name'],
    ['{{ true }}', 'not a name'],
    ['{{ (1..3) }}', 'not a name'],
    ['{{ contact == workspace }}', 'operators'],
    ['{{ contact[0] }}', 'square brackets'],
    ['{{ contact[workspace.name] }}', 'square brackets'],
    ['{{ contact.first_name | default }}', 'default takes one value'],
    ['{{ contact.first_name | default: "a", "b" }}', 'default takes one value'],
    ['{{ contact.first_name | upcase: 1 }}', 'upcase takes no value'],
    ['{{ contact.first_name | shout }}', 'no filter "shout"'],
    ['{{ contact.first_name | constructor }}', 'no filter "constructor"'],
    ['{{ "\\u0000" }}', 'cannot be sent'],
    ['{{ "\\ud800" }}', 'cannot be sent'],
    ['\0', 'NUL'],
    ['{% if contact.first_name %}', '{% … %} is not supported'],
    ['{%- comment -%}', '{% … %} is not supported'],
  ])('%j is refused: %s', (source, reason) => {
    expect(checkMergeTags(source)).toContain(reason);
    expect(() => compileTemplate(source, { escape: true })).toThrow(MergeTagError);
  });

  test('a tag that goes on and on is refused', () => {
    expect(checkMergeTags(`{{${'a'.repeat(1_000)}}}`)).toBeNull();
    expect(checkMergeTags(`{{${'a'.repeat(1_001)}}}`)).toContain('more than 1000 characters');
  });

  test('the answer says where', () => {
    expect(checkMergeTags('one\ntwo {{ok}} {{ first name }}')).toBe(
      'holds a malformed merge tag at line 2, column 12: it is not a name, followed by filters or by nothing',
    );
  });

  // Each of these takes a careless reader down, by its stack or by the square of its length; then the test's time is over.
  test.each([
    [`${'{%a'.repeat(700_000)}%}`],
    [`{{a${'[a'.repeat(1_000_000)}}}`],
    [`{{${'('.repeat(2_000_000)}}}`],
    [`{{a${'|upcase'.repeat(300_000)}}}`],
    [`{{${' '.repeat(2_000_000)}`],
  ])('long input %# is refused', (source) => {
    expect(checkMergeTags(source)).toMatch(/^holds a malformed merge tag at line 1, column 1: /);
  });

  test('2,000 tags are enough', () => {
    expect(checkMergeTags('{{a}}'.repeat(2_000))).toBeNull();
    for (const source of ['{{a}}'.repeat(2_001), '{{'.repeat(1_000_000)])
      expect(checkMergeTags(source)).toBe('must not hold more than 2000 merge tags');
  });
});

describe('properties', () => {
  const name = fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/);
  const braces = fc.string({ unit: fc.constantFrom('{', '}', '%', '"', "'", '|', '.', '[', ']', ':', '-', ' ', '\n', 'a', '\\', 'é') });

  test('a text never crashes the reader, and is either refused or rendered', () => {
    fc.assert(
      fc.property(fc.oneof(braces, fc.string()), (source) => {
        const problem = checkMergeTags(source);
        if (problem === null) expect(typeof text(source)).toBe('string');
        else expect(() => compileTemplate(source, { escape: true })).toThrow(MergeTagError);
      }),
      { numRuns: rounds(500, 5_000) },
    );
  });

  test('a value comes out as it is, or escaped, whatever it holds', () => {
    fc.assert(
      fc.property(fc.oneof(braces, fc.string()), (value) => {
        const of = { ...values, contact: { first_name: value, custom: {} } };
        expect(compileTemplate('[{{contact.first_name}}]', { escape: false }).render(of)).toBe(`[${value}]`);
        const escaped = compileTemplate('{{contact.first_name}}', { escape: true }).render(of);
        expect(escaped).not.toMatch(/[<>"']/);
        expect(escaped.replace(/&(lt|gt|quot|amp|#39);/g, (_match, entity: string) => UNESCAPED[entity] as string)).toBe(value);
      }),
    );
  });

  test('only what a value owns can be named', () => {
    const inherited = fc.constantFrom(...Object.getOwnPropertyNames(Object.prototype), ...Object.getOwnPropertyNames(String.prototype));
    fc.assert(
      fc.property(
        fc.constantFrom('contact', 'contact.custom', 'contact.first_name', 'campaign.dynamic', 'workspace'),
        inherited,
        (path, own) => {
          expect(text(`{{${path}["${own}"]}}`)).toBe('');
        },
      ),
    );
  });

  test('what a value inherits is not its own', () => {
    const custom = Object.create({ secret: 'inherited' }) as Record<string, unknown>;
    const of = { ...values, contact: Object.assign(Object.create({ secret: 'inherited' }), { custom }) };
    expect(compileTemplate('[{{contact.secret}}{{contact.custom.secret}}]', { escape: false }).render(of)).toBe('[]');
  });

  test('custom fields are found by any name', () => {
    fc.assert(
      fc.property(name, fc.string(), (field, value) => {
        const of = { ...values, contact: { custom: { [field]: value } } };
        expect(compileTemplate(`{{contact.custom.${field}}}`, { escape: false }).render(of)).toBe(value);
      }),
    );
  });

  test('asMergeText makes any text render as itself, also before a tag', () => {
    fc.assert(
      fc.property(fc.oneof(braces, fc.string()), (original) => {
        expect(text(asMergeText(original))).toBe(original);
        expect(text(`${asMergeText(original)}{{contact.first_name}}`)).toBe(`${original}Maya`);
      }),
      { numRuns: rounds(200, 2_000) },
    );
  });

  test('the pieces of a text make up the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constant('{{contact.first_name | default: "}}"}}'), fc.constantFrom('{', '}', ' ', '<p>'))),
        (pieces) => {
          const source = pieces.join('');
          if (checkMergeTags(source) !== null) return;
          const split = splitMergeTags(source);
          expect(split.map((piece) => piece.text).join('')).toBe(source);
          expect(split.filter(({ tag }) => tag)).toHaveLength(pieces.filter((piece) => piece.length > 3 && piece !== '<p>').length);
        },
      ),
    );
  });
});

const UNESCAPED: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };
