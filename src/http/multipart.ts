import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import type { Request, Response } from 'express';
import { DomainError, invalid } from '../shared/errors.ts';
import type { IncomingFile } from './handler.types.ts';
import { awaitUpload, inviteBody } from './server.ts';

const MOST_FILES = 10;
const MOST_BYTES = 101 * 1024 * 1024;
/** Of one part; clients send three short lines. */
const HEADER_BYTES = 8 * 1024;
const HEADER_LINES = 20;

/**
 * Reads the files of a form one after the other, each held no longer than `keep` takes to store it. After the first refusal nothing more is
 * read, and what `keep` had begun has ended when this ends.
 * @throws what `keep` throws, validation_failed, payload_too_large, unsupported_media_type
 */
export async function readFiles<Kept>(
  request: Request,
  response: Response,
  keep: (file: IncomingFile, index: number) => Promise<Kept>,
): Promise<Kept[]> {
  if ((request.headers['content-encoding'] || 'identity').toLowerCase() !== 'identity')
    throw new DomainError('unsupported_media_type', 'Send the form as it is, without a Content-Encoding.');
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) throw tooLarge();
  if (request.socket.destroyed) throw brokenOff();

  const kept: Promise<Kept>[] = [];
  const streams: Readable[] = [];
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  let hasFailed = false;
  const fail = (error: unknown) => {
    hasFailed = true;
    failed.reject(error);
    // Readers of a file fail, too.
    for (const stream of streams) stream.destroy(error as Error);
  };

  const parser = parserOf(request);
  let last: Promise<unknown> = Promise.resolve();
  parser.on('file', (field: string | undefined, content: Readable, name: string | undefined, _encoding: string, type: string) => {
    streams.push(content.on('error', () => {}));
    const index = kept.length;
    if (field !== 'file') fail(foreign());
    else if (index >= MOST_FILES) fail(invalid({ path: 'file', message: `must hold at most ${MOST_FILES} files` }));
    if (hasFailed) return void content.resume();
    const next = last.then(() => keep({ name: name ?? '', type, content: content as AsyncIterable<Buffer> }, index));
    next.catch(fail);
    kept.push(next);
    last = next;
  });
  parser.on('fieldsLimit', () => fail(foreign()));
  parser.on('error', () => fail(malformed()));

  awaitUpload(request);
  inviteBody(request, response);
  try {
    await Promise.race([feed(request, parser), failed.promise]);
    const files = await Promise.race([Promise.all(kept), failed.promise]);
    if (files.length === 0) throw invalid({ path: 'file', message: 'must hold at least one file' });
    return files;
  } catch (error) {
    fail(error);
    await Promise.allSettled(kept);
    throw error;
  }
}

function parserOf(request: Request) {
  try {
    // The parser does not bound files, and cuts folders off their names.
    const limits = { fields: 0, headerPairs: HEADER_LINES, headerSize: HEADER_BYTES };
    return new Busboy({ headers: request.headers as BusboyHeaders, limits });
  } catch {
    throw malformed();
  }
}

/** Respects backpressure, and leaves the request open when it stops, for the answer. */
async function feed(request: Request, parser: InstanceType<typeof Busboy>): Promise<void> {
  const finished = once(parser, 'finish');
  finished.catch(() => {});
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MOST_BYTES) throw tooLarge();
      if (!parser.write(chunk)) await once(parser, 'drain');
    }
  } catch (error) {
    throw error instanceof DomainError ? error : brokenOff();
  }
  parser.end();
  await finished;
}

const tooLarge = () => new DomainError('payload_too_large', 'The request is larger than 101 MiB; nothing was uploaded.');
const brokenOff = () => new DomainError('malformed_request', 'The upload ended before it was complete.');
const malformed = () => invalid({ path: 'file', message: 'could not be read: the body is not well-formed multipart/form-data' });
const foreign = () => invalid({ path: 'file', message: 'must be the name of every part, and each a file' });
