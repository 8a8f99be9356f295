import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Config } from '../config.ts';
import { makeFolder } from './files.ts';
import { newId } from './ids.ts';
import { attachment, type SignedAddresses } from './signed-addresses.ts';

/** Files by key: `exports/01J…/01J….csv`. Everything streams, nothing is held in memory, and a file is there whole or not at all. */
export interface Storage {
  /** Writes a file, in the place of one that has the key, and returns its size in bytes. */
  put(key: string, content: Readable, options: PutOptions): Promise<number>;
  /** The bytes of a file from an offset on, and up to another, by default all of them, or null when there is no file. At its end there are none. */
  get(key: string, options?: { from?: number; to?: number }): Promise<Readable | null>;
  /**
   * Gives a file another key, whole or not at all. It may be repeated: a file that has arrived stays as it is. False when
   * there is a file under neither key.
   */
  move(from: string, to: string): Promise<boolean>;
  /** In bytes, or null when there is no such file. */
  size(key: string): Promise<number | null>;
  exists(key: string): Promise<boolean>;
  /** A file that is not there is as good as deleted. */
  delete(key: string): Promise<void>;
  /** An address to `GET` the file from, without a key, for so many seconds; it is saved under `fileName`. */
  downloadUrl(key: string, options: { fileName: string; contentType: string; expiresIn: number }): Promise<string>;
  /**
   * An address to `PUT` a file to, without a key, for so many seconds. Our own addresses insist on this `Content-Type` and on
   * `maxBytes`; those of S3 do not, so look at `size` before a file is used.
   */
  uploadUrl(key: string, options: { contentType: string; maxBytes: number; expiresIn: number }): Promise<string>;
  /** Removes what writes that were killed have left behind before `olderThan`. */
  tidy(olderThan: Date): Promise<void>;
}

export interface PutOptions {
  contentType: string;
  /** Gives up; the file is then not there. */
  signal?: AbortSignal;
  /** Puts the file in its place, when all of it is there, by calling `place`; when it throws instead, nothing changes. */
  guard?: (place: () => Promise<void>, size: number) => Promise<void>;
}

/** Seconds without a sign of life after which a store is taken for away. It is then asked twice more, but for what is being uploaded. */
const SILENCE_S = 30;

/**
 * Opens where files are kept: a folder (`file:`), or a bucket of an S3-compatible store (`s3://bucket?endpoint=…&region=…&timeout=…`,
 * whose credentials the AWS SDK finds in its usual places, `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY` first).
 * Connects with the first use.
 */
export async function openStorage(
  {
    storageUrl,
    dataDir,
    storageReserveBytes: reserve = 0,
  }: Pick<Config, 'storageUrl' | 'dataDir'> & Partial<Pick<Config, 'storageReserveBytes'>>,
  addresses: SignedAddresses,
): Promise<Storage> {
  const url = new URL(storageUrl);
  return url.protocol === 's3:'
    ? s3Storage(url, { folder: join(dataDir, 'spool'), reserve })
    : localStorage(fileURLToPath(url), reserve, addresses);
}

/** Where a folder of files keeps what is still being written. */
export const SPOOL = 'partial';

function localStorage(root: string, reserve: number, addresses: SignedAddresses): Storage {
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }));
  // Within the root, and so on the same file system, where a rename is whole or not at all; the driver's own move copies.
  const spool = { folder: join(root, SPOOL), reserve };
  const placeOf = (key: string) => join(root, checked(key));
  const place = async (file: string, key: string) => {
    await makeFolder(dirname(placeOf(key)));
    await rename(file, placeOf(key));
  };
  return {
    ...common(disk),
    put: (key, content, options) => spooled(spool, content, options, (file) => place(file, key)),
    get: (key, { from = 0, to } = {}) =>
      unlessMissing(async () => (await open(placeOf(key))).createReadStream({ start: from, ...(to !== undefined && { end: to }) })),
    move: (from, to) => moved(disk, from, to, () => place(placeOf(from), to)),
    downloadUrl: async (key, { fileName, contentType, expiresIn }) =>
      addresses.sign('GET', key, { name: fileName, type: contentType }, expiresIn),
    uploadUrl: async (key, { contentType, maxBytes, expiresIn }) =>
      addresses.sign('PUT', key, { max_bytes: String(maxBytes), type: contentType }, expiresIn),
    tidy: (olderThan) => removeOlder(spool.folder, olderThan),
  };
}

async function s3Storage(url: URL, spool: Spool): Promise<Storage> {
  // Large, and of no use to who keeps files in a folder.
  const { S3Driver } = await import('flydrive/drivers/s3');
  const { GetObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const bucket = url.hostname;
  const endpoint = url.searchParams.get('endpoint');
  const client = new S3Client({
    region: url.searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
    // A store of one's own seldom has a host name for each bucket.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Stores other than Amazon's often do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // What it would say on the console stands in the error, too.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: { connectionTimeout: 5_000, socketTimeout: Number(url.searchParams.get('timeout') ?? SILENCE_S) * 1_000 },
  });
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }));
  return {
    ...common(disk, reached),
    // A PUT names its length before its bytes, and what is being made has none yet.
    put: (key, content, options) =>
      spooled(spool, content, options, (file, size) =>
        reached(disk.putStream(checked(key), createReadStream(file), { contentType: options.contentType, contentLength: size })),
      ),
    // The driver reads from the first byte only.
    get: (key, { from = 0, to } = {}) =>
      unlessMissing(async () => {
        const range = from > 0 || to !== undefined ? { Range: `bytes=${from}-${to ?? ''}` } : {};
        try {
          return (await reached(client.send(new GetObjectCommand({ Bucket: bucket, Key: checked(key), ...range })))).Body as Readable;
        } catch (error) {
          if ((error as Error).name === 'InvalidRange') return Readable.from([]);
          throw error;
        }
      }),
    move: (from, to) => reached(moved(disk, from, to, () => disk.copy(from, to))),
    downloadUrl: (key, { fileName, contentType, expiresIn }) =>
      disk.getSignedUrl(key, { expiresIn, contentType, contentDisposition: attachment(fileName) }),
    uploadUrl: (key, { contentType, expiresIn }) => disk.getSignedUploadUrl(key, { expiresIn, contentType }),
    tidy: (olderThan) => removeOlder(spool.folder, olderThan),
  };
}

