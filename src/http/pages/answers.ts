import type { ServerResponse } from 'node:http';
import { MISSING, PASSING, REDIRECT, SAFE } from './headers.ts';
import { GONE, NOT_ALLOWED, NOT_FOUND, NOT_FOUND_WITH_HOME } from './views.ts';

type Headers = Record<string, string>;

/** `HEAD` gets everything but the body. */
export function send(response: ServerResponse, status: number, headers: Headers, body: Buffer): void {
  response.writeHead(status, { ...headers, 'Content-Length': String(body.byteLength) });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

export const notThere = (response: ServerResponse, home = false): void =>
  send(response, 404, MISSING, home ? NOT_FOUND_WITH_HOME : NOT_FOUND);

export const notAllowed = (response: ServerResponse, allowed: string): void =>
  send(response, 405, { ...PASSING, Allow: allowed }, NOT_ALLOWED);

/** What was here has expired. */
export const gone = (response: ServerResponse): void => send(response, 410, MISSING, GONE);

/** Temporary by default: the address may lead elsewhere in a moment. Caches check permanent ones too, since a page may come back. */
export function redirect(response: ServerResponse, location: string, status: 301 | 302 = 302): void {
  response.writeHead(status, { ...REDIRECT, Location: location, 'Content-Length': '0' }).end();
}

/** @param query with its question mark, or empty */
export function withQuery(location: string, query: string): string {
  if (query.length < 2) return location;
  const hash = location.indexOf('#');
  const [address, fragment] = hash < 0 ? [location, ''] : [location.slice(0, hash), location.slice(hash)];
  return `${address}${address.includes('?') ? `&${query.slice(1)}` : query}${fragment}`;
}

export const sendText = (response: ServerResponse, text: string): void =>
  send(response, 200, { ...SAFE, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' }, Buffer.from(text));

export function sendNothing(response: ServerResponse): void {
  response.writeHead(204, { ...SAFE, 'Cache-Control': 'public, max-age=86400' }).end();
}
