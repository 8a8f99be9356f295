import { isIPv4, isIPv6 } from 'node:net';
import { type Finding, quoted } from './dns-records.ts';
import { type Dns, found, textsAt } from './domain-proof.ts';

/** Terms that need a look-up, including those of included records (RFC 7208, 4.6.4). */
const MOST_ASKED = 10;
/** Look-ups without a result. */
const MOST_EMPTY = 2;
/** Hosts of an MX. */
const MOST_HOSTS = 10;

/** The reason why receivers ignore the record, at the name where it was found. */
class Flaw extends Error {
  readonly at: string;
  readonly record: string;

  constructor(at: string, record: string, why: string) {
    super(why);
    this.at = at;
    this.record = record;
  }
}

interface Walk {
  dns: Dns;
  root: { domain: string; record: string };
  asked: number;
  empty: number;
}

/**
 * Whether a domain has one SPF record that can be read with all its includes, within the limits of receivers, and does not let everyone
 * send. The permitted senders are not checked.
 * @throws Unanswered
 */
export async function checkSpf(dns: Dns, domain: string): Promise<Finding> {
  const records = spfRecords(await textsAt(dns.txt, domain));
  const [record] = records;
  if (record === undefined) return { ok: false, text: `No SPF record was found at ${domain}.` };
  if (records.length > 1) {
    return { ok: false, text: `There are ${records.length} SPF records at ${domain}, which makes all of them void; there must be one.` };
  }
  const walk: Walk = { dns, root: { domain, record }, asked: 0, empty: 0 };
  try {
    await follow(walk, domain, record, true);
  } catch (error) {
    if (!(error instanceof Flaw)) throw error;
    const where = error.at === domain ? `at ${domain}` : `at ${domain} leads to that at ${error.at}, which`;
    return { ok: false, text: `The SPF record ${where} ${error.message}: ${quoted(error.record)}` };
  }
  return {
    ok: true,
    text: `${domain} publishes ${quoted(record)}, by which receivers ask the DNS up to ${walk.asked} of ${MOST_ASKED} times.`,
  };
}

/** @param passing whether a sender that passes there passes here */
async function follow(walk: Walk, domain: string, record: string, passing: boolean): Promise<void> {
  const terms = readSpf(record);
  if (typeof terms === 'string') throw new Flaw(domain, record, terms);
  // Terms behind `all` are never reached, nor is a redirect then.
  const all = terms.findIndex(({ kind }) => kind === 'all');
  const redirects = all < 0 ? terms.filter(({ kind }) => kind === 'redirect') : [];
  const tried = (all < 0 ? terms : terms.slice(0, all)).filter(({ kind }) => kind !== 'redirect');
  if (passing && terms[all]?.passes) throw new Flaw(domain, record, 'lets everybody send (+all)');
  for (const term of [...tried, ...redirects]) await ask(walk, domain, record, term, passing);
}

async function ask(walk: Walk, domain: string, record: string, term: SpfTerm, passing: boolean): Promise<void> {
  const { kind, domain: name = domain } = term;
  if (kind === 'all' || kind === 'ip4' || kind === 'ip6') return;
  walk.asked++;
  if (walk.asked > MOST_ASKED) throw ofAll(walk, `asks the DNS more than ${MOST_ASKED} times, with all that it leads to`);
  // These depend on the message.
  if (kind === 'ptr' || name.includes('%')) return;
  if (kind === 'include' || kind === 'redirect') {
    const records = spfRecords(await textsAt(walk.dns.txt, name));
    const [next] = records;
    if (next === undefined || records.length > 1) {
      throw new Flaw(
        domain,
        record,
        `leads to ${name}, which has ${next === undefined ? 'no SPF record' : `${records.length} SPF records`}`,
      );
    }
    return follow(walk, name, next, passing && term.passes);
  }
  const count = await (kind === 'mx' ? hosts(walk.dns, name) : addresses(walk.dns, name, kind));
  if (kind === 'mx' && count > MOST_HOSTS)
    throw new Flaw(domain, record, `names the ${count} mail servers of ${name}, and ${MOST_HOSTS} may be`);
  if (count === 0) walk.empty++;
  if (walk.empty > MOST_EMPTY) throw ofAll(walk, `asks for more than ${MOST_EMPTY} names of which the DNS knows nothing, ${name} the last`);
}

const ofAll = ({ root }: Walk, why: string): Flaw => new Flaw(root.domain, root.record, why);

const hosts = async (dns: Dns, name: string): Promise<number> => (await found(name, dns.mx(name))).length;

