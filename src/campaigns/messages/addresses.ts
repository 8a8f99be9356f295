import { compileTemplate } from '../../shared/merge-tags.ts';

/** What a value that somebody gave may make of an address; without any of them it stays within the message. */
const SCHEMES = new Set(['http', 'https', 'mailto', 'tel', 'sms']);

/** The address, or one that leads nowhere in place of one that would run as a program. Browsers pass over blanks and control characters in a scheme. */
export function harmless(address: string): string {
  const [, scheme] = /^([^:/?#]*):/.exec(address.replace(/[\s\p{Cc}]/gu, '')) ?? [];
  return scheme === undefined || SCHEMES.has(scheme.toLowerCase()) ? address : '#';
}

/** The address that a click leads to: the link as it was written, with the recipient's values made safe for an address. */
export function linkTarget(link: string, contact: Record<string, unknown>, workspaceName: string): string {
  const encoded = (values: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? encodeURIComponent(value) : value]),
    );
  return compileTemplate(link, { escape: false }).render({
    contact: { ...encoded(contact), custom: encoded((contact.custom as Record<string, unknown> | undefined) ?? {}) },
    campaign: { dynamic: {} },
    workspace: { name: encodeURIComponent(workspaceName) },
    unsubscribe_url: '',
  });
}

/** A web address as a `Location` header takes it: the host's name in ASCII, everything else percent-encoded. */
export const locationOf = (address: string): string => (/^[\x21-\x7e]*$/.test(address) ? address : new URL(address).href);
