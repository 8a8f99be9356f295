/** Where a text mentions a person, and where it mentions another whose address or number only looks alike. */
import { expect, test } from 'vitest';
import { mentionsOf } from '../../src/shared/erased-person.ts';

const isMention = mentionsOf({ emails: ["ann.o'hara+news@example.com"], phones: ['+46701740605'] });

test.each([
  "ann.o'hara+news@example.com",
  "Ann.O'Hara+News@Example.com",
  `{"email": "ann.o'hara+news@example.com", "x": 1}`,
  `<ann.o'hara+news@example.com>`,
  `mailto:ann.o'hara+news@example.com.`,
  `https://example.org/?email=ann.o'hara+news%40example.com&a=1`,
  'call +46701740605 now',
])('%s mentions the person', (text) => expect(isMention(text)).toBe(true));

test.each([
  `joann.o'hara+news@example.com`,
  `jo-ann.o'hara+news@example.com`,
  `ann.o'hara+news@example.com.au`,
  `ann.o'hara+news@example.community`,
  `annxo'hara+news@example.com`,
  '+467017406051',
  '0046701740605',
  'Ann O’Hara',
])('%s mentions another', (text) => expect(isMention(text)).toBe(false));

test('a person without an email is found by the phone alone', () => {
  expect(mentionsOf({ emails: [], phones: ['+4670'] })('+4670')).toBe(true);
  expect(mentionsOf({ emails: ['a@b.se'], phones: [] })('+4670')).toBe(false);
  // An empty pattern would match everything.
  expect(mentionsOf({ emails: [], phones: [] })('a@b.se +4670')).toBe(false);
});
