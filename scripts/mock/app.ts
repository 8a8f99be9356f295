/**
 * The API without a database. The service's own code validates each request; Prism answers a valid one with an example of the
 * document, selected by `Prefer`.
 */
import type { RequestListener, Server } from 'node:http';
import { type Response, Router } from 'express';
import { createAdmission } from '../../src/http/admission.ts';
import { createApp, underV1 } from '../../src/http/app.ts';
import { type Document, operationsOf, readDocument } from '../../src/http/contract.ts';
import { crossOrigin } from '../../src/http/cross-origin.ts';
import { createIntake, type Exchange } from '../../src/http/intake.ts';
import { readFiles } from '../../src/http/multipart.ts';
import { reply } from '../../src/http/reply.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { openLog } from '../../src/platform/log.ts';
import { openMetrics } from '../../src/platform/metrics.ts';
import { greeting } from './greeting.ts';
import { choose } from './prefer.ts';
import type { Prism } from './prism.ts';
import { webhookRoutes } from './webhooks.ts';

/** The headers of a service with default limits at the first request of a key. */
const LIMITS = {
  ...{ 'RateLimit-Limit': '300', 'RateLimit-Remaining': '299', 'RateLimit-Reset': '1' },
  ...{ 'RateLimit-Policy': '"key";q=300;w=3', RateLimit: '"key";r=299;t=1' },
};

/** Headers that not every such answer has: with another method's refusal, with a repeated answer, and where something was made. */
const OCCASIONAL = ['allow', 'idempotency-replayed', 'location'];

/**
 * A server whose errors link to the reference of a service at the document's address, as the examples do.
 * @param say gets a line for each request
 */
export function createMock(prism: Prism, say: (line: string) => void): Server {
  const document = readDocument();
  const reference = `${document.servers?.[0]?.url}/docs`;
  return createHttpServer(createMockApp(document, prism, say), { reference: () => reference });
}

function createMockApp(document: Document, prism: Prism, say: (line: string) => void): RequestListener {
  const answers = new Map(operationsOf(document).map(({ operationId }) => [operationId as string, (one: Exchange) => answer(prism, one)]));
  const somebody = { workspaceId: 'mock', key: { id: 'mock', name: 'Any key' } };
  const admit = createAdmission({ authenticate: async () => somebody, rateLimit: () => LIMITS, refusalLimit: () => {} });
  const intake = createIntake({ document, admit }, answers);
  return createApp({
    log: openLog('silent'),
    metrics: openMetrics(),
    mounts: [
      ({ method, originalUrl }, response, next) => {
        response.once('finish', () => say(`${method} ${originalUrl} ${response.statusCode} ${response.locals.shown ?? ''}`.trimEnd()));
        next();
      },
      crossOrigin({ origins: 'any', document }),
      welcome(),
      webhookRoutes(document),
      underV1(intake),
    ],
  });
}

/** The root page lists the addresses. */
function welcome(): Router {
  const routes = Router();
  routes.get('/', ({ headers }, response) => void response.type('text').send(greeting(`http://${headers.host}`)));
  return routes;
}

async function answer(prism: Prism, { http, response, operation, headers }: Exchange): Promise<void> {
  if (operation.upload) await readFiles(http, response, async ({ content }) => void (await Array.fromAsync(content)));
  const choice = choose(operation, headers.prefer as string | undefined);
  const { statusCode: status, headers: said = {}, body } = await prism(operation, choice);
  response.locals.shown = choice.example;
  setHeaders(response, said);
  const type = String(said['Content-type'] ?? '');
  if (type.startsWith('text/html')) return reply(response, { status, html: String(body) });
  if (type.startsWith('text/csv')) {
    const [, name = 'export.csv'] = /filename="(.+)"/.exec(String(said['Content-Disposition'])) ?? [];
    return reply(response, {
      status,
      csv: {
        name,
        lines: (async function* () {
          yield String(body);
        })(),
      },
    });
  }
  return reply(response, { status, body });
}

/** Sets the service's usual headers, without those that the document does not list for this answer. */
function setHeaders(response: Response, said: Record<string, unknown>): void {
  const documented = Object.keys(said).map((name) => name.toLowerCase());
  for (const name of Object.keys(LIMITS)) if (!documented.includes(name.toLowerCase())) response.removeHeader(name);
  for (const [name, value] of Object.entries(said)) {
    if (!response.hasHeader(name) && !OCCASIONAL.includes(name.toLowerCase())) response.set(name, String(value));
  }
}
