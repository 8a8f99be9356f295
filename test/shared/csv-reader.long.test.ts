/** CSV files that are made to take long. */
import { describe, expect, it } from 'vitest';
import { LONGEST_RECORD } from '../../src/shared/csv-records.ts';
import { expectCpu } from '../support/cpu.ts';
import { read } from '../support/csv-reader.ts';

describe('a file that is made to take long', () => {
  const nearly = LONGEST_RECORD - 10;
  it.each([
    ['a huge cell in small pieces', `a\n${'x'.repeat(nearly)}\n`, [10], [['x'.repeat(nearly)]]],
    ['a huge quoted cell in small pieces', `a\n"${'x'.repeat(nearly)}"\n`, [10], [['x'.repeat(nearly)]]],
    ['nothing but quotes', `a\n"${'""'.repeat(nearly / 2)}"\n`, [4_096], [['"'.repeat(nearly / 2)]]],
    ['line breaks in quotes', `a\n"${'\n'.repeat(nearly)}"\n`, [4_096], [['\n'.repeat(nearly)]]],
    ['half a million cells', `a,b\n${'"",'.repeat(nearly / 3)}\n`, [65_536], [['', '']]],
  ])('with %s does not', async (_what, text, sizes, rows) => {
    await expectCpu({ here: 5_000 }, async () => expect((await read(text, sizes)).rows).toEqual(rows));
  });

  it('with quotes in many short lines does not', async () => {
    const text = `a\n${'"1"\nx"y\n'.repeat(200_000)}`;
    await expectCpu({ here: 5_000 }, async () => expect((await read(text)).rows).toHaveLength(400_000));
  });
});
