/**
 * The refusals that every operation shares, for every operation: all of them pass through one gateway, whose handlers and database are
 * stand-ins here. `refusals.test.ts` asks a real service for them, one operation of each class.
 */
import { describe, expect, it } from 'vitest';
import { createAdmission, type Principal } from '../../src/http/admission.ts';
import { createApp, underV1 } from '../../src/http/app.ts';
import type { KeyScope, Operation } from '../../src/http/contract.ts';
import { createFairShare } from '../../src/http/fair-share.ts';
import { createGateway } from '../../src/http/gateway.ts';
import { createRateLimit } from '../../src/http/rate-limit.ts';
import { openInside } from '../../src/mcp/inside.ts';
import { Contended, DatabaseUnavailable } from '../../src/platform/database-errors.ts';
import type { Db, Tx } from '../../src/platform/db.ts';
import { newId, type WorkspaceId } from '../../src/platform/ids.ts';
import { openLog } from '../../src/platform/log.ts';
import { openMetrics } from '../../src/platform/metrics.ts';
import { createSealing } from '../../src/platform/sealing.ts';
import { networksOf } from '../../src/shared/networks.ts';
import { document, expectDocumented, operations } from '../support/client.ts';
import { TestClock } from '../support/clock.ts';
import { exampleBody, pathOf, requiredQuery } from '../support/requests.ts';

const principal = { workspaceId: newId() as WorkspaceId, key: { id: newId(), name: 'Test' } };
const log = openLog('silent');

interface StandIns {
  /** The error of every handler. */
  fault?: Error;
  /** The stored answer of an Idempotency-Key. */
  kept?: { held: boolean; same: boolean | null };
  requestsPerSecond?: number;
  permissions?: Pick<Principal, 'scopes' | 'networks' | 'isSuspended'>;
}

function openGateway({ fault = new Error('The test expects a refusal'), kept, requestsPerSecond = 0, permissions = {} }: StandIns = {}) {
  const tx = { query: async () => [kept] } as unknown as Tx;
  const db = { ...tx, transaction: async (work: (tx: Tx) => Promise<unknown>) => work(tx) } as Db;
  const handler = async () => {
    throw fault;
  };
  const gateway = createGateway({
    document,
    handlers: Object.fromEntries(operations.map(({ operationId }) => [operationId, handler])),
    admit: createAdmission({
      authenticate: async (token) => (token === 'ours' ? { ...principal, ...permissions } : null),
      rateLimit: createRateLimit(requestsPerSecond),
      refusalLimit: () => {},
    }),
    fairShare: createFairShare({ places: 2 }),
    uploads: { begin: () => ({ keep: () => Promise.reject(new Error('No file is sent here')), discard: async () => {} }) },
    db,
    clock: new TestClock(),
    sealing: createSealing('a secret for the tests', 'kept answers'),
  });
  const inside = openInside(createApp({ log, metrics: openMetrics(), mounts: [underV1(gateway)] }), log);

  return async (operation: Operation, { token = 'ours', path = {}, query = {}, headers = {}, body }: Asked = {}) => {
    const type = operation.texts[0] ?? 'application/json';
    const { status, bytes, ...answer } = await inside(
      {
        method: operation.method.toUpperCase(),
        path: `${pathOf(operation, path)}?${new URLSearchParams({ ...requiredQuery(operation), ...query })}`,
        headers: { ...(body !== undefined && { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) }), ...headers },
        body,
      },
      { authorization: `Bearer ${token}`, requestId: 'one', address: '192.0.2.7', signal: AbortSignal.timeout(60_000) },
      1_000_000,
    );
    const response = new Response(bytes as Buffer<ArrayBuffer>, { status, headers: answer.headers as Record<string, string> });
    await expectDocumented(operation, response.clone());
    return { status, headers: response.headers, body: (await response.json()) as any };
  };
}

interface Asked {
  token?: string;
  path?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: string | undefined;
}

const SCOPES = [...new Set(operations.flatMap(({ scope }) => scope ?? []))];

const textOf = (operation: Operation): string | undefined => {
  const body = operation.upload ? undefined : exampleBody(operation);
  return body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
};

