import { type Request, type RequestHandler, type Response, Router } from 'express';
import { DomainError } from '../shared/errors.ts';
import { bytesOf } from './body.ts';
import { unavailable } from './errors.ts';
import type { Hook, HookHead } from './hooks.types.ts';
import { answering, logOf } from './reply.ts';

/** Concurrent posts of one provider, bodies complete: each may hold a connection to the database. */
const AT_ONCE = 8;
const BODY_BYTES = 256 * 1024;
const BODY_MS = 5_000;
/** Unfinished bodies of all providers. Those of real providers take milliseconds, so the oldest makes room for the next. */
const MOST_BODIES = 256;

const late = () => new DomainError('request_timeout', 'The body did not arrive in time.');
const crowded = () => unavailable('Too much is being posted at once; try again shortly.', 2);

/**
 * `POST /hooks/<name>`, outside of `/v1` and without an API key: each hook authenticates its sender by a scheme of its own. The answer
 * comes when everything is written; after any other answer, the sender posts again. Anybody can open a connection and send half a body, so
 * a post takes a place only when its body is complete.
 */
export function hookRoutes(hooks: Readonly<Record<string, Hook>>, bodyMs = BODY_MS): Router {
  const routes = Router({ strict: true, caseSensitive: true });
  const readBody = createReading(bodyMs);
  for (const [name, hook] of Object.entries(hooks)) routes.post(`/hooks/${name}`, take(name, hook, readBody));
  return routes;
}

function take(name: string, hook: Hook, readBody: ReturnType<typeof createReading>): RequestHandler {
  let underWay = 0;
  return answering(`hook_${name}`, async (request, response) => {
    const head: HookHead = {
      header: (called) => [request.headers[called]].flat()[0],
      query: new URL(request.originalUrl, 'http://localhost').searchParams,
    };
    hook.judge?.(head);
    const body = await readBody(request, response, hook.mostBytes ?? BODY_BYTES);
    if (underWay >= AT_ONCE) throw crowded();
    underWay += 1;
    try {
      await hook.take({ ...head, body, log: logOf(response) });
    } finally {
      underWay -= 1;
    }
    response.status(200).set('Cache-Control', 'no-store').json({ received: true });
  });
}

function createReading(bodyMs: number) {
  const underWay = new Set<AbortController>();
  return async (request: Request, response: Response, mostBytes: number): Promise<Buffer> => {
    const [oldest] = underWay;
    if (oldest && underWay.size >= MOST_BODIES) {
      underWay.delete(oldest);
      oldest.abort(crowded());
    }
    const cut = new AbortController();
    underWay.add(cut);
    const limit = setTimeout(() => cut.abort(late()), bodyMs);
    try {
      return await bytesOf(request, response, { mostBytes, signal: cut.signal });
    } finally {
      clearTimeout(limit);
      underWay.delete(cut);
    }
  };
}
