import type { ServerResponse } from 'node:http';
import { MISSING, PASSING, REDIRECT, SAFE } from './headers.ts';
import { NOT_ALLOWED, NOT_FOUND, NOT_FOUND_WITH_HOME } from './views.ts';

type Headers = Record<string, string>;

/** Writes a whole answer. Of one to `HEAD`, everything but the body. */
export function send(response: ServerResponse, status: number, headers: Headers, body: Buffer): void {
  response.writeHead(status, { ...headers, 'Content-Length': String(body.byteLength) });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/** @param home whether there is a page at `/` to lead to */
export const notThere = (response: ServerResponse, home = false): void =>
  send(response, 404, MISSING, home ? NOT_FOUND_WITH_HOME : NOT_FOUND);

export const notAllowed = (response: ServerResponse, allowed: string): void =>
  send(response, 405, { ...PASSING, Allow: allowed }, NOT_ALLOWED);

/** The address may lead elsewhere in a moment. */
export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { ...REDIRECT, Location: location, 'Content-Length': '0' }).end();
}

/** Something small that every host has, and that does not change. */
export const sendText = (response: ServerResponse, text: string): void =>
  send(response, 200, { ...SAFE, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' }, Buffer.from(text));

/** Nothing, for a day. */
export function sendNothing(response: ServerResponse): void {
  response.writeHead(204, { ...SAFE, 'Cache-Control': 'public, max-age=86400' }).end();
}
