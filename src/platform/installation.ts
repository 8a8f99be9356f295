import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Installation } from '../../generated/prisma/client.ts';
import { isUuid } from '../shared/identifiers.ts';
import { CLI } from '../shared/program.ts';
import { StartError } from '../shared/start-error.ts';
import { type Db, sql, type Tx } from './db.ts';
import { newId } from './ids.ts';
import type { Log } from './log.ts';
import type { Storage } from './storage.ts';

export const MARKER = 'installation';
/** The secret's fingerprint and the installation's id. It belongs to a place, so it is no part of a backup. */
export const INSTALLATION_TABLE = 'installation';
const STORAGE_WAIT_MS = 5_000;
const ACCEPT = `${CLI} installation accept`;

export interface Shared {
  secret: string;
  secretSource: string;
  storage: Pick<Storage, 'get' | 'put'>;
  storageUrl: string;
}

class OtherSecret extends StartError {
  constructor({ secretSource }: Pick<Shared, 'secretSource'>) {
    super(
      `${secretSource} holds another secret than the one that belongs to this database. Links in mail that this process sends would not work, ` +
        'and links in mail that was sent before would not work here. Set APP_SECRET to the value that the other processes have. ' +
        `To change the secret on purpose, stop all processes and run "${ACCEPT} --secret" with the new value.`,
    );
  }
}

class OtherStorage extends StartError {
  constructor({ storageUrl }: Shared, marker: string | null) {
    super(
      `STORAGE_URL leads to ${placeOf(storageUrl)}, which ${
        marker === null ? `has no object "${MARKER}"` : 'belongs to another installation'
      }: it is not where this database's files are kept. Set STORAGE_URL to the place that the other processes have; a folder must be mounted. ` +
        `To move the files on purpose, stop all processes, copy the files there, and run "${ACCEPT} --storage".`,
    );
  }
}

const placeOf = (storageUrl: string): string =>
  storageUrl.startsWith('file:') ? fileURLToPath(storageUrl) : storageUrl.replace(/\?.*$/, '');

/**
 * Salted, so that installations with the same secret do not show it. Signed links allow the same guesses, so a slower hash gains nothing.
 */
const fingerprint = (id: string, secret: string): string => createHmac('sha256', secret).update(`bivouac installation ${id}`).digest('hex');

/**
 * Checks that this process has the secret and the store of files of the others on its database. The first start registers its own. A store
 * that cannot be read or written at this moment is used unchecked.
 * @throws OtherSecret, OtherStorage
 */
export async function joinInstallation(db: Db, shared: Shared, log: Log): Promise<void> {
  const warn = (error: unknown): void => log.warn({ err: error }, 'the store of files does not answer; its owner is not checked');
  const [found] = await db.query<Installation>(ROW);
  if (found?.hasStorage) return check(found, shared, warn);
  // The lock covers the object, too: of two first starts with different stores, the second is refused.
  const registered = await db.transaction(async (tx) => {
    const row = await lockRow(tx, shared);
    if (row.hasStorage || !hasSecretOf(row, shared)) return row;
    const id = await markStorage(row.id, shared).catch(warn);
    return id ? save(tx, { ...row, id, hasStorage: true }, shared) : row;
  });
  await check(registered, shared, warn);
}

/**
 * Replaces the registration by the current configuration.
 * @throws OtherSecret, OtherStorage for differences that are not to be accepted, and errors of the store
 */
export async function acceptInstallation(db: Db, shared: Shared, accepts: { secret: boolean; storage: boolean }): Promise<Installation> {
  return db.transaction(async (tx) => {
    const row = await lockRow(tx, shared);
    if (!accepts.secret && !hasSecretOf(row, shared)) throw new OtherSecret(shared);
    // A new id, since the former store still has the old one.
    if (accepts.storage) return save(tx, { ...row, id: await markStorage(newId(), shared), hasStorage: true }, shared);
    if (row.hasStorage) await checkStorage(row, shared);
    return save(tx, row, shared);
  });
}

/** @throws OtherSecret for a backup, which contains the secret, of a database with another one; an older version has none */
export async function checkSecret(db: Db, shared: Pick<Shared, 'secret' | 'secretSource'>): Promise<void> {
  const [table] = await db.query<{ name: string | null }>(sql`SELECT to_regclass(${INSTALLATION_TABLE}::text)::text AS name`);
  const [row] = table?.name ? await db.query<Installation>(ROW) : [];
  if (row && !hasSecretOf(row, shared)) throw new OtherSecret(shared);
}

async function check(row: Installation, shared: Shared, onSilence: (error: unknown) => void): Promise<void> {
  if (!hasSecretOf(row, shared)) throw new OtherSecret(shared);
  if (!row.hasStorage) return;
  await checkStorage(row, shared).catch((error) => {
    if (error instanceof StartError) throw error;
    onSilence(error);
  });
}

const hasSecretOf = ({ id, secretFingerprint }: Installation, { secret }: Pick<Shared, 'secret'>): boolean =>
  secretFingerprint === fingerprint(id, secret);

async function checkStorage({ id }: Installation, shared: Shared): Promise<void> {
  const marker = await readMarker(shared);
  if (marker !== id) throw new OtherStorage(shared, marker);
}

/** Statements without Prisma, whose client takes 50 MiB that a start does not need. */
const COLUMNS = sql`id, secret_fingerprint AS "secretFingerprint", has_storage AS "hasStorage", only_row AS "onlyRow"`;
const ROW = sql`SELECT ${COLUMNS} FROM installation`;

async function lockRow(tx: Tx, { secret }: Shared): Promise<Installation> {
  const id = newId();
  await tx.query(
    sql`INSERT INTO installation (id, secret_fingerprint) VALUES (${id}::uuid, ${fingerprint(id, secret)}) ON CONFLICT DO NOTHING`,
  );
  const [row] = await tx.query<Installation>(sql`${ROW} FOR UPDATE`);
  return row as Installation;
}

/** Keeps an id that the store has: the database may be a restored copy, and other processes may use the store. */
async function markStorage(id: string, shared: Shared): Promise<string> {
  const marker = await readMarker(shared);
  if (marker === null) await inTime(shared.storage.put(MARKER, Readable.from([id]), { contentType: 'text/plain' }));
  return marker ?? id;
}

async function save(tx: Tx, { id, hasStorage }: Installation, { secret }: Shared): Promise<Installation> {
  const [row] = await tx.query<Installation>(sql`
    UPDATE installation SET id = ${id}::uuid, has_storage = ${hasStorage}, secret_fingerprint = ${fingerprint(id, secret)}
    RETURNING ${COLUMNS}`);
  return row as Installation;
}

async function readMarker({ storage }: Shared): Promise<string | null> {
  const content = await inTime(storage.get(MARKER).then((stream) => stream && text(stream)));
  const id = content?.trim();
  return isUuid(id) ? id : null;
}

const inTime = <Result>(work: Promise<Result>): Promise<Result> =>
  Promise.race([
    work,
    delay(STORAGE_WAIT_MS, undefined, { ref: false }).then((): never => {
      throw new Error('The store of files has not answered in time');
    }),
  ]);
