/** Values in the place of their tags in a page. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FilledPage, fillPages, fillTokens } from '../../src/content/documents/tokens.ts';
import { apart } from '../../src/content/versions/apart.ts';
import { onThreadTime } from '../../src/platform/threads.ts';
import { expectCpu } from '../support/cpu.ts';

const SIZES = { each: 2 * 1024 * 1024, together: 8 * 1024 * 1024 };
const fill = (source: string, values: Record<string, string>) => {
  const { html = source, rest } = fillPages(source, [values], SIZES)[0] as FilledPage;
  return { html, rest };
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
    expect(fill('{{a}}', { a: '{{b}} <i>', b: 'B' })).toEqual({ html: '&#123;&#123;b}} &lt;i&gt;', rest: { b: 'B' } });
  });

  test('is filled in once for each of the values', () => {
    expect(fillPages('{{a}}', [{ a: '1' }, {}, { a: '2', b: '3' }], SIZES)).toEqual([
      { html: '1', rest: {} },
      { rest: {} },
      { html: '2', rest: { b: '3' } },
    ]);
  });

  test.each([['{{'.repeat(500_000)], [`{{${' '.repeat(1_000_000)}`], [`{{${' '.repeat(990)}|}}`.repeat(1_000)]])(
    'takes no longer than its length asks for',
    async (source) => {
      await expectCpu({ here: 2_000 }, () => fill(source, { a: 'A' }));
    },
  );

  test('is made no further than it may be, and those behind it are', () => {
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
