/** Domains to send from: added, proven by a record in the DNS, listed. */
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { createKeys, findKeys, type KeyAlgorithm } from '../../src/workspaces/dkim-keys.ts';
import { recordName, recordsFor, verifyDomain } from '../../src/workspaces/domain-checks.ts';
import type { Dns } from '../../src/workspaces/domain-proof.ts';
import { addDomain, isVerifiedDomain, listDomains } from '../../src/workspaces/sending-domains.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { openTestDatabase } from '../support/database.ts';

const NOW = new Date('2026-04-14T10:00:00.000Z');
const LATER = new Date('2026-04-15T10:00:00.000Z');

const { db } = await openTestDatabase();

const workspace = async () => (await createWorkspace(db, { name: 'Juniper Trail', slug: newId() }, NOW)).id;

const SECRET = async () => 'a secret for the tests';

/** The DNS error for a missing record. */
const failing = (code?: string) => async () => Promise.reject(Object.assign(new Error('queryTxt'), code && { code }));

/** A DNS without records. */
const EMPTY: Dns = { txt: failing('ENOTFOUND'), mx: failing('ENODATA'), a: failing('ENODATA'), aaaa: failing('ENODATA') };

const verifying = (of: { workspaceId: string; domain: string }, known: Dns, { now = LATER, secret = SECRET } = {}) =>
  verifyDomain({ db, ...of, now }, { dns: known, secret });

/** A DNS that knows these TXT records at every name, and whom it was asked for. */
function dns(records: string[][]) {
  const asked: string[] = [];
  const txt = async (name: string) => {
    asked.push(name);
    return records;
  };
  return { asked, dns: { ...EMPTY, txt } };
}

/** A DNS with one TXT record or an error at each name, and these MX. */
function zone(texts: Record<string, string | Error | undefined>, mx: Record<string, string> = {}): Dns {
  return {
    ...EMPTY,
    async txt(name: string) {
      const text = texts[name];
      if (text instanceof Error) throw text;
      if (text === undefined) throw Object.assign(new Error('queryTxt'), { code: 'ENOTFOUND' });
      return [text.match(/.{1,255}/g) as string[]];
    },
    async mx(name: string) {
      const exchange = mx[name];
      if (exchange === undefined) throw Object.assign(new Error('queryMx'), { code: 'ENODATA' });
      return [{ exchange }];
    },
  };
}

describe('adding', () => {
  test('keeps a token of its own to be published, and proves nothing', async () => {
    const workspaceId = await workspace();
    const added = await addDomain(db, { workspaceId, domain: 'fjord.example' }, NOW);
    expect(added).toMatchObject({ workspaceId, domain: 'fjord.example', verifiedAt: null, createdAt: NOW });
    expect(added.verificationToken).toMatch(/^bivouac-verification=[0-9a-f]{32}$/);
    expect(await isVerifiedDomain({ db, workspaceId }, 'fjord.example')).toBe(false);
    expect((await addDomain(db, { workspaceId, domain: 'fell.example' }, NOW)).verificationToken).not.toBe(added.verificationToken);
  });

  test('twice is once, with the token that was published meanwhile', async () => {
    const workspaceId = await workspace();
    const first = await addDomain(db, { workspaceId, domain: 'fjord.example' }, NOW);
    expect(await addDomain(db, { workspaceId, domain: ' Fjord.Example. ' }, LATER)).toEqual(first);
    expect(await listDomains({ db, workspaceId })).toEqual([first]);
  });

  test('as verified holds at once, and is not taken back by adding again', async () => {
    const workspaceId = await workspace();
    await addDomain(db, { workspaceId, domain: 'fjord.example' }, NOW);
    expect((await addDomain(db, { workspaceId, domain: 'fjord.example', verified: true }, LATER)).verifiedAt).toEqual(LATER);
    expect((await addDomain(db, { workspaceId, domain: 'fjord.example' }, NOW)).verifiedAt).toEqual(LATER);
    expect(await isVerifiedDomain({ db, workspaceId }, 'FJORD.example')).toBe(true);
    expect((await addDomain(db, { workspaceId, domain: 'fell.example', verified: true }, LATER)).verifiedAt).toEqual(LATER);
  });

  test.each([
    ['Größe.example', 'xn--gre-6ka8i.example'],
    ['a.b', null],
    ['localhost', null],
    ['', null],
    ['fjord..example', null],
    ['-fjord.example', null],
    ['fjord-.example', null],
    ['fjord.example/path', null],
    ['a\nb.example', null],
    ['me@fjord.example', null],
    ['fj%6frd.example', null],
    [`${'a'.repeat(63)}.example`, `${'a'.repeat(63)}.example`],
    [`${'a'.repeat(64)}.example`, null],
  ])('%j is the domain %j', async (domain, expected) => {
    const adding = addDomain(db, { workspaceId: await workspace(), domain }, NOW);
    if (expected) expect((await adding).domain).toBe(expected);
    else await expect(adding).rejects.toThrow('is not a domain name.');
  });

  test('needs a workspace', async () => {
    await expect(addDomain(db, { workspaceId: newId(), domain: 'fjord.example' }, NOW)).rejects.toThrow(
      'There is no workspace with this id.',
    );
    await expect(listDomains({ db, workspaceId: newId() })).rejects.toThrow('There is no workspace with this id.');
  });
});

