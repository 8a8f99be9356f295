import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { DkimKey } from '../../generated/prisma/client.ts';
import type { Db, Scope, Tx } from '../platform/db.ts';
import { createSealing } from '../platform/sealing.ts';
import { type DomainRef, lockDomain } from './sending-domains.ts';
import { AdminError } from './workspaces.service.ts';

export type KeyAlgorithm = 'rsa' | 'ed25519';

/** A key that signs, as it is used. */
export interface SigningKey {
  selector: string;
  algorithm: 'rsa-sha256' | 'ed25519-sha256';
  privateKey: KeyObject;
}

/** A key whose private half cannot be read with the secret that there is. */
class SealedKey extends AdminError {}

const generate = promisify(generateKeyPair);
/** An Ed25519 key stands at the end of its DER; the DNS has it bare. */
const CURVE_BYTES = 32;

/**
 * Makes a key for a domain, which signs nothing before `activate`. While one of its algorithm waits already, that one is given back: its
 * record may have been published.
 * @param secret the private key is stored encrypted with what follows from it
 * @param givesUp whether keys that cannot be read with the secret are given up: it has been lost, or changed on purpose
 * @throws SealedKey when there are such keys, of whatever domain, and they are not: the secret is not the service's, which could not
 *   read the new key either
 */
export async function createKeys(
  db: Db,
  secret: string,
  of: DomainRef,
  algorithm: KeyAlgorithm,
  now: Date,
  { givesUp = false }: { givesUp?: boolean } = {},
): Promise<DkimKey> {
  return db.transaction(async (tx) => {
    const { workspaceId, domain } = await lockDomain(tx, of);
    const known = givesUp
      ? null
      : await tx.prisma.dkimKey.findFirst({ where: { privateKey: { not: null } }, orderBy: { createdAt: 'desc' } });
    if (known) unseal(secret, known);
    const waiting = { workspaceId, domain, algorithm, state: 'pending' };
    const found = await tx.prisma.dkimKey.findFirst({ where: waiting });
    if (found && opens(secret, found)) return found;
    if (found) await tx.prisma.dkimKey.deleteMany({ where: { ...waiting, selector: found.selector } });
    const { privateKey, publicKey } = await (algorithm === 'rsa' ? generate('rsa', { modulusLength: 2048 }) : generate('ed25519'));
    const selector = newSelector(now);
    const der = publicKey.export({ type: 'spki', format: 'der' });
    return tx.prisma.dkimKey.create({
      data: {
        ...waiting,
        selector,
        privateKey: seal(secret, { workspaceId, domain, selector }, privateKey.export({ type: 'pkcs8', format: 'der' })),
        publicKey: (algorithm === 'rsa' ? der : der.subarray(-CURVE_BYTES)).toString('base64'),
        createdAt: now,
      },
    });
  });
}

function opens(secret: string, key: DkimKey): boolean {
  try {
    return unseal(secret, key).type === 'private';
  } catch (error) {
    if (error instanceof SealedKey) return false;
    throw error;
  }
}

/** All keys of a domain, the oldest first. */
export const findKeys = (db: Db, { workspaceId, domain }: DomainRef): Promise<DkimKey[]> =>
  db.prisma.dkimKey.findMany({ where: { workspaceId, domain }, orderBy: [{ createdAt: 'asc' }, { selector: 'asc' }] });

/**
 * Has a key that waits sign from now on, in place of the one of its algorithm, whose private half is forgotten.
 * @throws AdminError (SealedKey) when it cannot be read or waits no longer: the transaction is to be given up
 */
export async function activate(tx: Tx, secret: string, key: DkimKey, now: Date): Promise<void> {
  unseal(secret, key);
  const { workspaceId, domain, algorithm, selector } = key;
  await tx.prisma.dkimKey.updateMany({
    where: { workspaceId, domain, algorithm, state: 'active' },
    data: { state: 'retired', retiredAt: now, privateKey: null },
  });
  const { count } = await tx.prisma.dkimKey.updateMany({
    where: { workspaceId, domain, selector, state: 'pending' },
    data: { state: 'active', activatedAt: now },
  });
  // Or nothing would be signed any more.
  if (count === 0) throw new AdminError(`The DKIM key ${selector} of ${domain} has been exchanged meanwhile; try again.`);
}

