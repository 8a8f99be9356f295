import { createHash, type Hash } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';

/** The message is for an administrator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/**
 * A compressed tar archive, so that common tools can read it. Its last member holds the checksum of all members before, and only a whole
 * archive has one.
 */
export interface ArchiveWriter {
  add(name: string, content: Buffer): Promise<void>;
  /** `content` has exactly `size` bytes. */
  addStream(name: string, size: number, content: AsyncIterable<Buffer>): Promise<void>;
  finish(totals: Totals): Promise<void>;
  abort(): void;
}

export interface Totals {
  tables: Record<string, number>;
  files: number;
}

export interface Member {
  name: string;
  size: number;
  content: AsyncIterable<Buffer>;
}

const END = 'end.json';
/** Most of the bytes are text, which the quickest levels already make small; the slower ones would hold up the copying. */
const LEVEL = 3;

const header = (name: string, size: number) => ({ name, size, mode: 0o600 });

const account = (digest: Hash, { name, size }: Pick<Member, 'name' | 'size'>): Hash => digest.update(`${name}\0${size}\0`);

export function writeArchive(out: Writable): ArchiveWriter {
  const tar = pack();
  const digest = createHash('sha256');
  let failure: unknown;
  const written = pipeline(Readable.from(tar, { objectMode: false }), createGzip({ level: LEVEL }), out);
  // The next `add` throws the error.
  written.catch((error: unknown) => {
    const { code, syscall } = error as { code?: string; syscall?: string };
    // A full disk or a closed pipe has no name of its own, and would pass for the database's trouble.
    failure = syscall === 'write' ? new BackupError(`The backup cannot be written (${code}).`, { cause: error }) : error;
    tar.destroy();
  });

  const entry = async (name: string, size: number, content: AsyncIterable<Buffer> | Iterable<Buffer>) => {
    try {
      await new Promise<void>((resolve, reject) => {
        const member = tar.entry(header(name, size), (error) => (error ? reject(error) : resolve()));
        // The callback gets the error.
        member.on('error', () => {});
        void pour(content, member).catch((error: Error) => member.destroy(error));
      });
    } catch (error) {
      throw failure ?? error;
    }
  };

  const add: ArchiveWriter['add'] = async (name, content) => {
    account(digest, { name, size: content.length }).update(content);
    await entry(name, content.length, [content]);
  };

  return {
    add,
    async addStream(name, size, content) {
      account(digest, { name, size });
      await entry(name, size, watched(content, digest));
    },
    async finish(totals) {
      const end = Buffer.from(JSON.stringify({ ...totals, sha256: digest.digest('hex') }));
      await entry(END, end.length, [end]);
      tar.finalize();
      await written.catch((error: unknown) => {
        throw failure ?? error;
      });
    },
    abort: () => tar.destroy(),
  };
}

type Sink = ReturnType<ReturnType<typeof pack>['entry']>;

async function pour(content: AsyncIterable<Buffer> | Iterable<Buffer>, member: Sink): Promise<void> {
  for await (const chunk of content) {
    if (!member.write(chunk)) await drained(member);
  }
  member.end(undefined);
}

const drained = (member: Sink): Promise<void> =>
  new Promise((resolve) => {
    const go = () => resolve();
    member.once('drain', go);
    member.once('close', go);
  });

async function* watched(content: AsyncIterable<Buffer>, digest: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    digest.update(chunk);
    yield chunk;
  }
}

/**
 * Nothing that was visited is certain until the totals return: the checksum comes last.
 * @throws BackupError when the archive is none, is cut off, or was altered; and the errors of `visit`
 */
export async function readArchive(input: Readable, visit: (member: Member) => Promise<void>): Promise<Totals> {
  const digest = createHash('sha256');
  const members = extract();
  const flow = pipeline(input, createGunzip(), members);
  // The loop below gets the error.
  flow.catch(() => {});
  let end: (Totals & { sha256: string }) | undefined;
  let theirs: { error: unknown } | undefined;
  try {
    for await (const source of members) {
      const { name, size = 0 } = source.header;
      const content = source as AsyncIterable<Buffer>;
      if (end) throw new Error('something follows its end');
      if (name === END) {
        end = (await json(content)) as Totals & { sha256: string };
        continue;
      }
      account(digest, { name, size });
      try {
        await visit({ name, size, content: watched(content, digest) });
      } catch (error) {
        theirs = { error };
        throw error;
      }
    }
    await flow;
    if (!end) throw new Error('its end is missing');
    if (end.sha256 !== digest.digest('hex')) throw new Error('its checksum is another');
    return { tables: end.tables, files: end.files };
  } catch (error) {
    if (theirs && !isOfStreams(theirs.error)) throw theirs.error;
    const { code, path } = error as { code?: string; path?: string };
    if (path && code) throw error;
    throw new BackupError(`The backup is damaged, cut off, or none of Bivouac's: ${(error as Error).message}.`, { cause: error });
  }
}

/** A visitor that reads a broken archive gets the error first, from the stream that it reads. */
const isOfStreams = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message?: string };
  return /^Z_/.test(code ?? '') || /Unexpected end of data|Writable stream closed prematurely|Premature close/.test(message ?? '');
};
