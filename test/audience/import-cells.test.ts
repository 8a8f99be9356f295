/** Parsing the cells of a row, without the row's contact. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Definitions, dateOf } from '../../src/audience/contact-fields/values.ts';
import { excerptOf, type OnInvalid, rowReader } from '../../src/audience/imports/cells.ts';
import type { Mapping } from '../../src/audience/imports/formats.ts';
import { normalisePhone } from '../../src/shared/identifiers.ts';
import { expectCpu } from '../support/cpu.ts';

const definitions: Definitions = new Map(
  Object.entries({ shoe_size: 'number', member: 'boolean', since: 'date', trail: 'string', old: 'string' }).map(([name, valueType]) => [
    name,
    { valueType, status: name === 'old' ? 'archived' : 'active' },
  ]),
);

/** Reads cells that are headed by the fields they go to; the workspace's own have a `.` before them. */
function read(row: Record<string, string>, onInvalid: OnInvalid = 'fail_row') {
  const mappings = Object.keys(row).map(
    (header, column): Mapping => ({
      header,
      column,
      kind: header.startsWith('.') ? 'custom_field' : 'standard',
      field: header.replace('.', ''),
      fill: false,
    }),
  );
  return rowReader(mappings, { readPhone: (text) => normalisePhone(text, 'SE'), definitions }, onInvalid)(Object.values(row));
}

/** The value of one cell, or the code of what is wrong with it. */
function readCell(field: string, text: string): unknown {
  const { values, custom, issues } = read({ email: 'a@example.com', ...{ [field]: text } });
  return issues[0]?.error_code ?? { ...values, ...custom }[field.replace('.', '')];
}

describe('a cell', () => {
  it.each([
    ['email', ' Maya@Example.COM ', 'maya@example.com'],
    ['email', 'maya(at)example.com', 'invalid_email'],
    ['email', `${'a'.repeat(320)}@example.com`, 'too_long'],
    ['phone', '070-174 06 05', '+46701740605'],
    ['phone', '12', 'invalid_phone'],
    ['phone', '1'.repeat(65), 'too_long'],
    ['first_name', '\u00a0 Maya  Lin\t', 'Maya  Lin'],
    ['first_name', ' \t', undefined],
    ['first_name', 'x'.repeat(255), 'x'.repeat(255)],
    ['first_name', '😀'.repeat(255), '😀'.repeat(255)],
    ['first_name', '😀'.repeat(256), 'too_long'],
    ['zip_code', 'x'.repeat(51), 'too_long'],
    ['.trail', 'x'.repeat(10_000), 'x'.repeat(10_000)],
    ['.trail', 'x'.repeat(10_001), 'too_long'],
    ['service_score', '82.5', 82.5],
    ['service_score', '82,5', 82.5],
    ['service_score', '1,234', 'invalid_value'],
    ['.shoe_size', '-1e3', -1_000],
    ['.shoe_size', '1e999', 'invalid_value'],
    ['.shoe_size', '0x10', 'invalid_value'],
    ['.shoe_size', 'forty', 'invalid_value'],
    ['unsubscribed', 'YES', true],
    ['unsubscribed', '0', false],
    ['unsubscribed', 'perhaps', 'invalid_value'],
    ['.member', 'n', false],
    ['.member', 'constructor', 'invalid_value'],
    ['.since', '2026-04-14', '2026-04-14T00:00:00.000Z'],
    ['.since', '2026-04-14T10:00:00+02:00', '2026-04-14T08:00:00.000Z'],
    ['.since', '30/04/2026', 'invalid_value'],
    ['.old', 'something', 'archived_field'],
    ['.old', ' ', undefined],
  ])('for %s that holds %j', (field, text, expected) => {
    expect(readCell(field, text)).toEqual(expected);
  });

  it('holds the same number, moment or text as its JSON does', () => {
    fc.assert(
      fc.property(fc.double({ noDefaultInfinity: true, noNaN: true }), fc.date({ noInvalidDate: true }), (number, date) => {
        // Zero has no sign in JSON.
        expect(readCell('.shoe_size', String(number))).toBe(JSON.parse(JSON.stringify(number)));
        const text = JSON.parse(JSON.stringify(date));
        expect(readCell('.since', text)).toBe(dateOf(text) ?? 'invalid_value');
      }),
    );
  });

  it('takes no longer to refuse than it is long', async () => {
    const long = '1'.repeat(1_000_000);
    await expectCpu({ here: 2_000 }, () => {
      for (const field of ['email', 'phone', 'city', 'service_score', 'unsubscribed', '.since', '.trail'])
        expect(readCell(field, `${long}x`)).toMatch(/^(too_long|invalid_value)$/);
    });
  });
});

