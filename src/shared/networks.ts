import { BlockList, isIP } from 'node:net';

/** Whether a text is an IP address, or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** @param networks each an address or a network, as `isNetwork` requires */
export function networksOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

/** IPv4-mapped addresses of IPv6 count as those of IPv4. */
export function includesAddress(list: BlockList, address: string): boolean {
  const [plain = ''] = address.split('%');
  return isIP(plain) !== 0 && list.check(plain, familyOf(plain));
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');
