import type { Request, RequestHandler, Response } from 'express';
import { PLACES } from '../platform/signed-addresses.ts';
import { DomainError } from '../shared/errors.ts';
import { once } from '../shared/once.ts';
import { type Document, METHODS, operationsOf } from './contract.ts';
import { logOf } from './reply.ts';
import { ContractRouter } from './router.ts';

export interface CrossOriginOptions {
  /** As browsers write them; `any` for all. */
  origins: readonly string[] | 'any';
  document: Document;
}

/** No browser remembers longer than two hours. */
const REMEMBER_SECONDS = 600;

const READING = ['GET', 'HEAD'];

/** The document is public, for pages of any origin. */
const OPEN = ['/openapi.json', '/openapi.yaml'];

const PLAIN_HEADERS = ['Authorization', 'Content-Type', 'X-Request-Id'];

/** CORS for the API and for signed addresses of files. Cookies are never allowed, since nothing here is authenticated by them. */
export function crossOrigin({ origins, document }: CrossOriginOptions): RequestHandler {
  const known = once(() => describe(document));

  return (request, response, next) => {
    const { origin } = request.headers;
    const isOpen = OPEN.includes(request.path);
    if (!isOpen && !isCovered(request.path)) return next();
    if (isOpen || origins === 'any') response.set('Access-Control-Allow-Origin', '*');
    else {
      if (origins.length > 0) response.vary('Origin');
      if (!origin || isSame(origin, request)) return next();
      if (!origins.includes(origin)) return refuse(origin, request, response, next);
      response.set('Access-Control-Allow-Origin', origin);
    }
    if (!origin) return next();
    response.set('Access-Control-Expose-Headers', known().answered);
    if (!isPreflight(request)) return next();
    const methods = methodsOf(request.path, known().router);
    const asked = origins === 'any' ? request.get('access-control-request-headers') : known().asked;
    response.set({
      'Access-Control-Allow-Methods': methods.join(', '),
      ...(asked && { 'Access-Control-Allow-Headers': asked }),
      'Access-Control-Max-Age': String(REMEMBER_SECONDS),
    });
    response.vary('Access-Control-Request-Headers').status(204).end();
  };
}

const isCovered = (path: string): boolean => path === '/v1' || ['/v1/', PLACES.GET, PLACES.PUT].some((place) => path.startsWith(place));

const isPreflight = ({ method, headers }: Request): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

const isSame = (origin: string, { headers }: Request): boolean => URL.parse(origin)?.host === headers.host;

/** Only preflights are refused: of any other request, the browser keeps the answer from the page. */
function refuse(origin: string, request: Request, response: Response, next: () => void): void {
  logOf(response)?.info({ origin: origin.slice(0, 200) }, 'a page of an origin that CORS_ORIGINS does not name');
  if (isPreflight(request))
    throw new DomainError('foreign_origin', 'Pages of this origin may not call this service: CORS_ORIGINS does not list it.');
  next();
}

function methodsOf(path: string, router: ContractRouter): string[] {
  if (path.startsWith(PLACES.PUT)) return ['PUT'];
  if (!path.startsWith('/v1')) return READING;
  const methods = router.methodsOf(path);
  // The page may read that an unknown path is unknown.
  if (methods.length === 0) return METHODS.map((method) => method.toUpperCase());
  return methods.includes('GET') ? [...methods, 'HEAD'] : methods;
}

function describe(document: Document): { router: ContractRouter; asked: string; answered: string } {
  const operations = operationsOf(document);
  const asked = operations.flatMap(({ parameters }) => parameters.flatMap(({ in: place, name }) => (place === 'header' ? [name] : [])));
  const answered = operations.flatMap(({ responses }) => Object.values(responses).flatMap(({ headers = {} }) => Object.keys(headers)));
  return {
    router: new ContractRouter(operations),
    asked: [...new Set([...PLAIN_HEADERS, ...asked])].join(', '),
    answered: [...new Set(answered)].join(', '),
  };
}
