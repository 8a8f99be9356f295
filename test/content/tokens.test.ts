/** Values in the place of their tags in a page. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FilledPage, fillPages, fillTokens } from '../../src/content/documents/tokens.ts';
import { apart } from '../../src/content/versions/apart.ts';
import { onThreadTime } from '../../src/platform/threads.ts';
import { isAtLength } from '../support/at-length.ts';
import { expectCpu } from '../support/cpu.ts';

const SIZES = { each: 2 * 1024 * 1024, together: 8 * 1024 * 1024 };
const fill = (source: string, values: Record<string, string>) => {
  const filled = fillPages(source, [values], SIZES)[0] as FilledPage;
  return { ...filled, html: filled.html ?? source };
};

describe('a page', () => {
  test.each<[string, string, string[]]>([
    ['{{hut}} {{ hut }} {{-hut-}} {{\thut\n}}', 'A A A A', []],
    ['{{opens on}} {{Größe}} {{1}}', 'May L one', ['hut']],
    ['{{hut | upcase}} {{hut|downcase|capitalize}}', 'A A', []],
    ['{{hut | shout}} {{hut |}} {{hut | upcase: 1}}', '{{hut | shout}} {{hut |}} {{hut | upcase: 1}}', ['hut']],
    ['{{other}} {{}} {{ }} {{{hut}}} {hut} {{hut', '{{other}} {{}} {{ }} {A} {hut} {{hut', []],
    ['{{ {{hut}} }}', '{{ A }}', []],
    ['<script>if (a) {{ b = {c: 1} }}</script> {% if hut %}', '<script>if (a) {{ b = {c: 1} }}</script> {% if hut %}', ['hut']],
    ['{{constructor}} {{__proto__}} {{toString}}', '{{constructor}} {{__proto__}} {{toString}}', ['hut']],
    [`{{${' '.repeat(1_001)}hut}}`, `{{${' '.repeat(1_001)}hut}}`, ['hut']],
  ])('%s', (source, html, rest) => {
    const values = { hut: 'A', 'opens on': 'May', Größe: 'L', 1: 'one' };
    const filled = fill(source, values);
    expect(filled.html).toBe(html);
    expect(Object.keys(filled.rest).filter((name) => name === 'hut')).toEqual(rest);
  });

  test('takes values as text, whatever they hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const html = fill('<p title="{{a}}">{{a}}{{b}}</p>', { a: value, b: 'B' }).html;
        const inner = html.slice('<p title="'.length, -'</p>'.length);
        expect(inner).toMatch(/^[^<{"]*">[^<{"]*B$/);
      }),
    );
    expect(fill('{{a}}', { a: '{{b}} <i>', b: 'B' })).toEqual({
      ...{ html: '&#123;&#123;b}} &lt;i&gt;', draft: null },
      ...{ rest: { b: 'B' }, unfilled: [] },
    });
  });

  const HOSTILE = `x" onclick="alert(1)" '; alert(1); // </script><b>\\\n\`\${1}{{b}}`;
  test.each<[string, string, string]>([
    ['a script', '<script>const hut = "{{a}}", beds = {{n}};</script>', HOSTILE],
    ['a handler', `<a onclick="go('{{a}}', {{n}})">x</a>`, HOSTILE],
    ['a script address', `<a href="javascript:go('{{a}}')">x</a>`, HOSTILE],
  ])('writes values into %s as texts of it', (_where, source, value) => {
    const html = fill(source, { a: value, n: '-4.5' })?.html as string;
    const script = /"javascript:(.*?)"|onclick="(.*?)"|<script>(.*?)<\/script>/s.exec(html)?.slice(1).join('') as string;
    const run = new Function(
      'go',
      `const done = []; ${script.startsWith('const') ? `${script} done.push(hut, beds);` : script}; return done;`,
    );
    const seen: unknown[] = [];
    const done = run((...said: unknown[]) => seen.push(...said));
    expect([...seen, ...done].slice(0, 1)).toEqual([value]);
    expect(html.replace(script, '')).toBe(source.replace(/go\(.*?\)(?=")|const.*?;(?=<)/, ''));
    // Where no quotes stand around it, a value is no more than a name or a number.
    const bare = fill(`<script>f({{a}})</script>`, { a: 'alert(1)' })?.html as string;
    expect(() => new Function(bare.slice('<script>'.length, -'</script>'.length))).toThrow(SyntaxError);
  });

  test.each<[string, string, string, string]>([
    [
      'an address of their own',
      '<a href="{{a}}">x</a>',
      'https://hut.example/?a=1&b=2',
      '<a href="https://hut.example/?a=1&amp;b=2">x</a>',
    ],
    ['one that would run', '<a href=" {{a}}">x</a>', 'java\tscript:alert(1)', '<a href=" java%09script%3Aalert(1)">x</a>'],
    ['half of a scheme', '<a href="{{a}}:{{b}}">x</a>', 'javascript', '<a href="{{a}}:{{b}}">x</a>'],
    [
      'a part of a host',
      '<a href="https://{{a}}.hut.example/">x</a>',
      'evil.example/?',
      '<a href="https://evil.example%2F%3F.hut.example/">x</a>',
    ],
    ['a part of a path', '<img src="/pictures/{{a}}.png">', 'a b', '<img src="/pictures/a b.png">'],
    ['no quotes', '<a title={{a}} href=/x>x</a>', 'b onclick=alert(1)', '<a title=b&#32;onclick&#61;alert&#40;1&#41; href=/x>x</a>'],
    ['no quotes and nothing', '<a title={{a}} href=/x>x</a>', '', '<a title=&#32; href=/x>x</a>'],
    ['the place of a name', '<p {{a}}>x</p>', 'onclick=alert(1)', '<p {{a}}>x</p>'],
    ['the place of an element', '<{{a}}>x</{{a}}>', 'script', '<{{a}}>x</{{a}}>'],
    [
      'a style',
      '<p style="color: {{a}}">x</p>',
      '#0a5; background: url(x)',
      '<p style="color: #0a5\\3b  background\\3a  url\\28 x\\29 ">x</p>',
    ],
    ['a style sheet', '<style>p { color: {{a}} }</style>', 'red}</style>', '<style>p { color: red\\7d \\3c \\2f style\\3e  }</style>'],
    ['a page in a frame', '<iframe srcdoc="<p>{{a}}</p>"></iframe>', '<b>', '<iframe srcdoc="<p>&amp;lt;b&amp;gt;</p>"></iframe>'],
    ['a comment', '<!-- {{a}} --><p>{{a}}</p>', '--><b>', '<!-- --&gt;&lt;b&gt; --><p>--&gt;&lt;b&gt;</p>'],
    ['a text field', '<textarea><p {{a}}></textarea>', '"</textarea>', '<textarea><p &quot;&lt;/textarea&gt;></textarea>'],
  ])('writes values into %s as data', (_where, source, value, html) => {
    expect(fill(source, { a: value })?.html).toBe(html);
    expect(fillTokens(source, { a: value }, { escape: true, most: 1_000 })).toBe(html);
  });

  test('names the tags that have no value', () => {
    const source = '<p {{b}}>{{a}} {{ city | upcase }} {{city}} {{opens on}} {{ = }} {{hut | shout}}</p><script>{{c}}</script>';
    expect(fill(source, { a: 'A', b: 'B', hut: 'H' }).unfilled).toEqual(['b', 'city', 'opens on', 'hut']);
  });

  test('is filled in once for each of the values', () => {
    expect(fillPages('{{a}}', [{ a: '1' }, {}, { a: '2', b: '3' }], SIZES)).toEqual([
      { html: '1', draft: null, rest: {}, unfilled: [] },
      { rest: {}, unfilled: ['a'] },
      { html: '2', draft: null, rest: { b: '3' }, unfilled: [] },
    ]);
  });

  test.each([['{{'.repeat(500_000)], [`{{${' '.repeat(1_000_000)}`], [`{{${' '.repeat(990)}|}}`.repeat(1_000)]])(
    'takes no longer than its length asks for',
    async (source) => {
      await expectCpu({ here: 2_000 }, () => fill(source, { a: 'A' }));
    },
  );

  test.runIf(isAtLength)('is made no further than it may be, and those behind it are', () => {
    const source = '{{k}}'.repeat(20_000);
    const long = { k: 'x'.repeat(16_000) };
    const some = { k: 'é'.repeat(50) };
    const pages = fillPages(source, [long, some, some, {}, some, some, some, { k: '1' }], { each: 2_000_000, together: 8_020_000 });
    const verdicts = pages.map((one) => (typeof one === 'string' ? one : Buffer.byteLength(one.html ?? '')));
    expect(verdicts).toEqual(['each', 2_000_000, 2_000_000, 0, 2_000_000, 2_000_000, 'together', 20_000]);
  });
});

describe('an email', () => {
  test('is made no further than it may be', () => {
    const given = (most: number) => fillTokens('{{k}} {{k | upcase}}', { k: 'xx' }, { escape: true, most });
    expect([given(5), given(4)]).toEqual(['xx XX', null]);
  });
});

test('a short text is filled in by a thread where what comes of it may be long', async () => {
  const ofThreads: string[] = [];
  const stop = onThreadTime((workspaceId) => ofThreads.push(workspaceId));
  const source = '{{k}}'.repeat(2_000);
  const how = { escape: true, most: SIZES.each };
  expect(await apart('short', 'fillTokens', source, { k: 'x' }, how)).toBe('x'.repeat(2_000));
  expect(ofThreads).toEqual([]);
  expect(await apart('long', 'fillTokens', source, { k: 'x'.repeat(16_000) }, how)).toBeNull();
  expect(await apart('pages', 'fillPages', source, [{ k: 'x'.repeat(16_000) }], SIZES)).toEqual(['each']);
  stop();
  expect(ofThreads).toEqual(['long', 'pages']);
});