describe('verifying', () => {
  test('finds the token among the records of its name, in pieces too', async () => {
    const workspaceId = await workspace();
    const { verificationToken } = await addDomain(db, { workspaceId, domain: 'fjord.example' }, NOW);
    const { asked, dns: known } = dns([['v=spf1 -all'], [verificationToken.slice(0, 20), verificationToken.slice(20)]]);
    expect((await verifying({ workspaceId, domain: 'Fjord.example' }, known)).domain.verifiedAt).toEqual(LATER);
    expect(recordName('fjord.example')).toBe('_bivouac.fjord.example');
    expect(asked).toContain('_bivouac.fjord.example');
    expect(await isVerifiedDomain({ db, workspaceId }, 'fjord.example')).toBe(true);
  });

  test('holds for that workspace and exactly that domain', async () => {
    const [workspaceId, other] = [await workspace(), await workspace()];
    await addDomain(db, { workspaceId, domain: 'fjord.example', verified: true }, NOW);
    const theirs = await addDomain(db, { workspaceId: other, domain: 'fjord.example' }, NOW);
    expect(await isVerifiedDomain({ db, workspaceId: other }, 'fjord.example')).toBe(false);
    expect(await isVerifiedDomain({ db, workspaceId }, 'mail.fjord.example')).toBe(false);
    const { dns: known } = dns([[theirs.verificationToken]]);
    await addDomain(db, { workspaceId, domain: 'fell.example' }, NOW);
    const { ok, domain, checks } = await verifying({ workspaceId, domain: 'fell.example' }, known);
    expect({ ok, verifiedAt: domain.verifiedAt, check: checks[0] }).toEqual({
      ok: false,
      verifiedAt: null,
      check: { check: 'ownership', required: true, ok: false, text: expect.stringContaining('does not hold') },
    });
    expect(await isVerifiedDomain({ db, workspaceId }, 'fell.example')).toBe(false);
  });

  test('does not with another token', async () => {
    const workspaceId = await workspace();
    const added = await addDomain(db, { workspaceId, domain: 'fjord.example' }, NOW);
    const { domain, checks } = await verifying(added, dns([['bivouac-verification=00000000000000000000000000000000']]).dns);
    expect(checks[0]?.text).toBe(`The TXT record at _bivouac.fjord.example does not hold ${added.verificationToken}.`);
    expect(domain).toEqual(added);
    expect(await isVerifiedDomain({ db, workspaceId }, 'fjord.example')).toBe(false);
  });

  test('says when there is no record', async () => {
    const workspaceId = await workspace();
    const added = await addDomain(db, { workspaceId, domain: 'fjord.example' }, NOW);
    for (const code of ['ENOTFOUND', 'ENODATA']) {
      const { checks } = await verifying(added, { ...EMPTY, txt: failing(code) });
      expect(checks[0]?.text).toBe('No TXT record was found at _bivouac.fjord.example.');
    }
    for (const code of ['ETIMEOUT', 'ESERVFAIL', undefined]) {
      const { domain, ok, checks } = await verifying(added, { ...EMPTY, txt: failing(code) });
      expect(checks[0]?.text).toContain(`The DNS did not answer for _bivouac.fjord.example (${code ?? 'no answer'})`);
      expect({ domain, ok }).toEqual({ domain: added, ok: false });
    }
  });

  test('asks for nothing that was not added', async () => {
    const { asked, dns: known } = dns([]);
    const asking = verifying({ workspaceId: await workspace(), domain: 'fjord.example' }, known);
    await expect(asking).rejects.toThrow('The domain fjord.example is not known here; add it first.');
    expect(asked).toEqual([]);
  });
});

