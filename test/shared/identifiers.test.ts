import fc from 'fast-check';
import examples from 'libphonenumber-js/examples.mobile.json' with { type: 'json' };
import { getCountries, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { describe, expect, it } from 'vitest';
import { domainOf, isInternational, localPartOf, normaliseEmail, normalisePhone } from '../../src/shared/identifiers.ts';
import { rounds } from '../support/at-length.ts';

describe('an email address', () => {
  it.each([
    ['Ada@Example.COM', 'ada@example.com'],
    ['  ada@example.com\t', 'ada@example.com'],
    ["o'hara+news/2026@mail.example.co.uk", "o'hara+news/2026@mail.example.co.uk"],
    ['a@x-y.example', 'a@x-y.example'],
    ['ada@bücher.de', 'ada@xn--bcher-kva.de'],
    ['ada@BÜCHER.de', 'ada@xn--bcher-kva.de'],
    ['ada@xn--bcher-kva.de', 'ada@xn--bcher-kva.de'],
    ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['ada@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('%j is known as %j', (text, normal) => {
    expect(normaliseEmail(text)).toBe(normal);
  });

  it.each([
    ['nothing', ''],
    ['no at sign', 'ada.example.com'],
    ['two at signs', 'ada@b@example.com'],
    ['no local part', '@example.com'],
    ['a quoted local part', '"a@evil x"@ok.com'],
    ['a space', 'ada lovelace@example.com'],
    ['a line break', 'ada@example.com\r\nBcc: eve@example.com'],
    ['a leading dot', '.ada@example.com'],
    ['two dots', 'ada..l@example.com'],
    ['a display name', 'Ada <ada@example.com>'],
    ['two addresses', 'ada@example.com,eve@example.com'],
    ['letters outside of ASCII before the at sign', 'адa@example.com'],
    ['a Kelvin sign, which is a k in lower case', '\u212aate@example.com'],
    ['a host without a dot', 'ada@localhost'],
    ['an address in numbers', 'ada@127.0.0.1'],
    ['one in other numerals', 'ada@１２７.0.0.1'],
    ['one in brackets', 'ada@[127.0.0.1]'],
    ['a port', 'ada@example.com:25'],
    ['a path', 'ada@example.com/x'],
    ['a percent-encoding', 'ada@ex%61mple.com'],
    ['a dot at the end', 'ada@example.com.'],
    ['an underscore in the domain', 'ada@my_host.com'],
    ['a hyphen that leads a label', 'ada@-example.com'],
    ['a label of 64', `ada@${'a'.repeat(64)}.com`],
    ['a local part of 65', `${'a'.repeat(65)}@example.com`],
    ['more than 254 characters', `ada@${'abcdefghi.'.repeat(25)}example.com`],
  ])('with %s is none', (_what, text) => {
    expect(normaliseEmail(text)).toBeNull();
  });

  it('has one form: what comes out goes in unchanged, in any case and with space around', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (text) => {
        const email = normaliseEmail(text);
        fc.pre(email !== null);
        expect(normaliseEmail(email)).toBe(email);
        expect(normaliseEmail(` ${text.toUpperCase()} `)).toBe(email);
        expect(`${localPartOf(email)}@${domainOf(email)}`).toBe(email);
      }),
    );
  });

  it('never throws, and never lets anything through that a header could stumble over', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string().map((text) => `a@${text}.com`),
          fc.string().map((text) => `${text}@example.com`),
        ),
        (text) => {
          const email = normaliseEmail(text);
          if (email !== null) expect(email).toMatch(/^[\x21-\x3f\x41-\x7e]+@[a-z0-9.-]+$/);
        },
      ),
    );
  });
});

describe('a phone number', () => {
  it.each([
    ['+46 70 174 06 05', 'US', '+46701740605'],
    ['＋46701740605', 'US', '+46701740605'],
    ['(415) 555-2671', 'US', '+14155552671'],
    ['415.555.2671', 'US', '+14155552671'],
    ['1 415 555 2671', 'US', '+14155552671'],
    ['+1 415 555 2671 ext. 5', 'SE', '+14155552671'],
    ['٤١٥٥٥٥٢٦٧١', 'US', '+14155552671'],
    ['070-174 06 05', 'SE', '+46701740605'],
    ['0046 70 174 06 05', 'SE', '+46701740605'],
    ['020 7946 0958', 'GB', '+442079460958'],
    ['06 1234567', 'IT', '+39061234567'],
  ])('%j in %s is known as %j', (text, country, normal) => {
    expect(normalisePhone(text, country)).toBe(normal);
  });

  it.each([
    '',
    'none',
    '12345',
    '911',
    '+',
    '+999 123 456 789',
    '415 555 2671',
    'call +1 415 555 2671',
    '+1 415 555 2671 or so',
    '+1'.repeat(200),
  ])('%j without a country is none', (text) => {
    expect(normalisePhone(text, '')).toBeNull();
  });

  it.each([
    ['070-174 06 05', 'US'],
    ['123 456 7890', 'US'],
    ['(415) 555-2671', 'SE'],
    ['0000000000', 'DE'],
  ])('%j can be dialled nowhere in %s', (text, country) => {
    expect(normalisePhone(text, country)).toBeNull();
  });

  it('that nobody could dial is taken with its country code, which new ranges may have made good', () => {
    expect(normalisePhone('+1 070 174 0605', 'US')).toBe('+10701740605');
  });

  it('is read for a country alike, with its code and in the form of the country', () => {
    fc.assert(
      fc.property(fc.constantFrom(...getCountries()), fc.nat({ max: 9_999 }), (country, tail) => {
        const example = getExampleNumber(country, examples);
        fc.pre(example !== undefined);
        const number = parsePhoneNumberFromString(`${example.number.slice(0, -4)}${String(tail).padStart(4, '0')}`);
        fc.pre(number?.isValid() === true && number.country === country);
        expect(normalisePhone(number.formatNational(), country)).toBe(number.number);
        expect(normalisePhone(number.formatInternational(), country)).toBe(number.number);
      }),
      { numRuns: rounds(60, 300) },
    );
  });

  it('has one form: what comes out goes in unchanged, whatever the country', () => {
    const digits = (min: number, max: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });
    const text = fc.oneof(
      digits(5, 13),
      digits(8, 14).map((number) => `+${number}`),
      fc.string({ unit: fc.constantFrom(...'0123456789+-() .x') }),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(...getCountries()), fc.constantFrom(...getCountries()), (phone, here, there) => {
        const normal = normalisePhone(phone, here);
        fc.pre(normal !== null);
        expect(normal).toMatch(/^\+[1-9]\d{4,16}$/);
        expect(normalisePhone(normal, there)).toBe(normal);
      }),
      { numRuns: rounds(150, 1_000) },
    );
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, country) => void normalisePhone(text, country)));
  });

  it('needs a country only without a country code', () => {
    expect(isInternational(' +46 70 174 06 05')).toBe(true);
    expect(isInternational('070-174 06 05')).toBe(false);
  });
});
