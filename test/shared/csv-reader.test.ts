import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unguarded } from '../../src/shared/csv.ts';
import { openCsv } from '../../src/shared/csv-reader.ts';
import { LONGEST_RECORD } from '../../src/shared/csv-records.ts';
import { rounds } from '../support/at-length.ts';
import { batchesOf, open, read } from '../support/csv-reader.ts';

/**
 * All records as the docstring of `CsvFile` describes them, one character after the other; or the line in which a quote was
 * opened that is never closed.
 */
function reference(text: string, separator: string): string[][] | { openQuote: number } {
  const records: string[][] = [];
  let [line, openQuote, quoted, isStart] = [1, 0, false, true];
  let [record, cell, raw] = [[] as string[], '', ''];
  const endRecord = () => {
    // The CR before an LF belongs to the line end.
    if (raw.endsWith('\r')) [cell, raw] = [cell.slice(0, -1), raw.slice(0, -1)];
    if (raw !== '') records.push([...record, unguarded(cell)]);
    [record, cell, raw, isStart] = [[], '', '', true];
  };
  for (let i = 0; i < text.length; i++) {
    const character = text[i] as string;
    if (quoted) {
      raw = 'not blank';
      if (character !== '"') cell += character;
      else if (text[i + 1] === '"') cell += text[++i];
      else quoted = false;
    } else if (character === '"' && isStart) {
      [quoted, openQuote, isStart] = [true, line, false];
    } else if (character === separator) {
      record.push(unguarded(cell));
      [cell, raw, isStart] = ['', 'not blank', true];
    } else if (character === '\n') endRecord();
    else {
      cell += character;
      raw += character;
      isStart = false;
    }
    if (character === '\n') line += 1;
  }
  endRecord();
  return quoted ? { openQuote } : records;
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const sizes = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 });
const cell = fc.oneof(fc.string({ unit: fc.constantFrom(...'ab,;\t"\r\n \'=é字😀'), maxLength: 6 }), fc.string({ maxLength: 4 }));

