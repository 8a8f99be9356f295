import type { components } from '../../generated/api.d.ts';
import type { DkimKey, SendingDomain } from '../../generated/prisma/client.ts';
import type { Handler, Handlers } from '../http/handler.types.ts';
import { type Ctx, type Scope, transaction } from '../platform/db.ts';
import { cursorPage } from '../shared/cursor.ts';
import { DomainError, invalid, notFound } from '../shared/errors.ts';
import type { BoundedDns } from './bounded-dns.ts';
import { createKeys, findKeys } from './dkim-keys.ts';
import type { DnsRecord } from './dns-records.ts';
import { type BounceDomain, recordsFor, TakenDomain, verifyDomain } from './domain-checks.ts';
import {
  addDomain,
  countDomains,
  findOwnDomain,
  holdDomains,
  LONGEST_RETURN_PATH,
  pageOfDomains,
  removeDomain,
  storedName,
} from './sending-domains.ts';

type Schemas = components['schemas'];

const MOST_DOMAINS = 100;

export interface DomainDependencies {
  dns: BoundedDns;
  /** Encrypts DKIM keys. */
  secret: string;
  bounceDomain: BounceDomain;
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

function toDomain(of: SendingDomain, keys: DkimKey[], bounces: BounceDomain): Schemas['SendingDomain'] {
  const { domain, verifiedAt, returnPathDomain, returnPathVerifiedAt, judgedAt, dmarcPolicy, aligned, createdAt } = of;
  const signing = new Set(keys.filter(({ state }) => state === 'active').map(({ selector }) => selector));
  const stateOf = ({ purpose, name }: DnsRecord): Schemas['DomainRecord']['state'] => {
    if (purpose === 'spf' || purpose === 'dmarc') return 'suggested';
    const isSigning = purpose === 'dkim' && signing.has(name.split('.', 1)[0] as string);
    const isFound = isSigning || (purpose === 'ownership' && verifiedAt) || (purpose === 'return_path' && returnPathVerifiedAt);
    return isFound ? 'verified' : 'pending';
  };
  return {
    domain,
    verified: verifiedAt !== null,
    verified_at: iso(verifiedAt),
    return_path: returnPathDomain,
    return_path_verified_at: iso(returnPathVerifiedAt),
    dkim_keys: keys.map(({ selector, algorithm, state }) => ({ selector, algorithm, state })) as Schemas['DkimKey'][],
    records: recordsFor(of, keys, bounces).map((record) => {
      const { purpose, type, name, value, strings } = record;
      return { purpose, type, name, value, ...(strings && { strings }), state: stateOf(record) };
    }),
    standing: {
      judged_at: iso(judgedAt),
      dmarc_policy: dmarcPolicy as Schemas['SendingDomainStanding']['dmarc_policy'],
      aligned,
      warnings:
        aligned === null
          ? []
          : [...(dmarcPolicy === null ? ['no_dmarc' as const] : []), ...(aligned ? [] : ['sender_not_aligned' as const])],
    },
    created_at: createdAt.toISOString(),
  };
}

/** Mail must not carry the return path of a domain that the workspace has not proven. @throws validation_failed */
function namesOf({ domain: given, return_path }: Schemas['CreateSendingDomainRequest']): { domain: string; returnPath: string | null } {
  const domain = storedName(given);
  if (domain === null) throw invalid({ path: 'domain', message: 'must be the name of a domain' });
  const returnPath = typeof return_path === 'string' ? storedName(return_path) : null;
  if (typeof return_path === 'string' && (returnPath === null || !`.${returnPath}`.endsWith(`.${domain}`)))
    throw invalid({ path: 'return_path', message: 'must be `domain` or a domain below it' });
  if (returnPath !== null && returnPath.length > LONGEST_RETURN_PATH)
    throw invalid({ path: 'return_path', message: `must have at most ${LONGEST_RETURN_PATH} characters` });
  return { domain, returnPath };
}

export function createDomainHandlers({ dns, secret, bounceDomain }: DomainDependencies) {
  const shown = async ({ db }: Scope, domain: SendingDomain) => toDomain(domain, await findKeys(db, domain), bounceDomain);

  const listSendingDomains: Handler<'listSendingDomains'> = async ({ query }, ctx) => {
    const { rows, next } = await cursorPage({ list: 'sending_domains' }, query, {
      isKey: (key) => storedName(key) === key,
      positionOf: ({ domain, workspaceId }: SendingDomain) => ({ key: domain, id: workspaceId }),
      read: (after, most) => pageOfDomains(ctx, after?.key, most),
    });
    const keys = Map.groupBy(
      await ctx.db.prisma.dkimKey.findMany({
        where: { workspaceId: ctx.workspaceId, domain: { in: rows.map(({ domain }) => domain) } },
        orderBy: [{ createdAt: 'asc' }, { selector: 'asc' }],
      }),
      ({ domain }) => domain,
    );
    return { status: 200, body: { domains: rows.map((row) => toDomain(row, keys.get(row.domain) ?? [], bounceDomain)), ...next } };
  };

  const createSendingDomain: Handler<'createSendingDomain'> = async ({ body }, ctx) => {
    const { domain, returnPath } = namesOf(body);
    const added = await transaction(ctx, async (tx) => {
      await holdDomains(tx);
      if (await findOwnDomain(tx, domain)) throw new DomainError('conflict', `The workspace has the domain ${domain} already.`);
      if ((await countDomains(tx)) >= MOST_DOMAINS)
        throw new DomainError('conflict', `A workspace has at most ${MOST_DOMAINS} sending domains; remove one first.`);
      const row = await addDomain(tx.db, { workspaceId: tx.workspaceId, domain, returnPath }, tx.now);
      await createKeys({ ...tx, domain }, 'rsa', { secret });
      return row;
    });
    return { status: 201, body: await shown(ctx, added) };
  };

  const getSendingDomain: Handler<'getSendingDomain'> = async ({ path }, ctx) => ({
    status: 200,
    body: await shown(ctx, await existing(ctx, path.domain)),
  });

  const verifySendingDomain: Handler<'verifySendingDomain'> = async ({ path }, ctx) => {
    const { domain: name, workspaceId } = await existing(ctx, path.domain);
    try {
      const { domain, ok, checks } = await dns(workspaceId, (looking) =>
        verifyDomain({ ...ctx, domain: name }, { dns: looking, secret: async () => secret, bounceDomain, isExclusive: true }),
      );
      return { status: 200, body: { ok, domain: await shown(ctx, domain), checks } };
    } catch (error) {
      if (error instanceof TakenDomain) throw new DomainError('conflict', error.message);
      throw error;
    }
  };

  const deleteSendingDomain: Handler<'deleteSendingDomain'> = async ({ path }, ctx) => {
    const { domain, workspaceId } = await existing(ctx, path.domain);
    await removeDomain(ctx.db, { workspaceId, domain });
    return { status: 204 };
  };

  return {
    listSendingDomains,
    createSendingDomain,
    getSendingDomain,
    verifySendingDomain,
    deleteSendingDomain,
  } satisfies Partial<Handlers>;
}

/** @throws not_found */
async function existing(ctx: Ctx, name: string): Promise<SendingDomain> {
  const domain = await findOwnDomain(ctx, name);
  if (!domain) throw notFound();
  return domain;
}
