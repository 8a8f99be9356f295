import type { DkimKey, SendingDomain } from '../../generated/prisma/client.ts';
import { sql, type Tx } from '../platform/db.ts';
import { activate, findKeys } from './dkim-keys.ts';
import {
  type DnsRecord,
  dkimName,
  dkimValue,
  dmarcRecords,
  type Finding,
  judgeDkim,
  judgeDmarc,
  judgeMx,
  organisationOf,
  stringsOf,
} from './dns-records.ts';
import { checkProof, type Dns, found, textsAt, Unanswered } from './domain-proof.ts';
import { type DomainCtx, type DomainRef, findDomain, lockDomain } from './sending-domains.ts';
import { checkSpf } from './spf-check.ts';
import { AdminError } from './workspaces.service.ts';

export interface Check extends Finding {
  check: DnsRecord['purpose'];
  /** Mail from the domain needs it; receivers judge the rest. */
  required: boolean;
}

const REQUIRED: Check['check'][] = ['ownership', 'dkim', 'return_path'];

/** The name of the TXT record with the token. */
export const recordName = (domain: string): string => `_bivouac.${domain}`;

/** For domains without a return path of their own; undefined: bounces go to the sender. */
export type BounceDomain = string | undefined;

/** SPF is checked for the domain of the envelope sender. */
export const envelopeDomain = ({ domain, returnPathDomain }: SendingDomain, bounces: BounceDomain): string =>
  returnPathDomain ?? bounces ?? domain;

export function recordsFor(of: SendingDomain, keys: DkimKey[], bounces: BounceDomain): DnsRecord[] {
  const { domain, verificationToken, returnPathDomain } = of;
  const txt = (purpose: DnsRecord['purpose'], name: string, value: string) => ({ purpose, type: 'TXT' as const, name, value });
  return [
    txt('ownership', recordName(domain), verificationToken),
    ...inUse(keys).map((key) => {
      const value = dkimValue(key);
      return { ...txt('dkim', dkimName(key.selector, domain), value), strings: stringsOf(value) };
    }),
    { ...txt('spf', envelopeDomain(of, bounces), 'v=spf1 include:<the name that your mail provider gives> ~all'), is_suggestion: true },
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

/** `published` are the keys with a correct record. */
async function checkDomain(
  dns: Dns,
  of: SendingDomain,
  keys: DkimKey[],
  bounces: BounceDomain,
): Promise<{ checks: Check[]; published: DkimKey[] }> {
  const { domain, returnPathDomain } = of;
  const ofKeys = inUse(keys).map(async (key) => {
    const name = dkimName(key.selector, domain);
    return { key, finding: await findingOf(async () => judgeDkim(name, await textsAt(dns.txt, name), key)) };
  });
  const envelope = envelopeDomain(of, bounces);
  const [ownership, dkim, spf, dmarc, mx] = await Promise.all([
    proofOf(dns, of),
    Promise.all(ofKeys),
    findingOf(() => checkSpf(dns, envelope)),
    findingOf(() => checkDmarc(dns, domain, envelope)),
    returnPathDomain === null ? undefined : findingOf(() => checkMx(dns, returnPathDomain)),
  ]);
  const noKey = { ok: false, text: `${domain} has no DKIM key; make one with \`domains rotate-dkim\`.` };
  const findings: [Check['check'], Finding | undefined][] = [
    ['ownership', ownership],
    ...(dkim.length > 0 ? dkim.map(({ finding }) => finding) : [noKey]).map((finding): ['dkim', Finding] => ['dkim', finding]),
    ['spf', spf],
    ['dmarc', dmarc],
    ['return_path', mx],
  ];
  return {
    checks: findings.flatMap(([check, finding]) => (finding ? [{ check, required: REQUIRED.includes(check), ...finding }] : [])),
    published: dkim.filter(({ finding }) => finding.ok).map(({ key }) => key),
  };
}

async function findingOf(check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof Unanswered) return { ok: false, text: error.message };
    throw error;
  }
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

/** The record of the domain, or of the nearest one above it that has any, up to the registered one. */
async function checkDmarc(dns: Dns, domain: string, envelope: string): Promise<Finding> {
  const top = organisationOf(domain);
  for (let above = domain; ; above = above.slice(above.indexOf('.') + 1)) {
    const name = `_dmarc.${above}`;
    const records = dmarcRecords(await textsAt(dns.txt, name));
    if (records.length > 0 || above === top) return judgeDmarc(domain, name, records, envelope);
  }
}

const checkMx = async (dns: Dns, domain: string): Promise<Finding> =>
  judgeMx(
    domain,
    (await found(domain, dns.mx(domain))).map(({ exchange }) => exchange),
  );

export interface Verification {
  domain: SendingDomain;
  /** Whether all required records are there. */
  ok: boolean;
  checks: Check[];
}

export interface Means {
  dns: Dns;
  /** Called when a key is to sign. */
  secret: () => Promise<string>;
  bounceDomain?: BounceDomain;
  /** Refuses a domain that another workspace has verified. Without it, workspaces of one owner may share a domain. */
  isExclusive?: boolean;
}

export class TakenDomain extends AdminError {
  constructor() {
    super('Another workspace has verified this domain; remove it there first.');
  }
}

/** Two workspaces that verify one domain together wait for each other. @throws TakenDomain */
async function requireFree(tx: Tx, { workspaceId, domain }: DomainRef): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'sending domain', ${domain}::text), 0))::text AS held`);
  const [other] = await tx.query(sql`
    SELECT 1 AS held FROM sending_domains
    WHERE domain = ${domain}::text AND workspace_id <> ${workspaceId}::uuid AND verified_at IS NOT NULL LIMIT 1`);
  if (other) throw new TakenDomain();
}

/**
 * The token verifies the domain; a published DKIM key signs from now on; a return path with an MX is used. A domain without its token that
 * was never verified does not change. Missing answers of the DNS change nothing, and nothing is taken back.
 * @throws AdminError when the domain was not added, another workspace has it (TakenDomain), or a published key cannot be read: then nothing has changed
 */
export async function verifyDomain(
  { db, now, ...of }: DomainCtx,
  { dns, secret, bounceDomain, isExclusive }: Means,
): Promise<Verification> {
  const found = await findDomain(db, of);
  const { workspaceId, domain } = found;
  const { checks, published } = await checkDomain(dns, found, await findKeys(db, found), bounceDomain);
  const isOk = (what: Check['check']) => checks.some((check) => check.check === what && check.ok);
  if (!isOk('ownership') && !found.verifiedAt) return { domain: found, ok: false, checks };
  const waiting = published.filter(({ state }) => state === 'pending');
  const opening = waiting.length > 0 ? await secret() : '';
  return db.transaction(async (tx) => {
    const locked = await lockDomain(tx, { workspaceId, domain });
    if (isExclusive && !locked.verifiedAt) await requireFree(tx, locked);
    // Another verification may have been faster.
    const still = (await findKeys(tx, locked)).flatMap(({ state, selector }) => (state === 'pending' ? [selector] : []));
    for (const key of waiting) if (still.includes(key.selector)) await activate(tx, key, { secret: opening, now });
    const data = {
      ...(isOk('ownership') && { verifiedAt: now }),
      ...(isOk('return_path') && locked.returnPathDomain === found.returnPathDomain && { returnPathVerifiedAt: now }),
    };
    const updated = await tx.prisma.sendingDomain.update({ where: { workspaceId_domain: { workspaceId, domain } }, data });
    return { domain: updated, ok: checks.every(({ ok, required }) => ok || !required), checks };
  });
}
