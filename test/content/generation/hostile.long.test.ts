import { describe, expect, it } from 'vitest';
import { expectStretches } from '../../support/cpu.ts';
import { COMMISSIONS, UNITS, write } from './hostile-prompts.ts';

describe('a prompt of ten thousand characters', () => {
  it.each(UNITS)('of %j holds up nothing else, and ends', async (unit) => {
    for (const more of COMMISSIONS)
      expect(await expectStretches(50, () => write(unit, more), `writing ${JSON.stringify(more.kind)}`)).toBe(true);
  });
});
