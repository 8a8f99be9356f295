import createFetchClient, { defaultPathSerializer } from 'openapi-fetch';
import type { paths, textAnswers } from '../../generated/api.d.ts';
import type { Client } from './calls.ts';
import { type Answer, ApiError, bodyOf } from './errors.ts';
import { type Fetch, type Patience, persistent } from './retries.ts';

export interface ClientOptions {
  /**
   * The key of the workspace to work in: `bvk_…`. It does not belong in a browser: there, give the address of a proxy of yours as
   * `baseUrl`, which adds the key, and null here.
   */
  apiKey: string | null;
  /** Where the service is, without `/v1`: `https://api.example.com`; in a browser also a path of your own site, `/api`. */
  baseUrl: string;
  /** Headers for every request. */
  headers?: Record<string, string> | undefined;
  /** Sends one request; the platform's `fetch` by default. Bring your own for proxies, certificates or tests. */
  fetch?: Fetch | undefined;
  /** How often a call is repeated at most while the service cannot be reached or asks for patience; 5 by default, 0 for never. */
  retries?: number | undefined;
  /**
   * How long a call may take until its answer begins, all attempts and pauses together, in milliseconds; 60000 by default.
   * Past that it is rejected with a `TimeoutError`.
   */
  timeoutMs?: number | undefined;
}

/** How a client sends: uploads go to addresses outside of the document, on the same ways. */
const senders = new WeakMap<Client, { send: Fetch } & Patience>();

/** @throws TypeError when the client was not made by `createClient` */
export function senderOf(client: Client): { send: Fetch } & Patience {
  const sender = senders.get(client);
  if (!sender) throw new TypeError('This client was not made by createClient.');
  return sender;
}

/**
 * Makes a client. Every request carries the key; every POST that writes, and every PUT that may make something beside what it
 * puts in its place, gets an `Idempotency-Key` where it has none, the same for all of its attempts. A call rejects when no answer
 * came, with a `ConnectionError` or your `signal`'s reason, or when a success cannot be read, with an `ApiError`.
 *
 * @throws TypeError when the key or the address is missing or cannot be one
 */
export function createClient({ apiKey, baseUrl, headers, fetch, retries = 5, timeoutMs = 60_000 }: ClientOptions): Client {
  const patience = { retries, timeoutMs };
  const send: Fetch = fetch ?? ((request) => globalThis.fetch(request));
  const client = createFetchClient<paths>({
    baseUrl: address(baseUrl),
    headers: { ...headers, ...authorization(apiKey) },
    bodySerializer: serialize,
    pathSerializer: fill,
    fetch: persistent(send, patience),
  });
  // The compiler cannot take a method that is generic over its paths for one over any path, which is all that `reading` needs.
  const methods = client as unknown as Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', Call>;
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) methods[method] = reading(methods[method]);
  senders.set(client, { send, ...patience });
  return client;
}

/** The words never have the key in them: they are likely to be logged. */
function authorization(apiKey: unknown): Record<string, string> {
  if (apiKey === null) return {};
  if (typeof apiKey !== 'string' || apiKey === '') {
    const what = apiKey === '' ? 'empty' : apiKey === undefined ? 'undefined' : `a ${typeof apiKey}`;
    throw new TypeError(`apiKey is ${what}. Pass the key of a workspace, "bvk_…", or null where a proxy of yours adds it.`);
  }
  // A line break of a file, or quotes of an .env file, would otherwise be told by a 401, or by an error that shows the key.
  if (!/^[\w.~+/=-]+$/.test(apiKey)) throw new TypeError('apiKey has characters that no key has: look for blanks, line breaks and quotes.');
  return { Authorization: `Bearer ${apiKey}` };
}

function address(baseUrl: unknown): string {
  const page = (globalThis as { location?: { href: string } }).location?.href;
  const isAddress = typeof baseUrl === 'string' && URL.canParse(baseUrl, page) && /^https?:$/.test(new URL(baseUrl, page).protocol);
  // It would lead to /v1/v1, where nothing is.
  if (isAddress && !/\/v1\/?$/.test(baseUrl)) return baseUrl;
  const example = page ? '"/api" or "https://api.example.com"' : '"http://localhost:3000"';
  throw new TypeError(
    `baseUrl is ${JSON.stringify(baseUrl) ?? 'undefined'}. Pass the address of the service without /v1, such as ${example}.`,
  );
}

/** An address with its identifiers. `..` would lead to another operation, however it is encoded. */
function fill(path: string, identifiers: Record<string, unknown>): string {
  for (const [name, value] of Object.entries(identifiers)) {
    if (value === '.' || value === '..') throw new TypeError(`${name} cannot be "${value}"`);
  }
  return defaultPathSerializer(path, identifiers);
}

/** A body with files becomes a form, each file a part of its own; a text stays a text, every other body is JSON. */
function serialize(body: unknown): string | FormData {
  if (body instanceof FormData || typeof body === 'string') return body;
  const parts = Object.entries(body as object).flatMap(([name, value]) => [value].flat().map((part) => ({ name, part })));
  if (!parts.some(({ part }) => part instanceof Blob)) return JSON.stringify(body);
  const form = new FormData();
  for (const { name, part } of parts) form.append(name, part);
  return form;
}

/** The operations that answer with a text. To leave one out, or to name one too many, does not compile. */
const TEXTS: Record<textAnswers, true> = {
  '/v1/contacts/imports/{import_run_id}/export': true,
  '/v1/emails/{emailId}/content': true,
  '/v1/emails/{emailId}/generations/{generationId}/content': true,
  '/v1/email-templates/{templateId}/content': true,
  '/v1/email-templates/{templateId}/generations/{generationId}/content': true,
  '/v1/tents/{tentId}/content': true,
  '/v1/tents/{tentId}/generations/{generationId}/content': true,
  '/v1/tent-templates/{templateId}/content': true,
  '/v1/tent-templates/{templateId}/generations/{generationId}/content': true,
};

interface Init {
  parseAs?: string;
  body?: unknown;
  headers?: unknown;
  signal?: AbortSignal | null;
}
type Call = (path: string, init?: Init) => Promise<Answer<unknown>>;

/** Reads each answer as what the document says it is, unless the call says how. */
function reading(call: Call): Call {
  return async (path, init = {}) => {
    const sent = typeof init.body === 'string' ? { headers: { 'Content-Type': 'text/csv' }, ...init } : init;
    if (sent.parseAs && sent.parseAs !== 'json') return call(path, sent);
    const answer = await call(path, { ...sent, parseAs: 'stream' });
    const { response } = answer;
    if (!response.ok || !answer.data) return answer;

    const text = await bodyOf(response, init.signal);
    return { data: path in TEXTS ? text : parse(response, text), response };
  };
}

function parse(response: Response, text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // A page to log in, for example, that a proxy shows in the place of the answer.
    throw new ApiError(response, text);
  }
}
