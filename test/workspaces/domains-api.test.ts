/** Domains to send from and hosts of pages, by the API: added, proven in the DNS, removed. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createBoundedDns } from '../../src/workspaces/bounded-dns.ts';
import { verifyDomain } from '../../src/workspaces/domain-checks.ts';
import type { Dns } from '../../src/workspaces/domain-proof.ts';
import { addDomain, isVerifiedDomain } from '../../src/workspaces/sending-domains.ts';
import { must } from '../support/blast.ts';
import { startDns } from '../support/dns.ts';
import { outcome } from '../support/outcome.ts';
import { behind } from '../support/race.ts';
import { startTestService, type TestWorkspace } from '../support/service.ts';

const dns = await startDns();
const service = await startTestService({ DNS_SERVERS: dns.address, PUBLISHED_HOST: 'pages.example:8443', BASE_URL: 'https://api.example' });
const other = await service.workspace({ name: 'Other' });
afterAll(async () => {
  await service.stop();
  await dns.close();
});
beforeEach(() => {
  for (const name of Object.keys(dns.zone)) delete dns.zone[name];
});

const at = (domain: string) => ({ params: { path: { domain } } });
const addTo = ({ api }: Pick<TestWorkspace, 'api'>, domain: string, more: { return_path?: string | null } = {}) =>
  api.POST('/v1/sending-domains', { body: { domain, ...more } });
const verifyOf = ({ api }: Pick<TestWorkspace, 'api'>, domain: string) => api.POST('/v1/sending-domains/{domain}/verify', at(domain));

interface PublishedRecord {
  purpose: string;
  type: string;
  name: string;
  value: string;
  strings?: string[];
}

function publish(records: readonly PublishedRecord[]) {
  for (const { purpose, name, value, strings } of records) {
    const data = purpose === 'spf' ? 'v=spf1 ip4:192.0.2.0/24 -all' : (strings ?? value);
    if (purpose === 'return_path')
      dns.zone[name] = [...((dns.zone[name] as []) ?? []), { type: 'MX', data: { preference: 10, exchange: 'mx.fjord.example' } }];
    else if (purpose !== 'pages') dns.zone[name] = [...((dns.zone[name] as []) ?? []), { type: 'TXT', data }];
  }
}

describe('a sending domain', () => {
  test('is used once its records are found', async () => {
    const created = await must(addTo(service, 'Größe.Example', { return_path: 'bounces.größe.example' }));
    const domain = 'xn--gre-6ka8i.example';
    expect(created).toMatchObject({ domain, verified: false, return_path: `bounces.${domain}`, standing: { warnings: [], aligned: null } });
    expect(created.records.map(({ purpose, state }) => [purpose, state])).toEqual([
      ['ownership', 'pending'],
      ['dkim', 'pending'],
      ['spf', 'suggested'],
      ['dmarc', 'suggested'],
      ['return_path', 'pending'],
    ]);
    expect(await isVerifiedDomain({ db: service.db, workspaceId: service.id }, domain)).toBe(false);

    const early = await must(verifyOf(service, domain));
    expect([early.ok, early.domain.verified, early.checks.every(({ ok }) => !ok)]).toEqual([false, false, true]);

    publish(created.records);
    const { ok, domain: verified } = await must(verifyOf(service, domain));
    expect([ok, verified.verified, verified.dkim_keys.map(({ state }) => state)]).toEqual([true, true, ['active']]);
    expect(verified.records.map(({ state }) => state)).toEqual(['verified', 'verified', 'suggested', 'suggested', 'verified']);
    expect(await must(service.api.GET('/v1/sending-domains/{domain}', at(domain)))).toEqual(verified);
    expect(await isVerifiedDomain({ db: service.db, workspaceId: service.id }, domain)).toBe(true);

    expect((await service.api.DELETE('/v1/sending-domains/{domain}', at(domain))).response.status).toBe(204);
    expect(outcome(await service.api.GET('/v1/sending-domains/{domain}', at(domain)))).toEqual([404, 'not_found']);
    expect(await isVerifiedDomain({ db: service.db, workspaceId: service.id }, domain)).toBe(false);
  });

  test.each([
    ['no name', { domain: 'a b.example' }],
    ['a return path elsewhere', { domain: 'fell.example', return_path: 'victim.example' }],
    ['a return path that only ends alike', { domain: 'fell.example', return_path: 'evilfell.example' }],
    ['a return path that is no name', { domain: 'fell.example', return_path: 'no name' }],
    ['a return path without room for a delivery', { domain: 'fell.example', return_path: `${`${'a'.repeat(60)}.`.repeat(3)}fell.example` }],
  ])('is refused with %s', async (_name, body) => {
    expect(outcome(await service.api.POST('/v1/sending-domains', { body }))).toEqual([400, 'validation_failed']);
  });

  test('is added once, up to a hundred', async () => {
    const crowded = await service.workspace();
    await must(addTo(crowded, 'one.example'));
    expect(outcome(await addTo(crowded, 'ONE.example'))).toEqual([409, 'conflict']);
    const rows = Array.from({ length: 98 }, (_, n) => ({
      workspaceId: crowded.id,
      domain: `n${n}.example`,
      verificationToken: 'none',
      createdAt: service.clock.now(),
    }));
    await service.db.prisma.sendingDomain.createMany({ data: rows });
    expect(outcome(await addTo(crowded, 'two.example'))).toEqual([409, 'conflict']);
    const { domains, next_cursor = '' } = await must(crowded.api.GET('/v1/sending-domains', { params: { query: { limit: 60 } } }));
    const rest = await must(crowded.api.GET('/v1/sending-domains', { params: { query: { limit: 60, cursor: next_cursor } } }));
    const names = [...domains, ...rest.domains].map(({ domain }) => domain);
    expect([names.length, names]).toEqual([100, [...new Set(names)].sort()]);
    expect(outcome(await crowded.api.GET('/v1/sending-domains', { params: { query: { cursor: 'none' } } }))).toEqual([
      400,
      'invalid_cursor',
    ]);
  });

  test('belongs to the workspace that has verified it', async () => {
    const domain = 'shared.example';
    const [mine, theirs] = [await must(addTo(service, domain)), await must(addTo(other, domain))];
    publish(mine.records);
    expect((await must(verifyOf(other, domain))).domain.verified).toBe(false);
    await must(verifyOf(service, domain));
    publish(theirs.records);
    expect(outcome(await verifyOf(other, domain))).toEqual([409, 'conflict']);
    expect(await isVerifiedDomain({ db: service.db, workspaceId: other.id }, domain)).toBe(false);
    // Its owner may check again.
    expect((await must(verifyOf(service, domain))).domain.verified).toBe(true);
  });

  test('is verified by one of two workspaces that try together', async () => {
    const domain = 'raced.example';
    const both = await Promise.all(
      [service, other].map(({ id }) => addDomain(service.db, { workspaceId: id, domain }, service.clock.now())),
    );
    const records = both.map(({ verificationToken }) => [verificationToken]);
    const none = async () => [];
    const known: Dns = { txt: async (name) => (name.startsWith('_bivouac.') ? records : []), mx: none, a: none, aaaa: none };
    const verify = (workspaceId: string, db: Parameters<typeof verifyDomain>[0]['db'] = service.db) =>
      verifyDomain({ db, workspaceId, domain, now: service.clock.now() }, { dns: known, secret: async () => 'none', isExclusive: true });
    await expect(
      behind(
        service.db,
        (tx) => verify(service.id, tx),
        () => verify(other.id),
      ),
    ).rejects.toThrow('Another workspace has verified this domain');
  });

  test('shows what receivers make of it', async () => {
    const where = { workspaceId_domain: { workspaceId: service.id, domain: 'example.com' } };
    await service.db.prisma.sendingDomain.update({ where, data: { judgedAt: service.clock.now(), dmarcPolicy: null, aligned: false } });
    const { standing } = await must(service.api.GET('/v1/sending-domains/{domain}', at('example.com')));
    expect(standing).toMatchObject({ dmarc_policy: null, aligned: false, warnings: ['no_dmarc', 'sender_not_aligned'] });
    await service.db.prisma.sendingDomain.update({ where, data: { dmarcPolicy: 'reject', aligned: true } });
    const judged = await must(service.api.GET('/v1/sending-domains/{domain}', at('example.com')));
    expect(judged.standing).toMatchObject({ dmarc_policy: 'reject', aligned: true, warnings: [] });
  });
});

test('a workspace looks up one domain at a time, and not for long', async () => {
  dns.zone['slow.example'] = 'silence';
  const lookUp = createBoundedDns([dns.address], 200);
  const slow = lookUp('one', ({ txt }) => txt('slow.example'));
  await expect(lookUp('one', async () => {})).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 2 });
  await lookUp('other', async () => {});
  await expect(slow).rejects.toThrow('ECANCELLED');
  await lookUp('one', async () => {});
});

describe('a page domain', () => {
  const addHost = ({ api }: Pick<TestWorkspace, 'api'>, domain: string) => api.POST('/v1/page-domains', { body: { domain } });
  const verifyHost = ({ api }: Pick<TestWorkspace, 'api'>, domain: string) => api.POST('/v1/page-domains/{domain}/verify', at(domain));

  test('is verified by its record, and removed', async () => {
    const created = await must(addHost(service, 'Pages.Fjord.example.'));
    expect(created).toMatchObject({ domain: 'pages.fjord.example', verified: false });
    expect(created.records.map(({ type, name, value }) => [type, name, value])[1]).toEqual([
      'CNAME',
      'pages.fjord.example',
      `${service.slug}.pages.example`,
    ]);
    const early = await must(verifyHost(service, created.domain));
    expect([early.ok, early.checks[0]?.text]).toEqual([false, 'No TXT record was found at _bivouac-pages.pages.fjord.example.']);
    publish(created.records);
    const { ok, domain } = await must(verifyHost(service, created.domain));
    expect([ok, domain.verified, domain.records[0]?.state]).toEqual([true, true, 'verified']);
    expect(await must(service.api.GET('/v1/page-domains/{domain}', at(created.domain)))).toEqual(domain);
    expect((await must(service.api.GET('/v1/page-domains'))).domains).toContainEqual(domain);
    expect((await service.api.DELETE('/v1/page-domains/{domain}', at(created.domain))).response.status).toBe(204);
    expect(outcome(await service.api.GET('/v1/page-domains/{domain}', at(created.domain)))).toEqual([404, 'not_found']);
  });

  test.each(['no host', 'localhost', 'x.pages.example', 'api.example'])('is not %j', async (domain) => {
    expect(outcome(await addHost(service, domain))).toEqual([400, 'validation_failed']);
  });

  test('belongs to the workspace that proves it, whichever added it first', async () => {
    const domain = 'claimed.example';
    await must(addHost(other, domain));
    publish((await must(addHost(service, domain))).records);
    expect((await must(verifyHost(other, domain))).ok).toBe(false);
    expect((await must(verifyHost(service, domain))).ok).toBe(true);
    const third = await service.workspace();
    expect(outcome(await addHost(third, domain))).toEqual([409, 'conflict']);
    const { verificationToken } = await service.db.prisma.pageDomain.findFirstOrThrow({ where: { workspaceId: other.id, domain } });
    dns.zone[`_bivouac-pages.${domain}`] = [{ type: 'TXT', data: verificationToken }];
    expect(outcome(await verifyHost(other, domain))).toEqual([409, 'conflict']);
  });

  test('is added once, up to a hundred', async () => {
    const crowded = await service.workspace();
    await must(addHost(crowded, 'one.example'));
    expect(outcome(await addHost(crowded, 'one.example'))).toEqual([409, 'conflict']);
    const rows = Array.from({ length: 99 }, (_, n) => ({
      workspaceId: crowded.id,
      domain: `n${n}.example`,
      verificationToken: 'none',
      createdAt: service.clock.now(),
    }));
    await service.db.prisma.pageDomain.createMany({ data: rows });
    expect(outcome(await addHost(crowded, 'two.example'))).toEqual([409, 'conflict']);
    const cursor = 'none';
    expect(outcome(await crowded.api.GET('/v1/page-domains', { params: { query: { cursor } } }))).toEqual([400, 'invalid_cursor']);
  });
});
