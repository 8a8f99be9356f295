import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { momentOf, spanOf } from '../../src/shared/dates.ts';

const iso = (text: string) => {
  const span = spanOf(text);
  return span && [span.from.toISOString(), span.to.getTime() - span.from.getTime()];
};

describe('a date', () => {
  it.each([
    ['2026-03-01', '2026-03-01T00:00:00.000Z', 86_400_000],
    ['2024-02-29', '2024-02-29T00:00:00.000Z', 86_400_000],
    ['2026-03-01T09:00Z', '2026-03-01T09:00:00.000Z', 1],
    ['2026-03-01 09:00:00Z', '2026-03-01T09:00:00.000Z', 1],
    ['2026-03-01t09:00:00.5z', '2026-03-01T09:00:00.500Z', 1],
    ['2026-03-01T09:00:00.123456789Z', '2026-03-01T09:00:00.123Z', 1],
    ['2026-03-01T09:00+02:00', '2026-03-01T07:00:00.000Z', 1],
    ['2026-03-01 09:00-0230', '2026-03-01T11:30:00.000Z', 1],
    ['2026-03-01T09:00:00+02', '2026-03-01T07:00:00.000Z', 1],
    ['0001-01-01', '0001-01-01T00:00:00.000Z', 86_400_000],
    ['9999-12-31', '9999-12-31T00:00:00.000Z', 86_400_000],
  ])('%s is %s', (text, from, length) => {
    expect(iso(text)).toEqual([from, length]);
  });

  it.each([
    '',
    '2026',
    '2026-3-1',
    '2026-02-30',
    '2026-13-01',
    '2026-02-30T09:00Z',
    '2026-03-01T09:00',
    '2026-03-01T09Z',
    '2026-03-01T24:00Z',
    '2026-03-01T09:60Z',
    '2016-12-31T23:59:60Z',
    '2026-03-01T09:00:00.Z',
    '2026-03-01  09:00Z',
    '2026-03-01\n09:00Z',
    '2026-03-01T09:00+24:00',
    '2026-03-01T09:00+2',
    '2026-03-01T09:00 Z',
    ' 2026-03-01',
    '2026-03-01\n',
    '0000-01-01',
    '+002026-03-01',
    '0001-01-01T00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '٢٠٢٦-٠٣-٠١',
  ])('%j is none', (text) => {
    expect(spanOf(text)).toBeNull();
  });

  it('is the moment that was written, however it is written', () => {
    const two = (n: number) => String(n).padStart(2, '0');
    const year = { min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true };
    fc.assert(
      fc.property(
        fc.date(year),
        fc.constantFrom('T', 't', ' '),
        fc.constantFrom(16, 19, 23),
        fc.option(fc.tuple(fc.constantFrom(1, -1), fc.nat({ max: 23 }), fc.nat({ max: 59 }), fc.constantFrom(':', ''))),
        (date, between, length, offset) => {
          const cut = new Date(`${date.toISOString().slice(0, length)}Z`);
          const [sign, hours, minutes, colon] = offset ?? [1, 0, 0, ''];
          const local = new Date(cut.getTime() + sign * (hours * 60 + minutes) * 60_000).toISOString().slice(0, length);
          const zone = offset ? `${sign > 0 ? '+' : '-'}${two(hours)}${colon}${two(minutes)}` : 'Z';
          expect(momentOf(local.replace('T', between) + zone)).toEqual(cut);
        },
      ),
    );
  });
});
