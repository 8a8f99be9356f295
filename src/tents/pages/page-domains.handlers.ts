import type { components } from '../../../generated/api.d.ts';
import type { PageDomain } from '../../../generated/prisma/client.ts';
import type { Config } from '../../config.ts';
import type { Handler, Handlers } from '../../http/handler.types.ts';
import { type Ctx, type Scope, transaction } from '../../platform/db.ts';
import { cursorPage } from '../../shared/cursor.ts';
import { DomainError, invalid, notFound } from '../../shared/errors.ts';
import { normaliseDomain } from '../../shared/identifiers.ts';
import { createBoundedDns } from '../../workspaces/bounded-dns.ts';
import { holdDomains } from '../../workspaces/sending-domains.ts';
import { AdminError, findWorkspace } from '../../workspaces/workspaces.service.ts';
import { addPageDomain, nameOf, recordName, removePageDomain, TakenHost, verifyPageDomain } from './page-domains.service.ts';

type Schemas = components['schemas'];

const MOST_DOMAINS = 100;

function toDomain({ domain, verifiedAt, verificationToken, createdAt }: PageDomain, pageHost: string): Schemas['PageDomain'] {
  const isVerified = verifiedAt !== null;
  return {
    domain,
    verified: isVerified,
    verified_at: verifiedAt?.toISOString() ?? null,
    records: [
      {
        purpose: 'ownership',
        type: 'TXT',
        name: recordName(domain),
        value: verificationToken,
        state: isVerified ? 'verified' : 'pending',
      },
      // A name at the top of a zone takes an address in its place.
      { purpose: 'pages', type: 'CNAME', name: domain, value: pageHost, state: 'suggested' },
    ],
    created_at: createdAt.toISOString(),
  };
}

export function createPageDomainHandlers({ publishedHost, baseUrl, dnsServers }: Pick<Config, 'publishedHost' | 'baseUrl' | 'dnsServers'>) {
  const dns = createBoundedDns(dnsServers);
  const hostOf = async (ctx: Scope): Promise<string> => `${(await findWorkspace(ctx)).slug}.${nameOf(publishedHost)}`;

  const listPageDomains: Handler<'listPageDomains'> = async ({ query }, ctx) => {
    const { db, workspaceId } = ctx;
    const { rows, next } = await cursorPage({ list: 'page_domains' }, query, {
      isKey: (key) => normaliseDomain(key) === key,
      positionOf: (row: PageDomain) => ({ key: row.domain, id: row.workspaceId }),
      read: (after, most) =>
        db.prisma.pageDomain.findMany({
          where: { workspaceId, ...(after && { domain: { gt: after.key } }) },
          orderBy: { domain: 'asc' },
          take: most,
        }),
    });
    const host = await hostOf(ctx);
    return { status: 200, body: { domains: rows.map((row) => toDomain(row, host)), ...next } };
  };

  const createPageDomain: Handler<'createPageDomain'> = async ({ body }, ctx) => {
    const domain = normaliseDomain(body.domain.trim().replace(/\.$/, ''));
    if (!domain) throw invalid({ path: 'domain', message: 'must be the name of a host' });
    const added = await transaction(ctx, async (tx) => {
      const { db, workspaceId } = tx;
      await holdDomains(tx);
      if (await findDomain(tx, domain)) throw new DomainError('conflict', `The workspace has the domain ${domain} already.`);
      if ((await db.prisma.pageDomain.count({ where: { workspaceId } })) >= MOST_DOMAINS)
        throw new DomainError('conflict', `A workspace has at most ${MOST_DOMAINS} page domains; remove one first.`);
      return addPageDomain(tx, { domain }, [publishedHost, new URL(baseUrl).hostname]).catch((error: unknown) => {
        if (error instanceof TakenHost) throw new DomainError('conflict', error.message);
        throw error instanceof AdminError ? invalid({ path: 'domain', message: "is the service's own" }) : error;
      });
    });
    return { status: 201, body: toDomain(added, await hostOf(ctx)) };
  };

  const getPageDomain: Handler<'getPageDomain'> = async ({ path }, ctx) => ({
    status: 200,
    body: toDomain(await existing(ctx, path.domain), await hostOf(ctx)),
  });

  const verifyPageDomainNow: Handler<'verifyPageDomain'> = async ({ path }, ctx) => {
    const before = await existing(ctx, path.domain);
    const finding = (ok: boolean, text: string) => ({ check: 'ownership' as const, ok, required: true, text });
    const host = await hostOf(ctx);
    try {
      const domain = await dns(ctx.workspaceId, (looking) => verifyPageDomain(ctx, before.domain, looking.txt));
      const found = finding(true, `The token is published at ${recordName(domain.domain)}.`);
      return { status: 200, body: { ok: true, domain: toDomain(domain, host), checks: [found] } };
    } catch (error) {
      if (error instanceof TakenHost) throw new DomainError('conflict', error.message);
      if (error instanceof AdminError)
        return { status: 200, body: { ok: false, domain: toDomain(before, host), checks: [finding(false, error.message)] } };
      throw error;
    }
  };

  const deletePageDomain: Handler<'deletePageDomain'> = async ({ path }, ctx) => {
    const { domain } = await existing(ctx, path.domain);
    await removePageDomain(ctx, domain);
    return { status: 204 };
  };

  return {
    listPageDomains,
    createPageDomain,
    getPageDomain,
    verifyPageDomain: verifyPageDomainNow,
    deletePageDomain,
  } satisfies Partial<Handlers>;
}

const findDomain = ({ db, workspaceId }: Scope, domain: string): Promise<PageDomain | null> =>
  db.prisma.pageDomain.findFirst({ where: { workspaceId, domain: domain.toLowerCase() } });

/** @throws not_found */
async function existing(ctx: Ctx, name: string): Promise<PageDomain> {
  const domain = await findDomain(ctx, name);
  if (!domain) throw notFound();
  return domain;
}
