/** What receivers make of the sender's domain, and the warnings of a draft that follow from it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../src/platform/db.ts';
import { activate, createKeys, findKeys } from '../../src/workspaces/dkim-keys.ts';
import { dkimName, dkimValue } from '../../src/workspaces/dns-records.ts';
import type { Dns } from '../../src/workspaces/domain-proof.ts';
import { judgeDomains } from '../../src/workspaces/domain-standing.ts';
import { addDomain } from '../../src/workspaces/sending-domains.ts';
import { isAtLength } from '../support/at-length.ts';
import { people, prepareBlast, readBlast } from '../support/blast.ts';
import { startTestService, type TestService } from '../support/service.ts';

const DOMAIN = 'fjordmail.com';
const SECRET = 'a secret of sixteen letters';
let service: TestService;
let workspaceId: string;
let blastId: string;
let api: TestService['api'];
beforeAll(async () => {
  service = await startTestService({ BASE_URL: 'http://api.fjordmail.com' });
});
beforeEach(async () => {
  await service.db.query(sql`DELETE FROM sending_domains WHERE domain = ${DOMAIN}`);
  ({ api, id: workspaceId } = await service.workspace());
  await addDomain(service.db, { workspaceId, domain: DOMAIN, verified: true }, service.clock.now());
  ({ blastId } = await prepareBlast(api, people(1)));
  await service.db.query(sql`UPDATE documents SET from_address = ${`hello@${DOMAIN}`}::text WHERE workspace_id = ${workspaceId}::uuid`);
});
afterAll(() => service.stop());

const none = (code = 'ENOTFOUND') => Promise.reject(Object.assign(new Error('none'), { code }));
const asked: string[] = [];
const zone = (texts: Record<string, string>, code?: string): Dns => ({
  txt: (name) => {
    asked.push(name);
    return texts[name] === undefined ? none(code) : Promise.resolve([[texts[name]]]);
  },
  mx: () => none(code),
  a: () => none(code),
  aaaa: () => none(code),
});
const judge = (dns: Dns, bounces?: string) => judgeDomains({ db: service.db, now: service.clock.now(), dns, bounces });
const warnings = async () =>
  (await readBlast(api, blastId)).approval_readiness?.warnings.filter((warning) => /dmarc|aligned|one_click/.test(warning));
/** The TXT record of a key that signs. */
async function signing(): Promise<Record<string, string>> {
  const of = { workspaceId, domain: DOMAIN };
  await createKeys({ db: service.db, ...of, now: service.clock.now() }, 'ed25519', { secret: SECRET });
  const [key] = await findKeys(service.db, of);
  if (!key) throw new Error('no key');
  await service.db.transaction((tx) => activate(tx, key, { secret: SECRET, now: service.clock.now() }));
  return { [dkimName(key.selector, DOMAIN)]: dkimValue(key) };
}
const dmarc = (record: string) => ({ [`_dmarc.${DOMAIN}`]: `v=DMARC1; ${record}` });
const spf = (name = DOMAIN) => ({ [name]: 'v=spf1 ip4:192.0.2.1 -all' });

describe('a draft', () => {
  it('warns of nothing that has not been looked up, but that mail has no one-click way out', async () => {
    expect(await warnings()).toEqual(['bulk_without_one_click']);
  });

  it.runIf(isAtLength).each([
    ['nothing', async () => ({}), undefined, ['no_dmarc', 'sender_not_aligned']],
    ['a signing key alone', () => signing(), undefined, ['no_dmarc']],
    ['DMARC and a signing key', async () => ({ ...(await signing()), ...dmarc('p=reject; adkim=s') }), undefined, []],
    ['DMARC and SPF', async () => ({ ...spf(), ...dmarc('p=none') }), undefined, []],
    ['DMARC alone', async () => dmarc('p=none'), undefined, ['sender_not_aligned']],
    ['SPF of a return path below it', async () => ({ ...spf('b.fjordmail.com'), ...dmarc('p=none') }), 'b.fjordmail.com', []],
    [
      'the same where SPF is strict',
      async () => ({ ...spf('b.fjordmail.com'), ...dmarc('p=none; aspf=s') }),
      'b.fjordmail.com',
      ['sender_not_aligned'],
    ],
    ['SPF of another domain', async () => ({ ...spf('bounces.net'), ...dmarc('p=none') }), 'bounces.net', ['sender_not_aligned']],
    ['a DMARC record that cannot be read', async () => ({ ...spf(), ...dmarc('hello') }), undefined, ['no_dmarc']],
  ])('of a domain with %s', async (_what, records, bounces, expected) => {
    await judge(zone(await records()), bounces);
    expect(await warnings()).toEqual([...expected, 'bulk_without_one_click']);
  });
});

it.runIf(isAtLength)(
  'is looked up once a day, keeps what it was while the DNS is silent, and never of names that stand for no domain',
  async () => {
    await addDomain(service.db, { workspaceId, domain: 'shop.example', verified: true }, service.clock.now());
    await judge(zone({ ...spf(), ...dmarc('p=none') }));
    asked.length = 0;
    await judge(zone({}));
    expect(asked).toEqual([]);
    service.clock.advance({ hours: 25 });
    await judge(zone({}, 'ETIMEOUT'));
    expect(asked).toContain(DOMAIN);
    expect(asked.filter((name) => /example/.test(name))).toEqual([]);
    expect(await warnings()).toEqual(['bulk_without_one_click']);
    service.clock.advance({ hours: 25 });
    await judge(zone({}));
    expect(await warnings()).toEqual(['no_dmarc', 'sender_not_aligned', 'bulk_without_one_click']);
  },
);
