/**
 * The client of the tests: `bivouac-client`, with a check of every answer against the document (status, content type, body).
 * The document leaves answers open to new fields; here they are closed. The client records the documented answers that it met, and a
 * last check lists those that no test has met.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenAPIV3_1 } from 'openapi-types';
import { closed } from '../../scripts/closed-document.ts';
import { type Client, createClient as createProductClient } from '../../src/client/index.ts';
import { createAjv } from '../../src/http/ajv.ts';
import { type Document, lookUp, type Operation, operationsOf, readDocument, resolve } from '../../src/http/contract.ts';
import { PATIENCE_MS } from './patience.ts';

const document = readDocument();
const operations = operationsOf(document);
// Every worker compiles each schema for a few answers only.
const quickly = { code: { optimize: false } };
interface Judge {
  document: Document;
  open: ReturnType<typeof createAjv>;
  strict: ReturnType<typeof createAjv>;
  /** By the schema itself: nearly all answers share a few, and each takes milliseconds to compile. */
  validators: Map<string, ValidateFunction[]>;
}

export const judgeOf = (of: Document): Judge => ({
  document: of,
  open: createAjv(of, quickly),
  strict: createAjv(closed(of), quickly),
  validators: new Map(),
});

const judge = judgeOf(document);

const SEEN_DIR = join(process.env.TEST_RESULTS as string, 'seen');
const seenFile = join(SEEN_DIR, `${process.pid}.jsonl`);
const noted = new Set<string>();

export type ApiClient = Client;

const KEY = 'Idempotency-Key';

/**
 * A client for one key. It repeats nothing, so that tests see the first answer, except requests that got no place in time, as
 * happens on a busy machine. It adds no Idempotency-Key, because most clients send none, and requests with a key pass through more
 * code.
 */
export function createClient(baseUrl: string, apiKey: string): ApiClient {
  const client = createProductClient({
    baseUrl,
    apiKey,
    retries: 0,
    fetch(request) {
      if (request.headers.get(KEY) === '') request.headers.delete(KEY);
      return untilServed(request);
    },
  });
  client.use({
    onRequest({ request }) {
      // The client keeps an existing key; the code above removes an empty one.
      if (!request.headers.has(KEY)) request.headers.set(KEY, '');
    },
    async onResponse({ request, response, schemaPath }) {
      const operation = operations.find(({ method, path }) => path === schemaPath && method === request.method.toLowerCase());
      if (!operation) throw new Error(`The document has no ${request.method} ${schemaPath}`);
      await expectDocumented(operation, response.clone());
      return undefined;
    },
  });
  return client;
}

async function untilServed(request: Request): Promise<Response> {
  for (const since = Date.now(); ; await delay(50)) {
    const response = await fetch(request.clone());
    if (response.status !== 429 || Date.now() - since > PATIENCE_MS) return response;
    const { error_code } = (await response.clone().json()) as { error_code: string };
    if (error_code !== 'rate_limited') return response;
  }
}

/** Fails when the document does not have this answer for the operation; records it otherwise. */
export async function expectDocumented(operation: Operation, response: Response, by: Judge = judge): Promise<void> {
  if (!response.headers.get('x-request-id')) throw new Error(`${operation.operationId} answered without X-Request-Id`);
  const { status, code } = await checkAgainstDocument(operation, response, by);
  note(operation.operationId, status, code);
}

/** Fails when the document does not have this answer for the operation. Returns the documented one. */
export async function checkAgainstDocument(
  operation: Operation,
  response: Response,
  by: Judge = judge,
): Promise<{ status: string; code: string | undefined }> {
  const { operationId } = operation;
  const documented = operation.responses[response.status] ? String(response.status) : response.status >= 500 ? 'default' : undefined;
  const found = documented && operation.responses[documented];
  if (!found) throw new Error(`${operationId} answered ${response.status}, which the document does not know: ${await response.text()}`);

  validateHeaders(by, `${operationId} ${response.status}`, found.headers, response.headers);
  const text = await response.text();
  const types = Object.keys(found.content ?? {});
  let code: string | undefined;
  if (types.length === 0) {
    if (text !== '') throw new Error(`${operationId} ${response.status} has a body, which the document does not know`);
  } else {
    const type = response.headers.get('content-type')?.split(';')[0] ?? '';
    if (!types.includes(type)) throw new Error(`${operationId} ${response.status} is ${type}, the document says ${types}`);
    if (/^application.(json|problem\+json)$/.test(type)) {
      const body = JSON.parse(text) as { error_code?: string };
      validate(by, `${operationId} ${response.status}`, found.content?.[type]?.schema, body);
      if (response.status >= 400) code = body.error_code;
    }
  }
  return { status: documented, code };
}

function validate({ open, strict, validators }: Judge, name: string, schema: unknown, body: unknown): void {
  const text = JSON.stringify(schema);
  let checks = validators.get(text);
  if (!checks) {
    const absolute = JSON.parse(text, (name, value) => (name === '$ref' ? `contract${value}` : value)) as object;
    checks = [open.compile(absolute), strict.compile(absolute)];
    validators.set(text, checks);
  }
  const failed = checks.find((check) => !check(body));
  if (failed)
    throw new Error(
      `${name} does not fit the document: ${JSON.stringify(failed.errors?.slice(0, 5))}\n${JSON.stringify(body).slice(0, 2_000)}`,
    );
}

/** The headers of this API; others belong to HTTP, to browsers and to proxies. */
const OURS =
  /^(x-(?!content-type-options|frame-options|xss-protection|dns-|download-|permitted-)|ratelimit|idempotency|retry|www-auth|allow$|deprecation|sunset|content-disp|location|link)/;

function validateHeaders(
  { document, open }: Judge,
  name: string,
  documented: Operation['responses'][string]['headers'] = {},
  received: Headers,
): void {
  for (const [header, raw] of Object.entries(documented)) {
    const { required, schema } = resolve(document, raw) as OpenAPIV3_1.HeaderObject;
    const value = received.get(header);
    if (value === null && required) throw new Error(`${name} came without ${header}`);
    if (value === null) continue;
    const { type } = schema as OpenAPIV3_1.SchemaObject;
    if (!open.validate(schema as object, type === 'integer' ? Number(value) : value))
      throw new Error(`${name} came with ${header}: ${value}`);
  }
  const names = Object.keys(documented).map((header) => header.toLowerCase());
  const undocumented = [...received.keys()].filter((header) => OURS.test(header) && !names.includes(header));
  if (undocumented.length > 0) throw new Error(`${name} came with ${undocumented.join(', ')}, which the document does not know`);
}

function note(operationId: string, status: string, code: string | undefined): void {
  const line = JSON.stringify({ operationId, status, code: code ?? null });
  if (noted.has(line)) return;
  if (noted.size === 0) mkdirSync(SEEN_DIR, { recursive: true });
  noted.add(line);
  appendFileSync(seenFile, `${line}\n`);
}

export { document, lookUp, operations };
