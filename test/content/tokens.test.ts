/** Values in the place of their tags in a page. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillPages } from '../../src/content/documents/tokens.ts';
import { expectCpu } from '../support/cpu.ts';

const fill = (source: string, values: Record<string, string>) => fillPages(source, [values])[0];

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
    expect(filled?.html).toBe(html);
    expect(Object.keys(filled?.rest ?? {}).filter((name) => name === 'hut')).toEqual(rest);
  });

  test('takes values as text, whatever they hold', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const html = fill('<p title="{{a}}">{{a}}{{b}}</p>', { a: value, b: 'B' })?.html as string;
        const inner = html.slice('<p title="'.length, -'</p>'.length);
        expect(inner).toMatch(/^[^<{"]*">[^<{"]*B$/);
      }),
    );
    expect(fill('{{a}}', { a: '{{b}} <i>', b: 'B' })).toEqual({ html: '&#123;&#123;b}} &lt;i&gt;', rest: { b: 'B' } });
  });

  test('is filled in once for each of the values', () => {
    expect(fillPages('{{a}}', [{ a: '1' }, {}, { a: '2', b: '3' }])).toEqual([
      { html: '1', rest: {} },
      { html: '{{a}}', rest: {} },
      { html: '2', rest: { b: '3' } },
    ]);
  });

  test.each([['{{'.repeat(500_000)], [`{{${' '.repeat(1_000_000)}`], [`{{${' '.repeat(990)}|}}`.repeat(1_000)]])(
    'takes no longer than its length asks for',
    async (source) => {
      await expectCpu({ here: 2_000 }, () => fill(source, { a: 'A' }));
    },
  );
});
