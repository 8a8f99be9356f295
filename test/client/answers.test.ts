/** The client's handling of answers: data, errors, pages. */
import { describe, expect, it } from 'vitest';
import { ApiError, type Client, ConnectionError, createClient, isApiError, items, pages, unwrap } from '../../src/client/index.ts';
import { answered, error } from './answered.ts';

describe('unwrap', () => {
  it('gives the data', async () => {
    expect(await unwrap(answered({ emails: [] }).client.GET('/v1/emails'))).toEqual({ emails: [] });
  });

  it('gives nothing where an answer has no body', async () => {
    const { client } = answered(new Response(null, { status: 204 }));
    expect(await unwrap(client.DELETE('/v1/contact-lists/{listId}', { params: { path: { listId: 'x' } } }))).toBeUndefined();
  });

  it('throws what the service said', async () => {
    const details = { issues: [{ path: 'limit', message: 'must be <= 100' }] };
    const documentation_url = 'http://bivouac.test/docs#validation_failed';
    const body = { error: 'The request is not valid.', error_code: 'validation_failed', details, documentation_url };
    const { client } = answered(error(400, body, { 'X-Request-Id': 'r-1' }));
    const failure = await unwrap(client.GET('/v1/emails')).catch((thrown) => thrown);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({
      name: 'ApiError',
      message: 'GET /v1/emails answered 400 validation_failed: The request is not valid. limit must be <= 100. (request r-1)',
      method: 'GET',
      path: '/v1/emails',
      status: 400,
      code: body.error_code,
      reason: body.error,
      details,
      requestId: 'r-1',
      documentationUrl: documentation_url,
      body,
      cause: body,
    });
  });

  it.each([
    ['says all issues', 'Not valid.', [1, 2, 3], 'Not valid. at.1 must be 1; at.2 must be 2; at.3 must be 3.'],
    ['says an issue once', 'Not valid: at.1 must be 1.', [1], 'Not valid: at.1 must be 1.'],
    ['says the others', 'Not valid: at.1 must be 1.', [1, 2], 'Not valid: at.1 must be 1. at.2 must be 2.'],
    ['does without issues', 'Not valid.', [], 'Not valid.'],
  ])('%s', async (_name, sentence, numbers, words) => {
    const issues = numbers.map((number) => ({ path: `at.${number}`, message: `must be ${number}` }));
    const { client } = answered(error(400, { error: sentence, error_code: 'validation_failed', details: { issues } }));
    const call = unwrap(client.POST('/v1/contacts/search', { body: { rules: {} as never } }));
    await expect(call).rejects.toThrow(`POST /v1/contacts/search answered 400 validation_failed: ${words}`);
  });

  it.each([
    [
      'a blast',
      'campaign_not_ready',
      { approval_readiness: { ready: false, missing: ['audience', 'email'], warnings: [] } },
      'Missing: audience; email.',
    ],
    ['an email', 'email_missing_required_headers', { missing: ['subject'] }, 'Missing: subject.'],
    [
      'a flow',
      'campaign_flow_not_ready',
      {
        activation_readiness: {
          ready: false,
          missing: [
            { step_id: 'hello', trigger: null, field: 'email_id', code: 'required', message: 'An email is needed.' },
            { step_id: null, trigger: 0, field: 'list_id', code: 'unknown', message: 'There is no such list.' },
            { step_id: null, trigger: null, field: null, code: 'required', message: 'A flow needs a step.' },
          ],
          warnings: [],
        },
      },
      'Missing: hello email_id: An email is needed; triggers.0 list_id: There is no such list; A flow needs a step.',
    ],
    ['a step', 'campaign_flow_step_referenced', { referenced_by: ['a', 'b'] }, 'a; b.'],
    ['many fields', 'conflict', { conflicting_api_names: Array.from('abcdefghijkl') }, 'a; b; c; d; e; f; g; h; i; j; and 2 more.'],
    ['a contact, of whom it tells nothing', 'conflict', { existing_contact: { email: 'maya@example.net' } }, ''],
  ])('says what is missing of %s', async (_what, error_code, details, words) => {
    const { client } = answered(error(400, { error: 'No.', error_code, details }));
    const failure = await unwrap(client.GET('/v1/emails')).catch((thrown) => thrown);
    expect(failure.message).toBe(`GET /v1/emails answered 400 ${error_code}: ${['No.', words].join(' ').trim()}`);
  });

  it('knows an error by its codes', async () => {
    const { client } = answered(error(404, { error: 'No such email.', error_code: 'not_found' }));
    const failure = await unwrap(client.GET('/v1/emails')).catch((thrown) => thrown);
    const known = [isApiError(failure, 'not_found'), isApiError(failure, 'conflict', 'not_found'), isApiError(failure, 'conflict')];
    expect([...known, isApiError(new Error('not_found'), 'not_found')]).toEqual([true, true, false, false]);
    expect([isApiError(failure), isApiError(new Error('not_found'))]).toEqual([true, false]);
  });

  it.each([
    ['<h1>Bad gateway</h1>', 'text/html'],
    ['', 'nothing'],
    ['null', 'application/json'],
    [{ message: 'no' }, 'application/json'],
    [{ error: { message: 'no' } }, 'application/json'],
  ])('makes do with what is no answer of the service: %j', async (body, type) => {
    const answer = error(502, body, body === '' ? {} : { 'Content-Type': `${type}; charset=utf-8` });
    const failure = await unwrap(answered(answer).client.GET('/v1/emails')).catch((thrown) => thrown);
    expect(failure).toBeInstanceOf(ApiError);
    const message = `GET /v1/emails answered 502: ${type}, which is not how the service answers; something between you and it may have.`;
    expect(failure).toMatchObject({ message, status: 502, code: undefined, details: undefined, requestId: undefined });
  });
});

