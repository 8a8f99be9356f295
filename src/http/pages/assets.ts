import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { notThere } from './answers.ts';
import { createFonts, type FindFont } from './fonts.ts';
import { SAFE } from './headers.ts';

/** Answers with a file of one workspace. */
export type AssetListener = (request: IncomingMessage, response: ServerResponse, workspaceId: string) => void;

/** Files of a workspace at the origin of its pages, as the API serves those of all workspaces at its own; and the fonts of all. */
export function assetListener(routes: RequestHandler, findFont: FindFont): AssetListener {
  const answerFont = createFonts(findFont);
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
  return (request, response, workspaceId) => {
    if (answerFont(request, response)) return;
    // Express adds to what is there.
    (response as Response).locals = { ...(response as Response).locals, workspaceId };
    app(request, response);
  };
}
