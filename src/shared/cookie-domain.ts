import { getDomain } from 'tldts';

/**
 * The domain for which pages below one host can set cookies that browsers send to the other host too; null when there is none.
 * @param pagesHost with or without a port; pages are at names below it
 * @param otherHost without a port
 */
export function sharedCookieDomain(pagesHost: string, otherHost: string): string | null {
  const domain = cookieDomainOf(`page.${pagesHost.replace(/:\d+$/, '')}`);
  return domain !== null && domain === cookieDomainOf(otherHost) ? domain : null;
}

/** By the Public Suffix List. */
const cookieDomainOf = (host: string): string | null => getDomain(host, { allowPrivateDomains: true });
