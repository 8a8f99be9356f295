/** What a domain publishes to be believed: as it is to be written, and as it is found. Nothing here asks the DNS. */

/** A record to publish. */
export interface DnsRecord {
  purpose: 'ownership' | 'dkim' | 'spf' | 'dmarc' | 'return_path';
  type: 'TXT' | 'MX';
  name: string;
  value: string;
  /** A TXT value in strings of at most 255 bytes, as files of zones and some forms want it. */
  strings?: string[];
  /** A proposal: what it should say depends on who sends and who is to be told. */
  is_suggestion?: boolean;
}

/** What a check says. `found` where something is there, and not what it should be. */
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

/** The tags of a list such as `v=DKIM1; p=…` by name; null for what is none, or has one twice. */
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

const quoted = (record: string): string => `"${record.length > 200 ? `${record.slice(0, 200)}…` : record}"`;

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

/** The name of a domain in a term of SPF, macros allowed. */
const SPF_DOMAIN = '[a-z0-9_%{}.+/=-]*[a-z0-9_}%-]\\.?';
const CIDR = '(?:/(?:\\d|[12]\\d|3[0-2]))?(?://(?:\\d{1,2}|1[01]\\d|12[0-8]))?';
const IP4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?:\/(?:\d|[12]\d|3[0-2]))?$/;
const MECHANISMS = [
  /^all$/,
  new RegExp(`^(?:include|exists):${SPF_DOMAIN}$`),
  new RegExp(`^(?:a|mx)(?::[a-z0-9_%{}.+=-]*[a-z0-9_}%-]\\.?)?${CIDR}$`),
  new RegExp(`^ptr(?::${SPF_DOMAIN})?$`),
  /^ip6:[0-9a-f:.]*:[0-9a-f:.]*(?:\/(?:\d{1,2}|1[01]\d|12[0-8]))?$/,
];
/** Terms that ask the DNS again; a receiver follows ten. */
const ASKS = /^[+?~-]?(?:include:|exists:|a(?:[:/]|$)|mx(?:[:/]|$)|ptr(?::|$))|^redirect=/;
const MOST_ASKED = 10;

/** Whether a domain says who may send for it: one record, which can be read (RFC 7208). */
export function judgeSpf(name: string, all: string[]): Finding {
  const records = all.filter((record) => /^v=spf1(?: |$)/i.test(record));
  const [record] = records;
  if (record === undefined) return { ok: false, text: `No SPF record was found at ${name}.` };
  if (records.length > 1) {
    return { ok: false, text: `There are ${records.length} SPF records at ${name}, which makes all of them void; there must be one.` };
  }
  const wrong = whyNotSpf(record.toLowerCase());
  return wrong
    ? { ok: false, text: `The SPF record at ${name} ${wrong}: ${quoted(record)}` }
    : { ok: true, text: `${name} publishes ${quoted(record)}` };
}

function whyNotSpf(record: string): string | undefined {
  const terms = record.split(/ +/).slice(1).filter(Boolean);
  const seen = new Set<string>();
  for (const term of terms) {
    const [, modifier] = /^([a-z][a-z0-9._-]*)=/.exec(term) ?? [];
    if (modifier === 'redirect' || modifier === 'exp') {
      if (seen.has(modifier)) return `has ${modifier} twice`;
      if (!new RegExp(`^${modifier}=${SPF_DOMAIN}$`).test(term)) return `has a term that cannot be read (${term})`;
      seen.add(modifier);
    } else if (modifier === undefined && !isMechanism(term.replace(/^[+?~-]/, ''))) return `has a term that cannot be read (${term})`;
  }
  const asks = terms.filter((term) => ASKS.test(term)).length;
  if (asks > MOST_ASKED) return `asks the DNS ${asks} times, and ${MOST_ASKED} are allowed`;
  if (terms.some((term) => /^\+?all$/.test(term))) return 'lets everybody send (+all)';
  return undefined;
}

function isMechanism(term: string): boolean {
  if (!term.startsWith('ip4:')) return MECHANISMS.some((form) => form.test(term));
  const [, ...bytes] = IP4.exec(term.slice(4)) ?? [];
  return bytes.length > 0 && bytes.every((byte) => Number(byte) <= 255);
}

/** The DMARC records among what stands at a name. */
export const dmarcRecords = (all: string[]): string[] => all.filter((record) => /^v\s*=\s*DMARC1\s*(?:;|$)/.test(record));

/**
 * What a domain wants done with mail that is not its own (RFC 7489).
 * @param name where `records` were found: at the domain, or at one above it, whose record is for it as well
 */
export function judgeDmarc(domain: string, name: string, records: string[]): Finding {
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
  return { ok: true, text: `The policy is ${policy}, at ${name}.` };
}

/** Whether mail can come to a return path. A null MX (RFC 7505) says that it cannot. */
export function judgeMx(domain: string, exchanges: string[]): Finding {
  const hosts = exchanges.filter((host) => host !== '' && host !== '.');
  if (exchanges.length === 0) return { ok: false, text: `No MX record was found at ${domain}; bounces cannot come there.` };
  if (hosts.length === 0) return { ok: false, text: `The MX record at ${domain} says that it takes no mail.` };
  return { ok: true, text: `Bounces go to ${hosts.join(', ')}.` };
}
