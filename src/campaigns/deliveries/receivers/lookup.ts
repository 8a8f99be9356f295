import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { found, type OpenDns } from '../../../workspaces/domain-proof.ts';
import { type Receiver, receiverByName, receiverByServers } from './providers.ts';

export interface ReceiverLookup {
  /** What is known now: a domain that has not been looked up stands for itself. */
  receiverOf(domain: string): Receiver;
  /** Begins to look up the domains that are not known. */
  lookUp(domains: Iterable<string>): void;
  /** Resolves when the look-ups under way have ended, or after `PATIENCE_MS`. */
  settled(): Promise<void>;
  close(): void;
}

/** Mail waits no longer for the DNS, and only while some receiver is slow. */
const PATIENCE_MS = 250;
const KEPT = 20_000;
/** MX records are mostly kept for hours; the resolver of Node does not show for how long. */
const KNOWN_MS = 60 * 60_000;
const UNANSWERED_MS = 5 * 60_000;
const AT_ONCE = 20;
/** With more waiting, a domain stands for itself. */
const MOST_WAITING = 2_000;

/** Names that stand for no domain (RFC 2606, RFC 6761, RFC 6762). */
const RESERVED = /(^|\.)(test|example|invalid|localhost|local)$|(^|\.)example\.(com|net|org)$/;

export function createReceiverLookup(dns: Pick<OpenDns, 'mx' | 'close'>): ReceiverLookup {
  const known = new LRUCache<string, Receiver>({ max: KEPT, ttl: KNOWN_MS });
  const waiting = new Set<string>();
  const underWay = new Map<string, Promise<void>>();
  let isClosed = false;

  async function ask(domain: string): Promise<void> {
    try {
      const records = await found(domain, dns.mx(domain));
      const hosts = records.sort((a, b) => (a.priority ?? 0) - (b.priority ?? 0)).map(({ exchange }) => exchange);
      known.set(domain, receiverByServers(domain, hosts));
    } catch {
      known.set(domain, { name: domain, isGuess: true }, { ttl: UNANSWERED_MS });
    }
  }

  function begin(): void {
    for (const domain of waiting) {
      if (isClosed || underWay.size >= AT_ONCE) return;
      waiting.delete(domain);
      const asking = ask(domain).finally(() => {
        underWay.delete(domain);
        begin();
      });
      underWay.set(domain, asking);
    }
  }

  async function allAnswered(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay.values());
  }

  return {
    receiverOf: (domain) => receiverByName(domain) ?? known.get(domain) ?? { name: domain, isGuess: true },
    lookUp(domains) {
      for (const domain of domains) {
        if (waiting.size >= MOST_WAITING) break;
        if (!known.has(domain) && !underWay.has(domain) && !RESERVED.test(domain) && !receiverByName(domain)) waiting.add(domain);
      }
      begin();
    },
    async settled() {
      if (underWay.size > 0) await Promise.race([allAnswered(), delay(PATIENCE_MS, undefined, { ref: false })]);
    },
    close() {
      isClosed = true;
      waiting.clear();
      dns.close();
    },
  };
}
