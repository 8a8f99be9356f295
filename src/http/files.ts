import { pipeline } from 'node:stream/promises';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { attachment, PLACES, type SignedAddresses } from '../platform/signed-addresses.ts';
import type { Storage } from '../platform/storage.ts';
import { DomainError } from '../shared/errors.ts';
import { replyWithError } from './gateway.ts';

/** The addresses that the service hands out for files of its own folder. A store such as S3 answers at its own addresses. */
export function fileRoutes({ storage, addresses }: { storage: Storage; addresses: SignedAddresses }): Router {
  const routes = Router();

  routes.get(
    `${PLACES.GET}*key`,
    answering('downloadFile', async (request, response) => {
      const key = keyOf(request);
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

  return routes;
}

const keyOf = (request: Request): string => [request.params.key].flat().join('/');

/** The query as it was sent: the parser of the application would let the last of two values win. */
const queryOf = ({ originalUrl }: Request): URLSearchParams => new URL(originalUrl, 'http://localhost').searchParams;

const answering =
  (operation: string, answer: (request: Request, response: Response) => Promise<void>): RequestHandler =>
  async (request, response) => {
    response.locals.operation = operation;
    try {
      await answer(request, response);
    } catch (error) {
      // Who has gone away needs no answer.
      if (!response.destroyed) replyWithError(response, error);
    }
  };
