import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine, unguarded } from '../../src/shared/csv.ts';
import { parseCsv } from '../support/csv.ts';

describe('a line of CSV', () => {
  it.each([
    [['a', 1, true, null, ''], 'a,1,true,,\r\n'],
    [['a,b', 'say "hi"', 'two\nlines', 'and\r\nmore'], '"a,b","say ""hi""","two\nlines","and\r\nmore"\r\n'],
    [['=1+1', '+cmd', '-2+3', '@SUM(A1)', '\tx', '\rx'], `'=1+1,'+cmd,'-2+3,'@SUM(A1),'\tx,"'\rx"\r\n`],
    [['+15551234567', '+1 (555) 123-4567', '+1|calc', -5, 1.5], `+15551234567,+1 (555) 123-4567,'+1|calc,-5,1.5\r\n`],
    [['\n=1', '＝1+1', '＋1', '－1', '＠SUM(A1)', 'a＝'], `"'\n=1",'＝1+1,'＋1,'－1,'＠SUM(A1),a＝\r\n`],
    [["'=1", "o'hara", "'quoted'"], "''=1,o'hara,'quoted'\r\n"],
  ] as const)('%j', (cells, line) => expect(csvLine(cells)).toBe(line));

  it('is read back as it was written, whatever is in it, and runs nothing', () => {
    const texts = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^['=+\-@\t\r\n", 0-9a＝＋－＠]{0,6}$/)), {
      minLength: 1,
    });
    fc.assert(
      fc.property(texts, (cells) => {
        const rows = parseCsv(csvLine(cells));
        expect(rows).toHaveLength(1);
        expect(rows[0]?.map(unguarded)).toEqual(cells);
        for (const cell of rows[0] as string[]) expect(/^[=\-@\t\r\n＝＋－＠]|^\+(?![0-9][0-9 ().-]*$)/.test(cell)).toBe(false);
      }),
    );
  });
});
