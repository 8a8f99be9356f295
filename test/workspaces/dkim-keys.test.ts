/** Keys that sign a domain's mail: made, stored encrypted, exchanged. */
import { createPublicKey } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import {
  activate,
  createKeys,
  findKeys,
  findSigningKeys,
  type KeyAlgorithm,
  removableAt,
  retireKey,
} from '../../src/workspaces/dkim-keys.ts';
import { addDomain } from '../../src/workspaces/sending-domains.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { isAtLength } from '../support/at-length.ts';
import { openTestDatabase } from '../support/database.ts';

const NOW = new Date('2026-04-14T10:00:00.000Z');
const LATER = new Date('2026-04-15T10:00:00.000Z');
const SECRET = 'a secret for the tests';
const OTHER = 'another secret for the tests';

const { db } = await openTestDatabase();
/** Keys of another secret are in the way of new ones. */
beforeEach(async () => {
  await db.prisma.dkimKey.deleteMany();
});

async function given(domain = 'fjord.example') {
  const { id: workspaceId } = await createWorkspace(db, { name: 'Juniper Trail', slug: newId() }, NOW);
  await addDomain(db, { workspaceId, domain }, NOW);
  return { workspaceId, domain };
}
type Given = Awaited<ReturnType<typeof given>>;

async function activeKey(of: Given, algorithm: KeyAlgorithm = 'rsa', secret = SECRET) {
  const key = await createKeys({ db, ...of, now: NOW }, algorithm, { secret, givesUp: true });
  await db.transaction((tx) => activate(tx, key, { secret, now: NOW }));
  return key;
}
const signing = ({ workspaceId, domain }: Given, secret = SECRET) => findSigningKeys({ db, workspaceId }, secret, domain);
const states = async (of: Given) => Object.fromEntries((await findKeys(db, of)).map(({ selector, state }) => [selector, state]));

