import { type Finding, quoted } from './dns-records.ts';
import { type Dns, found, textsAt } from './domain-proof.ts';
import { readSpf, type SpfTerm, spfRecords } from './spf.ts';

/** Receivers follow so many terms that ask the DNS, those of included records among them (RFC 7208, 4.6.4). */
const MOST_ASKED = 10;
/** So many of them may find nothing. */
const MOST_EMPTY = 2;
/** So many hosts an MX may have. */
const MOST_HOSTS = 10;

/** Why receivers take no notice of the record, at whatever name that shows. */
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
 * Whether a domain says who may send for it: one record, which can be read with all that it leads to, within the bounds that receivers
 * keep, and does not let everybody send. Who that is, is not looked at.
 * @throws Unanswered when the DNS does not say
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

/** @param passing whether who passes there passes here */
async function follow(walk: Walk, domain: string, record: string, passing: boolean): Promise<void> {
  const terms = readSpf(record);
  if (typeof terms === 'string') throw new Flaw(domain, record, terms);
  // What stands behind `all` is never come to, nor is another record then.
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
  // Whom these ask for is known when there is a message.
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