test('domains are listed by their names', async () => {
  const workspaceId = await workspace();
  for (const domain of ['fjord.example', 'alm.example', 'fell.example']) await addDomain(db, { workspaceId, domain }, NOW);
  expect((await listDomains({ db, workspaceId })).map(({ domain }) => domain)).toEqual(['alm.example', 'fell.example', 'fjord.example']);
});

describe('what a domain publishes', () => {
  /** A key of RSA takes long to make. */
  async function given({ returnPath, algorithm = 'ed25519' }: { returnPath?: string; algorithm?: KeyAlgorithm } = {}) {
    const workspaceId = await workspace();
    const of = await addDomain(db, { workspaceId, domain: 'fjord.example', returnPath }, NOW);
    const key = await createKeys({ db, ...of, now: NOW }, algorithm, { secret: await SECRET() });
    const texts = Object.fromEntries(recordsFor(of, [key], undefined).map(({ name, value }) => [name, value])) as Record<
      string,
      string | Error
    >;
    texts[returnPath ?? 'fjord.example'] = 'v=spf1 include:spf.mail.example -all';
    texts['spf.mail.example'] = 'v=spf1 ip4:192.0.2.0/24 -all';
    return { of, key, texts, mx: returnPath ? { [returnPath]: 'mx.mail.example' } : {} };
  }
  type Given = Awaited<ReturnType<typeof given>>;
  const verify = ({ of, texts, mx }: Pick<Given, 'of' | 'texts' | 'mx'>, now = LATER) => verifying(of, zone(texts, mx), { now });
  /** One whose key none of these records activates. */
  let unsigned: Promise<Given> | undefined;
  const statesOf = async ({ of }: Given) => (await findKeys(db, of)).map(({ state }) => state);
  const wrong = async (what: Promise<{ checks: { ok: boolean; text: string }[] }>) =>
    (await what).checks.filter(({ ok }) => !ok).map(({ text }) => text);

  test('is all that it should: the key signs and the return path is used', async () => {
    const all = await given({ returnPath: 'bounces.fjord.example' });
    expect(all.of.returnPathVerifiedAt).toBeNull();
    const { domain, checks } = await verify(all);
    expect(checks.map(({ check, ok }) => `${check} ${ok}`)).toEqual([
      'ownership true',
      'dkim true',
      'spf true',
      'dmarc true',
      'return_path true',
    ]);
    expect(domain).toMatchObject({ verifiedAt: LATER, returnPathVerifiedAt: LATER });
    expect(await findKeys(db, all.of)).toMatchObject([{ state: 'active', activatedAt: LATER }]);
  });

  test('has the key in strings that a zone file takes', async () => {
    const { of, key } = await given({ algorithm: 'rsa' });
    const dkim = recordsFor(of, [key], undefined).find(({ purpose }) => purpose === 'dkim');
    expect(dkim?.value).toBe(`v=DKIM1; k=rsa; p=${key.publicKey}`);
    expect(dkim?.strings?.map(({ length }) => length)).toEqual([255, (dkim?.value.length as number) - 255]);
    expect(dkim?.strings?.join('')).toBe(dkim?.value);
  });

  test('is missing: each thing is told, and nothing signs or is used', async () => {
    const all = await given({ returnPath: 'bounces.fjord.example' });
    const { key, of } = all;
    const texts = { [recordName('fjord.example')]: of.verificationToken };
    const { domain, checks } = await verify({ of, texts, mx: {} as Given['mx'] });
    expect(checks.filter(({ ok }) => !ok).map(({ text }) => text)).toEqual([
      `No TXT record was found at ${key.selector}._domainkey.fjord.example.`,
      'No SPF record was found at bounces.fjord.example.',
      'No DMARC record was found at _dmarc.fjord.example, nor above it.',
      'No MX record was found at bounces.fjord.example; bounces cannot come there.',
    ]);
    expect(domain).toMatchObject({ verifiedAt: LATER, returnPathVerifiedAt: null });
    expect(await statesOf(all)).toEqual(['pending']);
  });

  test('does not count before the token is there', async () => {
    const all = await given();
    delete all.texts[recordName('fjord.example')];
    expect(await wrong(verify(all))).toEqual(['No TXT record was found at _bivouac.fjord.example.']);
    expect(await statesOf(all)).toEqual(['pending']);
  });

  test.each(['ownership', 'dkim', 'spf', 'dmarc'])(
    'is not known when the DNS does not answer for %s, and changes nothing',
    async (what) => {
      const all = await given();
      await verify(all);
      const next = await createKeys({ db, ...all.of, now: LATER }, 'ed25519', { secret: await SECRET() });
      const [dkim] = recordsFor(all.of, [next], undefined).filter(({ purpose }) => purpose === 'dkim');
      const name = { ownership: '_bivouac.fjord.example', dkim: dkim?.name, spf: 'fjord.example', dmarc: '_dmarc.fjord.example' }[
        what
      ] as string;
      const texts = {
        ...all.texts,
        [dkim?.name as string]: dkim?.value as string,
        [name]: Object.assign(new Error('queryTxt'), { code: 'ETIMEOUT' }),
      };
      const { domain, checks } = await verify({ ...all, texts }, new Date('2026-04-16T10:00:00.000Z'));
      expect(checks.filter(({ ok }) => !ok)).toEqual([
        {
          check: what,
          required: what !== 'spf' && what !== 'dmarc',
          ok: false,
          text: `The DNS did not answer for ${name} (ETIMEOUT), so nothing is known; try again later.`,
        },
      ]);
      if (what === 'ownership') expect(domain.verifiedAt).toEqual(LATER);
      expect(await statesOf(all)).toEqual(what === 'dkim' ? ['active', 'pending'] : ['retired', 'active']);
    },
  );

  test.each<[string, (key: string) => string, string]>([
    ['no tags', () => 'hello', 'is no list of tags'],
    ['a tag twice', (p) => `v=DKIM1; p=${p}; p=${p}`, 'is no list of tags'],
    ['another version', (p) => `v=DKIM2; p=${p}`, 'does not begin with v=DKIM1'],
    ['the version elsewhere', (p) => `p=${p}; v=DKIM1`, 'does not begin with v=DKIM1'],
    ['another algorithm', (p) => `v=DKIM1; k=ed25519; p=${p}`, 'is no key of rsa'],
    ['a revoked key', () => 'v=DKIM1; k=rsa; p=', 'holds no key'],
    ['a part of the key', (p) => `v=DKIM1; k=rsa; p=${p.slice(0, 230)}`, 'holds another key, or a part of it'],
    ['another hash', (p) => `v=DKIM1; h=sha1; p=${p}`, 'does not allow sha256'],
    ['another service', (p) => `v=DKIM1; s=tlsrpt; p=${p}`, 'is not for email'],
    ['a test', (p) => `v=DKIM1; t=s:y; p=${p}`, 'says that it is a test'],
  ])('as a DKIM key is %s: it does not sign', async (_what, record, words) => {
    unsigned ??= given({ algorithm: 'rsa' });
    const all = await unsigned;
    const name = `${all.key.selector}._domainkey.fjord.example`;
    const texts = { ...all.texts, [name]: record(all.key.publicKey) };
    expect(await wrong(verify({ ...all, texts }))).toEqual([expect.stringContaining(`The TXT record at ${name} ${words}`)]);
    expect(await statesOf(all)).toEqual(['pending']);
  });

  test.each<(key: string) => string>([
    (p) => `v=DKIM1;k=rsa;p=${p};`,
    (p) => `p=${p}`,
    (p) => `v=DKIM1; h=sha1:sha256; s=*; t=s; n=ours; p=${p.slice(0, 100)} ${p.slice(100)}`,
  ])('as a DKIM key may be written in other ways: %#', async (record) => {
    const all = await given({ algorithm: 'rsa' });
    all.texts[`${all.key.selector}._domainkey.fjord.example`] = record(all.key.publicKey);
    await verify(all);
    expect(await statesOf(all)).toEqual(['active']);
  });

  test('is the next key: it signs, and the one before is retired', async () => {
    const all = await given({ algorithm: 'ed25519' });
    await verify(all);
    const next = await createKeys({ db, ...all.of, now: LATER }, 'ed25519', { secret: await SECRET() });
    expect(await wrong(verify(all))).toEqual([`No TXT record was found at ${next.selector}._domainkey.fjord.example.`]);
    expect(await statesOf(all)).toEqual(['active', 'pending']);
    const texts = { ...all.texts, [`${next.selector}._domainkey.fjord.example`]: `v=DKIM1; k=ed25519; p=${next.publicKey}` };
    // By two in parallel, and again.
    const both = await Promise.all([wrong(verify({ ...all, texts })), wrong(verify({ ...all, texts }))]);
    expect([...both, await wrong(verify({ ...all, texts }))]).toEqual([[], [], []]);
    expect(await statesOf(all)).toEqual(['retired', 'active']);
  });

  test('needs the secret under which the key was stored', async () => {
    const all = await given();
    const asking = verifying(all.of, zone(all.texts), { secret: async () => 'another secret for the tests' });
    await expect(asking).rejects.toThrow('it was stored under another APP_SECRET');
    expect(await statesOf(all)).toEqual(['pending']);
    expect(await isVerifiedDomain({ db, workspaceId: all.of.workspaceId }, 'fjord.example')).toBe(false);
  });

  test('is told of a domain that its operator vouched for, too', async () => {
    const all = await given();
    await addDomain(db, { ...all.of, verified: true }, NOW);
    expect(await statesOf(all)).toEqual(['pending']);
    delete all.texts[recordName('fjord.example')];
    const { domain, checks } = await verify(all);
    expect(checks.filter(({ ok }) => !ok).map(({ check }) => check)).toEqual(['ownership']);
    expect(domain.verifiedAt).toEqual(NOW);
    expect(await statesOf(all)).toEqual(['active']);
  });
});