describe('a success', () => {
  const params = { path: { emailId: 'e' } };
  const html = () => new Response('<p>Hello</p>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } });

  it('that is a text comes as a text', async () => {
    expect(await unwrap(answered(html()).client.GET('/v1/emails/{emailId}/content', { params }))).toBe('<p>Hello</p>');
  });

  it('comes as the call wants it', async () => {
    const { client } = answered(html());
    const blob = await unwrap(client.GET('/v1/emails/{emailId}/content', { params, parseAs: 'blob' }));
    expect(await blob.text()).toBe('<p>Hello</p>');
  });

  it('that is a page in the place of JSON is an error that says so', async () => {
    const failure = await answered(html())
      .client.GET('/v1/emails/{emailId}', { params })
      .catch((thrown) => thrown);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ status: 200, code: undefined, body: '<p>Hello</p>' });
    expect(failure.message).toBe(
      'GET /v1/emails/e answered 200: text/html, which is not how the service answers; something between you and it may have.',
    );
  });

  it('may be empty', async () => {
    expect(await unwrap(answered(new Response('', { status: 200 })).client.GET('/v1/emails'))).toBeUndefined();
  });

  const breaking = (error: Error) =>
    new Response(new ReadableStream({ pull: (controller) => controller.error(error) }), {
      headers: { 'Content-Type': 'application/json' },
    });

  it('that breaks off names the request', async () => {
    const { client } = answered(
      breaking(new TypeError('terminated', { cause: Object.assign(new Error('gone'), { code: 'UND_ERR_SOCKET' }) })),
    );
    const failure = await client.GET('/v1/emails').catch((thrown) => thrown);
    expect(failure).toBeInstanceOf(ConnectionError);
    expect(failure.message).toBe(
      'GET http://bivouac.test/v1/emails: the answer ended early: the connection was broken off (UND_ERR_SOCKET)',
    );
  });

  it('that is broken off by your signal is rejected with its reason', async () => {
    const reason = new Error('never mind');
    await expect(answered(breaking(reason)).client.GET('/v1/emails', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('createClient', () => {
  const make = (options: object) => () => createClient({ apiKey: 'bvk_test', baseUrl: 'http://bivouac.test', ...options });

  it.each([
    [{ apiKey: undefined }, 'apiKey is undefined. Pass the key of a workspace, "bvk_…", or null where a proxy of yours adds it.'],
    [{ apiKey: '' }, 'apiKey is empty.'],
    [{ apiKey: 7 }, 'apiKey is a number.'],
    [{ apiKey: '"bvk_test"' }, 'apiKey has characters that no key has'],
    [{ apiKey: 'bvk_test\n' }, 'apiKey has characters that no key has'],
    [{ baseUrl: undefined }, 'baseUrl is undefined. Pass the address of the service without /v1, such as "http://localhost:3000".'],
    [{ baseUrl: '/api' }, 'baseUrl is "/api".'],
    [{ baseUrl: 'http://localhost:3000/v1/' }, 'baseUrl is "http://localhost:3000/v1/". Pass the address of the service without /v1'],
    [{ baseUrl: 'localhost:3000' }, 'baseUrl is "localhost:3000".'],
  ])('refuses %j', (options, words) => {
    expect(make(options)).toThrow(TypeError);
    expect(make(options)).toThrow(words);
    expect(make(options)).not.toThrow('bvk_test');
  });

  it('sends no key where a proxy adds it', async () => {
    let sent: Request | undefined;
    const fetch = async (request: Request) => {
      sent = request;
      return Response.json({ emails: [] });
    };
    await make({ apiKey: null, fetch })().GET('/v1/emails');
    expect(sent?.headers.has('Authorization')).toBe(false);
  });
});

describe('pages', () => {
  const page = (number: number, totalPages: number) => ({
    blasts: [number],
    pagination: { page: number, limit: 1, total: totalPages, totalPages },
  });
  const all = async (iterable: AsyncIterable<unknown>) => {
    const found = [];
    for await (const body of iterable) found.push(body);
    return found;
  };
  const blasts = (client: Client) => pages(({ page }) => client.GET('/v1/email-blasts', { params: { query: { page, limit: 1 } } }));
  const emails = (client: Client) => pages(({ cursor }) => client.GET('/v1/emails', { params: { query: { cursor } } }));

  it('go by page number', async () => {
    const bodies = [page(1, 3), page(2, 3), page(3, 3)];
    const { client, asked } = answered(...bodies);
    expect(await all(blasts(client))).toEqual(bodies);
    expect(asked).toEqual([1, 2, 3].map((number) => `/email-blasts?page=${number}&limit=1`));
  });

  it('go by cursor', async () => {
    const bodies = [{ emails: [1], next_cursor: 'a' }, { emails: [2], next_cursor: 'b' }, { emails: [3] }];
    const { client, asked } = answered(...bodies);
    expect(await all(emails(client))).toEqual(bodies);
    expect(asked).toEqual(['/emails', '/emails?cursor=a', '/emails?cursor=b']);
  });

  it('go by cursor in lists that take both, unless only the page is passed on', async () => {
    const bodies = [
      { ...page(1, 3), next_cursor: 'a' },
      { ...page(2, 3), next_cursor: 'b' },
      { blasts: [3], pagination: { page: 3, limit: 1 } },
    ];
    const walks: [string[], Parameters<typeof pages>[0] extends (at: infer At) => unknown ? (at: At) => object : never][] = [
      [['?page=1', '?page=1&cursor=a', '?page=1&cursor=b'], (at) => ({ ...at })],
      [['', '?cursor=a', '?cursor=b'], ({ cursor }) => ({ cursor })],
      [['?page=1', '?page=2', '?page=3'], ({ page }) => ({ page })],
    ];
    for (const [queries, query] of walks) {
      const { client, asked } = answered(...bodies);
      expect(await all(pages((at) => client.GET('/v1/email-blasts', { params: { query: query(at) } })))).toEqual(bodies);
      expect(asked).toEqual(queries.map((words) => `/email-blasts${words}`));
    }
  });

  it('have their entries one after the other, whatever a list calls them', async () => {
    const { client, asked } = answered(page(1, 2), page(2, 2));
    expect(await all(items(({ page }) => client.GET('/v1/email-blasts', { params: { query: { page } } })))).toEqual([1, 2]);
    expect(asked).toHaveLength(2);
    const { client: other } = answered({ emails: [1, 2], next_cursor: 'a' }, { emails: [] });
    expect(await all(items(({ cursor }) => other.GET('/v1/emails', { params: { query: { cursor } } })))).toEqual([1, 2]);
  });

  it('are one where a list is empty', async () => {
    expect(await all(blasts(answered(page(1, 0)).client))).toHaveLength(1);
  });

  it('are read only as far as somebody wants them', async () => {
    const { client, asked } = answered(page(1, 3), page(2, 3));
    for await (const { pagination } of blasts(client)) if (pagination.page === 2) break;
    expect(asked).toHaveLength(2);
  });

  it('end with the error of the service', async () => {
    const { client } = answered(page(1, 3), error(503, { error: 'Later.', error_code: 'unavailable' }));
    await expect(all(blasts(client))).rejects.toMatchObject({ code: 'unavailable' });
  });
});
