import { type RequestHandler, Router } from 'express';
import { bytesOf } from './body.ts';
import { unavailable } from './errors.ts';
import type { Hook } from './hooks.types.ts';
import { replyWithError } from './reply.ts';

/** So many are taken at a time: each may hold a body and a connection to the database. */
const AT_ONCE = 8;

/**
 * Where other services post to: `/hooks/<name>`, outside of `/v1` and without an API key; each hook knows its sender by a scheme of its
 * own. They are answered when everything is written, and post again after any other answer.
 */
export function hookRoutes(hooks: Readonly<Record<string, Hook>>): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  let underWay = 0;
  const answering =
    (name: string, hook: Hook): RequestHandler =>
    async (request, response) => {
      response.locals.operation = `hook_${name}`;
      if (underWay >= AT_ONCE) return replyWithError(response, unavailable('Too much is being posted at once; try again shortly.', 2));
      underWay += 1;
      try {
        const body = await bytesOf(request, response);
        const header = (called: string) => [request.headers[called]].flat()[0];
        const query = new URL(request.originalUrl, 'http://localhost').searchParams;
        await hook({ header, query, body, log: response.locals.log });
        response.status(200).set('Cache-Control', 'no-store').json({ received: true });
      } catch (error) {
        // Who has gone away needs no answer.
        if (!response.destroyed) replyWithError(response, error);
      } finally {
        underWay -= 1;
      }
    };
  for (const [name, hook] of Object.entries(hooks)) routes.post(`/hooks/${name}`, answering(name, hook));
  return routes;
}
