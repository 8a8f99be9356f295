import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { selectionOf, unknownPaths } from '../../scripts/test-selection.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test.each([
  [['test/audience', '-t', 'two words', '--retry', '3'], { paths: ['test/audience'], name: 'two words' }],
  [['--testNamePattern=lookup', 'contacts'], { paths: ['contacts'], name: 'lookup' }],
  [['-t', '404'], { paths: [], name: '404' }],
  [['test/audience', 'test/http', '--silent'], { paths: ['test/audience', 'test/http'], name: undefined }],
  [[], { paths: [], name: undefined }],
])('%j asks for', (args, selection) => {
  expect(selectionOf(args)).toEqual(selection);
});

test('a path is known by any part of it, as vitest looks for it', () => {
  const known = [
    'test/audience',
    './test/audience/',
    'contacts.test',
    'Test/Audience',
    `${root}test/audience`,
    'test/audience/contacts.test.ts:12',
  ];
  const unknown = ['test/audeince', 'test/audience/contacts.ts', '/test/audience/', 'src/audience'];
  expect(unknownPaths({ paths: [...known, ...unknown], name: undefined }, root)).toEqual(unknown);
});
