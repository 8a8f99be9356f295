/**
 * The refusals that every operation shares, asked of a real service: one operation of each class meets all their variants, and at length
 * every operation does. `gateway.test.ts` shows that none has a way of its own.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../src/http/contract.ts';
import { once } from '../../src/http/idempotency.ts';
import { newId, toUlid } from '../../src/platform/ids.ts';
import { rounds } from '../support/at-length.ts';
import { operations } from '../support/client.ts';
import { createDatabase } from '../support/database.ts';
import { startProxy } from '../support/proxy.ts';
import { announce, exampleBody, hasPathParameters, ofEachClass, pathOf, request } from '../support/requests.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const named = (some: readonly Operation[]) => some.map((operation) => [operation.operationId, operation] as const);
const each = named([...new Set([...ofEachClass(operations), ...operations.filter(({ upload }) => upload)])]);
const withBody = named(ofEachClass(operations.filter(({ body }) => body)));
const withId = named(ofEachClass(operations.filter(hasPathParameters)));
const uploads = named(operations.filter(({ upload }) => upload));
const placesOf = ({ parameters }: Operation) => parameters.filter((parameter) => parameter.in === 'path');
const schemaOf = ({ schema }: Operation['parameters'][number]) =>
  schema && '$ref' in schema ? schema.$ref.replace('#/components/schemas/', '') : undefined;
const isIdentifier = (place: Operation['parameters'][number]) => ['Uuid', 'Ulid'].includes(schemaOf(place) ?? '');
const idempotent = each.filter(([, operation]) => operation.idempotent);

describe('a key that is no key', () => {
  const refuse = async (operation: Operation, authorization: string) => {
    const headers: Record<string, string> = authorization === '' ? {} : { authorization };
    const { response, body } = await request(service.url, operation, { apiKey: null, headers });
    expect([response.status, response.headers.get('www-authenticate'), body.error_code], authorization).toEqual([
      401,
      'Bearer',
      'unauthorized',
    ]);
  };

  it.each(each)('%s answers 401', (_id, operation) => refuse(operation, 'Bearer bvk_unknown'));

  it.each(each.slice(0, rounds(5, each.length)))('%s answers 401 to whatever else is none', async (_id, operation) => {
    for (const authorization of ['', 'Basic abc', 'Bearer', `Bearer ${service.apiKey} twice`]) await refuse(operation, authorization);
  });
});

describe('a parameter that is not documented, and identifiers that are none', () => {
  it.each(each)('%s answers 400 and names each', async (_id, operation) => {
    const malformed = placesOf(operation).filter(isIdentifier);
    const path = Object.fromEntries(malformed.map(({ name }) => [name, 'x']));
    const { response, body } = await request(service.url, operation, { apiKey: service.apiKey, path, query: { nonsense: '1' } });
    expect(response.status).toBe(400);
    expect(body.details.issues).toContainEqual({ path: 'nonsense', message: 'is not known here' });
    for (const { name } of malformed) expect(body.details.issues).toContainEqual({ path: name, message: expect.any(String) });
  });
});

describe('a parameter that is given twice', () => {
  it('is named as such', async () => {
    const response = await fetch(`${service.url}/v1/contacts?limit=5&limit=6&nonsense=1&nonsense=2&=3`, {
      headers: { authorization: `Bearer ${service.apiKey}` },
    });
    expect([response.status, ((await response.json()) as any).details.issues]).toEqual([
      400,
      [
        { path: 'nonsense', message: 'is not known here' },
        { path: '', message: 'is not known here' },
        { path: 'limit', message: 'must be given once' },
      ],
    ]);
  });
});

describe('a malformed identifier', () => {
  const places = ofEachClass(operations.filter(hasPathParameters)).flatMap((operation) =>
    placesOf(operation)
      .filter(isIdentifier)
      .map(({ name }) => [operation.operationId, name, operation] as const),
  );
  it.each(places)('%s answers 400 and names %s, whatever it is', async (_id, name, operation) => {
    for (const id of ['', 'x', `urn:uuid:${newId()}`, '%', "' OR 1=1 --", 'x'.repeat(4_000)]) {
      const { response, body } = await request(service.url, operation, { apiKey: service.apiKey, path: { [name]: id } });
      expect(response.status, id.slice(0, 40)).toBe(400);
      expect(body.details.issues).toContainEqual({ path: name, message: id === '' ? 'is required' : expect.any(String) });
      expect(body.error).not.toMatch(/must match|\[0-9/);
    }
  });
});

describe('an identifier that does not exist', () => {
  it.each(withId)('%s answers 404', async (_id, operation) => {
    const path = Object.fromEntries(
      placesOf(operation).map((place) => [place.name, schemaOf(place) === 'Ulid' ? toUlid(newId()) : newId()]),
    );
    const { response, body } = await request(service.url, operation, { apiKey: service.apiKey, path });
    expect(response.status).toBe(404);
    expect(body).toEqual({
      error: 'Nothing with this identifier exists in the workspace.',
      error_code: 'not_found',
      documentation_url: `http://localhost:${service.service.port}/docs/errors#not_found`,
    });
  });
});

describe('a body that cannot be used', () => {
  it.each(uploads)('%s takes nothing but a form', async (_id, operation) => {
    const { response, body } = await request(service.url, operation, { apiKey: service.apiKey, body: '{}' });
    expect([response.status, body.error_code]).toEqual([415, 'unsupported_media_type']);
  });

  const ask = (operation: Operation, body: string, headers = {}) =>
    request(service.url, operation, { apiKey: service.apiKey, body, headers });
  const refuseType = async (operation: Operation, type: string) => {
    const { response, body } = await ask(operation, '{}', { 'content-type': type });
    expect([response.status, body.error_code], type).toEqual([415, 'unsupported_media_type']);
  };
  const refuseField = async (operation: Operation, field: string) => {
    const example = JSON.stringify(exampleBody(operation) ?? {});
    const { response, body } = await ask(
      operation,
      example.replace('{', `{${JSON.stringify(field)}: {"x": 1}${example === '{}' ? '' : ','}`),
    );
    expect(response.status, field).toBe(400);
    expect(body.details.issues.map(({ path }: { path: string }) => path)).toContain(field);
  };

  it.each(withBody)('%s refuses what is not JSON, not declared, too large, or not known', async (_id, operation) => {
    const malformed = await ask(operation, '{"a":');
    expect([malformed.response.status, malformed.body.error_code]).toEqual([400, 'invalid_json']);
    await refuseType(operation, 'text/plain');
    const large = await announce(service.url, operation, service.apiKey, (operation.body?.limit() ?? 0) + 1);
    expect([large.status, large.body.error_code]).toEqual([413, 'payload_too_large']);
    await refuseField(operation, 'nonsense');
  });

  it.each(withBody)('%s refuses other types, and fields whatever they are called', async (_id, operation) => {
    for (const type of ['application/x-www-form-urlencoded', 'application/json; charset=latin1']) await refuseType(operation, type);
    for (const field of ['workspace_id', 'constructor', '__proto__']) await refuseField(operation, field);
  });

  it.each(withBody)('%s refuses NUL and half surrogate pairs', async (_id, operation) => {
    for (const character of ['\\u0000', '\\ud800', '\\uDC00x']) {
      const { response } = await ask(operation, `{"name": "a${character}"}`);
      expect(response.status).toBe(400);
    }
  });

  it('does not fall over deep nesting', async () => {
    const operation = operations.find(({ operationId }) => operationId === 'createContacts') as (typeof operations)[number];
    const { response } = await request(service.url, operation, {
      apiKey: service.apiKey,
      body: `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`,
    });
    expect(response.status).toBe(400);
  });
});

describe('an idempotency key', () => {
  const keyed = (operation: (typeof operations)[number], key: string, body: unknown) => ({
    workspaceId: service.id,
    operation: operation.operationId,
    path: pathOf(operation),
    key,
    fingerprint: JSON.stringify(body) ?? '',
  });
  const now = () => service.clock.now();
  it.each(idempotent)('%s answers 409 while the first request runs', async (_id, operation) => {
    const running = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const first = once(service.db, keyed(operation, 'running', exampleBody(operation)), now, async () => {
      running.resolve();
      await end.promise;
      return { status: 200 };
    });
    await running.promise;
    const { response, body } = await request(service.url, operation, { apiKey: service.apiKey, headers: { 'idempotency-key': 'running' } });
    expect([response.status, body.error_code, response.headers.get('retry-after')]).toEqual([409, 'idempotency_in_progress', '1']);
    end.resolve();
    await first;
  });

  it.each(idempotent.filter(([, { body }]) => body))('%s answers 400 to another body', async (_id, operation) => {
    await once(service.db, keyed(operation, 'other', { another: 'body' }), now, async () => ({ status: 200 }));
    const { response, body } = await request(service.url, operation, { apiKey: service.apiKey, headers: { 'idempotency-key': 'other' } });
    expect([response.status, body.error_code]).toEqual([400, 'idempotency_key_mismatch']);
  });
});

describe('a rate that is too high', () => {
  let limited: TestService;
  beforeAll(async () => {
    limited = await startTestService({ RATE_LIMIT_RPS: '1' });
  });
  afterAll(() => limited.stop());

  /** How many requests are granted before one is refused, and the refusal. */
  const exhaust = async (operation: Operation, apiKey: string) => {
    const ask = () => request(limited.url, operation, { apiKey, query: { nonsense: '1' } });
    let [granted, answer] = [0, await ask()];
    for (; answer.response.status === 400; answer = await ask()) granted += 1;
    const { response, body } = answer;
    expect([response.status, body.error_code]).toEqual([429, 'rate_limited']);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(response.headers.get('ratelimit-limit')).toBe('3');
    expect(response.headers.get('ratelimit-remaining')).toBe('0');
    return granted;
  };

  // One key for all: what has used it up is of no matter.
  it.each(each)('%s answers 429', async (_id, operation) => void (await exhaust(operation, limited.apiKey)));

  it.each(each.slice(0, rounds(5, each.length)))('%s counts from the first request of a key', async (_id, operation) => {
    const { apiKey } = await limited.workspace();
    const since = performance.now();
    const granted = await exhaust(operation, apiKey);
    // Three together, and one more for each second that has passed.
    expect(granted).toBeGreaterThanOrEqual(3);
    expect(granted).toBeLessThanOrEqual(3 + (performance.now() - since) / 1_000);
  });
});

