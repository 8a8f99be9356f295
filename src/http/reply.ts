import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import type { Log } from '../platform/log.ts';
import { attachment } from '../platform/signed-addresses.ts';
import { DomainError } from '../shared/errors.ts';
import { PROBLEM_TYPE, problemOf, type Reference, toErrorReply, wantsProblem } from './errors.ts';
import type { CsvFile } from './handler.types.ts';

export interface Answer {
  status: number;
  body?: unknown;
  html?: string;
  csv?: CsvFile;
}

/** Writes a success. The body needs no filter: views list each field. */
export async function reply(response: Response, { status, body, html, csv }: Answer): Promise<void> {
  response.statusCode = status;
  if (csv) await sendFile(response, csv);
  else if (html !== undefined) sendHtml(response, html);
  else if (body !== undefined && body !== null) sendJson(response, body);
  else response.end();
}

export const JSON_TYPE = 'application/json; charset=utf-8';

function sendJson(response: ServerResponse, body: unknown, type = JSON_TYPE): void {
  const text = JSON.stringify(body);
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

/** Foreign HTML at the API's own address: nothing in it runs, requests anything, or belongs to this origin. */
const CONTENT_POLICY =
  "default-src 'none'; img-src * data:; font-src * data:; style-src 'unsafe-inline' https:; form-action 'none'; base-uri 'none'; " +
  "frame-ancestors 'none'; sandbox";

function sendHtml(response: Response, html: string): void {
  // A sandboxed page has no origin; in a tab of its own, browsers would refuse it with these headers.
  response.removeHeader('Cross-Origin-Opener-Policy');
  response.removeHeader('Origin-Agent-Cluster');
  response.set('Content-Security-Policy', CONTENT_POLICY).type('text/html').send(html);
}

/** Until the first lines are there, an error can still be answered as one. */
async function sendFile(response: Response, { name, lines }: CsvFile): Promise<void> {
  const iterator = lines[Symbol.asyncIterator]();
  const first = await iterator.next();
  response.set({
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': attachment(name),
    'Cache-Control': 'private, no-store',
  });
  if (response.req.method === 'HEAD') {
    await iterator.return?.();
    return void response.end();
  }
  async function* all() {
    if (!first.done) yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  await pipeline(Readable.from(all()), response).catch((error: unknown) => {
    // The client has gone.
    if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

/** Errors of ours are logged: unforeseen ones in full, foreseen ones in a word. */
export function replyWithError(response: ServerResponse, error: unknown): void {
  const locals: Partial<Response['locals']> = (response as Partial<Response>).locals ?? {};
  const answer = toErrorReply(error, locals.reference as Reference | undefined);
  const { status, headers, body } = answer;
  locals.errorCode = body.error_code;
  const log = status >= 500 && locals.rootLog ? logOf({ locals }) : undefined;
  if (status >= 500 && error instanceof DomainError) log?.warn({ error_code: body.error_code, reason: body.error }, 'request turned away');
  else if (status >= 500) log?.error({ err: error, error_code: body.error_code }, 'request failed');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.statusCode = status;
  if (wantsProblem(response.req.headers.accept)) sendJson(response, problemOf(answer), PROBLEM_TYPE);
  else sendJson(response, body);
}

/** A route outside of the document, with its name in log and metrics. @param answer may throw what is to be answered */
export const answering =
  <Params = Request['params']>(
    operation: string,
    answer: (request: Request<Params>, response: Response) => Promise<void>,
  ): RequestHandler<Params> =>
  async (request, response) => {
    response.locals.operation = operation;
    try {
      await answer(request, response);
    } catch (error) {
      // A client that has gone needs no answer.
      if (!response.destroyed) replyWithError(response, error);
    }
  };

/** With the request's id. Made on first use: most requests write one line, at their end. */
export function logOf({ locals }: Pick<Response, 'locals'>): Log {
  locals.log ??= (locals.rootLog as Log).child({ request_id: locals.requestId });
  return locals.log;
}