const common = (disk: Disk, through: typeof reached = (work) => work) => ({
  size: (key: string) => unlessMissing(async () => (await through(disk.getMetaData(checked(key)))).contentLength),
  exists: (key: string) => through(disk.exists(checked(key))),
  delete: (key: string) => through(disk.delete(checked(key))),
});

/** The store of files could not be asked, or could not answer; it may work in a moment. */
export class StorageUnavailable extends Error {
  constructor(cause: unknown) {
    super('The store of files cannot be reached', { cause });
    this.name = 'StorageUnavailable';
  }
}

/** Says of which neighbour it is the trouble when a connection fails, or when the store itself has failed. */
async function reached<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    for (let cause = error as StoreError | undefined; cause; cause = cause.cause) {
      const failed = (cause.$metadata?.httpStatusCode ?? 0) >= 500;
      if (failed || cause.name === 'TimeoutError' || OUT_OF_REACH.test(cause.code ?? '')) throw new StorageUnavailable(error);
    }
    throw error;
  }
}

interface StoreError {
  name?: string;
  code?: string;
  cause?: StoreError;
  $metadata?: { httpStatusCode?: number };
}

/** Errors of connections. Those of files, which stand beside them while one is on its way to the store, are no such thing. */
const OUT_OF_REACH = /^(ECONN|EPIPE$|ETIMEDOUT$|ENOTFOUND$|EAI_AGAIN$|EHOSTUNREACH$|ENETUNREACH$|ERR_TLS|ERR_SSL|.*CERT)/;

/** Whatever lies under the old key when the file has arrived is left from before or came too late. */
async function moved(disk: Disk, from: string, to: string, place: () => Promise<void>): Promise<boolean> {
  if (!(await disk.exists(checked(to)))) {
    const placed = await unlessMissing(() => place().then(() => true));
    // Somebody else may have been faster.
    if (!placed) return disk.exists(to);
  }
  await disk.delete(checked(from));
  return true;
}

/** Keys are made by the service, never by a client; a mistake in one must not lead out of the folder. */
function checked(key: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/.test(key)) return key;
  throw new Error('A storage key is made of letters, digits, dots, hyphens and slashes');
}

/** Where files are written first, and how many bytes of its disk they have to leave free. */
interface Spool {
  folder: string;
  reserve: number;
}

/** How much is written between two looks at the disk. */
const LOOK_BYTES = 8 * 1024 * 1024;

/** There is room on the disk, and none for files: `isFull` says so of it. */
class ReserveReached extends Error {
  readonly code = 'ENOSPC';
}

async function requireFree({ folder, reserve }: Spool): Promise<void> {
  if (reserve === 0) return;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < reserve) throw new ReserveReached(`Fewer than ${reserve} bytes are free at ${folder}: STORAGE_RESERVE_MIB`);
}

/** Looks at the disk now and then: many files may be written at the same time. */
function leavingReserve(spool: Spool): Transform {
  let written = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      written += chunk.length;
      if (written < LOOK_BYTES) return pass(null, chunk);
      written = 0;
      requireFree(spool).then(() => pass(null, chunk), pass);
    },
  });
}

/** Writes a stream to a file of its own, hands that over, and leaves nothing behind, whatever happens. */
async function spooled(
  spool: Spool,
  content: Readable,
  { signal, guard = (place) => place() }: PutOptions,
  place: (file: string, size: number) => Promise<void>,
): Promise<number> {
  await makeFolder(spool.folder);
  const file = join(spool.folder, newId());
  try {
    await requireFree(spool);
    await pipeline(content, leavingReserve(spool), createWriteStream(file, { mode: 0o600 }), { ...(signal && { signal }) });
    const { size } = await stat(file);
    await guard(() => place(file, size), size);
    return size;
  } finally {
    await rm(file, { force: true });
  }
}

async function removeOlder(folder: string, olderThan: Date): Promise<void> {
  const names = (await unlessMissing(() => readdir(folder))) ?? [];
  for (const name of names) {
    const file = join(folder, name);
    const found = await unlessMissing(() => stat(file));
    if (found && found.mtime < olderThan) await rm(file, { force: true });
  }
}

/** True when there is no room for what was to be written. */
export const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as { code?: string } | undefined)?.code ?? '');

/** Null instead of the errors by which the file system and S3 say that there is no such file. */
async function unlessMissing<Result>(look: () => Promise<Result>): Promise<Result | null> {
  try {
    return await look();
  } catch (error) {
    for (let cause = error as { code?: string; name?: string; cause?: unknown } | undefined; cause; cause = cause.cause as typeof cause) {
      if (cause.code === 'ENOENT' || cause.name === 'NoSuchKey' || cause.name === 'NotFound') return null;
    }
    throw error;
  }
}
