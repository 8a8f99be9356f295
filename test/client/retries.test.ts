/** The client's repeats, their number and their pauses, on a clock that moves only while the client waits. */

import { inspect } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { asFile, type Client, type ClientOptions, ConnectionError, createClient, upload } from '../../src/client/index.ts';
import { endIdleServices } from '../support/idle.ts';

beforeAll(endIdleServices);

interface Sent {
  at: number;
  request: Request;
  key: string | null;
  body: string;
}
type Step = (request: Request) => Response | Promise<Response>;

const KEY = 'Idempotency-Key';
const answer = (status: number, error_code?: string, headers: Record<string, string> = {}) =>
  Response.json(error_code ? { error: 'A sentence.', error_code } : {}, { status, headers });
const fails = (status: number, error_code?: string, headers?: Record<string, string>) => () => answer(status, error_code, headers);
const cut = () => Promise.reject(new TypeError('fetch failed'));
const succeeds = () => answer(200);
const hangs: Step = ({ signal }) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });

let sent: Sent[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date('2026-04-14T10:00:00.000Z') });
  vi.spyOn(Math, 'random').mockReturnValue(1);
  sent = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A client that meets one step a request, and the last one again and again. */
function meeting(steps: Step[], options: Partial<ClientOptions> = {}): Client {
  return createClient({
    apiKey: 'bvk_test',
    baseUrl: 'http://bivouac.test',
    async fetch(request) {
      sent.push({ at: Date.now(), request, key: request.headers.get(KEY), body: await request.clone().text() });
      return (steps[sent.length - 1] ?? (steps.at(-1) as Step))(request);
    },
    ...options,
  });
}
/** Lets the clock jump from timer to timer until the call has ended. */
async function run<T>(call: Promise<T>): Promise<T> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  call.then(end, end);
  while (!ended) {
    // Bodies are read in turns of the event loop, which the clock has no part in.
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    if (!ended) await vi.advanceTimersToNextTimerAsync();
  }
  return call;
}
const pauses = () => sent.slice(1).map(({ at }, i) => at - (sent[i] as Sent).at);
const createBlast = (client: Client, init: object = {}) => client.POST('/v1/email-blasts', { body: { name: 'First wave' }, ...init });
const read = (client: Client, init: { signal?: AbortSignal } = {}) => client.GET('/v1/emails', init);

describe('a request', () => {
  it('carries the key and the headers of the client', async () => {
    await run(read(meeting([succeeds], { headers: { 'User-Agent': 'shop/1' } })));
    expect(sent[0]?.request.url).toBe('http://bivouac.test/v1/emails');
    expect(sent[0]?.request.headers.get('authorization')).toBe('Bearer bvk_test');
    expect(sent[0]?.request.headers.get('user-agent')).toBe('shop/1');
  });
});

describe('an identifier', () => {
  const remove = (client: Client, listId: string) =>
    client.DELETE('/v1/contact-lists/{listId}/contacts', { params: { path: { listId } }, body: { contact_ids: [] } });

  it('stays within its place', async () => {
    await run(remove(meeting([succeeds]), '../a?b#c'));
    expect(sent[0]?.request.url).toBe('http://bivouac.test/v1/contact-lists/..%2Fa%3Fb%23c/contacts');
  });

  it.each(['.', '..'])('cannot be %s, which would lead to another operation', async (id) => {
    await expect(remove(meeting([succeeds]), id)).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  });
});

describe('a body', () => {
  const type = () => sent[0]?.request.headers.get('content-type');

  it('is JSON', async () => {
    await run(createBlast(meeting([succeeds])));
    expect([type(), sent[0]?.body]).toEqual(['application/json', '{"name":"First wave"}']);
  });

  it('is a text where the document takes one, CSV unless the call says otherwise', async () => {
    const upload = (init: object) => meeting([succeeds]).POST('/v1/suppressions/import', { body: 'email\nada@example.org\n', ...init });
    await run(upload({}));
    expect([type(), sent[0]?.body]).toEqual(['text/csv', 'email\nada@example.org\n']);
    await run(upload({ headers: { 'Content-Type': 'text/plain' } }));
    expect(sent.at(-1)?.request.headers.get('content-type')).toBe('text/plain');
  });

  it('is a form when there are files in it, on every attempt', async () => {
    const file = [new File(['ridge'], 'ridge.jpg', { type: 'image/jpeg' }), new Blob(['map'])];
    const params = { path: { tentId: '01936d2e-b283-71d8-8092-d084939ab171' } };
    await run(meeting([cut, succeeds]).POST('/v1/tents/{tentId}/assets', { params, body: { file } }));
    expect(type()).toMatch(/^multipart\/form-data; boundary=/);
    expect(sent[0]?.body).toMatch(/name="file"; filename="ridge.jpg"\r\nContent-Type: image\/jpeg\r\n\r\nridge\r\n/);
    expect(sent[0]?.body).toMatch(/name="file"; filename="blob"\r\nContent-Type: application\/octet-stream\r\n\r\nmap\r\n/);
    expect(sent[1]?.body).toBe(sent[0]?.body);
  });
});

