import { Router } from 'express';
import type { Metrics } from '../platform/metrics.ts';

export interface Operational {
  metrics: Metrics;
  /** The kinds of background work of this process. */
  works?: readonly string[];
  /** The reasons why the service is not ready, each in a word or two; empty when it is. */
  notReady: () => Promise<string[]>;
  measureQueues: () => Promise<unknown>;
}

/** Health, readiness and metrics, outside of /v1 and without a key. */
export function operationalRoutes({ metrics, works, notReady, measureQueues }: Operational): Router {
  const routes = Router();
  routes.use(['/healthz', '/readyz', '/metrics'], (_request, { locals }, next) => {
    locals.isProbe = true;
    next();
  });

  routes.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });

  routes.get('/readyz', async (_request, response) => {
    const missing = await notReady();
    if (missing.length > 0) response.locals.missing = missing;
    response
      .status(missing.length === 0 ? 200 : 503)
      .json(missing.length === 0 ? { status: 'ready', ...(works && { works_on: works }) } : { status: 'not ready', missing });
  });

  routes.get('/metrics', async (_request, response) => {
    // The database may be away; the figures of the process matter most then.
    await measureQueues().catch(() => {});
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });

  return routes;
}
