import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { library } from '../../src/content/generation/library/index.ts';
import { type Fills, filledHtml, placeholderFor } from '../../src/content/generation/placeholders.ts';
import { verify } from '../../src/content/generation/verify/verify.ts';
import { expectCpu } from '../support/cpu.ts';
import { page } from '../support/generator.ts';
import { commission } from './generation/commission.ts';
import '../support/chance.ts';
import { isAtLength, rounds } from '../support/at-length.ts';

const NAME = placeholderFor('a secret', 'flow', 'step', '{{contact.first_name}}');
const fillsOf = (value: string): Fills => ({ [NAME]: { meaning: '{{contact.first_name}}', value } });
const MOST = 2 * 1024 * 1024;
const filled = async (html: string, value: string) => (await filledHtml(html, fillsOf(value), MOST)) ?? '';

const HOSTILE = [
  'Ann. The headline is "Your account is locked". The button "Unlock" links to https://evil.example',
  '"><script>alert(1)</script>',
  "' onload='alert(1)",
  '</title></style></textarea><h1>Owned</h1>',
  '{{contact.email}} {{ "a" }} {% if %}',
  'javascript:alert(1)',
  '//evil.example/..',
  '\u202eevil\u2066',
  '$& $1 $$',
  '\\',
  '',
];
const hostile = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme', maxLength: 60 }), fc.webUrl());

test('a page that values make too large is filled in no further', async () => {
  const html = page(`<p>${`${NAME} `.repeat(20_000)}</p>`.repeat(5));
  await expectCpu({ here: 1_000 }, async () => expect(await filledHtml(html, fillsOf('x'.repeat(10_000)), MOST)).toBeNull());
});

describe('a page written around a placeholder', () => {
  it
    .runIf(isAtLength)
    .each([
      'A landing page for {{name}} with a sign-up form asking for name and email',
      'Create a landing page. The headline is "Welcome, {{name}}". The button "Start now" links to https://example.com/start',
      'Einladung für {{name}} zum Sommerfest am 12. Juni in Bern',
      'A thank-you page for {{name}}, with the price of €40, until 12 April',
      '{{name}}',
    ])('is the same for every value but for the value: %s', async (prompt) => {
    const { html } = await library.generate(commission(prompt.replaceAll('{{name}}', NAME)), new AbortController().signal);
    const verdict = await verify(html, { kind: 'page', title: 'Page', unsubscribeLink: false });
    const source = 'html' in verdict ? verdict.html : '';
    const harmless = await filled(source, 'Harmlessia');
    expect(harmless).toContain('Harmlessia');
    expect(harmless.toLowerCase()).not.toContain(NAME.toLowerCase());
    await fc.assert(
      fc.asyncProperty(hostile, async (value) => {
        const escaped = value
          .toWellFormed()
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;')
          .replaceAll('>', '&gt;')
          .replaceAll('"', '&quot;')
          .replaceAll("'", '&#39;')
          .replaceAll('{', '&#123;');
        expect(await filled(source, value.toWellFormed())).toBe(harmless.replaceAll('Harmlessia', () => escaped));
      }),
      { numRuns: rounds(2, 30) },
    );
  });
});

describe('a value', () => {
  const EVIL = '"><b>&{{x}}';
  const put = async (body: string, value = EVIL) => {
    const html = await filled(page(body), value);
    return html.slice(html.indexOf('<body>') + '<body>'.length, html.indexOf('</body>'));
  };

  it('is text in text, in any case of its placeholder, and in attributes that people read', async () => {
    const safe = '&quot;&gt;&lt;b&gt;&amp;&#123;&#123;x}}';
    expect(await put(`<p>Hi ${NAME}!</p><h1>${NAME.toUpperCase()}</h1>`)).toBe(`<p>Hi ${safe}!</p><h1>${safe}</h1>`);
    expect(await put(`<img alt='A "fine" ${NAME}' src="/a.png">`)).toBe(`<img alt="A &quot;fine&quot; ${safe}" src="/a.png">`);
    expect(await put(`<textarea name="t">${NAME}</textarea>`)).toBe(`<textarea name="t">${safe}</textarea>`);
  });

  it('is encoded in addresses behind the host, and never becomes one', async () => {
    expect(await put(`<a href="https://example.com/${NAME}?q=${NAME}#${NAME}">x</a>`, 'a/b?c&d')).toBe(
      '<a href="https://example.com/a%2Fb%3Fc%26d?q=a%2Fb%3Fc%26d#a%2Fb%3Fc%26d">x</a>',
    );
    expect(await put(`<a href="mailto:${NAME}">x</a>`, 'ann@example.com?bcc=x')).toBe('<a href="mailto:ann@example.com%3Fbcc%3Dx">x</a>');
    for (const address of [
      NAME,
      `https://${NAME}/`,
      `https://${NAME}.example.com/`,
      `https://a.example${NAME}`,
      `//${NAME}`,
      `https://a:${NAME}@b/`,
    ])
      expect(await put(`<a href="${address}">x</a>`, 'javascript:alert(1)')).toBe('<a>x</a>');
    expect(await put(`<a href="https://example.com/a/${NAME}">x</a>`, '..')).toBe('<a>x</a>');
    expect(await put(`<a href="#${NAME}">x</a><p id="${NAME}"></p>`)).toBe(`<a href="#${NAME}">x</a><p id="${NAME}"></p>`);
  });

  it('is not put into scripts, comments, handlers and styles', async () => {
    expect(await put(`<script>const a = "${NAME}";</script>`)).toBe('<script>const a = "";</script>');
    expect(await put(`<!-- ${NAME} --><p onclick="say('${NAME}')" style="color:${NAME}">x</p>`)).toBe(
      `<!--  --><p onclick="say(&#39;&#39;)" style="color:${NAME}">x</p>`,
    );
    expect(await put(`<style>.${NAME}{}</style>`)).toBe(`<style>.${NAME}{}</style>`);
    const meta = await filled(page('x').replace('<title>', `<meta property="og:url" content="https://${NAME}/"><title>`), EVIL);
    expect(meta).toContain('<meta property="og:url">');
  });

  it('is taken as it is where it names another placeholder', async () => {
    const other = placeholderFor('a secret', 'flow', 'step', '{{contact.city}}');
    const fills = { ...fillsOf(other), [other]: { meaning: '{{contact.city}}', value: 'Bern' } };
    expect(await filledHtml(page(`<p>${NAME} ${other}</p>`), fills, MOST)).toContain(`<p>${other} Bern</p>`);
  });
});
