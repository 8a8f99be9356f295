/** The sentence of a refusal tells the first finding, and stays short whatever a client has sent. */
import { expect, it } from 'vitest';
import { invalid } from '../../src/shared/errors.ts';

const sentence = (...issues: [path: string, message: string][]) => invalid(...issues.map(([path, message]) => ({ path, message }))).message;

it('names the place, or none for the body as a whole', () => {
  expect(sentence(['items.0.email', 'must be an email address'])).toBe(
    'The request is not valid at `items.0.email`: must be an email address.',
  );
  expect(sentence(['', 'a JSON body is required'])).toBe('The request is not valid: a JSON body is required.');
});

it('counts the others', () => {
  expect(sentence(['a', 'is required'], ['b', 'is required'])).toBe(
    'The request is not valid at `a`: is required, and 1 more finding in `details.issues`.',
  );
  expect(sentence(['a', 'is required'], ['b', 'is required'], ['c', 'is required'])).toMatch(
    /, and 2 more findings in `details\.issues`\.$/,
  );
});

it('ends with one full stop', () => {
  expect(sentence(['file', 'The value is too long.'])).toBe('The request is not valid at `file`: The value is too long.');
});

it('cuts names that are longer than anybody reads, between characters', () => {
  const told = sentence([`${'x'.repeat(199)}😀${'y'.repeat(1_000_000)}`, 'is not known here']);
  expect(told).toMatch(/^The request is not valid at `x{199}. …`: is not known here\.$/);
  expect(told.isWellFormed()).toBe(true);
});

it('cuts findings between words', () => {
  const told = sentence(['tools', `must be one of ${'contacts, '.repeat(40)}`]);
  expect(told).toMatch(/ contacts, …$/);
});
