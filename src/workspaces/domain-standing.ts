import type { DkimKey, SendingDomain } from '../../generated/prisma/client.ts';
import type { Config } from '../config.ts';
import type { Sweep } from '../jobs/jobs.ts';
import type { Clock } from '../platform/clock.ts';
import { type Db, sql } from '../platform/db.ts';
import { dkimName, judgeDkim, organisationOf } from './dns-records.ts';
import { type BounceDomain, envelopeDomain } from './domain-checks.ts';
import { type Dns, openDns, textsAt } from './domain-proof.ts';
import { checkSpf } from './spf-check.ts';

/** How receivers judge the sender's address in mail from here. */
export interface Standing {
  /** Null: there is no DMARC record. */
  dmarcPolicy: 'none' | 'quarantine' | 'reject' | null;
  /** Whether DKIM or SPF passes for the domain of the sender's address. */
  isAligned: boolean;
}

/** Names that stand for no domain (RFC 2606, RFC 6761). */
const RESERVED = String.raw`(^|\.)(test|example|invalid|localhost)$|(^|\.)example\.(com|net|org)$`;

/**
 * Judged by the rules of RFC 9989, as receivers do. A published key passes, since mail is signed with it; a readable SPF record passes, since
 * the addresses of the mail server are not known here.
 * @returns undefined while the DNS does not answer
 */
export async function standingOf(
  dns: Dns,
  of: SendingDomain,
  { keys, bounces }: { keys: DkimKey[]; bounces: BounceDomain },
): Promise<Standing | undefined> {
  const { domain } = of;
  const envelope = envelopeDomain(of, bounces);
  try {
    // It loads much, and is needed once a day.
    const { dmarc } = await import('mailauth/lib/dmarc/index.js');
    const active = keys.filter(({ state }) => state === 'active');
    const published = await Promise.all(
      active.map(async (key) => judgeDkim(dkimName(key.selector, domain), await textsAt(dns.txt, dkimName(key.selector, domain)), key).ok),
    );
    const isSigned = published.includes(true);
    const hasSpf = (await checkSpf(dns, envelope)).ok;
    const result = await dmarc({
      headerFrom: domain,
      dkimDomains: isSigned ? [{ id: domain, domain }] : [],
      spfDomains: hasSpf ? [envelope] : [],
      resolver: resolverOf(dns),
    });
    if (!result || result.status.result === 'temperror') return undefined;
    if (result.status.result === 'none')
      return { dmarcPolicy: null, isAligned: isSigned || (hasSpf && organisationOf(envelope) === organisationOf(domain)) };
    return { dmarcPolicy: (result.policy ?? result.p ?? 'none') as Standing['dmarcPolicy'], isAligned: result.status.result === 'pass' };
  } catch {
    return undefined;
  }
}

/** As `dns.resolve` of Node has it. */
const resolverOf = (dns: Dns) => async (name: string, type: string) => {
  if (type === 'TXT') return dns.txt(name);
  if (type === 'A') return dns.a(name);
  throw Object.assign(new Error(`${type} of ${name} is not looked up`), { code: 'ENODATA' });
};

const DAY_MS = 24 * 60 * 60_000;
const AT_ONCE = 20;
const TIMEOUT_MS = 2_000;

/** Judges verified domains once a day: records change without anybody saying so here. A domain without an answer keeps its standing. */
export async function judgeDomains({ db, now, dns, bounces }: { db: Db; now: Date; dns: Dns; bounces: BounceDomain }): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS);
  const due = await db.query<{ workspaceId: string; domain: string }>(sql`
    SELECT workspace_id AS "workspaceId", domain FROM sending_domains
    WHERE verified_at IS NOT NULL AND (judged_at IS NULL OR judged_at <= ${before}::timestamptz) AND domain !~ ${RESERVED}
    ORDER BY judged_at NULLS FIRST LIMIT ${AT_ONCE}::int`);
  if (due.length === 0) return;
  const where = { OR: due };
  const [domains, keys] = await Promise.all([db.prisma.sendingDomain.findMany({ where }), db.prisma.dkimKey.findMany({ where })]);
  const judged = await Promise.all(
    domains.map(async (of) => {
      const own = keys.filter(({ workspaceId, domain }) => workspaceId === of.workspaceId && domain === of.domain);
      return { of, standing: await standingOf(dns, of, { keys: own, bounces }) };
    }),
  );
  await db.query(sql`
    UPDATE sending_domains d SET
      judged_at = ${now}::timestamptz,
      dmarc_policy = CASE WHEN j.aligned IS NULL THEN d.dmarc_policy ELSE j.policy END,
      aligned = coalesce(j.aligned, d.aligned)
    FROM unnest(${judged.map(({ of }) => of.workspaceId)}::uuid[], ${judged.map(({ of }) => of.domain)}::text[],
      ${judged.map(({ standing }) => standing?.dmarcPolicy ?? null)}::text[], ${judged.map(({ standing }) => standing?.isAligned ?? null)}::boolean[])
      AS j (workspace_id, domain, policy, aligned)
    WHERE d.workspace_id = j.workspace_id AND d.domain = j.domain`);
}

interface StandingDependencies {
  db: Db;
  clock: Clock;
  config: Pick<Config, 'dnsServers' | 'bounceDomain'>;
}

export const standingSweep = ({ db, clock, config }: StandingDependencies): Sweep => ({
  name: 'sending-domains',
  everySeconds: 600,
  async run(stopping) {
    const dns = openDns(config.dnsServers, { timeoutMs: TIMEOUT_MS });
    stopping.addEventListener('abort', dns.close, { once: true });
    await judgeDomains({ db, now: clock.now(), dns, bounces: config.bounceDomain });
    stopping.removeEventListener('abort', dns.close);
  },
});
