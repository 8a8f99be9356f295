/** A page as it is served: its forms come here, it names Bivouac, and all else stays byte for byte. */
import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { trapMarkup } from '../../src/tents/forms/find.ts';
import { BRANDING, prepare } from '../../src/tents/publishing/prepare.ts';
import { page } from '../support/generator.ts';

const tentId = '01936d2e-b283-71d8-8092-d084939ab171';
const prepared = (html: string, branded = false) => Buffer.from(prepare(html, { tentId, branded }).html).toString();
const to = (formId = 'form') => `action="/submit/${tentId}/${formId}"`;
const TRAP = trapMarkup('website');

test('a page without forms and without the line stays as it is', () => {
  const html = `\ufeff<!DOCTYPE html>\r\n<HTML>\t<body class=x onload='a()' data-ü="&amp;&"><p>ä 🏕 </P>\r\n<!-- -->\n</BODY >\n</html>\n`;
  const { html: bytes, brotli, etag, forms } = prepare(html, { tentId, branded: false });
  expect(Buffer.from(bytes).toString()).toBe(html);
  expect(brotliDecompressSync(brotli).toString()).toBe(html);
  expect(etag).toBe(createHash('sha256').update(html).digest('base64url'));
  expect(forms).toEqual([]);
});

describe('a form', () => {
  test.each([
    ['gets an address', '<form></form>', `<form ${to()} method="post">${TRAP}</form>`],
    [
      'keeps its id and all else',
      '<form id="a" class=b data-x></form>',
      `<form ${to('a')} method="post" id="a" class=b data-x>${TRAP}</form>`,
    ],
    [
      'gets its own address in the place of another',
      '<form action="https://evil.example/x" method=post></form>',
      `<form ${to()} method=post>${TRAP}</form>`,
    ],
    ['that is written like this already stays', `<form ${to()} METHOD="POST"></form>`, `<form ${to()} METHOD="POST">${TRAP}</form>`],
    ['posts', '<form method="get" ACTION></form>', `<form method="post" ${to()}>${TRAP}</form>`],
    [
      'that asks in a dialog posts',
      '<form method=dialog><input name=x></form>',
      `<form ${to()} method="post"><input name=x>${TRAP}</form>`,
    ],
    ['that closes a dialog stays', '<form method=dialog><button>x</button></form>', '<form method=dialog><button>x</button></form>'],
    [
      'opens no window and is sent as usual',
      '<form target=_top enctype="text/plain" accept-charset=utf-7></form>',
      `<form ${to()} method="post"   >${TRAP}</form>`,
    ],
    ['with attributes twice', '<form action=a action=b target=a target=b></form>', `<form method="post" ${to()} action=b  >${TRAP}</form>`],
    [
      'without blanks between attributes',
      '<form action="a"method="get"target="b"id="c"></form>',
      `<form ${to('c')}method="post"id="c">${TRAP}</form>`,
    ],
    ['in capitals', '<FORM></FORM>', `<FORM ${to()} method="post">${TRAP}</FORM>`],
    ['with a slash', '<form/></form>', `<form ${to()} method="post"/>${TRAP}</form>`],
    ['that nobody closes has its trap at the beginning', '<form><p>x', `<form ${to()} method="post">${TRAP}<p>x`],
    ['within a form is none', '<form><form action=x></form></form>', `<form ${to()} method="post"><form action=x>${TRAP}</form></form>`],
    ['that ends in a drawing has its trap at the beginning', '<form><svg></form>', `<form ${to()} method="post">${TRAP}<svg></form>`],
    ['in a template stays', '<template><form action=x></form></template>', '<template><form action=x></form></template>'],
    [
      'with a field like the trap has another trap',
      '<form><input name=Website></form>',
      `<form ${to()} method="post"><input name=Website>${trapMarkup('homepage')}</form>`,
    ],
    [
      'has no field for files or passwords',
      '<form><input type=password name=a required><input type=file disabled></form>',
      `<form ${to()} method="post"><input disabled type=password name=a required><input type=file disabled>${TRAP}</form>`,
    ],
  ])('%s', (_what, html, expected) => {
    expect(prepared(html)).toBe(expected);
  });

  test.each([
    ['<button formaction=x formmethod=get formtarget=_blank formenctype=text/plain>a</button>', '<button    >a</button>'],
    ['<input type=submit formaction=x formaction=y>', '<input type=submit  >'],
    ['<input type=image formaction="x"alt=a>', '<input type=image alt=a>'],
    ['<button formmethod=dialog>a</button>', '<button formmethod=dialog>a</button>'],
    ['<button type=button formaction=x>a</button>', '<button type=button formaction=x>a</button>'],
  ])('is sent nowhere else by a button: %s', (html, expected) => {
    expect(prepared(`<form id=a></form>${html}`)).toBe(`<form ${to('a')} method="post" id=a>${TRAP}</form>${expected}`);
  });

  test.each([
    ['https://evil.example/', true],
    ['//evil.example', true],
    ['\t/\\evil.example', true],
    ['data:text/html,', true],
    ['https://', true],
    ['/docs/', false],
    ['docs/', false],
    ['', false],
  ])('goes to its own host whatever the base is: %j', (href, isForeign) => {
    const html = `<base href="${href}" target=x><form></form>`;
    expect(prepared(html)).toBe(`<base ${isForeign ? '' : `href="${href}"`} target=x><form ${to()} method="post">${TRAP}</form>`);
    expect(prepared(`<base href="${href}">`)).toBe(`<base href="${href}">`);
  });

  test('several have an address each', () => {
    const html = '<form id="a b"></form><form id="c"></form><form></form>';
    expect(prepared(html)).toBe(
      `<form ${to('form')} method="post" id="a b">${TRAP}</form><form ${to('c')} method="post" id="c">${TRAP}</form>` +
        `<form ${to('form-2')} method="post">${TRAP}</form>`,
    );
  });

  test('prepared again it is as it was', () => {
    const html = page('<form action=x target=y enctype=z><input type=file name=f><button formaction=x>a</button></form>');
    const once = prepared(html);
    expect(prepared(once.replace(TRAP, ''))).toBe(once);
  });
});

describe('the line that names Bivouac', () => {
  test.each([
    ['<!doctype html><body><p>x</p>|</body></html>'],
    ['<p>x</p>|</BODY ><!-- </body> --> '],
    ['<p>x</p>|</html>'],
    ['<p>x</p>|'],
    ['|'],
    ['</body><p>x</p>|</body>'],
    ['<script>"</body>"</script>|'],
    ['<svg><g></svg>|</body>'],
    ['<template></body></template>|'],
    // Behind these nothing could be seen.
    ['<p>x|<!-- y'],
    ['<p>x</p>|<textarea>y'],
    ['|<script>"</body>"'],
    ['<p>x|<p title="y'],
    ['<p>x|</'],
    ['|<template></body>'],
    ['|<noscript><p>x</body>'],
    ['<p>x</p>|<style></body>'],
    ['<p>x &amp; y &lt|'],
  ])('stands in its place in %s', (marked) => {
    expect(prepared(marked.replace('|', ''), true)).toBe(marked.replace('|', () => BRANDING));
  });

  test('is words, in a style that nothing of the page overrides', () => {
    expect(BRANDING.replace(/<[^>]*>/g, '')).toBe('Made with Bivouac');
    const [, style] = /style="([^"]*)"/.exec(BRANDING) ?? [];
    for (const declaration of style?.split(';') ?? [])
      expect(declaration).toMatch(/^[a-z-]+:.+!important$|^(line-height|letter-spacing|word-spacing):/);
  });
});
