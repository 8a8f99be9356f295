import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { noneMatches } from '../conditions.ts';
import { toErrorReply } from '../errors.ts';
import { gone, notAllowed, notThere, redirect, send, sendNothing, sendText, withQuery } from './answers.ts';
import { type Asked, readAsked } from './asked.ts';
import type { AssetListener } from './assets.ts';
import { createClients } from './clients.ts';
import { prefersBrotli } from './encodings.ts';
import { PAGE, PASSING } from './headers.ts';
import { type Found, type LivePage, PageChanged, type Pages } from './pages.types.ts';
import { createSubmissions } from './submissions.ts';
import { FAILED, REFUSED, UNAVAILABLE } from './views.ts';

export interface PagesListenerOptions {
  pages: Pages;
  /** Whether a workspace has this host, so that a proxy may get a certificate for it. */
  serves: (host: string) => Promise<boolean>;
  assets: AssetListener;
  log: Log;
  metrics: Metrics;
  trustProxy: number | string[];
}

/** A page that is published anew between the lookup and the read is looked up again. */
const ATTEMPTS = 5;

const ROBOTS = 'User-agent: *\nDisallow: /submit/\n';

/** Plain Node without Express, since a page is a lookup and a few headers. */
export function createPagesListener({ pages, serves, assets, log, metrics, trustProxy }: PagesListenerOptions): RequestListener {
  const clients = createClients(trustProxy);
  const answerSubmission = createSubmissions({ pages, clients, log });

  return (request, response) => {
    const started = performance.now();
    let operation = 'showPage';
    response.once('close', () => {
      metrics.requests.observe({ operation, status: response.statusCode }, (performance.now() - started) / 1_000);
    });
    const asked = readAsked(request, response);
    if (!asked) {
      send(response, 400, PASSING, REFUSED);
      return;
    }
    operation = operationOf(asked);
    answer(asked, operation).catch((error: unknown) => fail(response, error, operation));
  };

  async function answer(asked: Asked, operation: string): Promise<void> {
    const { request, response, host, path, query } = asked;
    if (operation === 'submitForm') return await answerSubmission(asked);
    if (request.method !== 'GET' && request.method !== 'HEAD') return notAllowed(response, 'GET, HEAD');
    if (operation === 'checkPageDomain') return checkDomain(response, query);
    for (let attempt = 1; ; attempt++) {
      const found = await pages.find(host, path);
      if (!found) return notThere(response);
      if (operation === 'showAsset') return assets(request, response, found.workspaceId);
      if (path === '/robots.txt') return sendText(response, ROBOTS);
      if (path === '/favicon.ico') return sendNothing(response);
      if (found.redirect) return redirect(response, withQuery(found.redirect, query), found.status);
      if (found.isGone) return gone(response);
      if (!found.page) return notThere(response, await hasHome(host));
      try {
        return await show(asked, found, found.page);
      } catch (error) {
        if (!(error instanceof PageChanged) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  async function show({ request, response, host }: Asked, { workspaceId }: Found, page: LivePage): Promise<void> {
    const { headers, method } = request;
    const compressed = prefersBrotli(headers['accept-encoding'] as string | undefined);
    const etag = compressed ? `${page.etag.slice(0, -1)}-br"` : page.etag;
    if (noneMatches(headers['if-none-match'], etag)) {
      // Caches update all headers but those of the bytes.
      const { 'Content-Type': _type, ...headers } = PAGE;
      response.writeHead(304, { ...headers, ETag: etag }).end();
    } else {
      const body = await (compressed ? page.brotli() : page.html());
      send(response, 200, { ...PAGE, ETag: etag, ...(compressed && { 'Content-Encoding': 'br' }) }, body);
      metrics.pageBytes.inc(body.byteLength);
    }
    if (method === 'HEAD' || headers['sec-purpose']?.includes('prefetch')) return;
    pages.viewed({
      workspaceId,
      tentId: page.tentId,
      address: clients.addressOf(request),
      userAgent: headers['user-agent'],
      referrer: headers.referer,
      host,
    });
  }

  async function hasHome(host: string): Promise<boolean> {
    return (await pages.find(host, '/'))?.page !== undefined;
  }

  async function checkDomain(response: ServerResponse, query: string): Promise<void> {
    const [domain, ...more] = new URLSearchParams(query).getAll('domain');
    const isServed = domain !== undefined && more.length === 0 && (await serves(domain.toLowerCase()));
    send(
      response,
      isServed ? 200 : 404,
      { ...PASSING, 'Content-Type': 'text/plain; charset=utf-8' },
      Buffer.from(isServed ? 'yes\n' : 'no\n'),
    );
  }

  function fail(response: ServerResponse, error: unknown, operation: string): void {
    const { status, headers } = toErrorReply(error);
    if (status >= 500) log.error({ err: error, operation }, 'request failed');
    // The answer has begun.
    if (response.headersSent) return void response.destroy();
    send(response, status, { ...PASSING, ...headers }, status === 503 ? UNAVAILABLE : FAILED);
  }
}

function operationOf({ path }: Asked): string {
  if (path.startsWith('/submit/')) return 'submitForm';
  if (path.startsWith('/assets/')) return 'showAsset';
  return path === '/.well-known/bivouac/domain' ? 'checkPageDomain' : 'showPage';
}

export function refusePages(_request: IncomingMessage, response: ServerResponse): void {
  send(response, 503, { ...PASSING, 'Retry-After': '1' }, UNAVAILABLE);
}