describe('a return path', () => {
  test('has to be verified anew when it is another one', async () => {
    const workspaceId = await workspace();
    const set = (returnPath?: string | null, verified = false) =>
      addDomain(db, { workspaceId, domain: 'fjord.example', returnPath, verified }, NOW);
    expect(await set('Bounces.Fjord.example', true)).toMatchObject({
      returnPathDomain: 'bounces.fjord.example',
      returnPathVerifiedAt: NOW,
    });
    expect(await set()).toMatchObject({ returnPathDomain: 'bounces.fjord.example', returnPathVerifiedAt: NOW });
    expect(await set('other.fjord.example')).toMatchObject({ returnPathDomain: 'other.fjord.example', returnPathVerifiedAt: null });
    expect(await set(null, true)).toMatchObject({ returnPathDomain: null, returnPathVerifiedAt: null });
  });

  test('leaves room for what names a delivery', async () => {
    const workspaceId = await workspace();
    const long = (length: number) => `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(length - 183)}`;
    const set = (returnPath: string) => addDomain(db, { workspaceId, domain: 'fjord.example', returnPath }, NOW);
    expect((await set(long(190))).returnPathDomain).toHaveLength(190);
    await expect(set(long(191))).rejects.toThrow('at most 190 characters');
    await expect(set('not a domain')).rejects.toThrow('is not a domain name.');
  });
});