describe('a key', () => {
  test.each([
    ['rsa', 'rsa-sha256'],
    ['ed25519', 'ed25519-sha256'],
  ] as const)('of %s is what its record says', async (algorithm, signed) => {
    const of = await given();
    const key = await activeKey(of, algorithm);
    const [found] = await signing(of);
    expect(found).toMatchObject({ selector: key.selector, algorithm: signed });
    if (!found) throw new Error('no key');
    const spki = createPublicKey(found.privateKey).export({ type: 'spki', format: 'der' });
    expect(key.publicKey).toBe((algorithm === 'rsa' ? spki : spki.subarray(-32)).toString('base64'));
    if (algorithm === 'rsa') expect(found.privateKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
    else expect(Buffer.from(key.publicKey, 'base64')).toHaveLength(32);
  });

  test('is stored encrypted, and differently each time', async () => {
    const of = await given();
    const key = await activeKey(of, 'ed25519');
    const [found] = await signing(of);
    const der = found?.privateKey.export({ type: 'pkcs8', format: 'der' }) as Buffer;
    const stored = Buffer.from(key.privateKey as Uint8Array);
    expect(stored.includes(der.subarray(-32))).toBe(false);
    expect(stored.includes('PRIVATE')).toBe(false);
  });

  test('signs nothing before it is active', async () => {
    const of = await given();
    await createKeys({ db, ...of, now: NOW }, 'rsa', { secret: SECRET });
    expect(await signing(of)).toEqual([]);
  });

  test('cannot be read with another secret, which is said with what to do', async () => {
    const of = await given();
    const { selector } = await activeKey(of, 'ed25519');
    await expect(signing(of, OTHER)).rejects.toThrow(
      `The DKIM key ${selector} of fjord.example cannot be read: it was stored under another APP_SECRET. ` +
        'Set that one again. If it is lost, make another key with `domains rotate-dkim --give-up`, publish it, and say `domains verify`.',
    );
  });

  test.each([
    ['another workspace', 'workspace_id'],
    ['another selector', 'selector'],
  ])('cannot be read in the place of %s', async (_what, column) => {
    const [of, other] = [await given(), await given()];
    await activeKey(of, 'ed25519');
    if (column === 'workspace_id')
      await db.query({
        text: 'UPDATE dkim_keys SET workspace_id = $2 WHERE workspace_id = $1',
        values: [of.workspaceId, other.workspaceId],
      });
    else await db.query({ text: "UPDATE dkim_keys SET selector = 'other' WHERE workspace_id = $1", values: [of.workspaceId] });
    await expect(signing(column === 'workspace_id' ? other : of)).rejects.toThrow('cannot be read');
  });

  test('that was spoilt cannot be read', async () => {
    const of = await given();
    const { privateKey } = await activeKey(of, 'ed25519');
    for (const at of [0, 1, 20, (privateKey as Uint8Array).length - 1]) {
      const spoilt = Uint8Array.from(privateKey as Uint8Array);
      spoilt[at] = (spoilt[at] as number) ^ 1;
      await db.prisma.dkimKey.updateMany({ where: of, data: { privateKey: spoilt } });
      await expect(signing(of), `${at}`).rejects.toThrow('cannot be read');
    }
  });

  test('goes with its domain', async () => {
    const of = await given();
    await activeKey(of, 'ed25519');
    await db.prisma.sendingDomain.deleteMany({ where: of });
    expect(await findKeys(db, of)).toEqual([]);
  });
});

describe('exchanging', () => {
  test.runIf(isAtLength)('has one key of each algorithm sign, and forgets the private half of the one before', async () => {
    const of = await given();
    const [first, curve] = [await activeKey(of), await activeKey(of, 'ed25519')];
    const second = await createKeys({ db, ...of, now: LATER }, 'rsa', { secret: SECRET });
    expect(second.selector).toMatch(/^bv20260415-[0-9a-f]{8}$/);
    expect((await signing(of)).map(({ selector }) => selector)).toEqual([first.selector, curve.selector]);
    await db.transaction((tx) => activate(tx, second, { secret: SECRET, now: LATER }));
    expect((await signing(of)).map(({ selector }) => selector)).toEqual([second.selector, curve.selector]);
    expect(await states(of)).toEqual({ [first.selector]: 'retired', [curve.selector]: 'active', [second.selector]: 'active' });
    const retired = (await findKeys(db, of)).find(({ state }) => state === 'retired');
    expect(retired).toMatchObject({ selector: first.selector, privateKey: null, retiredAt: LATER });
  });

  test('twice is once while the first waits, also at the same time', async () => {
    const of = await given();
    const made = await Promise.all([1, 2, 3].map(() => createKeys({ db, ...of, now: NOW }, 'ed25519', { secret: SECRET })));
    made.push(await createKeys({ db, ...of, now: LATER }, 'ed25519', { secret: SECRET }));
    expect(new Set(made.map(({ selector }) => selector)).size).toBe(1);
  });

  test('by two that saw the same key wait is done by one: it goes on signing', async () => {
    const of = await given();
    const key = await createKeys({ db, ...of, now: NOW }, 'ed25519', { secret: SECRET });
    await db.transaction((tx) => activate(tx, key, { secret: SECRET, now: NOW }));
    await expect(db.transaction((tx) => activate(tx, key, { secret: SECRET, now: LATER }))).rejects.toThrow(
      'has been exchanged meanwhile; try again.',
    );
    expect((await signing(of)).map(({ selector }) => selector)).toEqual([key.selector]);
  });

  test('is refused with another secret than that of the keys there are, and leaves them alone', async () => {
    const [of, other] = [await given(), await given('other.example')];
    const waiting = await createKeys({ db, ...of, now: NOW }, 'ed25519', { secret: SECRET });
    for (const domain of [of, other]) {
      await expect(createKeys({ db, ...domain, now: LATER }, 'ed25519', { secret: OTHER })).rejects.toThrow(
        'it was stored under another APP_SECRET',
      );
    }
    expect([await states(of), await states(other)]).toEqual([{ [waiting.selector]: 'pending' }, {}]);
  });

  test('gives way where the one that waits cannot be read and is given up', async () => {
    const of = await given();
    const lost = await createKeys({ db, ...of, now: NOW }, 'ed25519', { secret: OTHER });
    await expect(db.transaction((tx) => activate(tx, lost, { secret: SECRET, now: NOW }))).rejects.toThrow('cannot be read');
    const key = await createKeys({ db, ...of, now: NOW }, 'ed25519', { secret: SECRET, givesUp: true });
    expect(await states(of)).toEqual({ [key.selector]: 'pending' });
    expect(key.selector).not.toBe(lost.selector);
  });

  test('takes over from one that cannot be read', async () => {
    const of = await given();
    await activeKey(of, 'ed25519', OTHER);
    const { selector } = await activeKey(of, 'ed25519');
    expect((await signing(of)).map((key) => key.selector)).toEqual([selector]);
  });
});

describe('retiring', () => {
  test('forgets the private half; another goes on signing, and the record stays for a week', async () => {
    const of = await given();
    const [one, other] = [await activeKey(of, 'ed25519'), await activeKey(of)];
    const retired = await retireKey({ db, ...of, now: LATER }, one.selector);
    expect(retired).toMatchObject({ state: 'retired', privateKey: null, retiredAt: LATER });
    expect(removableAt(retired)).toEqual(new Date('2026-04-22T10:00:00.000Z'));
    expect((await signing(of)).map(({ selector }) => selector)).toEqual([other.selector]);
    // Again changes nothing.
    expect(await retireKey({ db, ...of, now: new Date('2026-05-01T10:00:00.000Z') }, one.selector)).toEqual(retired);
  });

  test('of the last key that signs has to be meant', async () => {
    const of = await given();
    const { selector } = await activeKey(of, 'ed25519');
    // One that waits does not sign.
    await createKeys({ db, ...of, now: NOW }, 'rsa', { secret: SECRET });
    await expect(retireKey({ db, ...of, now: LATER }, selector)).rejects.toThrow(
      `${selector} is the last key that signs mail of fjord.example.`,
    );
    expect((await signing(of)).map((key) => key.selector)).toEqual([selector]);
    await retireKey({ db, ...of, now: LATER }, selector, { unsigned: true });
    expect(await signing(of)).toEqual([]);
  });

  test('of a key that waits makes room for another, and its record may go at once', async () => {
    const of = await given();
    const waiting = await createKeys({ db, ...of, now: NOW }, 'ed25519', { secret: SECRET });
    expect(removableAt(waiting)).toBeNull();
    expect(removableAt(await retireKey({ db, ...of, now: LATER }, waiting.selector))).toEqual(LATER);
    expect((await createKeys({ db, ...of, now: LATER }, 'ed25519', { secret: SECRET })).selector).not.toBe(waiting.selector);
  });

  test('finds the keys of its own domain only', async () => {
    const [of, other] = [await given(), await given()];
    const { selector } = await createKeys({ db, ...other, now: NOW }, 'ed25519', { secret: SECRET });
    await expect(retireKey({ db, ...of, now: LATER }, selector)).rejects.toThrow(`fjord.example has no DKIM key "${selector}"`);
    expect(await states(other)).toEqual({ [selector]: 'pending' });
  });
});

test('workspaces with the same domain have keys of their own, under names of their own', async () => {
  const [one, two] = [await given('shared.example'), await given('shared.example')];
  const keys = [await activeKey(one, 'ed25519'), await activeKey(two, 'ed25519')];
  expect(keys[0]?.selector).not.toBe(keys[1]?.selector);
  expect((await signing(one)).map(({ selector }) => selector)).toEqual([keys[0]?.selector]);
  expect((await signing(two)).map(({ selector }) => selector)).toEqual([keys[1]?.selector]);
});
