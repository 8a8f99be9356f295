import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { WorkspaceId } from '../../platform/ids.ts';
import { notThere } from './answers.ts';
import { createFonts, type FindFont } from './fonts.ts';
import { SAFE } from './headers.ts';

export type AssetListener = (request: IncomingMessage, response: ServerResponse, workspaceId: WorkspaceId) => void;

/** The files of a workspace, at the origin of its pages, and the fonts of all pages. */
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
    // Express keeps an existing object.
    (response as Response).locals = { ...(response as Response).locals, workspaceId };
    app(request, response);
  };
}
