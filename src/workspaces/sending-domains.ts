import { domainToASCII } from 'node:url';
import type { SendingDomain } from '../../generated/prisma/client.ts';
import { type Ctx, type Db, type Scope, sql, type Tx } from '../platform/db.ts';
import type { WorkspaceId } from '../platform/ids.ts';
import { newProof } from './domain-proof.ts';
import { AdminError, checkWorkspace } from './workspaces.service.ts';

/** A longer return path leaves no room for the local part. */
export const LONGEST_RETURN_PATH = 190;

export interface DomainRef {
  workspaceId: WorkspaceId;
  domain: string;
}

/** For what is written about a domain. */
export type DomainCtx = Ctx & Pick<DomainRef, 'domain'>;

export interface NewDomain extends DomainRef {
  /** For operators who have checked the domain and the return path. */
  verified?: boolean;
  /** Where bounces go; null: no domain of its own. Undefined leaves it as it is. */
  returnPath?: string | null | undefined;
}

/**
 * Adds or changes a domain to send from. Another return path has to be verified anew.
 * @throws AdminError when it is no domain name or the workspace does not exist
 */
export async function addDomain(
  db: Db,
  { workspaceId, domain, verified = false, returnPath }: NewDomain,
  now: Date,
): Promise<SendingDomain> {
  const name = normalise(domain);
  const bounces = returnPath ? normalise(returnPath) : returnPath;
  if (bounces && bounces.length > LONGEST_RETURN_PATH) {
    throw new AdminError(
      `The domain of a return path has at most ${LONGEST_RETURN_PATH} characters: what names a delivery stands before it.`,
    );
  }
  await checkWorkspace({ db, workspaceId });
  const where = { workspaceId_domain: { workspaceId, domain: name } };
  return db.transaction(async (tx) => {
    await tx.prisma.sendingDomain.createMany({
      data: { workspaceId, domain: name, verificationToken: newProof(), createdAt: now },
      skipDuplicates: true,
    });
    const before = await lockDomain(tx, { workspaceId, domain: name });
    const path = bounces === undefined ? before.returnPathDomain : bounces;
    const kept = path === before.returnPathDomain ? before.returnPathVerifiedAt : null;
    return tx.prisma.sendingDomain.update({
      where,
      data: {
        ...(verified && { verifiedAt: now }),
        returnPathDomain: path,
        returnPathVerifiedAt: verified && path !== null ? now : kept,
      },
    });
  });
}

/** Other changes of the domain or its keys wait. @throws AdminError when it was not added */
export async function lockDomain(tx: Tx, { workspaceId, domain }: DomainRef): Promise<SendingDomain> {
  await tx.query(sql`SELECT FROM sending_domains WHERE workspace_id = ${workspaceId}::uuid AND domain = ${domain} FOR NO KEY UPDATE`);
  const found = await tx.prisma.sendingDomain.findFirst({ where: { workspaceId, domain } });
  if (!found) throw notAdded(domain);
  return found;
}

/** @throws AdminError when it was not added */
export async function findDomain(db: Db, { workspaceId, domain }: DomainRef): Promise<SendingDomain> {
  const name = normalise(domain);
  const found = await db.prisma.sendingDomain.findFirst({ where: { workspaceId, domain: name } });
  if (!found) throw notAdded(name);
  return found;
}

const notAdded = (name: string) => new AdminError(`The domain ${name} is not known here; add it first.`);

/** @throws AdminError when the workspace does not exist */
export async function listDomains(ctx: Scope): Promise<SendingDomain[]> {
  await checkWorkspace(ctx);
  return ctx.db.prisma.sendingDomain.findMany({ where: { workspaceId: ctx.workspaceId }, orderBy: { domain: 'asc' } });
}

/** By name. */
export const pageOfDomains = ({ db, workspaceId }: Scope, after: string | undefined, most: number): Promise<SendingDomain[]> =>
  db.prisma.sendingDomain.findMany({
    where: { workspaceId, ...(after !== undefined && { domain: { gt: after } }) },
    orderBy: { domain: 'asc' },
    take: most,
  });

export const findOwnDomain = ({ db, workspaceId }: Scope, domain: string): Promise<SendingDomain | null> =>
  db.prisma.sendingDomain.findFirst({ where: { workspaceId, domain: domain.toLowerCase() } });

export const countDomains = ({ db, workspaceId }: Scope): Promise<number> => db.prisma.sendingDomain.count({ where: { workspaceId } });

/** So that no two requests pass a limit of the workspace together. */
export const holdDomains = ({ db, workspaceId }: Scope<Tx>): Promise<unknown> =>
  db.query(sql`SELECT 1 AS held FROM workspaces WHERE id = ${workspaceId}::uuid FOR NO KEY UPDATE`);

/** Its DKIM keys go with it. @throws AdminError when it was not added */
export async function removeDomain(db: Db, { workspaceId, domain }: DomainRef): Promise<DomainRef> {
  const name = normalise(domain);
  const { count } = await db.prisma.sendingDomain.deleteMany({ where: { workspaceId, domain: name } });
  if (count === 0) throw notAdded(name);
  return { workspaceId, domain: name };
}

/** Subdomains do not count. */
export async function isVerifiedDomain({ db, workspaceId }: Scope, domain: string): Promise<boolean> {
  const name = domainToASCII(domain.toLowerCase());
  return (await db.prisma.sendingDomain.count({ where: { workspaceId, domain: name, verifiedAt: { not: null } } })) > 0;
}

function normalise(domain: string): string {
  const name = storedName(domain);
  if (name === null) throw new AdminError(`${JSON.stringify(domain)} is not a domain name.`);
  return name;
}

/** Null for what is no name of a domain. */
export function storedName(domain: string): string | null {
  const text = domain.trim();
  // Reading a name as part of an address drops line breaks and tabs and undoes percent-encoding: another name would be stored.
  const name = /^[\p{L}\p{M}\p{N}.-]+$/u.test(text) ? domainToASCII(text.toLowerCase().replace(/\.$/, '')) : '';
  return /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/.test(name) ? name : null;
}
