import type { SendingDomain } from '../../generated/prisma/client.ts';
import type { Db } from '../platform/db.ts';
import { activate, findKeys } from './dkim-keys.ts';
import { type BounceDomain, type Check, checkDomain } from './domain-checks.ts';
import type { Dns } from './domain-proof.ts';
import { type DomainRef, findDomain, lockDomain } from './sending-domains.ts';

export interface Verification {
  domain: SendingDomain;
  /** Whether all is there that is required. */
  ok: boolean;
  checks: Check[];
}

/** What the answers are looked at with. */
export interface Means {
  dns: Dns;
  /** Asked for when a key is to sign. */
  secret: () => Promise<string>;
  bounceDomain?: BounceDomain;
}

/**
 * Looks for all that the domain should publish. Its token marks it as verified; a DKIM key that is there signs from now on; a return
 * path to which mail can come is used. Nothing changes for a domain that neither has its token there nor was verified before. What the
 * DNS does not answer changes nothing, and nothing is taken back.
 * @throws AdminError when the domain was not added, or a key that is there cannot be read: then nothing has changed
 */
export async function verifyDomain(db: Db, of: DomainRef, { dns, secret, bounceDomain }: Means, now: Date): Promise<Verification> {
  const found = await findDomain(db, of);
  const { workspaceId, domain } = found;
  const { checks, published } = await checkDomain(dns, found, await findKeys(db, found), bounceDomain);
  const isOk = (what: Check['check']) => checks.some((check) => check.check === what && check.ok);
  if (!isOk('ownership') && !found.verifiedAt) return { domain: found, ok: false, checks };
  const waiting = published.filter(({ state }) => state === 'pending');
  const opening = waiting.length > 0 ? await secret() : '';
  return db.transaction(async (tx) => {
    const locked = await lockDomain(tx, { workspaceId, domain });
    // Another verification may have been ahead.
    const still = (await findKeys(tx, locked)).flatMap(({ state, selector }) => (state === 'pending' ? [selector] : []));
    for (const key of waiting) if (still.includes(key.selector)) await activate(tx, opening, key, now);
    const data = {
      ...(isOk('ownership') && { verifiedAt: now }),
      ...(isOk('return_path') && locked.returnPathDomain === found.returnPathDomain && { returnPathVerifiedAt: now }),
    };
    const updated = await tx.prisma.sendingDomain.update({ where: { workspaceId_domain: { workspaceId, domain } }, data });
    return { domain: updated, ok: checks.every(({ ok, required }) => ok || !required), checks };
  });
}
