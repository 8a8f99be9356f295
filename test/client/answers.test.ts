/** What the client makes of answers: data, errors, pages. */
import { describe, expect, it } from 'vitest';
import { ApiError, type Client, pages, unwrap } from '../../src/client/index.ts';
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
    const body = { error: 'The request is not valid.', error_code: 'validation_failed', details };
    const { client } = answered(error(400, body, { 'X-Request-Id': 'r-1' }));
    const failure = await unwrap(client.GET('/v1/emails')).catch((thrown) => thrown);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({
      name: 'ApiError',
      message: body.error,
      status: 400,
      code: body.error_code,
      details,
      requestId: 'r-1',
      body,
    });
  });

  it.each([
    ['<h1>Bad gateway</h1>', 'The answer was 502'],
    ['', 'The answer was 502'],
    ['null', 'The answer was 502'],
    [{ message: 'no' }, 'The answer was 502'],
    [{ error: { message: 'no' } }, 'The answer was 502'],
  ])('makes do with what is no answer of the service: %j', async (body, message) => {
    const failure = await unwrap(answered(error(502, body)).client.GET('/v1/emails')).catch((thrown) => thrown);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({ message, status: 502, code: undefined, details: undefined, requestId: undefined });
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
