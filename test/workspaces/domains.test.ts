/** Domains to send from: added, proven by a record in the DNS, listed. */
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { addDomain, isVerifiedDomain, listDomains, recordName, verifyDomain } from '../../src/workspaces/sending-domains.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { openTestDatabase } from '../support/database.ts';

const NOW = new Date('2026-04-14T10:00:00.000Z');
const LATER = new Date('2026-04-15T10:00:00.000Z');

const { db } = await openTestDatabase();

const workspace = async () => (await createWorkspace(db, { name: 'Juniper Trail', slug: newId() }, NOW)).id;

/** A DNS that knows these records, and whom it was asked for. */
function dns(records: string[][]) {
  const asked: string[] = [];
  return {
    asked,
    async lookUp(name: string) {
      asked.push(name);
      return records;
    },
  };
}

describe('adding', () => {
  test('keeps a token of its own to be published, and proves nothing', async () => {
    const workspaceId = await workspace();
    const added = await addDomain(db, { workspaceId, domain: 'fjord.example' }, NOW);
    expect(added).toMatchObject({ workspaceId, domain: 'fjord.example', verifiedAt: null, createdAt: NOW });
    expect(added.verificationToken).toMatch(/^bivouac-verification=[0-9a-f]{32}$/);
    expect(await isVerifiedDomain(db, workspaceId, 'fjord.example')).toBe(false);
    expect((await addDomain(db, { workspaceId, domain: 'fell.example' }, NOW)).verificationToken).not.toBe(added.verificationToken);
  });

  test('twice is once, with the token that was published meanwhile', async () => {
    const workspaceId = await workspace();
    const first = await addDomain(db, { workspaceId, domain: 'fjord.example' }, NOW);
    expect(await addDomain(db, { workspaceId, domain: ' Fjord.Example. ' }, LATER)).toEqual(first);
    expect(await listDomains(db, workspaceId)).toEqual([first]);
  });

  test('as verified holds at once, and is not taken back by adding again', async () => {
    const workspaceId = await workspace();
    await addDomain(db, { workspaceId, domain: 'fjord.example' }, NOW);
    expect((await addDomain(db, { workspaceId, domain: 'fjord.example', verified: true }, LATER)).verifiedAt).toEqual(LATER);
    expect((await addDomain(db, { workspaceId, domain: 'fjord.example' }, NOW)).verifiedAt).toEqual(LATER);
    expect(await isVerifiedDomain(db, workspaceId, 'FJORD.example')).toBe(true);
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
    await expect(listDomains(db, newId())).rejects.toThrow('There is no workspace with this id.');
  });
});

describe('verifying', () => {
  test('finds the token among the records of its name, in pieces too', async () => {
    const workspaceId = await workspace();
    const { verificationToken } = await addDomain(db, { workspaceId, domain: 'fjord.example' }, NOW);
    const { asked, lookUp } = dns([['v=spf1 -all'], [verificationToken.slice(0, 20), verificationToken.slice(20)]]);
    expect((await verifyDomain(db, { workspaceId, domain: 'Fjord.example' }, LATER, lookUp)).verifiedAt).toEqual(LATER);
    expect(asked).toEqual([recordName('fjord.example')]);
    expect(asked).toEqual(['_bivouac.fjord.example']);
    expect(await isVerifiedDomain(db, workspaceId, 'fjord.example')).toBe(true);
  });

  test('holds for that workspace and exactly that domain', async () => {
    const [workspaceId, other] = [await workspace(), await workspace()];
    await addDomain(db, { workspaceId, domain: 'fjord.example', verified: true }, NOW);
    const theirs = await addDomain(db, { workspaceId: other, domain: 'fjord.example' }, NOW);
    expect(await isVerifiedDomain(db, other, 'fjord.example')).toBe(false);
    expect(await isVerifiedDomain(db, workspaceId, 'mail.fjord.example')).toBe(false);
    const { lookUp } = dns([[theirs.verificationToken]]);
    await addDomain(db, { workspaceId, domain: 'fell.example' }, NOW);
    await expect(verifyDomain(db, { workspaceId, domain: 'fell.example' }, LATER, lookUp)).rejects.toThrow('does not hold');
    expect(await isVerifiedDomain(db, workspaceId, 'fell.example')).toBe(false);
  });

  test.each([
    ['another token', [['bivouac-verification=00000000000000000000000000000000']]],
    ['nothing', []],
  ])('does not with %s', async (_what, records) => {
    const workspaceId = await workspace();
    const { verificationToken } = await addDomain(db, { workspaceId, domain: 'fjord.example' }, NOW);
    const verifying = verifyDomain(db, { workspaceId, domain: 'fjord.example' }, LATER, dns(records).lookUp);
    await expect(verifying).rejects.toThrow(`The TXT record at _bivouac.fjord.example does not hold ${verificationToken}.`);
    expect(await isVerifiedDomain(db, workspaceId, 'fjord.example')).toBe(false);
  });

  test('says when there is no record', async () => {
    const workspaceId = await workspace();
    await addDomain(db, { workspaceId, domain: 'fjord.example' }, NOW);
    const missing = async () => Promise.reject(Object.assign(new Error('queryTxt ENOTFOUND'), { code: 'ENOTFOUND' }));
    const verifying = verifyDomain(db, { workspaceId, domain: 'fjord.example' }, LATER, missing);
    await expect(verifying).rejects.toThrow('No TXT record was found at _bivouac.fjord.example (ENOTFOUND).');
    const silent = async () => Promise.reject(new Error('no'));
    const asking = verifyDomain(db, { workspaceId, domain: 'fjord.example' }, LATER, silent);
    await expect(asking).rejects.toThrow('No TXT record was found at _bivouac.fjord.example (no answer).');
  });

  test('asks for nothing that was not added', async () => {
    const { asked, lookUp } = dns([]);
    const verifying = verifyDomain(db, { workspaceId: await workspace(), domain: 'fjord.example' }, LATER, lookUp);
    await expect(verifying).rejects.toThrow('The domain fjord.example is not known here; add it first.');
    expect(asked).toEqual([]);
  });
});

test('domains are listed by their names', async () => {
  const workspaceId = await workspace();
  for (const domain of ['fjord.example', 'alm.example', 'fell.example']) await addDomain(db, { workspaceId, domain }, NOW);
  expect((await listDomains(db, workspaceId)).map(({ domain }) => domain)).toEqual(['alm.example', 'fell.example', 'fjord.example']);
});