/**
 * Has a key sign no more, and forgets its private half. One that is retired already is left as it is.
 * @param unsigned whether mail may go out without a signature from now on
 * @throws AdminError when there is no such key, or it is the last that signs and mail may not go out without
 */
export async function retireKey(
  db: Db,
  of: DomainRef,
  selector: string,
  now: Date,
  { unsigned = false }: { unsigned?: boolean } = {},
): Promise<DkimKey> {
  return db.transaction(async (tx) => {
    const { workspaceId, domain } = await lockDomain(tx, of);
    const keys = await findKeys(tx, { workspaceId, domain });
    const key = keys.find((one) => one.selector === selector);
    if (!key) throw new AdminError(`${domain} has no DKIM key ${JSON.stringify(selector)}; \`domains list-dkim\` shows what it has.`);
    if (key.state === 'retired') return key;
    if (key.state === 'active' && !unsigned && !keys.some((one) => one !== key && one.state === 'active')) {
      throw new AdminError(
        `${selector} is the last key that signs mail of ${domain}. Exchange it: make another with \`domains rotate-dkim\`, publish it, and say ` +
          '`domains verify`. With --unsigned it is retired, and mail goes out without a signature.',
      );
    }
    return tx.prisma.dkimKey.update({
      where: { workspaceId_domain_selector: { workspaceId, domain, selector } },
      data: { state: 'retired', retiredAt: now, privateKey: null },
    });
  });
}

/** Mail servers try for up to five days to deliver what was signed, and receivers look for the key when it comes. */
const KEPT_PUBLISHED_MS = 7 * 86_400_000;

/** When the DNS record of a key may go: a week after its last message, at once where it signed none. Null while it is in use. */
export function removableAt({ retiredAt, activatedAt }: DkimKey): Date | null {
  return retiredAt && activatedAt ? new Date(retiredAt.getTime() + KEPT_PUBLISHED_MS) : retiredAt;
}

/**
 * What messages of a domain are signed with; none where no key is active.
 * @throws SealedKey when there is one that cannot be read: what should be signed does not go out without
 */
export async function findSigningKeys({ db, workspaceId }: Scope, secret: string, domain: string): Promise<SigningKey[]> {
  const keys = await db.prisma.dkimKey.findMany({ where: { workspaceId, domain, state: 'active' }, orderBy: { algorithm: 'desc' } });
  return keys.map((key) => ({
    selector: key.selector,
    algorithm: key.algorithm === 'rsa' ? 'rsa-sha256' : 'ed25519-sha256',
    privateKey: unseal(secret, key),
  }));
}

/** Where bounces of the domain's mail come to; null: nowhere of its own, or its MX has not been seen. */
export async function findReturnPathDomain({ db, workspaceId }: Scope, domain: string): Promise<string | null> {
  const found = await db.prisma.sendingDomain.findFirst({ where: { workspaceId, domain, returnPathVerifiedAt: { not: null } } });
  return found?.returnPathDomain ?? null;
}

/** Named by its day; the rest keeps apart what is made on one day, and workspaces that share a domain and with it the DNS. */
const newSelector = (now: Date): string => `bv${now.toISOString().slice(0, 10).replaceAll('-', '')}-${randomBytes(4).toString('hex')}`;

type Place = DomainRef & { selector: string };

const placeOf = ({ workspaceId, domain, selector }: Place): string => `${workspaceId}/${domain}/${selector}`;

const sealingBy = (secret: string) => createSealing(secret, 'bivouac dkim keys');

const seal = (secret: string, place: Place, der: Buffer): Uint8Array<ArrayBuffer> =>
  new Uint8Array(sealingBy(secret).seal(placeOf(place), der));

function unseal(secret: string, key: Place & { privateKey: Uint8Array | null }): KeyObject {
  try {
    const der = sealingBy(secret).open(placeOf(key), Buffer.from(key.privateKey ?? []));
    return createPrivateKey({ key: der, type: 'pkcs8', format: 'der' });
  } catch {
    throw new SealedKey(
      `The DKIM key ${key.selector} of ${key.domain} cannot be read: it was stored under another APP_SECRET. ` +
        'Set that one again. If it is lost, make another key with `domains rotate-dkim --give-up`, publish it, and say `domains verify`.',
    );
  }
}
