/** Two commands on one domain at the same moment: the second waits, and goes on from what the first has done. */
import { beforeEach, expect, test } from 'vitest';
import type { Db } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { activate, createKeys, findKeys, retireKey } from '../../src/workspaces/dkim-keys.ts';
import { recordsFor, verifyDomain } from '../../src/workspaces/domain-checks.ts';
import type { Dns } from '../../src/workspaces/domain-proof.ts';
import { addDomain, lockDomain } from '../../src/workspaces/sending-domains.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { openTestDatabase } from '../support/database.ts';
import { behind } from '../support/race.ts';

const SECRET = 'a secret for the tests';
const NOW = new Date('2026-04-14T10:00:00.000Z');
const LATER = new Date('2026-04-15T10:00:00.000Z');

const { db } = await openTestDatabase();
beforeEach(async () => {
  await db.prisma.dkimKey.deleteMany();
});

async function given(returnPath?: string) {
  const { id: workspaceId } = await createWorkspace(db, { name: 'Juniper Trail', slug: newId() }, NOW);
  return addDomain(db, { workspaceId, domain: 'fjord.example', returnPath }, NOW);
}
type Given = Awaited<ReturnType<typeof given>>;

/** With a DNS that has all that is printed now. */
async function verifying(of: Given) {
  const texts = new Map(recordsFor(of, await findKeys(db, of), undefined).map(({ name, value }) => [name, value]));
  const nothing = async () => [];
  const dns: Dns = {
    txt: async (name) => [[texts.get(name) ?? '']],
    mx: async () => [{ exchange: 'mx.mail.example' }],
    a: nothing,
    aaaa: nothing,
  };
  return (on: Db = db) => verifyDomain({ db: on, ...of, now: LATER }, { dns, secret: async () => SECRET });
}
const statesOf = async (of: Given) => (await findKeys(db, of)).map(({ state }) => state);

test('making a key gives back the one that another has just made', async () => {
  const of = await given();
  let first: string | undefined;
  const second = await behind(
    db,
    async (tx) => {
      first = (await createKeys({ db: tx, ...of, now: NOW }, 'ed25519', { secret: SECRET })).selector;
    },
    () => createKeys({ db, ...of, now: NOW }, 'ed25519', { secret: SECRET }),
  );
  expect(second.selector).toBe(first);
  expect(await statesOf(of)).toEqual(['pending']);
});

test('verifying finds the key active that another has just verified', async () => {
  const of = await given();
  await createKeys({ db, ...of, now: NOW }, 'ed25519', { secret: SECRET });
  const verify = await verifying(of);
  const { ok } = await behind(db, verify, () => verify());
  expect(ok).toBe(true);
  expect(await statesOf(of)).toEqual(['active']);
});

test('verifying does not vouch for the return path that another has just set', async () => {
  const of = await given('bounces.fjord.example');
  await createKeys({ db, ...of, now: NOW }, 'ed25519', { secret: SECRET });
  const verify = await verifying(of);
  const { domain } = await behind(
    db,
    (tx) => addDomain(tx, { ...of, returnPath: 'other.fjord.example' }, NOW),
    () => verify(),
  );
  expect(domain).toMatchObject({ verifiedAt: LATER, returnPathDomain: 'other.fjord.example', returnPathVerifiedAt: null });
});

test('adding leaves the return path that another is just setting', async () => {
  const of = await given('bounces.fjord.example');
  let first: Db | undefined;
  const added = await behind(
    db,
    async (tx) => {
      first = tx;
      await lockDomain(tx, of);
    },
    () => addDomain(db, { workspaceId: of.workspaceId, domain: of.domain, verified: true }, LATER),
    // The insert has found the domain by now: only a read after the lock sees the first one's result.
    async () => {
      if (first) await addDomain(first, { ...of, returnPath: 'other.fjord.example' }, NOW);
    },
  );
  expect(added).toMatchObject({ verifiedAt: LATER, returnPathDomain: 'other.fjord.example', returnPathVerifiedAt: LATER });
});

test('retiring leaves the last key, although another has just retired the one before', async () => {
  const of = await given();
  const [one, two] = [
    await createKeys({ db, ...of, now: NOW }, 'ed25519', { secret: SECRET }),
    await createKeys({ db, ...of, now: NOW }, 'rsa', { secret: SECRET }),
  ];
  await db.transaction(async (tx) => {
    for (const key of [one, two]) await activate(tx, key, { secret: SECRET, now: NOW });
  });
  const retiring = behind(
    db,
    (tx) => retireKey({ db: tx, ...of, now: LATER }, one.selector),
    () => retireKey({ db, ...of, now: LATER }, two.selector),
  );
  await expect(retiring).rejects.toThrow(`${two.selector} is the last key that signs mail of fjord.example.`);
  expect((await statesOf(of)).sort()).toEqual(['active', 'retired']);
});
