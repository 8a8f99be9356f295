import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Router } from 'express';
import { stringify } from 'yaml';
import { type Document, documentFile, readDocument } from './contract.ts';
import { changesPage, MARK, type Places, referencePage } from './docs/pages.ts';
import { published } from './docs/published.ts';
import { SCRIPT } from './docs/script.ts';

const redocFile = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js');

const EMPTY = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

/** Redoc, without the one picture that it would fetch from elsewhere. Its name stays where it is. */
const redocScript = (): string => readFileSync(redocFile, 'utf8').replaceAll('https://cdn.redoc.ly/redoc/logo-mini.svg', EMPTY);

const styleFile = new URL('docs/style.css', import.meta.url);

/** What the pages are drawn with, each with its type. */
export const ASSETS: Record<string, { type: string; make: () => string }> = {
  'redoc.js': { type: 'text/javascript', make: redocScript },
  'reference.js': { type: 'text/javascript', make: () => SCRIPT },
  'style.css': { type: 'text/css', make: () => readFileSync(styleFile, 'utf8') },
  'mark.svg': { type: 'image/svg+xml', make: () => MARK },
};

const PLACES: Places = { reference: '/docs', changes: '/docs/changes', json: '/openapi.json', yaml: '/openapi.yaml', assets: '/docs/' };

const SAME = "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
/** Redoc writes its styles as it draws, and searches in a worker that it makes of a blob. */
const DRAWN =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; worker-src blob:; connect-src 'self'; " +
  "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * `/docs`, the changes of the API, and the document it shows, as JSON and as YAML. Everything comes from this service, and everything
 * that is asked by the document, samples included, is asked of this service.
 * @param baseUrl its address from outside, without a slash at the end
 */
export function docsRoutes(baseUrl: string): Router {
  const routes = Router();
  const toJson = () => addressed(readFileSync(documentFile, 'utf8'), baseUrl);
  const document = () => JSON.parse(toJson()) as Document;
  routes.get('/openapi.json', published('application/json', toJson));
  routes.get(
    '/openapi.yaml',
    published('application/yaml', () => stringify(document())),
  );
  routes.get(
    '/docs',
    published('html', () => referencePage(PLACES, document().info), { 'Content-Security-Policy': DRAWN }),
  );
  routes.get(
    '/docs/changes',
    published('html', () => changesPage(PLACES), { 'Content-Security-Policy': SAME }),
  );
  for (const [name, { type, make }] of Object.entries(ASSETS)) routes.get(`/docs/${name}`, published(type, make));
  return routes;
}

/** The document is written for a service on the reader's own machine. */
function addressed(json: string, baseUrl: string): string {
  const [server] = readDocument().servers ?? [];
  return server ? json.replaceAll(server.url, JSON.stringify(baseUrl).slice(1, -1)) : json;
}
