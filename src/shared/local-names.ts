import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** The list also matches ::ffff:127.0.0.1. */
export const isLoopback = (address: string): boolean => {
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 6 ? 'ipv6' : 'ipv4');
};

/** @param host with or without a port */
export function isLocalName(host: string): boolean {
  const name = /^(\[[^\]]+\]|[^:]+)(?::\d+)?$/.exec(host)?.[1]?.toLowerCase();
  if (!name) return false;
  return name === 'localhost' || isLoopback(name.replace(/^\[|\]$/g, ''));
}
