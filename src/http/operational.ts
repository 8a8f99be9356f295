import { Router } from 'express';
import type { Metrics } from '../platform/metrics.ts';

export interface Operational {
  metrics: Metrics;
  /** What keeps the service from being ready, each in a word or two; empty when it is. */
  notReady: () => Promise<string[]>;
  /** Brings the metrics of the queues to this moment. */
  measureQueues: () => Promise<unknown>;
}

/** For the people and programs that run the service: health, readiness, metrics. No key, outside of /v1. */
export function operationalRoutes({ metrics, notReady, measureQueues }: Operational): Router {
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
    response.status(missing.length === 0 ? 200 : 503).json(missing.length === 0 ? { status: 'ready' } : { status: 'not ready', missing });
  });

  routes.get('/metrics', async (_request, response) => {
    // The database may be away; the process' own figures are wanted all the more then.
    await measureQueues().catch(() => {});
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });

  return routes;
}
