/** The mock: every operation answers with every success and with the errors that the document shows, and as the service would. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMock } from '../../scripts/mock/app.ts';
import { openPrism } from '../../scripts/mock/prism.ts';
import { MOCK_SECRET } from '../../scripts/mock/webhooks.ts';
import { verifyWebhook } from '../../src/client/index.ts';
import type { Operation } from '../../src/http/contract.ts';
import { listen } from '../../src/http/listen.ts';
import { startReceiver } from '../outbound/receiver.ts';
import { isAtLength } from '../support/at-length.ts';
import { checkAgainstDocument, document, operations } from '../support/client.ts';
import { guidesProxy } from '../support/client-package.ts';
import { exampleBodies, exampleBody, ofEachClass, send, valuesOf } from '../support/requests.ts';

const said: string[] = [];
const mock = createMock(openPrism(), (line) => said.push(line));
const url = `http://127.0.0.1:${await listen(mock, 0, '127.0.0.1')}`;
afterAll(() => {
  mock.closeAllConnections();
  mock.close();
  rmSync(folder, { recursive: true });
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** Where the samples find the files that they send. */
const folder = mkdtempSync(join(tmpdir(), 'bivouac-mock-'));
writeFileSync(join(folder, 'ridge.jpg'), Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
writeFileSync(join(folder, 'list.csv'), 'maya@example.net\n');

const KEY = { authorization: 'Bearer bvk_mock' };

const ask = (operation: Operation, body: unknown, headers: Record<string, string> = {}) => send(url, operation, body, headers);

/** Values of `Prefer`, with the body that the document shows for each. */
const answersOf = (operation: Operation) =>
  Object.entries(operation.responses).flatMap(([status, response]) => {
    const [content] = Object.values(response.content ?? {});
    const code = status === 'default' ? '500' : status;
    const examples = Object.entries(valuesOf(content?.examples));
    if (examples.length === 0) return [{ status: Number(code), prefer: `code=${code}`, shown: undefined }];
    return examples.map(([name, shown]) => ({ status: Number(code), prefer: `code=${code}, example=${name}`, shown }));
  });

it.runIf(isAtLength)('sends an event of any type to a receiver, signed', async () => {
  const send = async (type: string, body?: object) => {
    const options = { method: 'POST', headers: { 'content-type': 'application/json' }, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${url}/_test/webhooks/${type}`, options);
    return { status: response.status, body: (await response.json()) as { headers: Record<string, string>; body: string; answer: unknown } };
  };
  for (const type of Object.keys(document.webhooks ?? {})) {
    const { body } = await send(type);
    expect(body.answer).toBeNull();
    expect(await verifyWebhook({ body: body.body, headers: body.headers, secret: MOCK_SECRET })).toMatchObject({ type });
  }
  const { body: custom } = await send('custom.booking%20made');
  expect(JSON.parse(custom.body)).toMatchObject({ type: 'custom.booking made', data: { name: 'booking made' } });
  const receiver = await startReceiver();
  onTestFinished(receiver.stop);
  const sent = await send('contact.created', { url: receiver.url });
  expect(sent.body.answer).toEqual({ status: 200, body: 'thanks' });
  expect(receiver.types()).toEqual(['contact.created']);
  expect((await send('contact.sung')).status).toBe(404);
});

const named = (id: string): Operation => operations.find(({ operationId }) => operationId === id) as Operation;
/** Those of a class share the way to their answers. */
const each = ofEachClass(operations).map((operation) => [operation.operationId, operation] as const);

describe('the mock', () => {
  it.each(each)('answers %s, and gives its documented answers when asked for them', async (_id, operation) => {
    const body = exampleBody(operation);
    const answers = answersOf(operation);
    const unasked = await ask(operation, body, KEY);
    expect(unasked.status).toBeLessThan(300);
    await checkAgainstDocument(operation, unasked);
    expect(unasked.headers.get('x-request-id')).toBeTruthy();
    for (const { status, prefer, shown } of answers) {
      const response = await ask(operation, body, { ...KEY, prefer });
      expect(response.status, prefer).toBe(status);
      const isJson = response.headers.get('content-type')?.includes('json');
      if (shown !== undefined) expect(isJson ? await response.clone().json() : await response.clone().text(), prefer).toEqual(shown);
      await checkAgainstDocument(operation, response);
    }
  });

  it.each(each.filter(([, { body }]) => body))('takes every other example of a body of %s', async (_id, operation) => {
    for (const [name, body] of Object.entries(exampleBodies(operation)).slice(1)) {
      const response = await ask(operation, body, KEY);
      expect(response.status, name).toBeLessThan(300);
    }
  });

  it.each(each.filter(([, { body }]) => body?.required))('refuses a body that does not fit %s', async (_id, operation) => {
    const response = await ask(operation, { nonsense: true }, KEY);
    expect(response.status).toBe(400);
    expect(await response.clone().json()).toMatchObject({ error_code: 'validation_failed', details: { issues: expect.anything() } });
    await checkAgainstDocument(operation, response);
  });

  it.runIf(isAtLength && hasCurl)('takes the curl samples of operations of every class', async () => {
    const samples = each.map(([operationId, { method, path }]) => {
      const item = document.paths?.[path]?.[method as 'get'] as unknown as { 'x-codeSamples': { lang: string; source: string }[] };
      const sample = item['x-codeSamples'].find(({ lang }) => lang === 'Shell')?.source as string;
      return sample.replace('http://localhost:3000', url).replace(/^curl /, `curl -s -o /dev/null -w '${operationId} %{http_code}\\n' `);
    });
    const options = { cwd: folder, env: { PATH: process.env.PATH, BIVOUAC_API_KEY: 'bvk_mock' } };
    const { stdout } = await promisify(execFile)('sh', ['-c', samples.join('\n')], options);
    const refused = stdout
      .trim()
      .split('\n')
      .filter((line) => !/ 2\d\d$/.test(line));
    expect([stdout.trim().split('\n').length, ...refused]).toEqual([each.length]);
  });
});

describe('a preference', () => {
  const list = named('listContacts');

  it('names an example alone, and may be quoted', async () => {
    for (const prefer of ['example=no_match', 'respond-async, code="200"; example="no_match"']) {
      expect(await (await ask(list, undefined, { ...KEY, prefer })).json(), prefer).toEqual({ items: [] });
    }
    const none = await ask(list, undefined, { ...KEY, prefer: 'example=empty' });
    expect(await none.json()).toEqual({ items: [], pagination: { page: 1, limit: 25, total: 0, totalPages: 0 } });
    expect((await ask(list, undefined, { ...KEY, prefer: 'example=contended' })).status).toBe(503);
    expect((await ask(list, undefined, { ...KEY, prefer: 'return=minimal' })).status).toBe(200);
  });

  it.each([
    ['404', 'not_found'],
    ['409', 'conflict'],
    ['415', 'unsupported_media_type'],
  ])('of %s is granted where the document has no words of its own for it', async (code, error_code) => {
    const response = await ask(list, undefined, { ...KEY, prefer: `code=${code}` });
    expect(response.status).toBe(Number(code));
    expect(await response.json()).toMatchObject({ error: expect.stringMatching(/\.$/), error_code });
  });

  it('for what nothing answers is told what there is', async () => {
    for (const prefer of ['code=201', 'code=418', 'code=abc', 'example=nothing', 'code=200, example=contended', 'code=404, example=page']) {
      const response = await ask(list, undefined, { ...KEY, prefer });
      expect(response.status, prefer).toBe(400);
      const { details } = (await response.json()) as { details: { issues: { path: string; message: string }[] } };
      expect(details.issues, prefer).toEqual([
        { path: 'Prefer', message: expect.stringContaining('code=200 (page, lookup, no_match, empty)') },
      ]);
    }
  });

  it.runIf(isAtLength)('may be for values that are made up from the schema', async () => {
    const made = async (operation: Operation, prefer: string) => {
      const response = await ask(operation, exampleBody(operation), { ...KEY, prefer });
      expect(response.status).toBeLessThan(300);
      return response.text();
    };
    const [one, other] = [await made(list, 'dynamic=true; seed=a'), await made(list, 'dynamic=true; seed=b')];
    expect(await made(list, 'dynamic=true; seed=a')).toBe(one);
    expect(other).not.toBe(one);
    for (const id of ['searchContacts', 'getEmailBlast', 'getEmailFlow', 'listTents']) await made(named(id), 'dynamic=true; seed=c');
    // Some seeds make an endless rule tree.
    const answered: [number, string][] = [];
    for (const seed of 'abcdefghijklmnop') {
      const rules = await ask(named('listContactLists'), undefined, { ...KEY, prefer: `dynamic=true; seed=${seed}` });
      answered.push([rules.status, await rules.text()]);
      if (rules.status === 400) break;
    }
    expect(answered.at(-1)).toEqual([400, expect.stringContaining('try another seed')]);
  });
});

describe('the mock answers as the service does', () => {
  const create = named('createContactList');
  const documented = (code: string) => `http://localhost:3000/docs/errors#${code}`;
  const issues = async (response: Response) => [response.status, await response.json()];

  it('to requests that are not right', async () => {
    expect(await issues(await ask(create, {}))).toEqual([
      401,
      {
        error: 'An API key is required: send the header `Authorization: Bearer KEY`.',
        error_code: 'unauthorized',
        documentation_url: documented('unauthorized'),
      },
    ]);
    expect(await issues(await ask(create, {}, KEY))).toEqual([
      400,
      {
        error: 'The request is not valid at `kind`: is required, one of static, dynamic, and 1 more finding in `details.issues`.',
        error_code: 'validation_failed',
        details: {
          issues: [
            { path: 'kind', message: 'is required, one of static, dynamic' },
            { path: 'name', message: 'is required' },
          ],
        },
        documentation_url: documented('validation_failed'),
      },
    ]);
    const raw = (path: string, init: RequestInit = {}) => fetch(`${url}${path}`, { ...init, headers: { ...KEY, ...init.headers } });
    expect(await issues(await raw('/v1/contacts?limit=101'))).toMatchObject([400, { details: { issues: [{ path: 'limit' }] } }]);
    expect(await issues(await raw('/v1/nothing'))).toMatchObject([404, { error_code: 'not_found' }]);
    expect(await issues(await raw('/v1/contact-lists', { method: 'POST', body: '{}' }))).toMatchObject([
      415,
      { error_code: 'unsupported_media_type' },
    ]);
    const other = await raw('/v1/contacts', { method: 'PUT' });
    expect(other.headers.get('allow')?.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'POST']);
    expect(await issues(other)).toMatchObject([405, { error_code: 'method_not_allowed' }]);
  });

  it('with its headers, to pages of any origin', async () => {
    const response = await ask(named('listContacts'), undefined, { ...KEY, 'x-request-id': 'mine', origin: 'http://localhost:5173' });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-request-id': 'mine',
      'ratelimit-limit': '300',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.stringContaining('X-Request-Id'),
    });
    const preflight = await fetch(`${url}/v1/contacts`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,prefer',
      },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([204, 'authorization,prefer']);
    expect((await ask(named('listContacts'), undefined, { prefer: 'code=401' })).headers.get('www-authenticate')).toBe('Bearer');
  });

  it.runIf(isAtLength)('to {} and to nothing, wherever the document takes them', async () => {
    const optional = operations.filter(({ body }) => body && !body.required);
    expect(optional.length).toBeGreaterThan(0);
    for (const operation of optional) {
      for (const body of [undefined, {}]) expect((await ask(operation, body, KEY)).status, operation.operationId).toBeLessThan(300);
    }
  });

  it('but at its root, where it says what it is and how to ask it', async () => {
    const root = await fetch(url);
    expect([root.status, root.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(await root.text()).toContain(`curl ${url}/v1/contacts -H`);
    const elsewhere = await fetch(`${url}/nothing`);
    expect([elsewhere.status, await elsewhere.json()]).toMatchObject([404, { error_code: 'not_found' }]);
  });

  it.runIf(isAtLength)('through the proxy of the guide, which passes on what is preferred', async () => {
    vi.stubEnv('BIVOUAC_URL', url);
    vi.stubEnv('BIVOUAC_API_KEY', 'any');
    onTestFinished(() => void vi.unstubAllEnvs());
    const proxy = await guidesProxy();
    const response = await proxy(new Request('https://front.test/api/v1/emails', { headers: { prefer: 'example=empty' } }));
    expect(await response.json()).toEqual({ emails: [] });
  });

  it('and says one line of each request', async () => {
    said.length = 0;
    await ask(named('listContacts'), undefined, { ...KEY, prefer: 'example=no_match' });
    await ask(create, {}, KEY);
    await expect.poll(() => said).toEqual(['GET /v1/contacts? 200 no_match', 'POST /v1/contact-lists? 400']);
  });
});
