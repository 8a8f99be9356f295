import { Router } from 'express';
import type { OpenAPIV3_1 } from 'openapi-types';
import { type Clock, later } from '../platform/clock.ts';
import { operationsOf, readDocument } from './contract.ts';
import { published } from './published.ts';

export interface Discovery {
  /** Public address of the service, without a slash at the end. */
  baseUrl: string;
  /** Where to report a vulnerability: `mailto:security@example.com`. Undefined: there is no `security.txt`. */
  securityContact: string | undefined;
  clock: Clock;
}

const CATALOG = '/.well-known/api-catalog';
/** RFC 9116 asks for an end within a year. */
const SECURITY_MS = 180 * 24 * 60 * 60 * 1_000;

/** Files at addresses that are the same everywhere: a catalogue of the API, an index for language models, a contact for security. */
export function discoveryRoutes({ baseUrl, securityContact, clock }: Discovery): Router {
  const routes = Router();
  const catalog = published(
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    () => JSON.stringify(linksOf(baseUrl)),
    {
      Link: `<${CATALOG}>; rel="api-catalog"`,
    },
  );
  routes.get(CATALOG, catalog);
  routes.get(
    '/llms.txt',
    published('text/markdown', () => indexOf(baseUrl)),
  );
  if (securityContact) {
    routes.get(['/.well-known/security.txt', '/security.txt'], (_request, response) => {
      const expires = later(clock, SECURITY_MS).toISOString();
      response.type('text/plain').send(`Contact: ${securityContact}\nExpires: ${expires}\n`);
    });
  }
  return routes;
}

/** A linkset of RFC 9264, with the relations of RFC 8631. */
const linksOf = (baseUrl: string): object => ({
  linkset: [
    {
      anchor: `${baseUrl}/v1`,
      'service-desc': [
        { href: `${baseUrl}/openapi.json`, type: 'application/vnd.oai.openapi+json' },
        { href: `${baseUrl}/openapi.yaml`, type: 'application/vnd.oai.openapi' },
      ],
      'service-doc': [
        { href: `${baseUrl}/docs`, type: 'text/html' },
        { href: `${baseUrl}/llms.txt`, type: 'text/markdown' },
      ],
      status: [{ href: `${baseUrl}/readyz`, type: 'application/json' }],
    },
  ],
});

/** As llmstxt.org describes it: a title, a summary, and links with a few words each. */
function indexOf(baseUrl: string): string {
  const document = readDocument();
  const { info, tags = [] } = document;
  const operations = operationsOf(document).map(({ method, path }) => ({
    line: `- \`${method.toUpperCase()} ${path}\`: `,
    ...(document.paths?.[path]?.[method as 'get'] as OpenAPIV3_1.OperationObject),
  }));
  const link = (label: string, path: string, words: string) => `- [${label}](${baseUrl}${path}): ${words}`;
  return [
    `# Bivouac API ${info.version}`,
    `> ${info.summary}`,
    `Requests go to ${baseUrl}/v1 with \`Authorization: Bearer KEY\`. Bodies and answers are JSON.`,
    [
      '## Documents',
      '',
      link('OpenAPI document', '/openapi.json', 'every operation with its schemas, examples and errors'),
      link('Reference', '/docs', 'the guide and the operations, as pages'),
      link('Errors', '/docs/errors', 'every error code with its cause and remedy'),
      link('MCP', '/mcp', 'the operations as tools of the Model Context Protocol'),
    ].join('\n'),
    ...tags.map(({ name, description = '' }) =>
      [
        `## ${name}`,
        '',
        description.trim(),
        '',
        ...operations.filter(({ tags: [tag] = [] }) => tag === name).map(({ line, summary }) => `${line}${summary}`),
      ].join('\n'),
    ),
  ].join('\n\n');
}
