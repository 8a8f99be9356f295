import type { DkimKey, SendingDomain } from '../../generated/prisma/client.ts';
import {
  type DnsRecord,
  dkimName,
  dkimValue,
  dmarcRecords,
  type Finding,
  judgeDkim,
  judgeDmarc,
  judgeMx,
  judgeSpf,
  stringsOf,
} from './dns-records.ts';
import { checkProof, type Dns, isNotThere, unanswered } from './domain-proof.ts';
import { AdminError } from './workspaces.service.ts';

/** One thing that was looked for in the DNS. */
export interface Check extends Finding {
  check: DnsRecord['purpose'];
}

/** Where the owner of a domain publishes the token, as a TXT record. */
export const recordName = (domain: string): string => `_bivouac.${domain}`;

/** Whom SPF is asked of: the envelope sender. */
const envelopeDomain = ({ domain, returnPathDomain }: SendingDomain): string => returnPathDomain ?? domain;

/** All that a domain should publish. */
export function recordsFor(of: SendingDomain, keys: DkimKey[]): DnsRecord[] {
  const { domain, verificationToken, returnPathDomain } = of;
  const txt = (purpose: DnsRecord['purpose'], name: string, value: string) => ({ purpose, type: 'TXT' as const, name, value });
  return [
    txt('ownership', recordName(domain), verificationToken),
    ...inUse(keys).map((key) => {
      const value = dkimValue(key);
      return { ...txt('dkim', dkimName(key.selector, domain), value), strings: stringsOf(value) };
    }),
    { ...txt('spf', envelopeDomain(of), 'v=spf1 include:<the name that your mail provider gives> ~all'), is_suggestion: true },
    { ...txt('dmarc', `_dmarc.${domain}`, `v=DMARC1; p=none; rua=mailto:postmaster@${domain}`), is_suggestion: true },
    ...(returnPathDomain === null
      ? []
      : [
          {
            purpose: 'return_path',
            type: 'MX',
            name: returnPathDomain,
            value: '10 <the mail server that takes bounces>',
            is_suggestion: true,
          } as const,
        ]),
  ];
}

const inUse = (keys: DkimKey[]) => keys.filter(({ state }) => state !== 'retired');

/** Asks for all of it at once. `published` are the keys that are there as they should be. */
export async function checkDomain(dns: Dns, of: SendingDomain, keys: DkimKey[]): Promise<{ checks: Check[]; published: DkimKey[] }> {
  const { domain, returnPathDomain } = of;
  const ofKeys = inUse(keys).map(async (key) => {
    const name = dkimName(key.selector, domain);
    return { key, finding: await answered(name, texts(dns, name), (records) => judgeDkim(name, records, key)) };
  });
  const envelope = envelopeDomain(of);
  const [ownership, dkim, spf, dmarc, mx] = await Promise.all([
    proofOf(dns, of),
    Promise.all(ofKeys),
    answered(envelope, texts(dns, envelope), (records) => judgeSpf(envelope, records)),
    checkDmarc(dns, domain),
    returnPathDomain === null
      ? undefined
      : answered(returnPathDomain, exchanges(dns, returnPathDomain), (hosts) => judgeMx(returnPathDomain, hosts)),
  ]);
  const noKey = { ok: false, text: `${domain} has no DKIM key; make one with \`domains rotate-dkim\`.` };
  const checks: Check[] = [
    { check: 'ownership', ...ownership },
    ...(dkim.length > 0 ? dkim.map(({ finding }) => ({ check: 'dkim' as const, ...finding })) : [{ check: 'dkim' as const, ...noKey }]),
    { check: 'spf', ...spf },
    { check: 'dmarc', ...dmarc },
    ...(mx ? [{ check: 'return_path' as const, ...mx }] : []),
  ];
  return { checks, published: dkim.filter(({ finding }) => finding.ok).map(({ key }) => key) };
}

async function proofOf(dns: Dns, { domain, verificationToken }: SendingDomain): Promise<Finding> {
  try {
    await checkProof(recordName(domain), verificationToken, dns.txt);
    return { ok: true, text: `The token is published at ${recordName(domain)}.` };
  } catch (error) {
    if (error instanceof AdminError) return { ok: false, text: error.message };
    throw error;
  }
}

/** The record of the domain, or of the nearest one above it that has any. Nothing is asked of a top level. */
async function checkDmarc(dns: Dns, domain: string): Promise<Finding> {
  const labels = domain.split('.');
  for (let i = 0; i <= labels.length - 2; i++) {
    const name = `_dmarc.${labels.slice(i).join('.')}`;
    const answer = await answered(name, texts(dns, name), (records) => {
      const found = dmarcRecords(records);
      return found.length > 0 ? judgeDmarc(domain, name, found) : null;
    });
    if (answer) return answer;
  }
  return judgeDmarc(domain, `_dmarc.${domain}`, []);
}

const texts = async (dns: Dns, name: string): Promise<string[]> => (await dns.txt(name)).map((parts) => parts.join(''));
const exchanges = async (dns: Dns, name: string): Promise<string[]> => (await dns.mx(name)).map(({ exchange }) => exchange);

async function answered<Found>(name: string, asking: Promise<string[]>, judge: (records: string[]) => Found): Promise<Found | Finding> {
  let records: string[] = [];
  try {
    records = await asking;
  } catch (error) {
    if (!isNotThere(error)) return { ok: false, text: unanswered(name, error) };
  }
  return judge(records);
}
