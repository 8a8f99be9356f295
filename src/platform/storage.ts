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

/** Files by key: `exports/01J…/01J….csv`. Content streams and is never held in memory; a file exists whole or not at all. */
export interface Storage {
  /** Replaces an existing file. Returns the size in bytes. */
  put(key: string, content: Readable, options: PutOptions): Promise<number>;
  /** A range of bytes, all by default; null without such a file. Empty past its end. */
  get(key: string, options?: { from?: number; to?: number }): Promise<Readable | null>;
  /** Atomic and repeatable: a file that has arrived stays as it is. False when there is a file under neither key. */
  move(from: string, to: string): Promise<boolean>;
  size(key: string): Promise<number | null>;
  exists(key: string): Promise<boolean>;
  delete(key: string): Promise<void>;
  /** An address to `GET` the file without a key, for so many seconds; saved under `fileName`. */
  downloadUrl(key: string, options: { fileName: string; contentType: string; expiresIn: number }): Promise<string>;
  /**
   * An address to `PUT` a file without a key, for so many seconds. Our own addresses enforce `Content-Type` and `maxBytes`; those of S3 do
   * not, so check `size` before you use a file.
   */
  uploadUrl(key: string, options: { contentType: string; maxBytes: number; expiresIn: number }): Promise<string>;
  /** Removes leftovers of killed writes from before `olderThan`. */
  tidy(olderThan: Date): Promise<void>;
}

export interface PutOptions {
  contentType: string;
  signal?: AbortSignal;
  /** Called with the complete file; `place` puts it in its place. When it throws instead, nothing changes. */
  guard?: (place: () => Promise<void>, size: number) => Promise<void>;
}

/** After so many silent seconds a store counts as away. It is asked twice more, but not for uploads. */
const SILENCE_S = 30;

/**
 * A folder (`file:`), or a bucket of an S3-compatible store (`s3://bucket?endpoint=…&region=…&timeout=…`; the AWS SDK finds credentials in
 * its usual places, `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY` first). Connects with the first use.
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

export const SPOOL = 'partial';

function localStorage(root: string, reserve: number, addresses: SignedAddresses): Storage {
  const disk = new Disk(new FSDriver({ location: root, visibility: 'private' }));
  // Within the root, so on the same file system, where a rename is atomic; the driver's own move copies.
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
  // Large, and useless with a folder.
  const { S3Driver } = await import('flydrive/drivers/s3');
  const { GetObjectCommand, S3Client } = await import('@aws-sdk/client-s3');
  const bucket = url.hostname;
  const endpoint = url.searchParams.get('endpoint');
  const client = new S3Client({
    region: url.searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
    // Self-hosted stores seldom have a host name for each bucket.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Stores other than Amazon's often lack the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The errors contain the same.
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: { connectionTimeout: 5_000, socketTimeout: Number(url.searchParams.get('timeout') ?? SILENCE_S) * 1_000 },
  });
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }));
  return {
    ...common(disk, reached),
    // A PUT names its length first, and a stream has none yet.
    put: (key, content, options) =>
      spooled(spool, content, options, (file, size) =>
        reached(disk.putStream(checked(key), createReadStream(file), { contentType: options.contentType, contentLength: size })),
      ),
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

/** The store of files cannot answer now; it may in a moment. */
export class StorageUnavailable extends Error {
  constructor(cause: unknown) {
    super('The store of files cannot be reached', { cause });
    this.name = 'StorageUnavailable';
  }
}

/** Names the store when a connection fails, or when the store itself has failed. */
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

/** Errors of connections, not of local files on their way to the store. */
const OUT_OF_REACH = /^(ECONN|EPIPE$|ETIMEDOUT$|ENOTFOUND$|EAI_AGAIN$|EHOSTUNREACH$|ENETUNREACH$|ERR_TLS|ERR_SSL|.*CERT)/;

/** A file under the old key after the arrival is left from before, or came too late. */
async function moved(disk: Disk, from: string, to: string, place: () => Promise<void>): Promise<boolean> {
  if (!(await disk.exists(checked(to)))) {
    const placed = await unlessMissing(() => place().then(() => true));
    // Another process may have been faster.
    if (!placed) return disk.exists(to);
  }
  await disk.delete(checked(from));
  return true;
}

/** The service makes keys, never a client; a mistake in one must not lead out of the folder. */
function checked(key: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/.test(key)) return key;
  throw new Error('A storage key is made of letters, digits, dots, hyphens and slashes');
}

/** The folder for unfinished files, and the bytes of its disk to leave free. */
interface Spool {
  folder: string;
  reserve: number;
}

const LOOK_BYTES = 8 * 1024 * 1024;

/** The disk has room, but not for files; `isFull` recognises it. */
class ReserveReached extends Error {
  readonly code = 'ENOSPC';
}

async function requireFree({ folder, reserve }: Spool): Promise<void> {
  if (reserve === 0) return;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < reserve) throw new ReserveReached(`Fewer than ${reserve} bytes are free at ${folder}: STORAGE_RESERVE_MIB`);
}

/** Checks the disk repeatedly: many files may be written at the same time. */
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

/** Leaves no temporary file behind, whatever happens. */
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

export const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as { code?: string } | undefined)?.code ?? '');

/** Null in place of the file system's and S3's errors for a missing file. */
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
