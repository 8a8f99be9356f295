import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { IncomingFile, UploadedFile, Uploads } from '../../http/handler.types.ts';
import { type Clock, later } from '../../platform/clock.ts';
import { type Db, transaction } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { type Storage, StorageUnavailable } from '../../platform/storage.ts';
import { DomainError, invalid } from '../../shared/errors.ts';
import { NOT_A_NAME, nameOf } from '../../shared/text.ts';
import { giveBack, requireRoom, spend } from '../../workspaces/budget/budget.ts';
import { HEAD_BYTES, isAsClaimed, typeOf } from './kinds-of-files.ts';
import * as repo from './loose-files.repo.ts';

const MOST_BYTES = 10 * 1024 * 1024;
const LONGEST_NAME = 255;
/** Longer than any upload. */
const PATIENCE_MS = 3 * 60 * 60 * 1_000;

/** Unguessable: the key is the permission to read the file. */
const newKey = (): string => `assets/${randomBytes(16).toString('hex')}`;

/** A file is recorded as loose before its first byte is written: if the process dies, the sweep finds it. */
export const createUploads = ({ db, clock, log, storage }: { db: Db; clock: Clock; log: Log; storage: Storage }): Uploads => ({
  begin(workspaceId) {
    const keys: string[] = [];
    let isAway = false;
    return {
      async keep(file, index) {
        const { name, contentType, content } = await looked(file, index);
        const key = newKey();
        await requireRoom({ db, workspaceId, now: clock.now() }, 'stored_bytes');
        keys.push(key);
        await repo.noteLoose({ db, workspaceId }, key, later(clock, PATIENCE_MS));
        const hash = createHash('sha256');
        const put = storage.put(key, Readable.from(hashed(content, hash), { objectMode: false }), { contentType });
        const sizeBytes = await put.catch((error: unknown) => {
          isAway = error instanceof StorageUnavailable;
          throw error;
        });
        await transaction({ db, workspaceId }, async (tx) => {
          await repo.noteSize(tx, key, sizeBytes);
          await spend({ ...tx, now: clock.now() }, 'stored_bytes', sizeBytes);
        });
        return { key, name, contentType, sizeBytes, sha256: hash.digest('hex') };
      },
      async discard() {
        // With the storage away, the sweep deletes them, and the client does not wait twice.
        if (isAway) return;
        try {
          const loose = await repo.looseAmong({ db, workspaceId }, keys);
          await Promise.all(loose.map(({ key }) => storage.delete(key)));
          await transaction({ db, workspaceId }, async (tx) => {
            const struck = await repo.strikeOut(
              tx,
              loose.map(({ key }) => key),
            );
            const bytes = struck.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
            await giveBack({ ...tx, now: clock.now() }, 'stored_bytes', bytes);
          });
        } catch (error) {
          log.warn({ err: error, workspace_id: workspaceId }, 'files of a refused upload are left to the sweep');
        }
      },
    };
  },
});

async function* hashed(content: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Checks the first bytes, and the rest while it is read. @throws validation_failed, unsupported_media_type, payload_too_large */
async function looked(
  { name: given, type, content }: IncomingFile,
  index: number,
): Promise<Pick<UploadedFile, 'name' | 'contentType'> & { content: AsyncIterable<Buffer> }> {
  const name = nameOf(given);
  const wrong = (message: string) => invalid({ path: `file.${index}`, message });
  if (name === null) throw wrong(NOT_A_NAME);
  if (name === '') throw wrong('must have a name');
  if (name.length > LONGEST_NAME) throw wrong(`must have a name of at most ${LONGEST_NAME} characters`);
  const chunks = content[Symbol.asyncIterator]();
  const { head, ended } = await beginning(chunks);
  if (head.length === 0) throw wrong('must not be empty');
  const contentType = typeOf(head);
  if (!contentType || (contentType === 'text/plain' && !isText(head, ended))) throw notTaken(index);
  if (!isAsClaimed(contentType, name, type)) throw notAsClaimed(index, contentType);
  return { name, contentType, content: checked(head, chunks, contentType, index) };
}

async function beginning(chunks: AsyncIterator<Buffer>): Promise<{ head: Buffer; ended: boolean }> {
  const parts: Buffer[] = [];
  for (let size = 0; size < HEAD_BYTES; ) {
    const { done, value } = await chunks.next();
    if (done) return { head: Buffer.concat(parts), ended: true };
    parts.push(value);
    size += value.length;
  }
  return { head: Buffer.concat(parts), ended: false };
}

async function* checked(head: Buffer, rest: AsyncIterator<Buffer>, contentType: string, index: number): AsyncGenerator<Buffer> {
  const decoder = contentType === 'text/plain' ? new TextDecoder('utf-8', { fatal: true }) : undefined;
  let size = 0;
  for await (const chunk of joined(head, rest)) {
    size += chunk.length;
    if (size > MOST_BYTES) throw tooLarge(index);
    if (decoder && !isTextAs(decoder, chunk)) throw notTaken(index);
    yield chunk;
  }
  if (decoder && !isTextAs(decoder)) throw notTaken(index);
}

async function* joined(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* { [Symbol.asyncIterator]: () => rest };
}

const isText = (bytes: Buffer, all: boolean): boolean => {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return isTextAs(decoder, bytes) && (!all || isTextAs(decoder));
};

/** Without bytes: at the end of the text. No text holds a NUL. */
function isTextAs(decoder: InstanceType<typeof TextDecoder>, bytes?: Buffer): boolean {
  try {
    decoder.decode(bytes, { stream: bytes !== undefined });
    return !bytes?.includes(0);
  } catch {
    return false;
  }
}

const refused = (code: 'unsupported_media_type' | 'payload_too_large', words: string, index: number, message: string) =>
  new DomainError(code, `${words}; nothing was uploaded.`, { issues: [{ path: `file.${index}`, message }] });
const tooLarge = (index: number) =>
  refused('payload_too_large', 'A file is larger than 10 MiB', index, `must not be larger than ${MOST_BYTES} bytes`);
const notTaken = (index: number) =>
  refused(
    'unsupported_media_type',
    'A file is not an image, a PDF, a font or plain text',
    index,
    'must be an image, a PDF, a font or plain text',
  );
const notAsClaimed = (index: number, contentType: string) =>
  refused(
    'unsupported_media_type',
    'A file is not what it claims to be',
    index,
    `is ${contentType}, and its name or its declared type says otherwise`,
  );
