/**
 * Loaded into a program (`node --import`) that asks for published pages: names below `localhost` are this machine, as browsers know by
 * themselves and not every system does.
 */
import dns from 'node:dns';

const { lookup } = dns;
dns.lookup = ((host: string, ...rest: Parameters<typeof lookup> extends [string, ...infer Rest] ? Rest : never) =>
  lookup(host.endsWith('.localhost') ? '127.0.0.1' : host, ...rest)) as typeof lookup;
