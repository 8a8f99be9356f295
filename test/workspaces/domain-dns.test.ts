/** Domains and a real DNS server: what the command line prints is published there, and the command line finds it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { createKeys, type KeyAlgorithm } from '../../src/workspaces/dkim-keys.ts';
import { dkimValue } from '../../src/workspaces/dns-records.ts';
import { recordsFor, verifyDomain } from '../../src/workspaces/domain-checks.ts';
import { openDns } from '../../src/workspaces/domain-proof.ts';
import { addDomain, isVerifiedDomain } from '../../src/workspaces/sending-domains.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { isAtLength } from '../support/at-length.ts';
import { runCommand } from '../support/cli.ts';
import { openTestDatabase } from '../support/database.ts';
import { type DnsAnswer, type DnsServer, startDns } from '../support/dns.ts';

const SECRET = 'a secret for the tests';
const NOW = new Date('2026-04-14T10:00:00.000Z');
const { db, url } = await openTestDatabase();

let server: DnsServer;
beforeAll(async () => {
  server = await startDns();
});
afterAll(() => server.close());
beforeEach(async () => {
  for (const name of Object.keys(server.zone)) delete server.zone[name];
  server.asked.length = 0;
  await db.prisma.dkimKey.deleteMany();
});

const workspace = async () => (await createWorkspace(db, { name: 'Juniper Trail', slug: newId() }, NOW)).id;

interface PrintedRecord {
  purpose: string;
  type: 'TXT' | 'MX';
  name: string;
  value: string;
  strings?: string[];
}

/** Puts what is printed into the zone, in strings where it is; proposals as an owner would fill them in. */
function publish(records: PrintedRecord[]) {
  const filledIn: Record<string, DnsAnswer> = {
    spf: { type: 'TXT', data: 'v=spf1 ip4:192.0.2.0/24 -all' },
    return_path: { type: 'MX', data: { preference: 10, exchange: 'mx.fjord.example' } },
  };
  for (const { purpose, name, value, strings } of records) {
    const before = server.zone[name];
    server.zone[name] = [...(Array.isArray(before) ? before : []), filledIn[purpose] ?? { type: 'TXT', data: strings ?? value }];
  }
}

