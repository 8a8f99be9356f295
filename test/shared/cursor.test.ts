import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeCursor, encodeCursor, isTimestamp } from '../../src/shared/cursor.ts';
import { DomainError } from '../../src/shared/errors.ts';

const listing = { status: 'any', sort: 'name', order: 'asc' };
const id = '01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21';
const any = () => true;
const raw = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const refusal = expect.objectContaining({ name: 'DomainError', code: 'invalid_cursor' });
const decode = (cursor: string, of = listing, isKey: (key: string) => boolean = any) => {
  try {
    return decodeCursor(of, cursor, isKey);
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError);
    return error;
  }
};

describe('a cursor', () => {
  test('leads back to where it was made, whatever the key holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.uuid(), (key, uuid) => {
        fc.pre(!key.includes('\0') && key.isWellFormed());
        const cursor = encodeCursor(listing, { key, id: uuid });
        expect(cursor).toMatch(/^[\w-]+$/);
        expect(decode(cursor)).toEqual({ key, id: uuid });
      }),
    );
  });

  test('does not mind in which order the parameters are named', () => {
    const cursor = encodeCursor({ order: 'asc', sort: 'name', status: 'any' }, { key: 'a', id });
    expect(decode(cursor)).toEqual({ key: 'a', id });
  });

  test('fits what the document allows, for the longest names', () => {
    for (const character of ['x', '\u0001', 'é', '𝒳']) {
      expect(
        encodeCursor({ status: 'approved', sort: 'updated_at', order: 'desc' }, { key: character.repeat(200), id }).length,
      ).toBeLessThanOrEqual(2048);
    }
  });

  test.each([
    ['status', 'draft'],
    ['sort', 'updated_at'],
    ['order', 'desc'],
  ])('is refused with another %s', (name, value) => {
    expect(decode(encodeCursor(listing, { key: 'a', id }), { ...listing, [name]: value })).toEqual(refusal);
  });

  test.each([
    ['nothing', ''],
    ['no base64url', '!!!'],
    ['padding', 'YQ=='],
    ['no JSON', Buffer.from('[').toString('base64url')],
    ['no UTF-8', Buffer.from([0xff, 0xfe]).toString('base64url')],
    ['no list', raw({ key: 'a', id })],
    ['null', raw(null)],
    ['too few parts', raw(['order=asc&sort=name&status=any', 'a'])],
    ['too many parts', raw(['order=asc&sort=name&status=any', 'a', id, 1])],
    ['a key that is no text', raw(['order=asc&sort=name&status=any', 1, id])],
    ['a key with NUL', raw(['order=asc&sort=name&status=any', 'a\0', id])],
    ['a key with half a character', raw(['order=asc&sort=name&status=any', '\ud800', id])],
    ['an id that is none', raw(['order=asc&sort=name&status=any', 'a', "' OR 1=1"])],
    ['the example of the document', 'WyIyMDI2LTA0LTE0VDA5OjQyOjAwLjAwMFoiXQ'],
  ])('that holds %s is refused', (_what, cursor) => {
    expect(decode(cursor)).toEqual(refusal);
  });

  test('any text is read or refused', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map((json) => Buffer.from(json).toString('base64url')),
        ),
        (cursor) => void decode(cursor),
      ),
    );
  });

  test('the key has to be one of the listing', () => {
    expect(decode(encodeCursor(listing, { key: 'yesterday', id }), listing, isTimestamp)).toEqual(refusal);
    expect(decode(encodeCursor(listing, { key: '2026-04-14T09:36:00.000Z', id }), listing, isTimestamp)).toMatchObject({ id });
  });
});

test.each([
  ['2026-04-14T09:36:00.000Z', true],
  ['2026-02-30T09:36:00.000Z', false],
  ['0000-01-01T00:00:00.000Z', false],
  ['-271821-04-20T00:00:00.000Z', false],
  ['+275760-09-13T00:00:00.000Z', false],
  ['2026-04-14', false],
  ['2026-04-14T09:36:00Z', false],
  ['x', false],
  ['', false],
])('isTimestamp(%j) is %s', (key, expected) => {
  expect(isTimestamp(key)).toBe(expected);
});
