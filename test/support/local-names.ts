/**
 * Loaded into a program (`node --import`) that requests published pages: resolves names below `localhost` to this machine, as browsers
 * do and some systems do not.
 */
import dns from 'node:dns';

const { lookup } = dns;
dns.lookup = ((host: string, ...rest: Parameters<typeof lookup> extends [string, ...infer Rest] ? Rest : never) =>
  lookup(host.endsWith('.localhost') ? '127.0.0.1' : host, ...rest)) as typeof lookup;
