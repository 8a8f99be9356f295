/** What a value that somebody gave may make of an address; without any of them it stays within the message. */
const SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'sms']);

/** The address, or one that leads nowhere in place of one that would run as a program. Browsers pass over blanks and control characters in a scheme. */
export function harmless(address: string): string {
  const [, scheme] = /^([^:/?#]*):/.exec(address.replace(/[\s\p{Cc}]/gu, '')) ?? [];
  return scheme === undefined || SCHEMES.has(scheme.toLowerCase()) ? address : '#';
}
