/** Pages of 2 MiB that are made to keep the search for forms busy. */
import { test } from 'vitest';
import { findForms } from '../../src/tents/forms/find.ts';
import { expectCpu } from '../support/cpu.ts';

const BYTES = 2 * 1024 * 1024;
const filled = (pattern: string, end = ''): string =>
  pattern.repeat(Math.floor(BYTES / 2 / pattern.length)) + end.repeat(Math.floor(BYTES / 2 / (end.length || 1)));
test.each([
  ['forms', filled('<form>', '</form>')],
  ['forms one after the other', filled('<form></form>')],
  ['fields', `<form>${filled('<input name=x>')}`],
  ['drawings', filled('<svg>', '</x>')],
  ['drawings that are closed', filled('<svg>', '</svg>')],
  ['bridges', filled('<svg><desc>', '</p>')],
  ['templates', filled('<template>', '</template>')],
  ['what scripts replace', filled('<noscript>', '</noscript>')],
  ['groups', filled('<fieldset>', '</fieldset>')],
  ['labels', filled('<label for=x>x')],
  ['attributes', `<form ${filled('a ')}>`],
  ['closing tags', filled('<', '</')],
  ['an unclosed comment', `<form><!--${filled('-')}`],
])('takes 2 MiB of %s', async (_what, html) => {
  await expectCpu({ here: 3_000 }, () => findForms(html));
});
