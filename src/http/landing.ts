import { readFileSync } from 'node:fs';
import { Router } from 'express';
import { CLI } from '../shared/program.ts';
import { readDocument } from './contract.ts';
import { type Discovery, discoveryRoutes } from './discovery.ts';
import { type Html, html, pageOf } from './html.ts';
import { mark } from './mark.ts';
import { published } from './published.ts';

export interface Landing extends Discovery {
  publishedHost: string;
  hasMailbox: boolean;
}

const styleFile = new URL('landing/style.css', import.meta.url);

const POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * `/` lists what is where: a page for browsers, JSON (`{name, version, api, mcp, documentation, …}`, whole addresses) for all others. It
 * discloses nothing that those addresses do not.
 */
export function landingRoutes(landing: Landing): Router {
  const routes = Router();
  const { version } = readDocument().info;
  const places = placesOf(landing);
  const whole = places.map(({ name, path }) => [name, `${landing.baseUrl}${path}`]);
  const index = { name: 'Bivouac', version, api: `${landing.baseUrl}/v1`, mcp: `${landing.baseUrl}/mcp`, ...Object.fromEntries(whole) };
  const page = published('html', () => pageOf({ title: 'Bivouac', head: HEAD, body: bodyOf(landing, version, places) }), {
    'Content-Security-Policy': POLICY,
    Vary: 'Accept, Accept-Encoding',
  });

  routes.get('/', (request, response, next) => {
    // A client that accepts anything is a program: browsers ask for a page.
    if (request.accepts(['json', 'html']) === 'html') return page(request, response, next);
    response.vary('Accept').json(index);
  });
  routes.get(
    '/landing.css',
    published('text/css', () => readFileSync(styleFile, 'utf8')),
  );
  routes.use(discoveryRoutes(landing));
  return routes;
}

interface Place {
  name: string;
  path: string;
  label: string;
  what: string;
}

const placesOf = ({ hasMailbox }: Landing): Place[] => [
  { name: 'documentation', path: '/docs', label: 'Reference', what: 'The guide, and every operation with its examples' },
  { name: 'changes', path: '/docs/changes', label: 'Changes', what: 'What is new in the API, version by version' },
  { name: 'openapi', path: '/openapi.json', label: 'openapi.json', what: 'The OpenAPI document, for generators and other tools' },
  { name: 'openapi_yaml', path: '/openapi.yaml', label: 'openapi.yaml', what: 'The same, easier to read' },
  ...(hasMailbox
    ? [
        {
          name: 'mailbox',
          path: '/mailbox',
          label: 'Mailbox',
          what: 'All mail is caught here and goes nowhere else. Opens on the machine of the service, or by its password',
        },
      ]
    : []),
  { name: 'agents', path: '/docs#section/Agents', label: 'Agents', what: 'The operations as tools of the Model Context Protocol, at /mcp' },
  { name: 'health', path: '/healthz', label: 'Health', what: 'Does the process answer?' },
  { name: 'readiness', path: '/readyz', label: 'Readiness', what: 'Is everything there that requests need? If not: what is missing' },
  { name: 'metrics', path: '/metrics', label: 'Metrics', what: 'Figures for Prometheus. Do not expose them publicly' },
];

const COMMANDS = `${CLI} workspaces list
${CLI} keys create --workspace WORKSPACE --name mine`;

const HEAD = html`<meta name="robots" content="noindex">
<link rel="icon" href="/docs/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/style.css">
<link rel="stylesheet" href="/landing.css">`;

const bodyOf = ({ baseUrl, publishedHost }: Landing, version: string, places: Place[]): Html => html`<main>
<header>
${mark}
<div><h1>Bivouac is running</h1><p>Version ${version}. Pages, contacts, email blasts and flows, by a JSON API.</p></div>
</header>
<div class="sheet">
<section>
<h2>What is where</h2>
<dl>
${places.map(({ path, label, what }) => html`<div><dt><a href="${path}">${label}</a></dt><dd>${what}</dd></div>\n`)}</dl>
</section>
<section>
<h2>A key</h2>
<p>Keys are made by those who run the service, in the folder that it was installed in and with its <code>DATA_DIR</code> or <code>DATABASE_URL</code>. The key of a first start was shown on its terminal.</p>
<pre><code>${COMMANDS}</code></pre>
<h2>A first request</h2>
<p>The API is at <code>${baseUrl}/v1</code>, and wants the key with every request:</p>
<pre><code>curl ${baseUrl}/v1/contacts -H "Authorization: Bearer $BIVOUAC_API_KEY"</code></pre>
<h2>Published pages</h2>
<p>They are not here, but at hosts of their own: each workspace at its slug below <code>${publishedHost}</code>.</p>
</section>
</div>
</main>`;
