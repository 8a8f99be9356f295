/** Encoded texts: another decoder restores them, and no server has to change their lines. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  columnOf,
  quotedPrintable,
  quotedPrintableInTurns,
  SOFT_BREAK,
  valueBehind,
} from '../../../src/campaigns/messages/quoted-printable.ts';
import { isAtLength } from '../../support/at-length.ts';

/** RFC 2045, section 6.7, as a reader of messages does it: white space at the ends of lines is lost, soft breaks join. */
function decoded(encoded: string): string {
  const bytes = encoded
    .replace(/[ \t]+(?=\r\n|$)/g, '')
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
const asSent = (text: string) => text.toWellFormed().replace(/\r\n|\r|\n/g, '\r\n');

function expectFit(encoded: string): void {
  const unfit = (line: string) => line.length > 76 || !/^[\t\x20-\x7e]*$/.test(line) || /^(\.|From )|[ \t]$/.test(line);
  expect(encoded.split('\r\n').filter(unfit)).toEqual([]);
}

const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom('\n', '\r\n', '\r', ' ', '\t', '=', '.', 'From ', '\x7f', '\x01', 'é', '日', '🏕'),
      fc.integer({ min: 70, max: 160 }).map((length) => 'w'.repeat(length)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('a text in quoted-printable', () => {
  it('is what it was, in lines that every server takes as they are', () => {
    fc.assert(
      fc.property(text, (given) => {
        const encoded = quotedPrintable(given);
        expectFit(encoded);
        expect(decoded(encoded)).toBe(asSent(given));
      }),
    );
  });

  it.each([
    ['75 letters', 'w'.repeat(75), 'w'.repeat(75)],
    ['76 letters', 'w'.repeat(76), `${'w'.repeat(75)}=\r\nw`],
    ['72 letters and one that is encoded', `${'w'.repeat(72)}=`, `${'w'.repeat(72)}=3D`],
    ['73 letters and one that is encoded', `${'w'.repeat(73)}=`, `${'w'.repeat(73)}=\r\n=3D`],
    ['a dot where a line begins anew', `${'w'.repeat(75)}.`, `${'w'.repeat(75)}=\r\n=2E`],
    ['a letter F that begins another word', 'Fromage From me', 'Fromage From me'],
    ['`From ` at the beginning', 'From me', '=46rom me'],
  ])('of %s is full where it may be, and encodes no more than it has to', (_what, given, expected) => {
    expect(quotedPrintable(given)).toBe(expected);
  });

  it.runIf(isAtLength)('that is large is the same, a piece at a time, wherever the pieces meet', async () => {
    for (const edge of ['w', '🏕', '\r\n', 'é', '.', ' ']) {
      for (const short of [0, 1, 2]) {
        const given = `${'line of text\n'.repeat(20_000).slice(0, 256 * 1024 - short)}${edge}behind`;
        const encoded = await quotedPrintableInTurns(given);
        expectFit(encoded);
        expect(decoded(encoded)).toBe(asSent(given));
      }
    }
  });
});

describe('the value of one person', () => {
  it('stands behind what is there, in lines that fit', () => {
    fc.assert(
      fc.property(text, text, text, (before, value, behind) => {
        const start = quotedPrintable(before);
        const added = valueBehind(columnOf(start), value);
        const line = columnOf(start + added);
        const whole = start + added + (line > 0 ? SOFT_BREAK : '') + quotedPrintable(behind);
        for (const each of whole.split('\r\n')) expect(each.length, each).toBeLessThanOrEqual(76);
        expect(decoded(whole)).toBe([before, value, behind].map(asSent).join(''));
      }),
    );
  });

  it.each([
    [70, 'Maya!', 'Maya!'],
    [71, 'Maya!', '=\r\nMaya!'],
    [0, 'w'.repeat(75), 'w'.repeat(75)],
    [1, 'w'.repeat(76), `=\r\n${'w'.repeat(75)}=\r\nw`],
    [0, 'a=b', 'a=3Db'],
    [5, '', ''],
  ])('behind %i characters is plain if it may be: %s', (column, value, expected) => {
    expect(valueBehind(column, value)).toBe(expected);
  });
});
