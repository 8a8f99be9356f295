/** Plain requests for any operation, made from the document's own examples, checked against the document like the client's. */
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import type { OpenAPIV3_1 } from 'openapi-types';
import { isAtLength } from './at-length.ts';
import { document, expectDocumented, lookUp, type operations } from './client.ts';

type Operation = (typeof operations)[number];

export interface RawOptions {
  apiKey?: string | null;
  /** Values for path parameters; the document's examples otherwise. */
  path?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** A string goes out as it is, and so do bytes. Left out: the document's first example. */
  body?: unknown;
}

/** The first example of the operation's request body; for an upload, a form with a small file. */
export const exampleBody = (operation: Operation): unknown =>
  operation.upload ? exampleUpload() : Object.values(exampleBodies(operation))[0];

/** All examples of the operation's body, by name; of a text in its first form. */
export function exampleBodies(operation: Operation): Record<string, unknown> {
  const item = document.paths?.[operation.path]?.[operation.method as 'get'];
  const requestBody = item?.requestBody as OpenAPIV3_1.RequestBodyObject | undefined;
  return valuesOf(requestBody?.content[operation.texts[0] ?? 'application/json']?.examples);
}

/** The values of a map of examples, references looked up. */
export const valuesOf = (examples: OpenAPIV3_1.MediaTypeObject['examples'] = {}): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(examples).map(([name, example]) => [
      name,
      ('$ref' in example ? (lookUp(document, example.$ref) as { value: unknown }) : example).value,
    ]),
  );

/** The operation's address, with the document's example for each identifier that is not given. */
export const pathOf = (operation: Operation, values: Record<string, string> = {}): string =>
  operation.path.replace(/\{([^}]+)\}/g, (_match, name: string) => {
    const example = operation.parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.example as string;
    return encodeURIComponent(values[name] ?? example);
  });

/** The document's examples for the query parameters that cannot be left out. */
export const requiredQuery = ({ parameters }: Operation): Record<string, string> =>
  Object.fromEntries(
    parameters.filter((parameter) => parameter.in === 'query' && parameter.required).map(({ name, example }) => [name, String(example)]),
  );

function exampleUpload(): FormData {
  const form = new FormData();
  const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  form.append('file', new Blob([pixel], { type: 'image/gif' }), 'pixel.gif');
  return form;
}

/**
 * One operation of each class, and all of them at length. The operations of a class take the same path through the gateway: tests of
 * all variants run once for each class, beside one request for every operation.
 */
export const ofEachClass = (operations: readonly Operation[]): readonly Operation[] =>
  isAtLength ? operations : [...Map.groupBy(operations, classOf).values()].map(([first]) => first as Operation);

const classOf = ({ method, body, texts, upload, items, idempotent, tagged, conditional }: Operation): string =>
  JSON.stringify([method, body?.required, texts, upload, items !== undefined, idempotent, tagged, conditional]);

export const hasPathParameters = ({ path }: Operation): boolean => path.includes('{');

/** Sends a body to an operation at its example address, with the query that it requires. The answer is not validated. */
export function send(baseUrl: string, operation: Operation, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const isForm = body instanceof FormData;
  const [text] = operation.texts;
  return fetch(`${baseUrl}${pathOf(operation)}?${new URLSearchParams(requiredQuery(operation))}`, {
    method: operation.method.toUpperCase(),
    headers: { ...headers, ...(body !== undefined && !isForm && { 'content-type': text ?? 'application/json' }) },
    ...(body !== undefined && { body: isForm || text ? (body as string | FormData) : JSON.stringify(body) }),
  });
}

/** Sends a request to an operation and validates the answer. */
export async function request(baseUrl: string, operation: Operation, options: RawOptions = {}): Promise<{ response: Response; body: any }> {
  const url = new URL(pathOf(operation, options.path), baseUrl);
  for (const [name, value] of Object.entries({ ...requiredQuery(operation), ...options.query })) url.searchParams.set(name, value);

  const body = 'body' in options ? options.body : exampleBody(operation);
  const headers: Record<string, string> = { ...(options.apiKey && { authorization: `Bearer ${options.apiKey}` }) };
  if (body !== undefined && !(body instanceof FormData)) headers['content-type'] = operation.texts[0] ?? 'application/json';
  Object.assign(headers, options.headers);

  const response = await fetch(url, {
    method: operation.method.toUpperCase(),
    headers,
    ...(body !== undefined && {
      body:
        typeof body === 'string' || body instanceof FormData || body instanceof Uint8Array
          ? (body as Uint8Array<ArrayBuffer>)
          : JSON.stringify(body),
    }),
    redirect: 'manual',
  });
  await expectDocumented(operation, response.clone());
  const text = await response.text();
  return { response, body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text };
}

/** Announces a body of so many bytes, sends none of it, and validates the answer: for what is refused by its length alone. */
export async function announce(
  baseUrl: string,
  operation: Operation,
  apiKey: string,
  bytes: number,
): Promise<{ status: number; body: any }> {
  const url = new URL(`${pathOf(operation)}?${new URLSearchParams(requiredQuery(operation))}`, baseUrl);
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': operation.texts[0] ?? 'application/json', 'content-length': bytes };
  const asked = httpRequest(url, { method: operation.method.toUpperCase(), headers });
  asked.flushHeaders();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const text = await textOf(answer);
  asked.on('error', () => {}).destroy();
  const status = answer.statusCode as number;
  await expectDocumented(operation, new Response(text, { status, headers: answer.headers as Record<string, string> }));
  return { status, body: JSON.parse(text) };
}
