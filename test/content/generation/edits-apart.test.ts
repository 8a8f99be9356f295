/** Edits of 2 MiB that are made to keep a parser busy: they are carried out or refused while everybody else is answered. */
import { expect, test } from 'vitest';
import { GenerationRefused } from '../../../src/content/generation/generator.ts';
import { expectCpu } from '../../support/cpu.ts';
import { compose } from './commission.ts';

const BYTES = 2 * 1024 * 1024;
const START = '<!doctype html><html><head><title>x</title></head><body><h1>x</h1>';
const filled = (pattern: string): string => START + pattern.repeat(Math.floor((BYTES - START.length) / pattern.length));
const HOSTILE: Record<string, string> = {
  'elements that nobody closes': filled('<p>'),
  'headings in boxes': filled('<div><h2>Part one of many</h2><p>x, and some more words</p></div>'),
  'a tag for every other letter': filled('<b>x</b>'),
  'nothing but angle brackets': filled('<'),
  'a hundred thousand buttons': filled('<a class="btn" href="/">x</a>'),
  'forms and fields': filled('<form><label for="a">a</label><input id="a" name="a" required></form>'),
  entities: filled('&amp;'),
  'words that are looked for': filled('ab '),
  'a comment without end': `${START}<!--${'-'.repeat(BYTES - 100)}`,
  'style sheets': filled('<style>:root{--ground:#fff;--button:#000000}</style>'),
};
const PROMPTS = [
  'replace "ab" with "cd"',
  'remove the appendix',
  'put the form before the part',
  'add a field for phone',
  'make it warmer',
  'make it shorter',
  'translate it to German',
];

/** What an edit may cost the thread that answers everybody, and all threads together. */
const MOST_CPU = { here: 100, inAll: 20_000 };

test.each(Object.entries(HOSTILE))('2 MiB of %s hold up nobody else', async (_name, current) => {
  // The other thread is there.
  await compose('change the headline to "z"', { current: START });
  for (const prompt of PROMPTS) {
    const edit = () => compose(prompt, { current }).catch((error) => expect(error).toBeInstanceOf(GenerationRefused));
    await expectCpu(MOST_CPU, edit, prompt);
  }
});

test('a document with more elements than it may have is refused in words for its author', async () => {
  const change = (count: number) => compose('change the headline to "z"', { current: START + '<p>'.repeat(count - 5) });
  const { html } = await change(100_000);
  expect(html).toContain('<h1>z</h1>');
  await expect(change(100_001)).rejects.toThrow(
    new GenerationRefused('The document has more than 100,000 elements, too many to change it in words. Change its code instead.'),
  );
});