describe('upload', () => {
  const session = { upload_url: 'http://files.test/uploads/1?signature=secret' };
  const stored = () => new Response(null, { status: 204 });

  it('sends the bytes to the address as it is, without the key, and repeats that', async () => {
    await run(upload(meeting([cut, fails(503), stored]), session, new Blob(['email\n'])));
    expect(sent.map(({ body, request: { method, url } }) => [method, url, body])).toEqual(
      Array(3).fill(['PUT', session.upload_url, 'email\n']),
    );
    expect(sent[2]?.request.headers.get('content-type')).toBe('text/csv');
    expect(sent[2]?.request.headers.has('authorization')).toBe(false);
  });

  it('sends a stream once', async () => {
    const stream = () => new Blob(['email\n']).stream();
    await run(upload(meeting([stored]), session, stream(), { contentType: 'text/plain' }));
    expect([sent[0]?.body, sent[0]?.request.headers.get('content-type')]).toEqual(['email\n', 'text/plain']);
    const failed = run(upload(meeting([cut]), session, stream()));
    await expect(failed).rejects.toThrow('PUT http://files.test/uploads/1: fetch failed');
    expect(sent).toHaveLength(2);
  });

  it.each([
    [fails(403, 'invalid_signature'), 'PUT /uploads/1 answered 403 invalid_signature: A sentence.'],
    [
      () => new Response('<Code>EntityTooLarge</Code>', { status: 400, headers: { 'Content-Type': 'application/xml' } }),
      'PUT /uploads/1 answered 400: application/xml, which is not how the service answers; something between you and it may have.',
    ],
  ])('says why a file is refused, and keeps the signature to itself', async (step, message) => {
    const failure = await run(upload(meeting([step]), session, 'email\n')).catch((thrown) => thrown);
    expect(failure).toMatchObject({ name: 'ApiError', message });
    expect(sent).toHaveLength(1);
  });

  it('ends with its signal, and in time', async () => {
    const reason = new Error('never mind');
    await expect(run(upload(meeting([hangs]), session, '', { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
    await expect(run(upload(meeting([hangs]), session, '', { timeoutMs: 50 }))).rejects.toThrow(
      'PUT http://files.test/uploads/1: no answer within 50 ms',
    );
  });

  it('takes what createClient made', async () => {
    await expect(upload({} as Client, session, '')).rejects.toThrow('This client was not made by createClient.');
  });
});

it('makes a file of bytes', async () => {
  const { name, type, size } = asFile('ridge.jpg', new Uint8Array(3), 'image/jpeg');
  expect([name, type, size]).toEqual(['ridge.jpg', 'image/jpeg', 3]);
  expect(await asFile('a.txt', 'Hello').text()).toBe('Hello');
});

describe('Idempotency-Key', () => {
  it('is made for a POST, and is the same for all attempts, as is the body', async () => {
    const { data } = await run(createBlast(meeting([cut, fails(503, 'unavailable'), fails(409, 'idempotency_in_progress'), succeeds])));
    expect(data).toEqual({});
    expect(sent).toHaveLength(4);
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(sent.map(({ body }) => body)).toEqual(Array(4).fill('{"name":"First wave"}'));
  });

  it('is another one for another call', async () => {
    const client = meeting([succeeds]);
    await run(createBlast(client));
    await run(createBlast(client));
    expect(sent[0]?.key).not.toBe(sent[1]?.key);
  });

  it('is left alone where the call has one', async () => {
    await run(createBlast(meeting([cut, succeeds]), { params: { header: { [KEY]: 'spring' } } }));
    expect(sent.map(({ key }) => key)).toEqual(['spring', 'spring']);
  });

  it('is made for the PUT that can make an email', async () => {
    const path = { blastId: '01936d2e-8a50-7ea5-8d6f-ad5160708f41' };
    await run(meeting([succeeds]).PUT('/v1/email-blasts/{blastId}/email', { params: { path }, body: { source: 'inline' } }));
    expect(sent[0]?.key).not.toBeNull();
  });

  it('is for nothing else, and not for a POST that only reads', async () => {
    await run(read(meeting([succeeds])));
    const rules = { kind: 'condition', source: 'contact', field: 'city', operator: 'equals', value: 'Bergen' } as const;
    await run(meeting([succeeds], { baseUrl: 'http://bivouac.test/api' }).POST('/v1/contacts/search', { body: { rules } }));
    const params = { path: { session_id: '01JEYH3CH0F1D9Y8RZ5PT3V4A6' } };
    await run(meeting([succeeds]).POST('/v1/contacts/imports/{session_id}/preview', { params }));
    expect(sent.map(({ key }) => key)).toEqual([null, null, null]);
  });
});

describe('is repeated:', () => {
  it.each([
    ['a network failure', cut],
    ['429 rate_limited', fails(429, 'rate_limited')],
    ['409 idempotency_in_progress', fails(409, 'idempotency_in_progress')],
    ['409 mutation_lease_held', fails(409, 'mutation_lease_held')],
    ['502 of a proxy', fails(502)],
    ['503', fails(503, 'unavailable')],
    ['504 of a proxy', () => new Response('<h1>Gateway timeout</h1>', { status: 504 })],
  ])('%s', async (_name, step) => {
    expect((await run(createBlast(meeting([step, succeeds])))).response.status).toBe(200);
    expect(sent).toHaveLength(2);
  });

  it.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)('%s', async (method) => {
    const client = meeting([cut, fails(503, 'unavailable'), succeeds]);
    const params = { path: { emailId: '01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21' } };
    const calls = {
      GET: () => client.GET('/v1/emails/{emailId}', { params }),
      PUT: () => client.PUT('/v1/emails/{emailId}/plain-text', { params, body: { content: 'Hello' } }),
      PATCH: () => client.PATCH('/v1/emails/{emailId}', { params, body: { name: 'Spring' } }),
      DELETE: () => client.DELETE('/v1/emails/{emailId}', { params }),
    };
    expect((await run<{ response: Response }>(calls[method]())).response.status).toBe(200);
    expect(sent.map(({ request }) => request.method)).toEqual([method, method, method]);
  });
});

describe('is not repeated:', () => {
  it.each([
    [400, 'validation_failed'],
    [401, 'unauthorized'],
    [403, 'free_plan_email_limit'],
    [404, 'not_found'],
    [409, 'conflict'],
    [409, 'generation_in_progress'],
    [429, 'insufficient_credits'],
    [429, 'publish_limit_exceeded'],
    [500, 'internal_error'],
  ])('%i %s', async (status, code) => {
    const { error, response } = await run(createBlast(meeting([fails(status, code), succeeds])));
    expect([response.status, error]).toEqual([status, { error: 'A sentence.', error_code: code }]);
    expect(sent).toHaveLength(1);
  });

  it('a 429 that is no answer of the service', async () => {
    const { error } = await run(createBlast(meeting([() => new Response('slow down', { status: 429 }), succeeds])));
    expect([error, sent.length]).toEqual(['slow down', 1]);
  });
});

describe('the pauses', () => {
  it('double, up to a bound', async () => {
    await run(read(meeting([fails(503)], { retries: 7 })));
    expect(pauses()).toEqual([500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);
  });

  it('are half chance', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    await run(read(meeting([fails(503)])));
    expect(pauses()).toEqual([250, 500, 1_000, 2_000, 4_000]);
  });

  it.each([
    ['seconds', '3'],
    ['a date', 'Tue, 14 Apr 2026 10:00:03 GMT'],
  ])('last as long as Retry-After asks, in %s', async (_name, value) => {
    await run(read(meeting([fails(429, 'rate_limited', { 'Retry-After': value }), succeeds])));
    expect(pauses()).toEqual([3_000]);
  });

  it.each(['soon', '-1', '0'])('are not misled by Retry-After: %s', async (value) => {
    await run(read(meeting([fails(503, 'unavailable', { 'Retry-After': value }), succeeds])));
    expect(pauses()).toEqual([500]);
  });
});

describe('the end', () => {
  it('comes with the last answer when the attempts are used up', async () => {
    const { response, error } = await run(read(meeting([fails(503, 'unavailable')], { retries: 2 })));
    expect([response.status, error?.error_code, sent.length]).toEqual([503, 'unavailable', 3]);
  });

  it('comes with the network failure when that was the last thing', async () => {
    const failure = await run(read(meeting([cut]))).catch((thrown) => thrown);
    expect(failure).toBeInstanceOf(ConnectionError);
    expect(failure).toMatchObject({
      name: 'ConnectionError',
      message: 'GET http://bivouac.test/v1/emails: fetch failed after 6 attempts',
      method: 'GET',
      url: 'http://bivouac.test/v1/emails',
      attempts: 6,
      cause: new TypeError('fetch failed'),
    });
    expect(sent).toHaveLength(6);
  });

  const coded = (code: string, message = 'connect ECONNREFUSED ::1:3999') => Object.assign(new Error(message), { code });
  it.each([
    ['refuses', coded('ECONNREFUSED'), 'connection refused (ECONNREFUSED)'],
    ['refuses at each of its addresses', new AggregateError([coded('ECONNREFUSED')]), 'connection refused (ECONNREFUSED)'],
    ['is unknown', coded('ENOTFOUND'), 'there is no such host (ENOTFOUND)'],
    ['has an old certificate', coded('CERT_HAS_EXPIRED', 'certificate has expired'), 'certificate has expired (CERT_HAS_EXPIRED)'],
  ])('names what lies behind a failed fetch when a host %s, and nothing that is secret', async (_name, cause, words) => {
    const fails = () => Promise.reject(new TypeError('fetch failed', { cause }));
    const client = meeting([fails], { retries: 0 });
    const lookUp = run(client.GET('/v1/contacts', { params: { query: { email: 'maya@example.org' } } }));
    const failure = await lookUp.catch((thrown) => thrown);
    expect(failure.message).toBe(`GET http://bivouac.test/v1/contacts: ${words}`);
    expect(inspect(failure)).not.toContain('bvk_test');
  });

  it('comes at once with retries: 0', async () => {
    expect((await run(read(meeting([fails(503)], { retries: 0 })))).response.status).toBe(503);
    expect(sent).toHaveLength(1);
  });

  it('comes at once when Retry-After asks for more time than there is', async () => {
    const started = Date.now();
    const client = meeting([fails(429, 'rate_limited', { 'Retry-After': '60' })], { timeoutMs: 60_000 });
    expect((await run(read(client))).error?.error_code).toBe('rate_limited');
    expect([sent.length, Date.now() - started]).toEqual([1, 0]);
  });

  it('comes at the latest when the time is over', async () => {
    const started = Date.now();
    const failure = await run(read(meeting([cut, hangs], { timeoutMs: 10_000 }))).catch((thrown) => thrown);
    expect(failure).toBeInstanceOf(ConnectionError);
    expect(failure).toMatchObject({
      name: 'TimeoutError',
      message: 'GET http://bivouac.test/v1/emails: no answer within 10000 ms (fetch failed) after 2 attempts',
    });
    expect([sent.length, Date.now() - started]).toEqual([2, 10_000]);
  });

  it('may be without an end', async () => {
    const { response } = await run(
      read(
        meeting([cut, () => new Promise((resolve) => setTimeout(() => resolve(answer(200)), 60_000))], {
          timeoutMs: Number.POSITIVE_INFINITY,
        }),
      ),
    );
    expect(response.status).toBe(200);
  });

  it('leaves no timer behind', async () => {
    await run(read(meeting([succeeds])));
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('an AbortSignal', () => {
  it('ends an attempt', async () => {
    const { signal, abort } = abortable();
    const call = read(meeting([hangs]), { signal });
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    abort();
    await expect(call).rejects.toThrow('never mind');
    expect(sent).toHaveLength(1);
  });

  it('ends a pause', async () => {
    const { signal, abort } = abortable();
    const call = read(meeting([cut]), { signal });
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(2));
    abort();
    await expect(call).rejects.toThrow('never mind');
    expect([sent.length, vi.getTimerCount()]).toEqual([1, 0]);
  });

  function abortable() {
    const controller = new AbortController();
    return { signal: controller.signal, abort: () => controller.abort(new Error('never mind')) };
  }
});