describe('a CSV file', () => {
  const table = fc
    .tuple(fc.integer({ min: 2, max: 5 }), fc.constantFrom(',', ';', '\t'), fc.constantFrom('\n', '\r\n'), fc.boolean(), fc.boolean())
    .chain(([width, separator, end, hasMark, isEnded]) =>
      fc.record({
        rows: fc.array(fc.array(fc.tuple(cell, fc.boolean()), { minLength: width, maxLength: width }), { maxLength: 12 }),
        headers: fc.constant(Array.from({ length: width }, (_, index) => `h${index}`)),
        separator: fc.constant(separator),
        end: fc.constant(end),
        hasMark: fc.constant(hasMark),
        isEnded: fc.constant(isEnded),
      }),
    )
    .map(({ rows, headers, separator, end, hasMark, isEnded }) => {
      const needsQuotes = (text: string) => /["\r\n\0]/.test(text) || text.includes(separator) || text === '';
      const safe = rows.map((row) => row.map(([text, always]) => ({ text: text.replaceAll('\0', ''), always })));
      const lines = safe.map((row) => row.map(({ text, always }) => (always || needsQuotes(text) ? quoted(text) : text)).join(separator));
      const text = `${hasMark ? '\ufeff' : ''}${[headers.join(separator), ...lines].join(end)}${isEnded ? end : ''}`;
      return { text, headers, rows: safe.map((row) => row.map(({ text }) => unguarded(text))) };
    });

  it('is read as it was written, in every dialect and however its bytes come', async () => {
    await fc.assert(
      fc.asyncProperty(table, sizes, async ({ text, headers, rows }, sizes) => {
        // A separator within cells may fit as well when there are few rows; the sample makes them many.
        expect(await read(text, sizes)).toEqual({ headers, rows });
      }),
      { numRuns: rounds(60, 300) },
    );
  });

  it('is read as the plain reference reads it, whatever it is', async () => {
    const noise = fc.string({ unit: fc.constantFrom(...'a,,"\r\n\n \'=é😀'), maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(noise, sizes, async (noise, sizes) => {
        const text = `x,y,z\n${noise}`;
        const expected = reference(text, ',');
        if ('openQuote' in expected) {
          await expect(read(text, sizes)).rejects.toThrow(`Line ${expected.openQuote}: a quote is opened and never closed.`);
        } else {
          // Cells beyond the headers stay up to the last filled one.
          const rows = expected.slice(1).map((row) => {
            const length = Math.max(3, row.findLastIndex((cell) => cell.trim() !== '') + 1);
            return Array.from({ length }, (_, column) => row[column] ?? '');
          });
          expect((await read(text, sizes)).rows).toEqual(rows);
        }
      }),
      { numRuns: rounds(200, 1_000) },
    );
  });

  it('can be read on from each position that it reported', async () => {
    await fc.assert(
      fc.asyncProperty(table, sizes, fc.integer({ min: 1, max: 4 }), async ({ text }, sizes, size) => {
        const { csv, batches } = await batchesOf(text, size, sizes);
        const rows = batches.flatMap((batch) => batch.rows);
        for (const [index, { next }] of batches.entries()) {
          const rest = await Array.fromAsync(csv.batches(next, 100, csv.headers.length));
          expect(rest.flatMap((batch) => batch.rows)).toEqual(rows.slice((index + 1) * size));
          expect(await csv.count(next)).toBe(Math.max(0, rows.length - (index + 1) * size));
          const before = Buffer.from(text).subarray(0, next.offset).toString();
          if (index < batches.length - 1) expect(next.line).toBe(before.split('\n').length);
        }
      }),
      { numRuns: rounds(30, 100) },
    );
  });
});

describe('the separator', () => {
  it.each([
    ['a comma, when there is nothing to tell', 'Email\nada@example.com\n', ['Email']],
    ['the one that splits the headers', 'a;b;c\n1;2;3\n', ['a', 'b', 'c']],
    ['the one that fits the rows', 'Name;Street, number;City\nAda;Way 1;Oslo\nEve;Way 2, b;Rome\n', ['Name', 'Street, number', 'City']],
    ['not one that only stands within quotes', '"a;b;c","d;e"\n"1;2;3",4\n', ['a;b;c', 'd;e']],
    ['a tab', 'a, b\tc\n1\t2\n', ['a, b', 'c']],
    ['the comma, when another one splits as well', 'a,b;c\n1,2;3\n', ['a', 'b;c']],
    ['the semicolon, when a tab splits as well', 'a;b\tc\n1;2\t3\n', ['a', 'b\tc']],
    ['the one that makes more headers, when all rows are short', 'a;b,c,d\n1\n2\n', ['a;b', 'c', 'd']],
  ])('is %s', async (_what, text, headers) => {
    expect((await read(text)).headers).toEqual(headers);
  });
});

describe('a record', () => {
  it.each([
    ['is as long as the headers', 'a,b\n1\n1,2,, \n', [['1', ''], ['1', '2']]], // biome-ignore format: short
    ['is longer when there is something beyond them', 'a,b\n1,2,3\n1,2,,4,\n', [['1', '2', '3'], ['1', '2', '', '4']]], // biome-ignore format: short
    ['is no line without a character', '\n\r\na,b\n\n1,2\r\n\r\n\n3,4', [['1', '2'], ['3', '4']]], // biome-ignore format: short
    ['is a line of separators, or of blanks', 'a,b\n,\n  \n', [['', ''], ['  ', '']]], // biome-ignore format: short
    ['may hold what it likes in quotes', 'a,b\n"1,\r\n2","say ""hi"""\n', [['1,\r\n2', 'say "hi"']]],
    ['keeps what follows a closing quote', 'a,b\n"1"x"2",3\n', [['1x"2"', '3']]],
    ['keeps quotes that are not at the beginning of a cell', 'a,b\n5" nail, "x"\n', [['5" nail', ' "x"']]],
    ['loses the apostrophes of an export', `a,b\n'=1,"'@x"\n'a,''=\n`, [['=1', '@x'], ["'a", "'="]]], // biome-ignore format: short
  ])('%s', async (_what, text, rows) => {
    expect((await read(text)).rows).toEqual(rows);
  });
});

describe('a file that cannot be read', () => {
  const latin1 = (text: string) => Buffer.from(text, 'latin1');
  it.each([
    ['another encoding', latin1('a,b\r\n"1\n2",3\r\nMot\xf6rhead,5\n6,7\n'), 'Line 4: this is not UTF-8.', 1],
    ['a character that breaks off', latin1('a,b\n1,2\n3,\xc3'), 'Line 3: this is not UTF-8.', 1],
    ['UTF-16', Buffer.from('\ufeffa,b\n1,2\n', 'utf16le'), 'Line 1: this is not UTF-8.', null],
    ['a NUL byte', 'a,b\n1,2\n3,4\n5,\0\n', 'Line 4: there is a NUL byte.', 2],
    ['a quote that stays open', 'a,b\n1,2\n\n3,"4\n5,6\n', 'Line 4: a quote is opened and never closed.', 1],
    ['a quote that stays open in the headers', 'a,"b\n1,2\n', 'Line 1: a quote is opened and never closed.', null],
    ['a long record', `a,b\n1,2\n${'x'.repeat(LONGEST_RECORD)}\n`, 'Line 3: a record has more than 1 MiB.', 1],
    ['long headers', `${'x'.repeat(LONGEST_RECORD)}\n1\n`, 'Line 1: a record has more than 1 MiB.', null],
  ] as const)('for %s says where, after all that came before', async (_what, content, message, readable) => {
    for (const sizes of [[65_536], [4_093, 1], ...(content.length < 100 ? [[1], [3, 2]] : [])]) {
      let read: number | null = null;
      const reading = async () => {
        const csv = await open(content, sizes);
        read = 0;
        for await (const { rows } of csv.batches(csv.start, 1, 2)) read += rows.length;
      };
      await expect(reading).rejects.toThrow(message);
      expect(read).toBe(readable);
    }
  });

  it('is given up as soon as a record is too long', async () => {
    for (const [begin, message] of [
      ['', 'Line 2: a record has more than 1 MiB.'],
      ['1\n2,"', 'Line 3: a record has more than 1 MiB; probably the quote that is opened in line 3 is never closed.'],
    ] as const) {
      let pulled = 0;
      const block = Buffer.alloc(65_536, 'x');
      const content = function* () {
        yield Buffer.from(`a,b\n${begin}`);
        for (; pulled < 1_600; pulled++) yield block;
      };
      const reading = async () => (await openCsv(async () => Readable.from(content()))).count({ offset: 0, line: 1 });
      await expect(reading).rejects.toThrow(message);
      expect(pulled).toBeLessThan(100);
    }
  });
});
