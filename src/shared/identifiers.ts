import { createRequire } from 'node:module';
import { domainToASCII } from 'node:url';
import type { CountryCode } from 'libphonenumber-js/min';
import { once } from './once.ts';

/** The numbering plans of all countries, which a start does without. */
const phones = once<typeof import('libphonenumber-js/min')>(() => createRequire(import.meta.url)('libphonenumber-js/min'));

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** As the API writes it. */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** A local part without quotes (the dot-string of RFC 5321), then the candidate of a domain. */
const ADDRESS = /^([a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*)@([^@]+)$/i;
/** Two or more labels; the last is no number, which excludes IP addresses. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;
/** Letters, digits, marks, joiners, hyphens and full stops of any script: nothing with another meaning in a URL. */
const INTERNATIONAL_DOMAIN = /^(?:[\p{L}\p{N}\p{M}\-.\u3002\uff0e\uff61]|\p{Join_Control})+$/u;

const LOCAL_PART_LIMIT = 64;
const DOMAIN_LIMIT = 253;
const ADDRESS_LIMIT = 254;

/** The stored form of an email address: trimmed, lower-cased, the domain in ASCII. Null for a text that is no address. */
export function normaliseEmail(text: string): string | null {
  // Matched before lower-casing: some letters outside of ASCII become ASCII letters then, which would make another person's address.
  const [, local = '', host = ''] = ADDRESS.exec(text.trim()) ?? [];
  if (!local || local.length > LOCAL_PART_LIMIT) return null;
  const domain = normaliseDomain(host);
  if (!domain) return null;
  const address = `${local.toLowerCase()}@${domain}`;
  return address.length <= ADDRESS_LIMIT ? address : null;
}

/** A domain of two labels or more, in lower case and in ASCII, or null. */
export function normaliseDomain(text: string): string | null {
  const lower = text.toLowerCase();
  const plain = DOMAIN.test(lower) && !lower.includes('xn--');
  if (!plain && !INTERNATIONAL_DOMAIN.test(lower)) return null;
  const domain = plain ? lower : domainToASCII(lower);
  return domain.length <= DOMAIN_LIMIT && DOMAIN.test(domain) ? domain : null;
}

/** Of a normalized address. */
export const localPartOf = (email: string): string => email.slice(0, email.lastIndexOf('@'));
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** Whether a phone number has its country code. */
export const isInternational = (phone: string): boolean => /^\s*[+\uff0b]/.test(phone);

export const isPhoneCountry = (code: string): boolean => phones().isSupportedCountry(code);

/**
 * A part of a stored phone number, without blanks and punctuation: `+46 (0)70-174` is `+4670174`. Null for a text that is not written like
 * a number, or has fewer than three digits.
 */
export function phonePart(text: string): string | null {
  const plain = text.normalize('NFKC').replaceAll('(0)', '').trim();
  const part = plain.replace(/[^+\d]/g, '');
  return /^[+(]?[\d\s()./\p{Pd}]+$/u.test(plain) && /\d{3}/.test(part) ? part : null;
}

/**
 * A phone number in E.164, `+46701740605`, without an extension.
 *
 * With a country code, only the length is checked: countries open new ranges all the time, and a service that is not updated would refuse
 * good numbers. Without one, the number must be valid in the default country: digits of another country often have a good length, and would
 * become another person's number.
 * @param defaultCountry ISO 3166 code, for numbers without a country code
 * @returns null when the text as a whole is no phone number
 */
export function normalisePhone(text: string, defaultCountry: string): string | null {
  // Full-width digits and signs, as Japanese keyboards write them, become the ordinary ones.
  const number = parsePhone(text.normalize('NFKC').trim(), defaultCountry, isInternational(text));
  if (!number || (isInternational(text) && number === `+${text.replace(/\D/g, '')}`)) return number;
  // The stored form must be stable: a number that reads differently when it is read again (a zero too many) is refused.
  return parsePhone(number, defaultCountry, true) === number ? number : null;
}

function parsePhone(text: string, defaultCountry: string, isInternational: boolean): string | null {
  const number = phones().parsePhoneNumberFromString(text, { defaultCountry: defaultCountry as CountryCode, extract: false });
  return (isInternational ? number?.isPossible() : number?.isValid()) ? (number?.number ?? null) : null;
}