describe('the command line', () => {
  const cli = async (environment: Record<string, string>, ...args: string[]) => {
    const { code, stdout, stderr } = await runCommand(
      { DATABASE_URL: url, APP_SECRET: SECRET, DNS_SERVERS: server.address, ...environment },
      ...args,
      '--json',
    );
    // Exactly one JSON value, whatever was found.
    return { code, stderr, printed: stdout === '' ? undefined : JSON.parse(stdout) };
  };
  const failing = ({ checks }: { checks: { check: string; ok: boolean }[] }) => checks.filter(({ ok }) => !ok).map(({ check }) => check);

  it.runIf(isAtLength)('finds what it has printed, and exchanges keys', async () => {
    const domain = ['--workspace', await workspace(), '--domain', 'fjord.example'];
    const added = await cli({}, 'domains', 'add', ...domain, '--return-path', 'bounces.fjord.example');
    const [{ selector: first }] = added.printed.dkim;

    const unproven = await cli({}, 'domains', 'verify', ...domain);
    expect(unproven).toMatchObject({
      code: 1,
      stderr: '',
      printed: { verified_at: null, ok: false, dkim: [{ selector: first, state: 'pending' }] },
    });
    expect(failing(unproven.printed)).toEqual(['ownership', 'dkim', 'spf', 'dmarc', 'return_path']);

    publish(added.printed.records);
    const verified = await cli({}, 'domains', 'verify', ...domain);
    expect(verified).toMatchObject({
      code: 0,
      stderr: '',
      printed: { verified_at: expect.any(String), ok: true, dkim: [{ selector: first, state: 'active' }] },
    });
    expect(failing(verified.printed)).toEqual([]);

    // The next key is not published yet: reported, although the first still signs.
    const rotated = await cli({}, 'domains', 'rotate-dkim', ...domain);
    const { selector: next } = rotated.printed.dkim[1];
    const between = await cli({}, 'domains', 'verify', ...domain);
    expect(between).toMatchObject({ code: 1, printed: { ok: false, dkim: [{ state: 'active' }, { selector: next, state: 'pending' }] } });
    publish(rotated.printed.records.filter(({ name }: PrintedRecord) => name.startsWith(next)));
    const exchanged = await cli({}, 'domains', 'verify', ...domain);
    expect(exchanged).toMatchObject({
      code: 0,
      printed: {
        dkim: [
          { selector: first, state: 'retired' },
          { selector: next, state: 'active' },
        ],
      },
    });

    const { printed: keys } = await cli({}, 'domains', 'list-dkim', ...domain);
    expect(keys).toEqual(exchanged.printed.dkim);
    expect(keys[0].record_name).toBe(`${first}._domainkey.fjord.example`);
    expect(Date.parse(keys[0].remove_record_after) - Date.parse(keys[0].retired_at)).toBe(7 * 86_400_000);
    expect(keys[1].remove_record_after).toBeNull();

    // After that week.
    delete server.zone[keys[0].record_name];
    expect(await cli({}, 'domains', 'verify', ...domain)).toMatchObject({ code: 0 });

    const last = await cli({}, 'domains', 'retire-dkim', ...domain, '--selector', next);
    expect(last).toMatchObject({
      code: 1,
      printed: undefined,
      stderr: expect.stringContaining('is the last key that signs mail of fjord.example'),
    });
    const unsigned = await cli({}, 'domains', 'retire-dkim', ...domain, '--selector', next, '--unsigned');
    expect(unsigned).toMatchObject({ code: 0, printed: { selector: next, state: 'retired' } });
    expect(failing((await cli({}, 'domains', 'verify', ...domain)).printed)).toEqual(['dkim']);
  });

  it.runIf(isAtLength)('tells of SPF and DMARC without failing, and fails for a token that is gone from a verified domain', async () => {
    const domain = ['--workspace', await workspace(), '--domain', 'fjord.example'];
    const { printed } = await cli({}, 'domains', 'add', ...domain);
    publish(printed.records);
    server.zone['fjord.example'] = [{ type: 'TXT', data: 'v=spf1 +all' }];
    delete server.zone['_dmarc.fjord.example'];
    const told = await cli({}, 'domains', 'verify', ...domain);
    expect(told).toMatchObject({ code: 0, printed: { ok: true } });
    expect(failing(told.printed)).toEqual(['spf', 'dmarc']);

    delete server.zone[printed.txt_name];
    const gone = await cli({}, 'domains', 'verify', ...domain);
    expect(gone).toMatchObject({ code: 1, stderr: '', printed: { ok: false, verified_at: told.printed.verified_at } });
    expect(failing(gone.printed)).toEqual(['ownership', 'spf', 'dmarc']);
  });

  it.runIf(isAtLength)('asks SPF of the domain that bounces come to', async () => {
    const domain = ['--workspace', await workspace(), '--domain', 'fjord.example'];
    const environment = { BOUNCE_DOMAIN: 'bounces.operator.example' };
    const { printed } = await cli(environment, 'domains', 'add', ...domain);
    expect(printed.records.find(({ purpose }: PrintedRecord) => purpose === 'spf').name).toBe('bounces.operator.example');
    publish(printed.records);
    const verified = await cli(environment, 'domains', 'verify', ...domain);
    expect(verified.code).toBe(0);
    expect(verified.printed.checks.find(({ check }: { check: string }) => check === 'spf').text).toContain(
      'bounces.operator.example publishes',
    );
    expect(verified.printed.checks.find(({ check }: { check: string }) => check === 'dmarc').text).toBe(
      'The policy is none, at _dmarc.fjord.example. Mail passes by DKIM alone: SPF is asked of bounces.operator.example, which does not belong to fjord.example.',
    );
    expect(server.asked).not.toContain('udp TXT fjord.example');
    // Its own return path comes first.
    await cli(environment, 'domains', 'add', ...domain, '--return-path', 'mail.fjord.example');
    const own = await cli(environment, 'domains', 'verify', ...domain);
    expect(own.printed.checks.find(({ check }: { check: string }) => check === 'spf').text).toBe(
      'No SPF record was found at mail.fjord.example.',
    );
  });
});

