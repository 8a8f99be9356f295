import type { RequestListener } from 'node:http';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { notThere } from './answers.ts';
import { SAFE } from './headers.ts';

/** Files of tents at the origin of the pages that show them, as the API serves them at its own. */
export function assetListener(routes: RequestHandler): RequestListener {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use((_request, response, next) => {
    response.set(SAFE);
    next();
  });
  app.use(routes);
  app.use((_request, response) => notThere(response));
  app.use((_error: unknown, _request: Request, response: Response, _next: NextFunction) => notThere(response));
  return app;
}
