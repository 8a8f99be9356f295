import { expect, test } from 'vitest';
import { applied } from '../../src/content/generation/verify/edits.ts';
import { headEdits, type PageHead } from '../../src/tents/publishing/head.ts';

const HEAD: PageHead = { metaTitle: 'New', metaDescription: 'Words', noindex: true, language: 'de' };
const ADDED = '<meta name="robots" content="noindex">';
const ALL = `<title>New</title><meta name="description" content="Words">${ADDED}`;

function withHead(source: string, head = HEAD): string {
  const { edits, lead } = headEdits(source, head);
  return lead + applied(source, edits);
}

test.each([
  ['nothing but text', 'Hello', `<html lang="de">${ALL}Hello`],
  ['a doctype', '<!-- a -->\n<!doctype html>\n<p>Hello', `<!-- a -->\n<!doctype html><html lang="de">${ALL}\n<p>Hello`],
  ['a head without html', '<head><meta charset=utf-8></head>x', `<html lang="de"><head>${ALL}<meta charset=utf-8></head>x`],
  ['html without a head', '<html class=a><body>x', `<html lang="de" class=a>${ALL}<body>x`],
  ['a title', '<html><title>Old</title>', `<html lang="de"><meta name="description" content="Words">${ADDED}<title>New</title>`],
  ['an empty title', '<HEAD><title></title>', `<html lang="de"><HEAD><meta name="description" content="Words">${ADDED}<title>New</title>`],
  [
    'a description right behind the head',
    "<html lang='en'><head><meta content='Old' name='DESCRIPTION'><title>Old</title>",
    `<html lang="de"><head>${ADDED}<meta name="description" content="Words"><title>New</title>`,
  ],
  ['many comments', '<!-- -->'.repeat(5_000), `<html lang="de">${ALL}${'<!-- -->'.repeat(5_000)}`],
  ['a title in a drawing', '<svg><title>Old</title></svg>', `<html lang="de">${ALL}<svg><title>Old</title></svg>`],
  ['a title in a comment', '<!-- <title>Old</title> -->x', `<html lang="de">${ALL}<!-- <title>Old</title> -->x`],
])('is put into a page with %s', (_case, source, expected) => expect(withHead(source)).toBe(expected));

test('escapes markup, and leaves what is not set', () => {
  const head = { metaTitle: '</title><script>', metaDescription: null, noindex: false, language: null };
  expect(withHead('<title>a</title>', head)).toBe('<title>&lt;/title&gt;&lt;script&gt;</title>');
  expect(withHead('<title>a</title>', { ...head, metaTitle: null })).toBe('<title>a</title>');
});
