import { createRequire } from 'node:module';
import { domainToASCII } from 'node:url';
import type { CountryCode } from 'libphonenumber-js/min';
import { once } from './once.ts';

/** The numbering plans of all countries, which a start does without. */
const phones = once<typeof import('libphonenumber-js/min')>(() => createRequire(import.meta.url)('libphonenumber-js/min'));

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a value is an identifier as the API writes it. */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** A local part without quotes (the dot-string of RFC 5321), then anything that may turn out to be a domain. */
const ADDRESS = /^([a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*)@([^@]+)$/i;
/** Two or more labels, the last of them no number, so that an IP address is none. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;
/** Letters, digits, marks, joiners, hyphens and full stops of any script: nothing that means something else in a URL. */
const INTERNATIONAL_DOMAIN = /^(?:[\p{L}\p{N}\p{M}\-.\u3002\uff0e\uff61]|\p{Join_Control})+$/u;

const LOCAL_PART_LIMIT = 64;
const DOMAIN_LIMIT = 253;
const ADDRESS_LIMIT = 254;

/**
 * The one form of an email address under which a person is known: trimmed, lower-cased, the domain in ASCII.
 * @returns null when the text is no address that mail could be sent to
 */
export function normaliseEmail(text: string): string | null {
  // Matched before lower-casing: some letters outside of ASCII become ASCII letters then, and with them somebody else's address.
  const [, local = '', host = ''] = ADDRESS.exec(text.trim()) ?? [];
  if (!local || local.length > LOCAL_PART_LIMIT) return null;
  const domain = normaliseDomain(host);
  if (!domain) return null;
  const address = `${local.toLowerCase()}@${domain}`;
  return address.length <= ADDRESS_LIMIT ? address : null;
}

/** A domain of two labels or more, in lower case and in ASCII. Null for what is none. */
export function normaliseDomain(text: string): string | null {
  const lower = text.toLowerCase();
  const plain = DOMAIN.test(lower) && !lower.includes('xn--');
  if (!plain && !INTERNATIONAL_DOMAIN.test(lower)) return null;
  const domain = plain ? lower : domainToASCII(lower);
  return domain.length <= DOMAIN_LIMIT && DOMAIN.test(domain) ? domain : null;
}

/** The part before the at sign of a normalized address, and the part after it. */
export const localPartOf = (email: string): string => email.slice(0, email.lastIndexOf('@'));
export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** Whether a phone number brings its country code, so that no default country is needed to read it. */
export const isInternational = (phone: string): boolean => /^\s*[+\uff0b]/.test(phone);

/** Whether a text is the ISO 3166 code of a country whose phone numbers can be read. */
export const isPhoneCountry = (code: string): boolean => phones().isSupportedCountry(code);

/**
 * A part of a phone number as it is kept, without blanks and punctuation: `+46 (0)70-174` is `+4670174`. Null for a text that is not
 * written as numbers are, or has fewer than three digits.
 */
export function phonePart(text: string): string | null {
  const plain = text.normalize('NFKC').replaceAll('(0)', '').trim();
  const part = plain.replace(/[^+\d]/g, '');
  return /^[+(]?[\d\s()./\p{Pd}]+$/u.test(plain) && /\d{3}/.test(part) ? part : null;
}

/**
 * A phone number in E.164, `+46701740605`. An extension is not part of it.
 *
 * With its country code, a number must have a length that its country uses. Ranges of digits are not looked at: countries open
 * new ones all the time, and a service that is not updated for a while would turn away people with good numbers. Without it, a
 * number must be one that can be dialled in the default country: digits alone have a good length in many places, and one of
 * another country would become somebody else's.
 * @param defaultCountry ISO 3166 code, for numbers without a country code
 * @returns null when the text as a whole is no phone number
 */
export function normalisePhone(text: string, defaultCountry: string): string | null {
  // Full-width digits and signs, as Japanese keyboards write them, become the ordinary ones.
  const number = parsePhone(text.normalize('NFKC').trim(), defaultCountry, isInternational(text));
  if (!number || (isInternational(text) && number === `+${text.replace(/\D/g, '')}`)) return number;
  // One number has one form. A reading that reads differently when it is read again (a zero too many) is none.
  return parsePhone(number, defaultCountry, true) === number ? number : null;
}

function parsePhone(text: string, defaultCountry: string, isInternational: boolean): string | null {
  const number = phones().parsePhoneNumberFromString(text, { defaultCountry: defaultCountry as CountryCode, extract: false });
  return (isInternational ? number?.isPossible() : number?.isValid()) ? (number?.number ?? null) : null;
}
