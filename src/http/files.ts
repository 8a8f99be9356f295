import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Request, Router } from 'express';
import { attachment, notOurs, PLACES, pathOf, type SignedAddresses, type SignedUse } from '../platform/signed-addresses.ts';
import type { Storage } from '../platform/storage.ts';
import { DomainError } from '../shared/errors.ts';
import { answering } from './reply.ts';
import { awaitUpload, inviteBody } from './server.ts';

interface FileOptions {
  storage: Storage;
  addresses: SignedAddresses;
  /**
   * Runs `place` if the upload is still expected. Called before the bytes are read, with nothing to place, and again when all are there.
   * @throws the refusal
   */
  admit: (key: string, place: () => Promise<void>, size?: number) => Promise<void>;
}

/** Signed addresses of files in the service's own folder. A store such as S3 has addresses of its own. */
export function fileRoutes({ storage, addresses, admit }: FileOptions): Router {
  const routes = Router();

  routes.get(
    `${PLACES.GET}*key`,
    answering('downloadFile', async (request, response) => {
      const key = keyOf(request, 'GET');
      const { name, type } = addresses.read('GET', key, queryOf(request)) as { name: string; type: string };
      const size = await storage.size(key);
      if (size === null) throw new DomainError('not_found', 'The file is not there any more.');
      response.set({
        'Content-Type': type,
        'Content-Length': String(size),
        'Content-Disposition': attachment(name),
        'Cache-Control': 'private, no-store',
        'X-Robots-Tag': 'noindex',
      });
      if (request.method === 'HEAD') return void response.end();
      const content = await storage.get(key);
      if (!content) throw new DomainError('not_found', 'The file is not there any more.');
      await pipeline(content, response);
    }),
  );

  routes.put(
    `${PLACES.PUT}*key`,
    answering('uploadFile', async (request, response) => {
      const key = keyOf(request, 'PUT');
      const { type, max_bytes } = addresses.read('PUT', key, queryOf(request)) as { type: string; max_bytes: string };
      const mostBytes = Number(max_bytes);
      refuseOtherContent(request, type);
      if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge(mostBytes);
      await admit(key, async () => {});
      awaitUpload(request);
      inviteBody(request, response);
      const content = Readable.from(atMost(mostBytes, request), { objectMode: false });
      await storage.put(key, content, { contentType: type, guard: (place, size) => admit(key, place, size) });
      response.status(204).end();
    }),
  );

  return routes;
}

/** `curl -T` sends no type. */
function refuseOtherContent({ headers }: Request, type: string): void {
  if ((headers['content-type'] ?? type).split(';')[0]?.trim().toLowerCase() !== type)
    throw new DomainError('unsupported_media_type', `Send the file as ${type}.`);
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
    throw new DomainError('unsupported_media_type', 'Send the file as it is, without a Content-Encoding.');
}

/** Leaves the request open when it stops, for the answer. */
async function* atMost(mostBytes: number, request: Request): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > mostBytes) throw tooLarge(mostBytes);
    yield chunk;
  }
}

const tooLarge = (mostBytes: number) => new DomainError('payload_too_large', `A file may have at most ${mostBytes} bytes.`);

/** @throws invalid_signature for another spelling of the path: an address has one form */
function keyOf(request: Request, use: SignedUse): string {
  const key = [request.params.key].flat().join('/');
  if (request.path !== pathOf(use, key)) throw notOurs();
  return key;
}

/** The parser of the application would let the last of two values win. */
const queryOf = ({ originalUrl }: Request): URLSearchParams => new URL(originalUrl, 'http://localhost').searchParams;
