import type { PageDomain } from '../../../generated/prisma/client.ts';
import { type Ctx, type Db, type Scope, sql, type Tx, transaction, uniqueViolation } from '../../platform/db.ts';
import type { WorkspaceId } from '../../platform/ids.ts';
import { normaliseDomain } from '../../shared/identifiers.ts';
import { checkProof, type LookUp, newProof } from '../../workspaces/domain-proof.ts';
import { noteHosts } from '../../workspaces/page-hosts.ts';
import { AdminError, checkWorkspace } from '../../workspaces/workspaces.service.ts';

/**
 * Undefined when the host is not right below ours.
 * @param publishedHost with or without a port
 */
export function slugBelow(host: string, publishedHost: string): string | undefined {
  const ending = `.${nameOf(publishedHost)}`;
  if (!host.endsWith(ending)) return undefined;
  const slug = host.slice(0, -ending.length);
  return slug.includes('.') ? undefined : slug;
}

const isBelow = (domain: string, host: string): boolean => domain === nameOf(host) || domain.endsWith(`.${nameOf(host)}`);

/** A host without its port, as hosts are compared. */
export const nameOf = (host: string): string => host.replace(/:\d+$/, '').replace(/\.$/, '').toLowerCase();

/** The name of the TXT record with the token. Domains to send from have another one. */
export const recordName = (domain: string): string => `_bivouac-pages.${domain}`;

/**
 * Gives a workspace a host of its own for its pages, or returns the existing one. Pages are served there once it is verified; `verified` is
 * for operators who have checked that.
 * @param ours hosts of the service itself, with or without a port: no workspace gets a host at or below them
 * @throws AdminError when it is no domain name, is ours, another workspace has verified it, or the workspace does not exist
 */
export async function addPageDomain(
  { db, workspaceId, now }: Ctx,
  { domain, verified = false }: { domain: string; verified?: boolean },
  ours: string[],
): Promise<PageDomain> {
  const name = normalise(domain);
  if (ours.some((host) => isBelow(name, host))) throw new AdminError(`The domain ${name} is the service's own.`);
  await checkWorkspace({ db, workspaceId });
  if (await isTaken(db, { workspaceId, domain: name })) throw new TakenHost(name);
  return refusingTaken({ db, workspaceId }, name, async (tx) => {
    const [added] = await tx.query<PageDomain>(sql`
      INSERT INTO page_domains AS held (workspace_id, domain, verification_token, verified_at, created_at)
      VALUES (${workspaceId}::uuid, ${name}::text, ${newProof()}::text, ${verified ? now : null}::timestamptz, ${now}::timestamptz)
      ON CONFLICT (workspace_id, domain) DO UPDATE SET verified_at = coalesce(excluded.verified_at, held.verified_at)
      RETURNING workspace_id AS "workspaceId", domain, verification_token AS "verificationToken", verified_at AS "verifiedAt", created_at AS "createdAt"`);
    return added as PageDomain;
  });
}

/** Another workspace has proven that the host is its own. Until then, several may have added it: an owner is never kept out. */
export class TakenHost extends AdminError {
  constructor(name: string) {
    super(`The domain ${name} is another workspace's; remove it there first.`);
  }
}

async function isTaken(db: Db, { workspaceId, domain }: { workspaceId: WorkspaceId; domain: string }): Promise<boolean> {
  const where = { domain, workspaceId: { not: workspaceId }, verifiedAt: { not: null } };
  return (await db.prisma.pageDomain.count({ where })) > 0;
}

/** The unique index decides between two workspaces that verify a host together. */
async function refusingTaken<Result>(ctx: Scope, name: string, write: (tx: Tx) => Promise<Result>): Promise<Result> {
  try {
    return await transaction(ctx, async (tx) => {
      const result = await write(tx.db);
      await noteHosts(tx);
      return result;
    });
  } catch (error) {
    if (uniqueViolation(error) === 'page_domains_verified') throw new TakenHost(name);
    throw error;
  }
}

/** @throws AdminError when the domain was not added, or the record is missing or different */
export async function verifyPageDomain({ db, workspaceId, now }: Ctx, domain: string, lookUp: LookUp): Promise<PageDomain> {
  const place = { workspaceId, domain: normalise(domain) };
  const found = await db.prisma.pageDomain.findFirst({ where: place });
  if (!found) throw notAdded(place.domain);
  await checkProof(recordName(found.domain), found.verificationToken, lookUp);
  return refusingTaken({ db, workspaceId }, place.domain, (tx) =>
    tx.prisma.pageDomain.update({ where: { workspaceId_domain: place }, data: { verifiedAt: now } }),
  );
}

/** @throws AdminError when the domain was not added */
export async function removePageDomain({ db, workspaceId }: Scope, domain: string): Promise<{ workspaceId: WorkspaceId; domain: string }> {
  const name = normalise(domain);
  await db.transaction(async (tx) => {
    const { count } = await tx.prisma.pageDomain.deleteMany({ where: { workspaceId, domain: name } });
    if (count === 0) throw notAdded(name);
    await noteHosts({ db: tx, workspaceId });
  });
  return { workspaceId, domain: name };
}

/** @throws AdminError when the workspace does not exist */
export async function listPageDomains(ctx: Scope): Promise<PageDomain[]> {
  await checkWorkspace(ctx);
  return ctx.db.prisma.pageDomain.findMany({ where: { workspaceId: ctx.workspaceId }, orderBy: { domain: 'asc' } });
}

const notAdded = (name: string) => new AdminError(`The domain ${name} is not known here; add it first.`);

function normalise(domain: string): string {
  const name = normaliseDomain(domain.trim().replace(/\.$/, ''));
  if (!name) throw new AdminError(`${JSON.stringify(domain)} is not a domain name.`);
  return name;
}
