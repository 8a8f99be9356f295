import { getDomain } from 'tldts';

/** The records that a domain publishes, to be written and to be checked. Nothing here asks the DNS. */

export interface DnsRecord {
  purpose: 'ownership' | 'dkim' | 'spf' | 'dmarc' | 'return_path';
  type: 'TXT' | 'MX';
  name: string;
  value: string;
  /** A TXT value in strings of at most 255 bytes, as zone files and some forms need it. */
  strings?: string[];
  /** A proposal: the value depends on the senders and on who gets reports. */
  is_suggestion?: boolean;
}

export interface Finding {
  ok: boolean;
  text: string;
}

const MOST_IN_A_STRING = 255;

export const dkimName = (selector: string, domain: string): string => `${selector}._domainkey.${domain}`;
export const dkimValue = ({ algorithm, publicKey }: { algorithm: string; publicKey: string }): string =>
  `v=DKIM1; k=${algorithm}; p=${publicKey}`;

export function stringsOf(value: string): string[] {
  return value.match(new RegExp(`.{1,${MOST_IN_A_STRING}}`, 'g')) ?? [];
}

/** The tags of a list such as `v=DKIM1; p=…` by name; null for a text that is no list, or has a tag twice. */
function tagsOf(record: string): Map<string, string> | null {
  const tags = new Map<string, string>();
  const parts = record.split(';');
  if (parts.at(-1)?.trim() === '') parts.pop();
  for (const part of parts) {
    const [, name, value = ''] = /^\s*([a-z][a-z0-9_]*)\s*=\s*([\x20-\x7e]*?)\s*$/i.exec(part) ?? [];
    if (name === undefined || tags.has(name)) return null;
    tags.set(name, value);
  }
  return tags;
}

/** A long record in part. */
export const quoted = (record: string): string => `"${record.length > 200 ? `${record.slice(0, 200)}…` : record}"`;

/** Whether exactly this key is published (RFC 6376, 3.6.1). */
export function judgeDkim(name: string, records: string[], key: { algorithm: string; publicKey: string }): Finding {
  const [record] = records;
  if (record === undefined) return { ok: false, text: `No TXT record was found at ${name}.` };
  if (records.length > 1) return { ok: false, text: `There are ${records.length} TXT records at ${name}; there must be one.` };
  const wrong = whyNotKey(tagsOf(record), key);
  if (wrong) return { ok: false, text: `The TXT record at ${name} ${wrong}: ${quoted(record)}` };
  return { ok: true, text: `The key is published at ${name}.` };
}

function whyNotKey(tags: Map<string, string> | null, { algorithm, publicKey }: { algorithm: string; publicKey: string }) {
  if (!tags) return 'is no list of tags such as "v=DKIM1; k=rsa; p=…"';
  const among = (name: string, ...wanted: string[]) => {
    const value = tags.get(name);
    return value === undefined || value.split(':').some((one) => wanted.includes(one.trim().toLowerCase()));
  };
  if ((tags.get('v') ?? 'DKIM1') !== 'DKIM1' || (tags.has('v') && [...tags.keys()][0] !== 'v')) return 'does not begin with v=DKIM1';
  if ((tags.get('k') ?? 'rsa').toLowerCase() !== algorithm) return `is no key of ${algorithm}`;
  const published = (tags.get('p') ?? '').replace(/\s/g, '');
  if (published === '') return 'holds no key';
  if (published !== publicKey) return 'holds another key, or a part of it';
  if (!among('h', 'sha256')) return 'does not allow sha256';
  if (!among('s', '*', 'email')) return 'is not for email';
  if (
    tags
      .get('t')
      ?.split(':')
      .some((flag) => flag.trim().toLowerCase() === 'y')
  )
    return 'says that it is a test (t=y)';
  return undefined;
}

export const dmarcRecords = (all: string[]): string[] => all.filter((record) => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(record));

/** The registered domain that this one belongs to. */
export const organisationOf = (domain: string): string => getDomain(domain, { allowPrivateDomains: true }) ?? domain;

/**
 * The policy of a domain for forged mail, and how mail from here passes (RFC 7489).
 * @param name of `records`: at the domain, or at one above it, whose record covers it
 * @param envelope the domain of the envelope sender, for SPF
 */
export function judgeDmarc(domain: string, name: string, records: string[], envelope: string): Finding {
  const [record] = records;
  if (record === undefined) return { ok: false, text: `No DMARC record was found at _dmarc.${domain}, nor above it.` };
  if (records.length > 1) {
    return { ok: false, text: `There are ${records.length} DMARC records at ${name}, which makes all of them void; there must be one.` };
  }
  const tags = tagsOf(record);
  const above = name !== `_dmarc.${domain}`;
  const policy = ((above && tags?.get('sp')) || tags?.get('p') || '').toLowerCase();
  if (!tags || !['none', 'quarantine', 'reject'].includes(policy)) {
    return { ok: false, text: `The DMARC record at ${name} has no policy (p=none, quarantine or reject): ${quoted(record)}` };
  }
  const strict = tags.get('aspf')?.toLowerCase() === 's';
  return { ok: true, text: `The policy is ${policy}, at ${name}. ${alignment(domain, envelope, strict)}` };
}

/** Mail is signed for exactly its domain, so DKIM always counts for it; SPF counts for the envelope's domain. */
function alignment(domain: string, envelope: string, strict: boolean): string {
  if (envelope === domain) return 'Mail passes by DKIM and by SPF.';
  const alone = `Mail passes by DKIM alone: SPF is asked of ${envelope}, which`;
  if (organisationOf(envelope) !== organisationOf(domain)) return `${alone} does not belong to ${organisationOf(domain)}.`;
  return strict ? `${alone} has to be ${domain} itself (aspf=s).` : `Mail passes by DKIM, and by SPF of ${envelope}.`;
}

/** A null MX (RFC 7505) refuses all mail. */
export function judgeMx(domain: string, exchanges: string[]): Finding {
  const hosts = exchanges.filter((host) => host !== '' && host !== '.');
  if (exchanges.length === 0) return { ok: false, text: `No MX record was found at ${domain}; bounces cannot come there.` };
  if (hosts.length === 0) return { ok: false, text: `The MX record at ${domain} says that it takes no mail.` };
  return { ok: true, text: `Bounces go to ${hosts.join(', ')}.` };
}