describe('a row', () => {
  const missing = {
    field: null,
    header: null,
    error_code: 'missing_identifier',
    message: 'The row has neither an email nor a phone.',
    value: null,
  };

  it('has every finding, those about the whole row first and then from left to right', () => {
    expect(read({ '.shoe_size': ' forty ', email: '', unsubscribed: 'maybe' }).issues).toEqual([
      missing,
      { field: 'shoe_size', header: '.shoe_size', error_code: 'invalid_value', message: 'This is not a number.', value: 'forty' },
      {
        field: 'unsubscribed',
        header: 'unsubscribed',
        error_code: 'invalid_value',
        message: 'This is neither yes nor no.',
        value: 'maybe',
      },
    ]);
  });

  it('lacks no identifier when it has one that cannot be read', () => {
    expect(read({ email: 'nobody', phone: '' }).issues.map(({ error_code }) => error_code)).toEqual(['invalid_email']);
    expect(read({ email: '', phone: ' ' }).issues).toEqual([missing]);
    expect(read({ email: 'a@example.com', phone: '1' }).issues.map(({ error_code }) => error_code)).toEqual(['invalid_phone']);
  });

  it('leaves out a cell that cannot be read, when told so, unless it says who the row is about', () => {
    const outcome = (row: Record<string, string>) => {
      const { values, issues, notes } = read(row, 'skip_value');
      return { values, fails: issues.map(({ field }) => field), notes: notes.map(({ field }) => field) };
    };
    const email = 'a@example.com';
    expect(outcome({ phone: '1', email, service_score: 'x', city: 'Oslo', '.since': 'soon', '.old': 'x' })).toEqual({
      values: { email, city: 'Oslo' },
      fails: [],
      notes: ['phone', 'service_score', 'since', 'old'],
    });
    expect(outcome({ phone: '1', email: '', service_score: 'x' })).toEqual({ values: {}, fails: ['phone'], notes: ['service_score'] });
    expect(outcome({ phone: '+46701740605', email: 'x' })).toMatchObject({ fails: ['email'], notes: [] });
    expect(outcome({ email: '', service_score: 'x' })).toMatchObject({ fails: [null], notes: ['service_score'] });
  });

  it('says nothing about fields whose cells are blank', () => {
    expect(read({ email: 'a@example.com', first_name: '', '.trail': ' ', service_score: '0' })).toEqual({
      values: { email: 'a@example.com', service_score: 0 },
      custom: {},
      issues: [],
      notes: [],
    });
  });

  it('reads each cell from its own column, however the mappings are sorted', () => {
    const mapping = (column: number, field: string): Mapping => ({ header: field, column, kind: 'standard', field, fill: false });
    const reader = rowReader([mapping(3, 'city'), mapping(1, 'email')], { readPhone: () => null, definitions }, 'fail_row');
    expect(reader(['not mapped', 'a@example.com', 'nor this', 'Oslo']).values).toEqual({ email: 'a@example.com', city: 'Oslo' });
    expect(reader(['', 'x', '', 'y'.repeat(256)]).issues.map(({ field }) => field)).toEqual(['email', 'city']);
  });
});

test('an excerpt has at most 200 characters, and no half ones', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300, size: 'max' }), (text) => {
      const excerpt = excerptOf(text);
      expect(text.startsWith(excerpt)).toBe(true);
      expect(excerpt.isWellFormed()).toBe(true);
      expect(excerpt.length).toBeGreaterThanOrEqual(Math.min(text.length, 199));
      expect(excerpt.length).toBeLessThanOrEqual(200);
    }),
  );
});
