import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import type { DkimKey } from '../../generated/prisma/client.ts';
import type { Db, Scope, Tx } from '../platform/db.ts';
import { createSealing } from '../platform/sealing.ts';
import { type DomainCtx, type DomainRef, lockDomain } from './sending-domains.ts';
import { AdminError } from './workspaces.service.ts';

export type KeyAlgorithm = 'rsa' | 'ed25519';

export interface SigningKey {
  selector: string;
  algorithm: 'rsa-sha256' | 'ed25519-sha256';
  privateKey: KeyObject;
}

/** Its private half cannot be read with the secret. */
class SealedKey extends AdminError {}

const generate = promisify(generateKeyPair);
/** An Ed25519 key is the end of its DER; the DNS has it alone. */
const CURVE_BYTES = 32;

/**
 * Makes a key, which signs nothing before `activate`. A waiting key of the algorithm is returned instead: its record may be published.
 * @param secret encrypts the private key
 * @param givesUp whether keys that cannot be read with the secret are given up, because it is lost or was changed on purpose
 * @throws SealedKey when there are such keys, of any domain, and they are not given up: the secret is not the service's
 */
export async function createKeys(
  ctx: DomainCtx,
  algorithm: KeyAlgorithm,
  { secret, givesUp = false }: { secret: string; givesUp?: boolean },
): Promise<DkimKey> {
  return ctx.db.transaction(async (tx) => {
    const { workspaceId, domain } = await lockDomain(tx, ctx);
    const known = givesUp
      ? null
      : await tx.prisma.dkimKey.findFirst({ where: { privateKey: { not: null } }, orderBy: { createdAt: 'desc' } });
    if (known) unseal(secret, known);
    const waiting = { workspaceId, domain, algorithm, state: 'pending' };
    const found = await tx.prisma.dkimKey.findFirst({ where: waiting });
    if (found && opens(secret, found)) return found;
    if (found) await tx.prisma.dkimKey.deleteMany({ where: { ...waiting, selector: found.selector } });
    const { privateKey, publicKey } = await (algorithm === 'rsa' ? generate('rsa', { modulusLength: 2048 }) : generate('ed25519'));
    const selector = newSelector(ctx.now);
    const der = publicKey.export({ type: 'spki', format: 'der' });
    return tx.prisma.dkimKey.create({
      data: {
        ...waiting,
        selector,
        privateKey: seal(secret, { workspaceId, domain, selector }, privateKey.export({ type: 'pkcs8', format: 'der' })),
        publicKey: (algorithm === 'rsa' ? der : der.subarray(-CURVE_BYTES)).toString('base64'),
        createdAt: ctx.now,
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

/** The oldest first. */
export const findKeys = (db: Db, { workspaceId, domain }: DomainRef): Promise<DkimKey[]> =>
  db.prisma.dkimKey.findMany({ where: { workspaceId, domain }, orderBy: [{ createdAt: 'asc' }, { selector: 'asc' }] });

/**
 * The key replaces the active one of its algorithm, whose private half is deleted.
 * @throws AdminError (SealedKey) when it cannot be read or does not wait any more: roll the transaction back
 */
export async function activate(tx: Tx, key: DkimKey, { secret, now }: { secret: string; now: Date }): Promise<void> {
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
  // Without this check nothing would be signed any more.
  if (count === 0) throw new AdminError(`The DKIM key ${selector} of ${domain} has been exchanged meanwhile; try again.`);
}

/**
 * Deletes the private half of a key.
 * @param unsigned whether mail may go out without a signature from now on
 * @throws AdminError when there is no such key, or it is the last that signs and `unsigned` is not set
 */
export async function retireKey(
  { db, now, ...of }: DomainCtx,
  selector: string,
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

/** Mail servers try for up to five days to deliver, and receivers look for the key when the mail comes. */
const KEPT_PUBLISHED_MS = 7 * 86_400_000;

/** When the DNS record may go: a week after the last message, at once for a key that signed none. Null while it is in use. */
export function removableAt({ retiredAt, activatedAt }: DkimKey): Date | null {
  return retiredAt && activatedAt ? new Date(retiredAt.getTime() + KEPT_PUBLISHED_MS) : retiredAt;
}

/** The active keys. @throws SealedKey when one cannot be read: mail must not go out without its signature */
export async function findSigningKeys({ db, workspaceId }: Scope, secret: string, domain: string): Promise<SigningKey[]> {
  const keys = await db.prisma.dkimKey.findMany({ where: { workspaceId, domain, state: 'active' }, orderBy: { algorithm: 'desc' } });
  return keys.map((key) => ({
    selector: key.selector,
    algorithm: key.algorithm === 'rsa' ? 'rsa-sha256' : 'ed25519-sha256',
    privateKey: unseal(secret, key),
  }));
}

/** Null without a verified return path. */
export async function findReturnPathDomain({ db, workspaceId }: Scope, domain: string): Promise<string | null> {
  const found = await db.prisma.sendingDomain.findFirst({ where: { workspaceId, domain, returnPathVerifiedAt: { not: null } } });
  return found?.returnPathDomain ?? null;
}

/** The random part separates keys of one day, and workspaces that share a domain and its DNS. */
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
