import type { PageRedirect } from '../../../generated/prisma/client.ts';
import { type Ctx, type Scope, sql, type Tx } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import type { Position } from '../../shared/cursor.ts';

export interface NewRedirect {
  path: string;
  /** A path of the workspace's pages, or an https address. */
  target: string;
  status: 301 | 302;
}

/** The oldest first. */
export const redirectsAfter = ({ db, workspaceId }: Scope, after: Position | undefined, most: number): Promise<PageRedirect[]> =>
  db.prisma.pageRedirect.findMany({
    where: { workspaceId, ...(after && { id: { gt: after.id } }) },
    orderBy: { id: 'asc' },
    take: most,
  });

export const findRedirect = ({ db, workspaceId }: Scope, id: string): Promise<PageRedirect | null> =>
  db.prisma.pageRedirect.findFirst({ where: { workspaceId, id } });

/** All of the workspace, which are bounded in number. */
export const allRedirects = ({ db, workspaceId }: Scope): Promise<Pick<PageRedirect, 'path' | 'target'>[]> =>
  db.prisma.pageRedirect.findMany({ where: { workspaceId }, select: { path: true, target: true } });

export const insertRedirect = ({ db, workspaceId, now }: Ctx<Tx>, redirect: NewRedirect): Promise<PageRedirect> =>
  db.prisma.pageRedirect.create({ data: { workspaceId, id: newId(), ...redirect, createdAt: now, updatedAt: now } });

export async function deleteRedirect({ db, workspaceId }: Scope<Tx>, id: string): Promise<string | undefined> {
  const [deleted] = await db.query<{ path: string }>(sql`
    DELETE FROM page_redirects WHERE workspace_id = ${workspaceId}::uuid AND id = ${id}::uuid RETURNING path`);
  return deleted?.path;
}

/** Lets every process forget what is cached of a path. */
export async function notePath({ db, workspaceId }: Scope<Tx>, path: string): Promise<void> {
  await db.query(sql`INSERT INTO page_changes (workspace_id, path) VALUES (${workspaceId}::uuid, ${path}::text)`);
}

/** The workspace's own hosts for its pages, besides the one of its slug. */
export async function ownDomains({ db, workspaceId }: Scope): Promise<string[]> {
  const domains = await db.prisma.pageDomain.findMany({ where: { workspaceId }, select: { domain: true } });
  return domains.map(({ domain }) => domain);
}