describe('a DNS server', () => {
  async function given(algorithm: KeyAlgorithm = 'ed25519') {
    const of = await addDomain(db, { workspaceId: await workspace(), domain: 'fjord.example' }, NOW);
    const key = await createKeys({ db, ...of, now: NOW }, algorithm, { secret: SECRET });
    const records = recordsFor(of, [key], undefined);
    publish(records);
    const [ownership, dkim] = records.map(({ name }) => name) as [string, string];
    return { of, ownership, dkim, value: dkimValue(key) };
  }
  const verify = ({ of }: Awaited<ReturnType<typeof given>>, timeoutMs?: number) =>
    verifyDomain({ db, ...of, now: NOW }, { dns: openDns([server.address], { timeoutMs }), secret: async () => SECRET });
  const check = async (verifying: ReturnType<typeof verify>, what: string) => (await verifying).checks.find((one) => one.check === what);

  it.runIf(isAtLength)('may have a record in other strings, too long for a datagram', async () => {
    const all = await given('rsa');
    const { value } = all;
    server.zone[all.dkim] = [
      { type: 'TXT', data: [`${value.slice(0, 10)}`, ...(value.slice(10).match(/.{1,100}/g) as string[]), `; n=${'x'.repeat(200)}`] },
    ];
    expect(await verify(all)).toMatchObject({ ok: true });
    expect(server.asked).toContain(`tcp TXT ${all.dkim}`);
  });

  it('may have a key under the name of another', async () => {
    const all = await given();
    server.zone['key1.provider.example'] = server.zone[all.dkim];
    server.zone[all.dkim] = [{ type: 'CNAME', data: 'key1.provider.example' }];
    expect(await verify(all)).toMatchObject({ ok: true });
    server.zone['key1.provider.example'] = undefined;
    expect(await check(verify(all), 'dkim')).toMatchObject({ ok: false, text: `No TXT record was found at ${all.dkim}.` });
  });

  it('that knows no such name, or nothing of it, is believed', async () => {
    const all = await given();
    server.zone[all.ownership] = undefined;
    server.zone[all.dkim] = [];
    const { ok, checks } = await verify(all);
    expect([ok, ...checks.slice(0, 2).map(({ text }) => text)]).toEqual([
      false,
      `No TXT record was found at ${all.ownership}.`,
      `No TXT record was found at ${all.dkim}.`,
    ]);
  });

  it.runIf(isAtLength)('is not needed for names that cannot be', async () => {
    const all = await given();
    server.zone['fjord.example'] = [{ type: 'TXT', data: 'v=spf1 include:mail..example -all' }];
    expect((await check(verify(all), 'spf'))?.text).toContain('leads to mail..example, which has no SPF record');
  });

  it.each([
    ['SERVFAIL', 'ESERVFAIL', undefined],
    // This query has a shorter time limit than an answer.
    ['silence', 'ETIMEOUT', 100],
  ] as const)('that has only %s for an answer changes nothing', async (answer, code, timeoutMs) => {
    const all = await given();
    const before = await verify(all);
    expect(before.ok).toBe(true);
    server.zone[all.ownership] = answer;
    const { domain, ok, checks } = await verify(all, timeoutMs);
    expect({ domain, ok }).toEqual({ domain: before.domain, ok: false });
    expect(checks.find((one) => one.check === 'ownership')).toMatchObject({
      ok: false,
      text: `The DNS did not answer for ${all.ownership} (${code}), so nothing is known; try again later.`,
    });
    expect(await isVerifiedDomain({ db, workspaceId: all.of.workspaceId }, 'fjord.example')).toBe(true);
  });
});
