import type { PageRedirect } from '../../../generated/prisma/client.ts';
import { type Ctx, type Scope, type Tx, transaction } from '../../platform/db.ts';
import { DomainError, invalid, notFound } from '../../shared/errors.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import { nameOf } from '../pages/page-domains.service.ts';
import { isOfService, type PagesHost, placeOf, safeAddress } from '../publishing/addresses.ts';
import { holdPublishing } from '../publishing/publications.repo.ts';
import * as repo from './redirects.repo.ts';

const MOST_REDIRECTS = 500;

/**
 * A page that is live at the path comes first; the redirect works while there is none.
 * @returns the redirect, and the name under which its path is cached
 * @throws validation_failed, or conflict where the path has a redirect or there are too many
 */
export const createRedirect = (ctx: Ctx, host: PagesHost, given: repo.NewRedirect): Promise<{ redirect: PageRedirect; place: string }> =>
  transaction(ctx, async (tx) => {
    const { slug } = await findWorkspace(tx);
    const origin = `${new URL(host.baseUrl).protocol}//${slug}.${host.publishedHost}`;
    if (isOfService(given.path)) throw invalid({ path: 'path', message: 'is an address of the service itself' });
    const target = given.target.startsWith('/') ? pathIn(given.target, origin) : safeAddress(given.target, origin);
    if (!target) throw invalid({ path: 'target', message: 'must be a path of your pages, or an https address' });
    // Held, so that two requests neither pass the limit nor make a circle together.
    await holdPublishing(tx);
    const others = await repo.allRedirects(tx);
    if (others.some(({ path }) => path === given.path)) throw new DomainError('conflict', `The path ${given.path} already has a redirect.`);
    if (others.length >= MOST_REDIRECTS)
      throw new DomainError('conflict', `A workspace has at most ${MOST_REDIRECTS} redirects; delete one first.`);
    const redirect = { ...given, target };
    if (leadsBack(redirect, others, await ownPaths(tx, host, slug)))
      throw invalid({ path: 'target', message: `leads back to ${given.path}, directly or by other redirects` });
    const place = placeOf(given.path);
    await repo.notePath(tx, place);
    return { redirect: await repo.insertRedirect(tx, redirect), place };
  });

/** @returns the name under which its path is cached. @throws not_found */
export const deleteRedirect = (ctx: Ctx, id: string): Promise<string> =>
  transaction(ctx, async (tx) => {
    const path = await repo.deleteRedirect(tx, id);
    if (path === undefined) throw notFound();
    await repo.notePath(tx, placeOf(path));
    return placeOf(path);
  });

export async function requireRedirect(ctx: Scope, id: string): Promise<PageRedirect> {
  const redirect = await repo.findRedirect(ctx, id);
  if (!redirect) throw notFound();
  return redirect;
}

/** As browsers read it; undefined when they take it for another host. */
function pathIn(text: string, origin: string): string | undefined {
  const url = URL.parse(text, origin);
  return url?.origin === new URL(origin).origin ? url.pathname + url.search + url.hash : undefined;
}

/** The path that a target leads to, or undefined when it is elsewhere. */
type OwnPath = (target: string) => string | undefined;

async function ownPaths(tx: Scope<Tx>, { publishedHost }: PagesHost, slug: string): Promise<OwnPath> {
  const hosts = new Set([nameOf(`${slug}.${publishedHost}`), ...(await repo.ownDomains(tx))]);
  return (target) => {
    const url = URL.parse(target, 'https://own.invalid');
    return url && (target.startsWith('/') || hosts.has(nameOf(url.host))) ? url.pathname : undefined;
  };
}

type Edge = Pick<repo.NewRedirect, 'path' | 'target'>;

function leadsBack(redirect: Edge, others: readonly Edge[], ownPath: OwnPath): boolean {
  const targets = new Map(others.map(({ path, target }) => [placeOf(path), target]));
  const begun = placeOf(redirect.path);
  let target: string | undefined = redirect.target;
  for (let hops = 0; target !== undefined && hops <= others.length; hops++) {
    const path = ownPath(target);
    if (path === undefined) return false;
    if (placeOf(path) === begun) return true;
    target = targets.get(placeOf(path));
  }
  return false;
}
