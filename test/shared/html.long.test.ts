import { expect, it } from 'vitest';
import { isHtmlDocument } from '../../src/shared/html.ts';
import { expectCpu } from '../support/cpu.ts';

it('a text that begins with a lot of nothing is told from a document at once', async () => {
  for (const part of ['<!---->', '<!-- -->\n', ' ', '<!--', '\ufeff']) {
    const text = part.repeat(200_000);
    await expectCpu({ here: 500 }, () => expect(isHtmlDocument(text)).toBe(false), JSON.stringify(part));
  }
});
