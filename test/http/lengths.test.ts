/** The length of a text is that of its characters, as JSON Schema counts them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAjv } from '../../src/http/ajv.ts';
import type { Document } from '../../src/http/contract.ts';
import { expectCpu } from '../support/cpu.ts';

const ajv = createAjv({ openapi: '3.1.0' } as Document, {});
const fits = (keyword: 'minLength' | 'maxLength', limit: number, text: string): boolean =>
  ajv.compile({ type: 'string', [keyword]: limit })(text);

describe('a length', () => {
  test.each([
    ['in letters', 'x'.repeat(10)],
    ['in pairs of units', '😀'.repeat(10)],
    ['in both', 'x😀'.repeat(5)],
    ['in halves of pairs', '\ud83d'.repeat(10)],
  ])('%s is exact', (_what, ten) => {
    for (const [limit, isLeast, isMost] of [
      [9, true, false],
      [10, true, true],
      [11, false, true],
    ] as const) {
      expect([fits('minLength', limit, ten), fits('maxLength', limit, ten)], String(limit)).toEqual([isLeast, isMost]);
    }
  });

  test('is the number of its characters', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'ö', '😀', '\ud83d', '\ude00'), maxLength: 12 });
    fc.assert(
      fc.property(texts, fc.nat(12), (text, limit) => {
        const { length } = Array.from(text);
        expect(fits('minLength', limit, text)).toBe(length >= limit);
        expect(fits('maxLength', limit, text)).toBe(length <= limit);
      }),
    );
  });

  test('of a large text costs next to nothing where its units decide', async () => {
    const large = 'x'.repeat(32 * 1024 * 1024);
    const most = ajv.compile({ type: 'string', minLength: 1, maxLength: large.length });
    const few = ajv.compile({ type: 'string', maxLength: 100 });
    await expectCpu({ here: 20 }, () => expect([most(large), few(large)]).toEqual([true, false]));
  });
});
