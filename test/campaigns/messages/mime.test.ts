import fc from 'fast-check';
import { simpleParser } from 'mailparser';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { createComposer } from '../../../src/campaigns/messages/composer.ts';
import { oneLine, personHeader, textHeader } from '../../../src/campaigns/messages/mime.ts';
import { createTokens } from '../../../src/campaigns/tracking/tokens.ts';
import { newId } from '../../../src/platform/ids.ts';
import { isAtLength, rounds } from '../../support/at-length.ts';

/** Texts as people and machines write them. */
const chunk = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    '日本語の件名',
    'مرحبا بالعالم',
    '👩‍👩‍👧‍👦🏕️',
    'e\u0301\u0323',
    ' ',
    '  ',
    '\t',
    '.',
    '..',
    'From me',
    'trailing   ',
    '=?utf-8?B?SGk=?=',
    '=41',
    '"quoted" \\',
    '<a@b.example>',
    ', ; :',
  ),
  fc.integer({ min: 60, max: 1_200 }).map((length) => 'w'.repeat(length)),
);
const line = fc.array(chunk, { maxLength: 6 }).map((chunks) => chunks.join(''));
const lines = fc
  .array(fc.oneof(line, fc.constantFrom('.', 'From a', '', '--=_bivouac', ' ')), { maxLength: 8 })
  .map((all) => all.join('\n'));
/** Braces would be merge tags; those have their own tests. */
const noTags = (text: string) => text.replace(/[{}]/g, '');

const message = {
  id: newId(),
  workspaceId: newId(),
  operational: true,
  tracked: false,
  workspaceName: 'W',
  subject: '{{campaign.dynamic.subject}}',
  fromName: 'Fjord',
  fromAddress: 'hello@example.com',
  previewText: null,
  replyTo: 'hello@example.com',
};
const how = { tokens: createTokens('a secret for the tests'), baseUrl: 'https://api.example.com' };
/** Readers trim and leave out what is at the ends, each in its own way. */
const body = (text: string | undefined) =>
  (text ?? '')
    .toWellFormed()
    .replace(/\r\n|\r/g, '\n')
    .trim();

describe('a message, read by others', () => {
  it.runIf(isAtLength)('is what was written, in lines that every server takes', async () => {
    await fc.assert(
      fc.asyncProperty(
        line,
        line,
        line,
        lines.map(noTags),
        lines.map(noTags),
        lines,
        async (subject, fromName, name, plainText, html, value) => {
          const composer = await createComposer(
            {
              ...message,
              fromName,
              plainText: `${plainText}|{{campaign.dynamic.value}}|\n${plainText}`,
              html: `<pre>${html.replace(/[<>&]/g, '_')}</pre>`,
            },
            how,
          );
          const to = { deliveryId: newId(), contactId: newId(), email: 'maya@example.org', contact: { display_name: name, custom: {} } };
          const { raw } = (await composer.compose({ ...to, campaign: { dynamic: { subject, value } } }, new Date())) as { raw: string };
          for (const each of raw.split('\r\n')) expect(each.length).toBeLessThanOrEqual(each.startsWith('List-') ? 998 : 78);
          expect(raw).toMatch(/^[\t\r\n\x20-\x7e]*$/);
          expect(raw.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/);
          const [head = ''] = raw.split('\r\n\r\n');
          expect(head).not.toMatch(/\r\n[ \t]*\r\n/);

          const one = await PostalMime.parse(raw);
          const other = await simpleParser(raw, { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true });
          const text = body(`${plainText}|${value}|\n${plainText}`);
          expect(oneLine(one.subject ?? '')).toBe(oneLine(subject));
          expect(oneLine(other.subject ?? '')).toBe(oneLine(subject));
          expect(oneLine(one.from?.name ?? '')).toBe(oneLine(fromName));
          expect(oneLine(other.from?.value[0]?.name ?? '')).toBe(oneLine(fromName));
          expect(one.to?.[0]?.address).toBe('maya@example.org');
          expect(oneLine(one.to?.[0]?.name ?? '')).toBe(oneLine(name));
          expect(body(one.text)).toBe(text);
          expect(body(other.text)).toBe(text);
          expect(body(one.html)).toBe(body(`<pre>${html.replace(/[<>&]/g, '_')}</pre>`));
        },
      ),
      { numRuns: rounds(30, 150) },
    );
  });
});

describe('a header', () => {
  it.each([
    ['998 letters without a blank', 'a'.repeat(998)],
    ['an encoded word', 'Sale =?utf-8?B?SGk=?= now'],
    ['many words', 'word '.repeat(300).trim()],
    ['many letters of four bytes', '🏕'.repeat(300)],
    ['nothing', ''],
  ])('of %s is folded as it may be and read as it was written', async (_what, text) => {
    const header = textHeader('Subject', text);
    for (const each of header.split('\r\n')) {
      expect(each.length).toBeLessThanOrEqual(76);
      for (const [word] of each.matchAll(/=\?[^ ]*\?=/g)) expect(word.length).toBeLessThanOrEqual(75);
    }
    expect((await PostalMime.parse(`${header}\r\n\r\n`)).subject ?? '').toBe(text);
    expect((await simpleParser(`${header}\r\n\r\nx`)).subject ?? '').toBe(text);
    const person = personHeader('From', text, 'a@b.example');
    for (const each of person.split('\r\n')) expect(each.length).toBeLessThanOrEqual(76);
    expect((await PostalMime.parse(`${person}\r\n\r\n`)).from).toEqual({ name: text, address: 'a@b.example' });
  });
});
