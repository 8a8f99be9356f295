/** Prompts that are made to cost: patterns that readers of text are slow at, as long as a prompt may be. */
import { describe, expect, it } from 'vitest';
import { GenerationRefused } from '../../../src/content/generation/generator.ts';
import { localGenerator } from '../../../src/content/generation/local/index.ts';
import { expectStretches } from '../../support/cpu.ts';
import { commission } from './commission.ts';

const UNITS = [
  'a,',
  'Ab, ',
  'y ',
  'et ',
  'Monday, ',
  'sections: a, ',
  '„',
  '「',
  '“',
  '"a" ',
  '(',
  '1. a\n',
  '> a\n',
  'make it red, ',
  '{{a}} ',
];
const LENGTH = 10_000;
const CURRENT = '<!doctype html><html lang="en"><head><title>A</title></head><body><h1>A</h1><p>Text</p></body></html>';

const write = (unit: string, more: Parameters<typeof commission>[1]) => {
  const prompt = `newsletter with a form: ${unit.repeat(LENGTH)}`.slice(0, LENGTH);
  return localGenerator.generate(commission(prompt, more), AbortSignal.timeout(60_000)).then(
    ({ html }) => html.length > 0,
    (error) => error instanceof GenerationRefused,
  );
};

describe('a prompt of ten thousand characters', () => {
  it.each(UNITS)('of %j holds up nothing else, and ends', async (unit) => {
    for (const more of [{ kind: 'page' }, { kind: 'email' }, { kind: 'page', current: CURRENT }] as const)
      expect(await expectStretches(50, () => write(unit, more), `writing ${JSON.stringify(more.kind)}`)).toBe(true);
  });
});
