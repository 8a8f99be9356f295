import { isIP } from 'node:net';
import { didYouMean } from './shared/did-you-mean.ts';
import { isNetwork } from './shared/networks.ts';

/** Reads variables and collects their mistakes. An empty variable counts as unset. */
export type Reader = ReturnType<typeof openReader>;

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

export const ENCODE = 'in a user or a password, # is written as %23, / as %2F, ? as %3F and @ as %40';

export const isHost = (text: string): boolean =>
  /^(?=.{1,253}$)[a-z\d_]([a-z\d_-]*[a-z\d_])?(\.[a-z\d_]([a-z\d_-]*[a-z\d_])?)*\.?$/i.test(text);

export function openReader(environment: Record<string, string | undefined>) {
  const problems: string[] = [];

  const names = new Set<string>();
  const text = (name: string): string | undefined => {
    names.add(name);
    return environment[name]?.trim() || undefined;
  };

  const integer = (name: string, fallback: number, least: number, most: number): number => {
    const value = text(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= most) return number;
    problems.push(`${name} must be a whole number from ${least} to ${most}, not "${value}"`);
    return fallback;
  };

  const oneOf = <T extends string>(name: string, fallback: T, values: readonly T[]): T => {
    const value = text(name);
    if (value === undefined) return fallback;
    if ((values as readonly string[]).includes(value)) return value as T;
    problems.push(`${name} must be one of ${values.join(', ')}, not "${value}"`);
    return fallback;
  };

  const proxies = (name: string): number | string[] => {
    const value = text(name) ?? '0';
    if (/^\d$/.test(value)) return Number(value);
    const networks = value.split(',').map((entry) => entry.trim());
    if (networks.every((network) => NAMED_NETWORKS.includes(network) || isNetwork(network))) return networks;
    problems.push(`${name} must be the number of proxies before the service, or their addresses, not "${value}"`);
    return 0;
  };

  // The message does not repeat the value, which may contain a password.
  const url = (name: string, schemes: string[], wrong: (url: URL, value: string) => string | false = () => false): string | undefined => {
    const value = text(name);
    if (value === undefined) return undefined;
    const parsed = URL.parse(value);
    const start = schemes.map((scheme) => `${scheme}//`).join(' or ');
    let problem: string | false = false;
    if (!schemes.some((scheme) => value.startsWith(scheme))) problem = `must be an address that starts with ${start}`;
    else if (!parsed)
      problem = `is no address: it must read ${start}host:port, with a port up to 65535${value.includes('@') ? `; ${ENCODE}` : ''}`;
    else problem = wrong(parsed, value);
    if (problem) problems.push(`${name} ${problem}`);
    return problem ? undefined : value;
  };

  const list = (name: string, isEntry: (entry: string) => boolean, what: string): string[] => {
    const entries = (text(name) ?? '').split(',').flatMap((entry) => entry.trim() || []);
    for (const entry of entries)
      if (!isEntry(entry)) problems.push(`${name} must be a list of ${what}, with commas, and "${entry}" is none`);
    return entries;
  };

  /** Unset: all of them. */
  const someOf = <T extends string>(name: string, values: readonly T[]): readonly T[] => {
    const entries = list(name, () => true, '');
    for (const entry of entries) {
      if ((values as readonly string[]).includes(entry)) continue;
      const meant = didYouMean(entry, values);
      problems.push(
        `${name} must be a list of ${values.join(', ')}, with commas, and "${entry}" is none${meant ? `: did you mean ${meant}?` : ''}`,
      );
    }
    return entries.length === 0 ? values : values.filter((value) => entries.includes(value));
  };

  const hostAndPort = (name: string, fallback: string): string => {
    const value = text(name) ?? fallback;
    const [host = '', port = '1', ...more] = value.split(':');
    if (!isHost(host) || more.length > 0 || !/^\d{1,5}$/.test(port) || Number(port) > 65535) {
      problems.push(`${name} must be a host, with or without a port, as pages.example.com:3001, not "${value}"`);
    }
    if (isIP(host)) problems.push(`${name} must be a name, since pages live at names below it, and not the address "${host}"`);
    return value;
  };

  const domain = (name: string): string | undefined => {
    const value = text(name)?.toLowerCase();
    if (value !== undefined && (!isHost(value) || isIP(value) || !value.includes('.')))
      problems.push(`${name} must be a domain, as bounces.example.com`);
    return value;
  };

  const secretOf = (name: string, fits: RegExp, what: string): string | undefined => {
    const value = text(name);
    if (value !== undefined && !fits.test(value)) problems.push(`${name} must be ${what}`);
    return value;
  };

  return { problems, names, text, integer, oneOf, proxies, url, list, someOf, hostAndPort, domain, secretOf };
}
