/** Published pages without publishing: their rows, and requests as browsers and proxies send them. */
import { createHash } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect } from 'vitest';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Scope } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import type { PageForm } from '../../src/tents/forms/find.ts';
import type { TestService } from './service.ts';

export interface GivenPage {
  tentId?: string;
  /** Without one it is live at the tent's id. */
  path?: string;
  html?: string;
  /** Of the tent. */
  name?: string;
  forms?: PageForm[];
}

/** No test depends on the size. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

export const htmlSaying = (words: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${words}</title></head><body><h1>${words}</h1></body></html>`;

/** Puts a page on the web, in the place of what the tent showed before. Returns the tent's id. */
export async function givenPage(
  { db, workspaceId }: Scope,
  { tentId = newId(), path = tentId, html = htmlSaying(path), name = 'Page', forms = [] }: GivenPage = {},
): Promise<string> {
  const bytes = Buffer.from(html);
  const etag = createHash('sha256').update(bytes).digest('base64url');
  const alias = path === tentId ? null : path;
  const now = new Date();
  await db.transaction(async ({ prisma }) => {
    const document = { workspaceId, id: tentId };
    await prisma.document.upsert({
      where: { workspaceId_id: document },
      create: { ...document, kind: 'tent', name, status: 'published', createdByName: 'Test', createdAt: now, updatedAt: now },
      update: { status: 'published' },
    });
    const live = { status: 'published', path, alias, generationId: newId(), version: 1, branded: false, publishedAt: now, etag };
    const found = { forms: forms as unknown as Prisma.InputJsonArray };
    const page = { workspaceId, tentId };
    await prisma.publication.upsert({
      where: { workspaceId_tentId: page },
      create: { ...page, ...live, ...found },
      update: { ...live, ...found },
    });
    const body = { html: bytes, brotli: brotliCompressSync(bytes, QUICKLY) };
    await prisma.pageBody.upsert({ where: { workspaceId_tentId: page }, create: { ...page, ...body }, update: body });
  });
  return tentId;
}

/** Takes a page down. */
export async function takeDown({ db, workspaceId }: Scope, tentId: string): Promise<void> {
  await db.prisma.publication.delete({ where: { workspaceId_tentId: { workspaceId, tentId } } });
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  text: string;
}

export interface AskOptions {
  method?: string;
  host?: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
}

/** Sends a request to the listener over the network, for any host. */
export function ask(
  port: number,
  path: string,
  { method = 'GET', host, headers = {}, body = '' }: AskOptions & { host: string },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers: { host, ...headers } }, (answer) => {
      buffer(answer).then(
        (body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body, text: body.toString() }),
        reject,
      );
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

export type AskPage = (path: string, options?: AskOptions) => Promise<Answer>;

/** Asks for pages of a service, by default for those of its first workspace. */
export const asking =
  ({ service, slug }: Pick<TestService, 'service' | 'slug'>): AskPage =>
  (path, { host = `${slug}.localhost`, ...rest } = {}) =>
    ask(service.pagesPort as number, path, { host, ...rest });

/**
 * Resolves when a service has received all earlier changes of pages. A change removes a page from its memory, so pages that are
 * requested after this stay there.
 */
export async function changesAreHeard(running: Pick<TestService, 'service' | 'slug' | 'db' | 'id'>): Promise<void> {
  const path = `heard-${newId()}`;
  const status = async () => (await asking(running)(`/${path}`)).status;
  expect(await status()).toBe(404);
  await givenPage({ db: running.db, workspaceId: running.id }, { path });
  await expect.poll(status).toBe(200);
}
