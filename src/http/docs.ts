import { existsSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { documentFile, readDocument } from './contract.ts';
import { builtIn, MANIFEST, referenceFolder, SHARED } from './docs/built.ts';
import { html, pageOf } from './html.ts';
import { MARK } from './mark.ts';
import { published } from './published.ts';

const policy = (styles: string): Record<string, string> => ({
  'Content-Security-Policy':
    `default-src 'none'; script-src 'self'; style-src ${styles}; img-src 'self' data:; connect-src 'self'; ` +
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
});
const OWN_STYLES = policy("'self'");
/** Redoc writes inline styles. */
const REDOC_STYLES = policy("'self' 'unsafe-inline'");

/** Links between files of the reference: in attributes, in texts and in escaped markup. */
const BESIDE = /(?<=["(;])\.\/([\w-]+)\.(html|js|css|svg|json|yaml|atom)(?=["#)&])/g;

/**
 * `/docs` and the document as JSON and YAML. The pages are built by `scripts/docs.ts`; they get the addresses of this service.
 * @param baseUrl its public address, without a slash at the end
 */
export function docsRoutes(baseUrl: string, folder = referenceFolder): Router {
  const routes = Router();
  const [server] = readDocument().servers ?? [];
  /** The document names a service on the reader's own machine. */
  const addressed = (text: string) => (server ? text.replaceAll(server.url, JSON.stringify(baseUrl).slice(1, -1)) : text);
  const toJson = () => addressed(readFileSync(documentFile, 'utf8'));
  routes.get('/openapi.json', published('application/json', toJson));
  routes.get(
    '/openapi.yaml',
    published('application/yaml', async () => (await import('yaml')).stringify(JSON.parse(toJson()))),
  );
  for (const name of SHARED)
    routes.get(
      `/docs/${name}`,
      published(extname(name), () => readFileSync(new URL(`docs/${name}`, import.meta.url), 'utf8')),
    );
  routes.get(
    '/docs/mark.svg',
    published('svg', () => MARK),
  );

  /** Files refer to each other by relative paths. Feeds are read elsewhere, and need whole addresses. */
  const placed = (text: string, origin: string) =>
    text.replaceAll(BESIDE, (_link, name: string, kind: string) => {
      if (name === 'openapi') return `${origin}/openapi.${kind}`;
      return kind === 'html' ? `${origin}${pageAt(name)}` : `${origin}/docs/${name}.${kind}`;
    });
  const make = (file: string) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    return addressed(placed(text, file.endsWith('.atom') ? baseUrl : '')).replace('<!-- live -->', LIVE);
  };
  let built = builtIn(folder);
  const shown = new Map<string, RequestHandler>();
  routes.get(['/docs', '/docs/:name'], (request, response, next) => {
    built ??= builtIn(folder);
    if (!built) return void response.status(503).set(NOT_YET).type('html').end(NOT_BUILT);
    const { name = 'index' } = request.params as { name?: string };
    const kind = extname(name);
    // A page has one address, without the file's extension.
    if (kind === '.html' || name === MANIFEST) return next();
    const file = kind ? name : `${name}.html`;
    if (!shown.has(file)) {
      if (!/^[\w.-]+$/.test(name) || !existsSync(new URL(file, folder))) return next();
      const headers = kind ? {} : built.drawn.includes(name) ? REDOC_STYLES : OWN_STYLES;
      shown.set(
        file,
        published(TYPES[kind] ?? kind, () => make(file), headers),
      );
    }
    return shown.get(file)?.(request, response, next);
  });
  return routes;
}

const TYPES: Record<string, string> = { '': 'html', '.atom': 'application/atom+xml' };
const LIVE = '<script src="/docs/try.js" defer></script>';
const pageAt = (name: string): string => (name === 'index' ? '/docs' : `/docs/${name}`);

const NOT_YET = { ...OWN_STYLES, 'Cache-Control': 'no-store', 'Retry-After': '10', Refresh: '10' };
const NOT_BUILT = pageOf({
  title: 'Bivouac API reference',
  head: html`<link rel="icon" href="/docs/mark.svg" type="image/svg+xml">\n<link rel="stylesheet" href="/docs/style.css">`,
  body: html`<main class="prose">
<h1>The reference is being built</h1>
<p class="lead">The service builds it in the background, because its document or its pages have changed. It takes about half a minute, and this page loads again by itself.</p>
<p>If it does not appear, the log of the service says why; <code>npm run docs</code> builds it by hand. The document is here already:
<a href="/openapi.yaml">openapi.yaml</a>, <a href="/openapi.json">openapi.json</a>.</p>
</main>`,
});
