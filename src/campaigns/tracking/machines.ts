import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIPv4 } from 'node:net';
import type { components } from '../../../generated/api.d.ts';
import { SCANNER_NETWORKS } from './scanner-networks.ts';

/** Why a hit counts as a machine's. */
export type MachineReason = components['schemas']['MachineReason'];

export interface HitRequest {
  method: string | undefined;
  headers: IncomingHttpHeaders;
  /** Of the client. Asked last, as it costs the most. */
  address: () => string;
}

/** "Cubot" is a maker of phones. Proxies that load a picture when a person opens the mail (Gmail's, Yahoo's) are people. */
const AGENTS =
  /(?<!cu)bot\b|bot[/;+]|crawl|spider|scan|preview|externalhit|headless|phantomjs|safelinks|barracuda|mimecast|proofpoint|fireeye|messagelabs|symantec|trendmicro|urldefense|curl\/|wget\/|python|libwww|go-http-client|java\/|apache-httpclient|axios\/|node-fetch|whatsapp/i;

/** Apple Mail's privacy protection loads pictures as soon as mail arrives, and names no more than this. */
const APPLE_PREFETCH = 'Mozilla/5.0';
const PREFETCH_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

const networks = new BlockList();
for (const network of SCANNER_NETWORKS) {
  const [address, bits] = network.split('/') as [string, string];
  networks.addSubnet(address, Number(bits), 'ipv4');
}

/** What a request alone says. What it does not show, `judgeHits` finds in the time since the sending and in the other hits. */
export function reasonsOf({ method, headers, address }: HitRequest): MachineReason[] {
  const reasons: MachineReason[] = [];
  const agent = headers['user-agent'] ?? '';
  if (method !== 'GET') reasons.push('method');
  if (agent === APPLE_PREFETCH || PREFETCH_HEADERS.some((name) => headers[name] !== undefined && isEarly(headers[name]))) {
    reasons.push('prefetch');
  } else if (agent === '' || AGENTS.test(agent)) reasons.push('agent');
  if (reasons.length === 0 && isScanner(address())) reasons.push('network');
  return reasons;
}

const isEarly = (purpose: string | string[] | undefined): boolean => /prefetch|preview|prerender/i.test(String(purpose));

function isScanner(address: string): boolean {
  const plain = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
  return isIPv4(plain) && networks.check(plain, 'ipv4');
}
