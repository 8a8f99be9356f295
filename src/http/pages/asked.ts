import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostsOf } from '../server.ts';

export interface Asked {
  request: IncomingMessage;
  response: ServerResponse;
  /** In lower case, without a port or a final dot; empty for an invalid name. */
  host: string;
  path: string;
  query: string;
}

const NAME = /^([a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63})*)\.?(?::\d{0,5})?$/i;
const ABSOLUTE = /^https?:\/\/([^/?]*)([^?]*)(\?.*)?$/is;

/**
 * `X-Forwarded-Host` and the like are ignored: a cache in front does not consider them, and would keep one workspace's page for another.
 * @returns undefined when the request is ambiguous
 */
export function readAsked(request: IncomingMessage, response: ServerResponse): Asked | undefined {
  const { url = '', headers } = request;
  const hosts = hostsOf(request);
  if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) return undefined;
  const host = nameIn(headers.host ?? '');
  if (url.startsWith('/')) {
    const question = url.indexOf('?');
    return question < 0
      ? { request, response, host, path: url, query: '' }
      : { request, response, host, path: url.slice(0, question), query: url.slice(question) };
  }
  const [, authority, path, query = ''] = ABSOLUTE.exec(url) ?? [];
  // Proxies may use absolute addresses. Of two different hosts, a cache in front may have used the other.
  if (authority === undefined || (hosts > 0 && nameIn(authority) !== host)) return undefined;
  return { request, response, host: nameIn(authority), path: path || '/', query };
}

function nameIn(host: string): string {
  const name = host.length <= 260 ? NAME.exec(host)?.[1] : undefined;
  return name?.toLowerCase() ?? '';
}
