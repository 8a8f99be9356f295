import { BlockList, isIP } from 'node:net';
import { isNetwork, networksOf } from '../shared/networks.ts';

/**
 * Addresses from clients must be public, or allowed by the operator: services beside this one trust whoever can reach them, and would take
 * a request of ours for one of their own.
 */

export interface Allowed {
  names: ReadonlySet<string>;
  networks: BlockList;
}

/** @param entries hosts, addresses and CIDRs, checked by the configuration */
export function allowing(entries: readonly string[]): Allowed {
  return {
    names: new Set(entries.filter((entry) => !isNetwork(entry)).map(nameOf)),
    networks: networksOf(entries.filter(isNetwork)),
  };
}

/** The operator allows this host by name, wherever it is. */
export const isKnown = (hostname: string, { names }: Allowed): boolean => names.has(nameOf(hostname));

const nameOf = (hostname: string): string => hostname.toLowerCase().replace(/\.+$/, '');

/** IPv4 networks that are not public (RFC 6890 and its registry). */
const NOT_PUBLIC = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // behind the NAT of a provider; some clouds have their metadata here
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // the metadata of Azure, at a public address
  '169.254.0.0/16', // link-local, where most clouds have their metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocols
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
];

const NOT_PUBLIC_6 = [
  '2001::/23', // protocols: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which carries any address of IPv4
  '3fff::/20', // documentation
];

/** IPv6 addresses that stand for an IPv4 address, and are judged as that: IPv4-mapped and NAT64. */
const CARRIERS = ['::ffff:', '64:ff9b::'];

const refused = new BlockList();
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
for (const carrier of CARRIERS) global6.addSubnet(`${carrier}0.0.0.0`, 96, 'ipv6');
for (const network of NOT_PUBLIC) {
  const [address = '', bits] = network.split('/');
  refused.addSubnet(address, Number(bits), 'ipv4');
  for (const carrier of CARRIERS) refused.addSubnet(`${carrier}${address}`, 96 + Number(bits), 'ipv6');
}
for (const network of NOT_PUBLIC_6) {
  const [address = '', bits] = network.split('/');
  refused.addSubnet(address, Number(bits), 'ipv6');
}

/** @param address in the usual notation */
export function mayReach(address: string, { networks }: Pick<Allowed, 'networks'>): boolean {
  const version = isIP(address);
  // Zones occur in addresses that are not public.
  if (version === 0 || address.includes('%')) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (networks.check(address, family)) return true;
  return !refused.check(address, family) && (version === 4 || global6.check(address, family));
}

export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/**
 * Why a client may not use an address, in words that follow the name of a field; null when it may. Names are looked up later, for each
 * request anew.
 */
export function refusalOf(address: string, allowed: Allowed): string | null {
  // URL parsers drop tabs and line breaks and turn backslashes around; others do not, and see another host.
  if (/[\s\\\p{Cc}\u2028\u2029]/u.test(address)) return 'must not hold blanks, line breaks or backslashes';
  if (!/^https?:\/\//i.test(address)) return 'must start with http:// or https://';
  const url = URL.parse(address);
  if (!url || url.hostname === '') return 'is not a readable address';
  const [authority = ''] = address.slice(address.indexOf('//') + 2).split(/[/?#]/);
  // Parsers differ about more than two slashes.
  if (authority === '') return 'is not a readable address';
  if (authority.includes('@')) return 'must not hold a user name or password';
  const host = hostOf(url);
  if (isKnown(host, allowed)) return null;
  if (/(^|\.)localhost$/.test(nameOf(host)) || (isIP(host) !== 0 && !mayReach(host, allowed)))
    return 'must lead to a public host, and not to a private, local or reserved address';
  return null;
}