describe('writers that keep meeting on the same rows', () => {
  it('make every operation answer 503 contended in the end, and say when to come back', async () => {
    const database = await createDatabase();
    const busy = await startTestService({ DATABASE_URL: database.url });
    try {
      // Every request asks for its key, and PostgreSQL ends that as it ends one of those that wait in a circle.
      await busy.db.pool.query(`
        CREATE FUNCTION meet() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END $$;
        ALTER TABLE api_keys RENAME TO held_keys;
        CREATE VIEW api_keys AS SELECT * FROM held_keys WHERE meet()`);
      for (const [operationId, operation] of each) {
        const { response, body } = await request(busy.url, operation, { apiKey: busy.apiKey });
        expect([response.status, body.error_code], operationId).toEqual([503, 'contended']);
        expect(Number(response.headers.get('retry-after')), operationId).toBeGreaterThan(0);
      }
    } finally {
      await busy.stop();
      await database.drop();
    }
  });
});

describe('a database that is away', () => {
  it('makes every operation answer 503, and everything recovers by itself', async () => {
    const database = await createDatabase();
    const { hostname, port } = new URL(database.url);
    const proxy = await startProxy(hostname, Number(port));
    const away = await startTestService({ DATABASE_URL: database.url.replace(port, String(proxy.port)) });
    try {
      await proxy.cut();
      for (const [operationId, operation] of each) {
        const { response, body } = await request(away.url, operation, { apiKey: away.apiKey });
        expect([response.status, body.error_code], operationId).toEqual([503, 'unavailable']);
        expect(Number(response.headers.get('retry-after')), operationId).toBeGreaterThan(0);
      }
      expect((await fetch(`${away.url}/readyz`)).status).toBe(503);
      expect((await fetch(`${away.url}/healthz`)).status).toBe(200);
      await proxy.mend();
      await expect.poll(async () => (await away.api.GET('/v1/contacts')).response.status).toBe(200);
      expect((await fetch(`${away.url}/readyz`)).status).toBe(200);
    } finally {
      await away.stop();
      await proxy.close();
      await database.drop();
    }
  });
});

describe('a fault of our own', () => {
  it('makes every operation answer 500 without a word about the inside', async () => {
    const broken = await startTestService({}, { isFresh: true });
    try {
      await broken.db.pool.query('DROP SCHEMA public CASCADE');
      for (const [operationId, operation] of each) {
        const { response, body } = await request(broken.url, operation, { apiKey: broken.apiKey });
        expect(response.status, operationId).toBe(500);
        expect(body, operationId).toEqual({
          error: 'Something failed on our side.',
          error_code: 'internal_error',
          documentation_url: expect.stringMatching(/\/errors#internal_error$/),
        });
      }
    } finally {
      await broken.stop();
    }
  });
});
