import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RequestHandler } from 'express';

const brotli = promisify(brotliCompress);
const CODINGS = {
  br: (body: Buffer) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  gzip: promisify(gzip) as (body: Buffer) => Promise<Buffer>,
  identity: async (body: Buffer) => body,
};

/**
 * Serves content that stays the same as long as the process lives. It is made and compressed on first use and kept: the reference and its
 * document are megabytes, and readers come back with an ETag. A failed `make` is repeated for the next request.
 */
export function published(type: string, make: () => string | Promise<string>, headers: Record<string, string> = {}): RequestHandler {
  let making: Promise<Buffer> | undefined;
  let etag = '';
  const coded: Partial<Record<keyof typeof CODINGS, Promise<Buffer>>> = {};
  return async (request, response) => {
    making ??= (async () => Buffer.from(await make()))();
    let body: Buffer;
    try {
      body = await making;
    } catch (error) {
      making = undefined;
      throw error;
    }
    etag ||= `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    response.set({ 'Cache-Control': 'no-cache', ETag: etag, Vary: 'Accept-Encoding', ...headers }).type(type);
    if (request.fresh) return void response.status(304).end();
    // One by one: browsers list gzip first and accept brotli just as well.
    const coding = (['br', 'gzip'] as const).find((name) => request.acceptsEncodings(name)) ?? 'identity';
    coded[coding] ??= CODINGS[coding](body);
    if (coding !== 'identity') response.set('Content-Encoding', coding);
    response.end(await coded[coding]);
  };
}
