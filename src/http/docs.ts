import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Router } from 'express';
import { stringify } from 'yaml';
import type { Log } from '../platform/log.ts';
import { documentFile, readDocument } from './contract.ts';
import { drawAhead, drawn } from './docs/drawings.ts';
import { FILES, type Places, Site } from './docs/pages.ts';
import { published } from './docs/published.ts';
import { MARK } from './mark.ts';

const redocFile = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js');

const EMPTY = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";

/** Redoc, without the one picture that it would fetch from elsewhere. Its name stays where it is. */
const redocScript = (): string => readFileSync(redocFile, 'utf8').replaceAll('https://cdn.redoc.ly/redoc/logo-mini.svg', EMPTY);

const beside = (name: string): string => readFileSync(new URL(`docs/${name}`, import.meta.url), 'utf8');

/** Scripts of our own, by their names. Some are modules of the server, too; in a page, what they export is everybody's. */
const scripts = readdirSync(new URL('docs/browser/', import.meta.url)).map((name) => {
  const make = () => beside(`browser/${name}`).replaceAll(/^export /gm, '');
  return [name, { type: 'text/javascript', make }] as const;
});

/** What the pages are drawn with, each with its type. */
export const ASSETS: Record<string, { type: string; make: () => string }> = {
  'redoc.js': { type: 'text/javascript', make: redocScript },
  ...Object.fromEntries(scripts),
  'scheme.css': { type: 'text/css', make: () => beside('scheme.css') },
  'style.css': { type: 'text/css', make: () => beside('style.css') },
  'mark.svg': { type: 'image/svg+xml', make: () => MARK },
};

const PLACES: Places = {
  page: (slug) => (slug ? `/docs/${slug}` : '/docs'),
  json: '/openapi.json',
  yaml: '/openapi.yaml',
  assets: '/docs/',
  isLive: true,
};

const policy = (styles: string): Record<string, string> => ({
  'Content-Security-Policy':
    `default-src 'none'; script-src 'self'; style-src ${styles}; img-src 'self' data:; connect-src 'self'; ` +
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
});
const OWN_STYLES = policy("'self'");
/** Redoc writes its styles as it draws. */
const REDOC_STYLES = policy("'self' 'unsafe-inline'");

/**
 * Draws in the background what the pages of a new version need, so that the first reader need not wait for it.
 * @throws never; what goes wrong is logged, and tried again when somebody asks
 */
export async function drawReferenceAhead(log: Log): Promise<void> {
  try {
    const site = new Site(readDocument(), PLACES);
    await drawAhead(site.tags.map((tag) => site.sketch(tag)));
  } catch (error) {
    log.error({ err: error }, NOT_DRAWN);
  }
}

const NOT_DRAWN = 'the operations of the reference could not be drawn';

/**
 * `/docs`, a page for every tag of the API, its changes, and the document that they show, as JSON and as YAML. Everything comes from this
 * service, and everything that is asked by the document, samples included, is asked of this service.
 * @param baseUrl its address from outside, without a slash at the end
 * @param log is told why operations could not be drawn; readers are told that they could not
 */
export function docsRoutes(baseUrl: string, log: Log, draw = drawn): Router {
  const routes = Router();
  const [server] = readDocument().servers ?? [];
  /** The document is written for a service on the reader's own machine. */
  const addressed = (text: string) => (server ? text.replaceAll(server.url, JSON.stringify(baseUrl).slice(1, -1)) : text);
  const toJson = () => addressed(readFileSync(documentFile, 'utf8'));
  routes.get('/openapi.json', published('application/json', toJson));
  routes.get(
    '/openapi.yaml',
    published('application/yaml', () => stringify(JSON.parse(toJson()))),
  );
  for (const [name, { type, make }] of Object.entries(ASSETS)) routes.get(`/docs/${name}`, published(type, make));

  const pages = new Site(readDocument(), PLACES);
  for (const [name, { type, make }] of Object.entries(FILES)) {
    routes.get(
      `/docs/${name}`,
      published(type, () => addressed(make(pages))),
    );
  }
  for (const page of pages.prose) {
    routes.get(
      PLACES.page(page.slug),
      published('html', () => addressed(pages.prosePage(page)), OWN_STYLES),
    );
  }
  for (const tag of pages.tags) {
    const show = published('html', async () => addressed(pages.tagPage(tag, await draw(pages.sketch(tag)))), REDOC_STYLES);
    routes.get(PLACES.page(tag.slug), async (request, response, next) => {
      try {
        await show(request, response, next);
      } catch (error) {
        log.error({ err: error, page: tag.slug }, NOT_DRAWN);
        response
          .status(500)
          .set({ ...OWN_STYLES, 'Cache-Control': 'no-store' })
          .type('html')
          .end(pages.undrawnPage(tag));
      }
    });
  }
  return routes;
}