/** `exists` asks for an IPv4 address whatever the sender's is. */
async function addresses(dns: Dns, name: string, kind: 'a' | 'exists'): Promise<number> {
  const four = (await found(name, dns.a(name))).length;
  return four > 0 || kind === 'exists' ? four : (await found(name, dns.aaaa(name))).length;
}

/** A mechanism, or the modifier `redirect`. */
export interface SpfTerm {
  kind: 'all' | 'include' | 'a' | 'mx' | 'ptr' | 'ip4' | 'ip6' | 'exists' | 'redirect';
  /** No sign, or `+`. */
  passes: boolean;
  /** Undefined: the domain of the record, or none. */
  domain: string | undefined;
}

/** Mechanisms that take the name of a domain, or may. */
const ASKING = ['include', 'exists', 'a', 'mx', 'ptr'] as const;

// The grammar of RFC 7208, section 7.1 for names and 12 for all of it; records are read in lower case.
const EXPANSION = '%(?:\\{[slodiphcrtv]\\d*r?[.\\-+,/_=]*\\}|[%_-])';
const MACRO_STRING = `(?:[!-$&-~]|${EXPANSION})*`;
const LABEL = '(?!\\d+\\.?(?:/|$))[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const NAME = `(${MACRO_STRING}(?:\\.${LABEL}\\.?|${EXPANSION}))`;
const BITS = '(?:0|[1-9]\\d{0,2})';
const MODIFIER = new RegExp(`^([a-z][a-z0-9._-]*)=${MACRO_STRING}$`);
const FORMS: Record<(typeof ASKING)[number], RegExp> = {
  include: new RegExp(`^include:${NAME}$`),
  exists: new RegExp(`^exists:${NAME}$`),
  a: new RegExp(`^a(?::${NAME})?(?:/(${BITS}))?(?://(${BITS}))?$`),
  mx: new RegExp(`^mx(?::${NAME})?(?:/(${BITS}))?(?://(${BITS}))?$`),
  ptr: new RegExp(`^ptr(?::${NAME})?$`),
};
const REDIRECT = new RegExp(`^redirect=${NAME}$`);
const EXPLANATION = new RegExp(`^exp=${NAME}$`);
const ADDRESS = new RegExp(`^(ip[46]):([^/%]+)(?:/(${BITS}))?$`);

const spfRecords = (all: string[]): string[] => all.filter((record) => /^v=spf1(?: |$)/i.test(record));

/**
 * One wrong term makes the whole record void (RFC 7208).
 * @returns its terms, or what is wrong with it in words that follow "the record"
 */
export function readSpf(record: string): SpfTerm[] | string {
  const terms: SpfTerm[] = [];
  const modifiers: string[] = [];
  for (const text of record.toLowerCase().split(/ +/).slice(1).filter(Boolean)) {
    const read = readTerm(text) ?? `has a term that cannot be read (${text})`;
    if (typeof read === 'string') return read;
    if (read !== NOTHING) terms.push(read);
    const [, modifier] = MODIFIER.exec(text) ?? [];
    if (modifier) modifiers.push(modifier);
  }
  const twice = ['redirect', 'exp'].find((name) => modifiers.filter((modifier) => modifier === name).length > 1);
  return twice ? `has ${twice} twice` : terms;
}

/** A modifier without permitted senders. */
const NOTHING = Symbol();

function readTerm(text: string): SpfTerm | typeof NOTHING | undefined {
  const [, modifier] = MODIFIER.exec(text) ?? [];
  if (modifier === 'exp') return EXPLANATION.test(text) ? NOTHING : undefined;
  if (modifier === 'redirect') {
    const [, domain] = REDIRECT.exec(text) ?? [];
    return domain === undefined ? undefined : { kind: 'redirect', passes: true, domain };
  }
  if (modifier) return NOTHING;
  const mechanism = text.replace(/^[+?~-]/, '');
  const passes = mechanism === text || text.startsWith('+');
  if (mechanism === 'all') return { kind: 'all', passes, domain: undefined };
  const [, family, address = '', bits = '0'] = ADDRESS.exec(mechanism) ?? [];
  if (family === 'ip4') return isIPv4(address) && Number(bits) <= 32 ? { kind: 'ip4', passes, domain: undefined } : undefined;
  if (family === 'ip6') return isIPv6(address) && Number(bits) <= 128 ? { kind: 'ip6', passes, domain: undefined } : undefined;
  for (const kind of ASKING) {
    const [whole, domain, four = '0', six = '0'] = FORMS[kind].exec(mechanism) ?? [];
    if (whole !== undefined) return Number(four) <= 32 && Number(six) <= 128 ? { kind, passes, domain } : undefined;
  }
  return undefined;
}
