import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asciiOf, isStorable, nameOf } from '../../src/shared/text.ts';

describe('a name', () => {
  it.each([
    ['Maya Lindström', 'Maya Lindström'],
    ['  Maya \t', 'Maya'],
    ['\u00a0\ufeffMaya\u3000\n', 'Maya'],
    ['Lindstro\u0308m', 'Lindström'],
    ['A  B', 'A  B'],
    ['👩‍🔬 Ada', '👩‍🔬 Ada'],
    ['', ''],
    [' \n ', ''],
    ['\u200b\u2060', ''],
    ['\u3164', ''],
    ['a\nb', null],
    ['a\tb', null],
    ['a\u0000b', null],
    ['a\u0085b', null],
    ['a\u2028b', null],
    ['\u007f', null],
  ])('%j is kept as %j', (text, kept) => {
    expect(nameOf(text)).toBe(kept);
  });

  it('is kept once and for all: what is kept is kept as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const name = nameOf(text);
        fc.pre(name !== null);
        expect(nameOf(name)).toBe(name);
        expect(name).toBe(name.normalize('NFC'));
        expect(name).toBe(name.trim());
        expect(name).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
    );
  });

  it('has one form, however it is spelled', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(nameOf(text.normalize('NFD'))).toBe(nameOf(text.normalize('NFC')));
        expect(nameOf(`  ${text}\n`)).toBe(nameOf(text));
      }),
    );
  });
});

describe('letters for identifiers', () => {
  it.each([
    ['Größe', 'grosse'],
    ['Café № 5', 'cafe_no_5'],
    ['Łódź', 'lodz'],
    ['Æblegrød', 'aeblegrod'],
    ['Œuvre', 'oeuvre'],
    ['Þór Đào', 'thor_dao'],
    ['Iğdır', 'igdir'],
    ['GRÖẞE', 'grosse'],
  ])('of %s are %s', (text, letters) => {
    expect(asciiOf(text, '_')).toBe(letters);
  });

  it('are nothing else than letters, digits and the separator', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void expect(asciiOf(text, '_')).toMatch(/^[a-z0-9_]*$/)));
  });
});

it('knows what the database can hold', () => {
  expect(['a', '😀', 'a\0', '\ud83d'].map(isStorable)).toEqual([true, true, false, false]);
});