describe('every operation', () => {
  it('needs a key', async () => {
    const ask = openGateway();
    for (const operation of operations) {
      const { status, headers, body } = await ask(operation, { token: 'theirs' });
      expect([status, headers.get('www-authenticate'), body.error_code], operation.operationId).toEqual([401, 'Bearer', 'unauthorized']);
    }
  });

  it('needs the scope that the document names, and no other', async () => {
    const ask = openGateway({ permissions: { scopes: new Set() } });
    const asksOf = (scopesFor: (scope: KeyScope) => Set<KeyScope>) =>
      new Map(SCOPES.map((scope) => [scope, openGateway({ permissions: { scopes: scopesFor(scope) } })]));
    const withAllBut = asksOf((scope) => new Set(SCOPES.filter((other) => other !== scope)));
    const withOnly = asksOf((scope) => new Set([scope]));
    for (const operation of operations) {
      const { operationId, scope } = operation;
      if (!scope) {
        expect((await ask(operation)).status, operationId).toBe(500);
        continue;
      }
      for (const answer of [await ask(operation), await withAllBut.get(scope)?.(operation)]) {
        expect([answer?.status, answer?.body.error_code, answer?.body.details], operationId).toEqual([
          403,
          'key_not_allowed',
          { required_scope: scope },
        ]);
      }
      expect((await withOnly.get(scope)?.(operation))?.status, operationId).not.toBe(403);
    }
  });

  it('is refused from an address outside of the networks of its key', async () => {
    const elsewhere = openGateway({ permissions: { networks: networksOf(['198.51.100.0/24', '2001:db8::/32']) } });
    const here = openGateway({ permissions: { networks: networksOf(['192.0.2.0/29']) } });
    for (const operation of operations) {
      const { status, body } = await elsewhere(operation);
      expect([status, body.error_code], operation.operationId).toEqual([403, 'key_not_allowed']);
      expect(body.error, operation.operationId).toBe('The key may not be used from the address 192.0.2.7.');
      expect((await here(operation)).status, operation.operationId).not.toBe(403);
    }
  });

  it('is refused while the workspace is suspended', async () => {
    const ask = openGateway({ permissions: { isSuspended: true } });
    for (const operation of operations) {
      const { status, body } = await ask(operation);
      expect([status, body.error_code], operation.operationId).toEqual([403, 'workspace_suspended']);
    }
  });

  it('keeps to the rate of its key', async () => {
    const ask = openGateway({ requestsPerSecond: 1 });
    for (const operation of operations) {
      const query = { nonsense: '1' };
      let answer = await ask(operation, { query });
      // A slow machine is let through now and then, and refused for another reason.
      while (answer.status === 400 || answer.status === 415) answer = await ask(operation, { query });
      const { status, headers, body } = answer;
      expect([status, body.error_code, headers.get('ratelimit-limit')], operation.operationId).toEqual([429, 'rate_limited', '3']);
      expect(Number(headers.get('retry-after')), operation.operationId).toBeGreaterThan(0);
    }
  });

  it('names parameters that are not documented, and identifiers that are malformed', async () => {
    const ask = openGateway();
    for (const operation of operations.filter(({ upload }) => !upload)) {
      const identifiers = operation.parameters.filter(
        ({ in: place, schema }) => place === 'path' && schema && '$ref' in schema && /\/(Uuid|Ulid)$/.test(schema.$ref),
      );
      const path = Object.fromEntries(identifiers.map(({ name }) => [name, 'x']));
      const { status, body } = await ask(operation, { path, query: { nonsense: '1' }, body: textOf(operation) });
      expect(status, operation.operationId).toBe(400);
      expect(body.details.issues, operation.operationId).toContainEqual({ path: 'nonsense', message: 'is not known here' });
      for (const { name } of identifiers)
        expect(body.details.issues, operation.operationId).toContainEqual({ path: name, message: expect.any(String) });
    }
  });

  it.each([
    ['a fault of our own', new Error('it broke'), 500, 'internal_error'],
    ['writers that keep meeting on the same rows', new Contended(new Error('40P01')), 503, 'contended'],
    ['a database that is away', new DatabaseUnavailable('unreachable', new Error('ECONNREFUSED')), 503, 'unavailable'],
  ])('answers %s alike', async (_name, fault, expected, code) => {
    const ask = openGateway({ fault });
    for (const operation of operations.filter(({ upload }) => !upload)) {
      const { status, headers, body } = await ask(operation, { body: textOf(operation) });
      expect([status, body.error_code], operation.operationId).toEqual([expected, code]);
      expect(JSON.stringify(body), operation.operationId).not.toMatch(/it broke|40P01|ECONNREFUSED/);
      if (expected === 503) expect(Number(headers.get('retry-after')), operation.operationId).toBeGreaterThan(0);
    }
  });
});

describe('every operation with a body', () => {
  it('refuses what is not JSON, not declared, too large, or not known', async () => {
    const ask = openGateway();
    for (const operation of operations.filter(({ body }) => body)) {
      const { operationId } = operation;
      const malformed = await ask(operation, { body: '{"a":' });
      expect([malformed.status, malformed.body.error_code], operationId).toEqual([400, 'invalid_json']);
      const foreign = await ask(operation, { body: '{}', headers: { 'content-type': 'text/plain' } });
      expect([foreign.status, foreign.body.error_code], operationId).toEqual([415, 'unsupported_media_type']);
      const length = String((operation.body?.limit() ?? 0) + 1);
      const large = await ask(operation, { body: '', headers: { 'content-length': length } });
      expect([large.status, large.body.error_code], operationId).toEqual([413, 'payload_too_large']);
      const example = textOf(operation) ?? '{}';
      const unknown = await ask(operation, { body: example.replace('{', `{"nonsense": {"x": 1}${example === '{}' ? '' : ','}`) });
      expect(unknown.status, operationId).toBe(400);
      expect(
        unknown.body.details.issues.map(({ path }: { path: string }) => path),
        operationId,
      ).toContain('nonsense');
    }
  });
});

describe('every operation with an idempotency key', () => {
  const keyed = operations.filter(({ idempotent, upload }) => idempotent && !upload);

  it.each([
    ['409 while the first request runs', keyed, { held: false, same: null }, 409, 'idempotency_in_progress'],
    ['400 to another body', keyed.filter(({ body }) => body), { held: true, same: false }, 400, 'idempotency_key_mismatch'],
  ])('answers %s', async (_name, some, kept, expected, code) => {
    const ask = openGateway({ kept });
    for (const operation of some) {
      const { status, body } = await ask(operation, { body: textOf(operation), headers: { 'idempotency-key': 'one' } });
      expect([status, body.error_code], operation.operationId).toEqual([expected, code]);
    }
  });
});
