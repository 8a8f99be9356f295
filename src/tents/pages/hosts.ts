/**
 * The slug in a host right below ours; undefined when the host is another one.
 * @param publishedHost with or without a port
 */
export function slugBelow(host: string, publishedHost: string): string | undefined {
  const ending = `.${nameOf(publishedHost)}`;
  if (!host.endsWith(ending)) return undefined;
  const slug = host.slice(0, -ending.length);
  return slug.includes('.') ? undefined : slug;
}

/** Whether a domain is our own host, or below it. */
export const isBelow = (domain: string, host: string): boolean => domain === nameOf(host) || domain.endsWith(`.${nameOf(host)}`);

/** A host without its port, as hosts are compared. */
export const nameOf = (host: string): string => host.replace(/:\d+$/, '').replace(/\.$/, '').toLowerCase();
