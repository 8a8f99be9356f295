import { domainToASCII } from 'node:url';
import type { SendingDomain } from '../../generated/prisma/client.ts';
import type { Db } from '../platform/db.ts';
import { checkProof, type LookUp, newProof } from './domain-proof.ts';
import { AdminError, checkWorkspace } from './workspaces.service.ts';

/** Where the owner of a domain publishes the token, as a TXT record. */
export const recordName = (domain: string): string => `_bivouac.${domain}`;

/**
 * Adds a domain to send from, or returns the one that is there. `verified` is for operators who know that it is theirs.
 * @throws AdminError when it is no domain name or the workspace does not exist
 */
export async function addDomain(
  db: Db,
  { workspaceId, domain, verified = false }: { workspaceId: string; domain: string; verified?: boolean },
  now: Date,
): Promise<SendingDomain> {
  const name = normalise(domain);
  await checkWorkspace(db, workspaceId);
  return db.prisma.sendingDomain.upsert({
    where: { workspaceId_domain: { workspaceId, domain: name } },
    create: {
      workspaceId,
      domain: name,
      verificationToken: newProof(),
      verifiedAt: verified ? now : null,
      createdAt: now,
    },
    update: verified ? { verifiedAt: now } : {},
  });
}

/**
 * Looks for the token in the domain's DNS and marks the domain as verified when it is there.
 * @throws AdminError when the domain was not added, or the record is missing or different
 */
export async function verifyDomain(
  db: Db,
  { workspaceId, domain }: { workspaceId: string; domain: string },
  now: Date,
  lookUp?: LookUp,
): Promise<SendingDomain> {
  const name = normalise(domain);
  const found = await db.prisma.sendingDomain.findUnique({ where: { workspaceId_domain: { workspaceId, domain: name } } });
  if (!found) throw new AdminError(`The domain ${name} is not known here; add it first.`);
  await checkProof(recordName(name), found.verificationToken, lookUp);
  return db.prisma.sendingDomain.update({ where: { workspaceId_domain: { workspaceId, domain: name } }, data: { verifiedAt: now } });
}

/** @throws AdminError when the workspace does not exist */
export async function listDomains(db: Db, workspaceId: string): Promise<SendingDomain[]> {
  await checkWorkspace(db, workspaceId);
  return db.prisma.sendingDomain.findMany({ where: { workspaceId }, orderBy: { domain: 'asc' } });
}

/** Whether emails may be sent from exactly this domain. */
export async function isVerifiedDomain(db: Db, workspaceId: string, domain: string): Promise<boolean> {
  const name = domainToASCII(domain.toLowerCase());
  return (await db.prisma.sendingDomain.count({ where: { workspaceId, domain: name, verifiedAt: { not: null } } })) > 0;
}

function normalise(domain: string): string {
  const text = domain.trim();
  // Reading a name as part of an address drops line breaks and tabs and undoes percent-encoding: another name would be stored.
  const name = /^[\p{L}\p{M}\p{N}.-]+$/u.test(text) ? domainToASCII(text.toLowerCase().replace(/\.$/, '')) : '';
  if (!/^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/.test(name)) {
    throw new AdminError(`${JSON.stringify(domain)} is not a domain name.`);
  }
  return name;
}
