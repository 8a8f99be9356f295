/** Plain requests for any operation, made from the document's own examples, checked against the document like the client's. */
import type { OpenAPIV3_1 } from 'openapi-types';
import { document, expectDocumented, lookUp, type operations } from './client.ts';

type Operation = (typeof operations)[number];

export interface RawOptions {
  apiKey?: string | null;
  /** Values for path parameters; the document's examples otherwise. */
  path?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** A string goes out as it is. Left out: the document's first example. */
  body?: unknown;
}

/** The first example of the operation's request body. */
export function exampleBody(operation: Operation): unknown {
  const item = document.paths?.[operation.path]?.[operation.method as 'get'];
  const requestBody = item?.requestBody as OpenAPIV3_1.RequestBodyObject | undefined;
  const [example] = Object.values(requestBody?.content['application/json']?.examples ?? {});
  if (!example) return undefined;
  return ('$ref' in example ? lookUp(document, example.$ref) : (example as { value: unknown })).value;
}

export const hasPathParameters = ({ path }: Operation): boolean => path.includes('{');

/** Sends a request to an operation and validates the answer. */
export async function request(baseUrl: string, operation: Operation, options: RawOptions = {}): Promise<{ response: Response; body: any }> {
  const examples = Object.fromEntries(
    operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name, example }) => [name, example as string]),
  );
  const path = operation.path.replace(/\{([^}]+)\}/g, (_match, name: string) =>
    encodeURIComponent(options.path?.[name] ?? (examples[name] as string)),
  );
  const url = new URL(path, baseUrl);
  for (const [name, value] of Object.entries(options.query ?? {})) url.searchParams.set(name, value);

  const body = 'body' in options ? options.body : exampleBody(operation);
  const headers: Record<string, string> = { ...(options.apiKey && { authorization: `Bearer ${options.apiKey}` }) };
  if (body !== undefined) headers['content-type'] = 'application/json';
  Object.assign(headers, options.headers);

  const response = await fetch(url, {
    method: operation.method.toUpperCase(),
    headers,
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    redirect: 'manual',
  });
  await expectDocumented(operation, response.clone());
  const text = await response.text();
  return { response, body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text };
}
