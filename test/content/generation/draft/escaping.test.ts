import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderEmail } from '../../../../src/content/generation/draft/email.ts';
import { renderPage } from '../../../../src/content/generation/draft/page.ts';
import { attribute, line, prose, TAG } from '../../../../src/content/generation/draft/text.ts';
import { wordsOf } from '../../../../src/content/generation/library/library.ts';
import { isAtLength, rounds } from '../../../support/at-length.ts';
import { everyEmailBlock, everyPageBlock, type Texts } from './every-block.ts';
import { parsed, spaced } from './parsed.ts';

const words = wordsOf('en');

const PIECES = [
  '"',
  "'",
  '<',
  '>',
  '&',
  '&amp;',
  '{',
  '}',
  '{{',
  '}}',
  '{{contact.first_name}}',
  '{{ a | default: "b" }}',
  '{{<b>}}',
  '</style>',
  '<script>',
  '-->',
  '<!--',
];
const MARKS = ['*', '**', '[a](https://example.com)', '[', '](', ')', '**b**', '*e*', '\uFDD0', '\uFDD1', '\uFDD00\uFDD1', '`', '# '];
const letters = fc.constantFrom('a', 'é', 'ß', '日', '\u{1F600}', '\u{F0002}', 'ع', ' ', '0', '$&', '$1', '-');
const textOf = (...pieces: string[][]) =>
  fc
    .array(fc.oneof(letters, fc.constantFrom(...pieces.flat())), { minLength: 1, maxLength: 12 })
    // Blank values are no text, and a line has no line breaks.
    .map((parts) => `x${parts.join('')}x`);

/** The elements that the renderers write. */
const WRITTEN = new Set(
  [
    'html head meta title link style body header footer main nav section div span p a h1 h2 h3 ul ol li dl dt dd figure figcaption blockquote',
    'img form fieldset legend label input textarea select option button details summary table thead tbody tr th td strong em br',
  ]
    .join(' ')
    .split(' '),
);

/** Texts in turn, so that each place has another one. */
function inTurn(all: readonly string[]): Texts & { used: string[] } {
  const used: string[] = [];
  const next = () => {
    const text = all[used.length % all.length] as string;
    used.push(text);
    return text;
  };
  return { line: next, paragraph: next, used };
}

/** The same text to everything that chooses a layout, of letters that mean nothing. */
const harmless = (text: string): string =>
  [...text].map((letter) => (letter.length > 1 ? '\u{20000}' : letter >= '\u2e80' ? '日' : /[\s-]/u.test(letter) ? letter : 'a')).join('');

/** As it is read: with the apostrophes of print, and with references in tags, which stay as they are, understood. */
const printed = (text: string): string =>
  spaced(text)
    .replace(/(?<=\p{L})'/gu, '’')
    .replaceAll('&amp;', '&');

const DOCUMENTS = [
  { name: 'a page', render: (texts: Texts) => renderPage(everyPageBlock(texts), words) },
  { name: 'an email', render: (texts: Texts) => renderEmail(everyEmailBlock(texts), words) },
] as const;

describe.each(DOCUMENTS)('the texts of $name', ({ render }) => {
  it.runIf(isAtLength)('are shown as they are written, and become neither elements nor attributes', () => {
    fc.assert(
      fc.property(fc.array(textOf(PIECES), { minLength: 7, maxLength: 7 }), (all) => {
        const texts = inTurn(all);
        const { shape, text } = parsed(render(texts));
        expect(shape).toEqual(parsed(render(inTurn(all.map(harmless)))).shape);
        const shown = printed(text);
        for (const one of new Set(texts.used)) expect(shown).toContain(printed(one));
      }),
      { numRuns: rounds(12, 60) },
    );
  });

  it.runIf(isAtLength)('hold no other elements than marks make', () => {
    fc.assert(
      fc.property(fc.array(textOf(PIECES, MARKS), { minLength: 7, maxLength: 7 }), (all) => {
        const { elements } = parsed(render(inTurn(all)));
        for (const { name, attributes } of elements) {
          expect(WRITTEN, name).toContain(name);
          for (const one of Object.keys(attributes)) expect(one).toMatch(/^(?!on)[a-z-]+$/);
        }
      }),
      { numRuns: rounds(12, 60) },
    );
  });
});

it('escapes the name that heads a page and an email', () => {
  const name = '<b>"x"</b>{{{';
  for (const html of [
    renderPage({ ...everyPageBlock(inTurn(['x'])), name }, words),
    renderEmail({ ...everyEmailBlock(inTurn(['x'])), name }, words),
  ]) {
    expect(parsed(html).elements.some(({ name }) => name === 'b')).toBe(false);
    expect(parsed(html).text).toContain(name);
  }
});

describe('a text', () => {
  it('keeps merge tags, and no other braces', () => {
    expect(line('&amp;')).toBe('&amp;amp;');
    expect(line('Hi {{ contact.first_name | default: "you" }} {x} {{{y}}}')).toBe(
      'Hi {{ contact.first_name | default: "you" }} &#123;x&#125; &#123;{{y}}&#125;',
    );
    expect(line('{{<img src=x onerror=alert(1)>}}')).not.toContain('<');
    expect(attribute('{{ a | default: "b" }}"')).toBe("{{ a | default: 'b' }}&quot;");
  });

  it('understands bold, emphasis and links', () => {
    expect(prose('**Bold** and *soft*, [here](https://example.com/?a=1&b=2).')).toBe(
      '<strong>Bold</strong> and <em>soft</em>, <a href="https://example.com/?a=1&amp;b=2">here</a>.',
    );
    expect(prose('2 * 3 * 4 [x](javascript:alert(1)) snake_case')).toBe('2 * 3 * 4 [x](javascript:alert(1)) snake_case');
    expect(prose('**{{ a | b: "*" }}** *x*')).toBe('<strong>{{ a | b: "*" }}</strong> <em>x</em>');
  });

  it('keeps every tag as it stands', () => {
    fc.assert(
      fc.property(textOf(PIECES, MARKS), (text) => {
        const tags = (one: string) => [...one.matchAll(TAG)].map(([tag]) => tag);
        expect(tags(line(text))).toEqual(tags(text));
      }),
    );
  });

  it('takes time in proportion to its length', () => {
    for (const piece of ['[', '*', '**', '[a](', '{{', '*a ', '[a](https://', '\uFDD0', '&'] as const) {
      const started = performance.now();
      prose(piece.repeat(40_000 / piece.length));
      expect(performance.now() - started).toBeLessThan(400);
    }
  });
});
