import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Response, Router } from 'express';
import { documentFile } from './contract.ts';

const redocFile = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js');

const MARK =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath d='M16 4 3 28h26z' fill='%23245c4a'/%3E%3Cpath d='M16 13 9 28h14z' fill='%23f4efe4'/%3E%3C/svg%3E";

/** Redoc, with the one picture that it would fetch from elsewhere replaced by our own mark. Its name stays where it is. */
export const redocScript = (): string => readFileSync(redocFile, 'utf8').replaceAll('https://cdn.redoc.ly/redoc/logo-mini.svg', MARK);

export const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Bivouac API reference</title>
<link rel="icon" href="${MARK}">
<style>body { margin: 0 } noscript { display: block; padding: 2rem; font: 1rem/1.5 system-ui }</style>
</head>
<body>
<noscript>The reference needs JavaScript. The document itself is at <a href="/openapi.yaml">/openapi.yaml</a>.</noscript>
<div id="reference"></div>
<script src="/docs/redoc.standalone.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

export const START = `Redoc.init('/openapi.json', {
  hideDownloadButton: false,
  expandResponses: '200,201,202',
  jsonSamplesExpandLevel: 3,
  pathInMiddlePanel: true,
  sortRequiredPropsFirst: true,
  theme: {
    colors: { primary: { main: '#245c4a' } },
    typography: {
      fontFamily: 'system-ui, sans-serif',
      headings: { fontFamily: 'system-ui, sans-serif', fontWeight: '650' },
      code: { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, monospace', wrap: true },
    },
    sidebar: { backgroundColor: '#f6f4ee' },
    rightPanel: { backgroundColor: '#1d2b27' },
  },
}, document.getElementById('reference'));
`;

/** The page draws itself from the document with a script of this service; nothing comes from elsewhere. */
const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
  "worker-src 'self' blob:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'";

/** `/docs` and the document it shows, as JSON and as YAML. */
export function docsRoutes(toYaml: () => string): Router {
  const routes = Router();
  routes.get('/openapi.json', (_request, response) => sendFile(response, fileURLToPath(documentFile)));
  let script: string | undefined;
  let yaml: string | undefined;
  routes.get('/openapi.yaml', (_request, response) => {
    yaml ??= toYaml();
    response.type('application/yaml').send(yaml);
  });
  routes.get('/docs', (_request, response) => response.set('Content-Security-Policy', POLICY).type('html').send(PAGE));
  routes.get('/docs/start.js', (_request, response) => response.type('text/javascript').send(START));
  routes.get('/docs/redoc.standalone.js', (_request, response) => {
    script ??= redocScript();
    response.set('Cache-Control', 'public, max-age=86400').type('text/javascript').send(script);
  });
  return routes;
}

/** By name within its folder: a whole path would be refused when a folder above it begins with a dot. */
const sendFile = (response: Response, file: string): void => response.sendFile(basename(file), { root: dirname(file) });
