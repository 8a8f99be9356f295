import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OpenAPIV3_1 } from 'openapi-types';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp, underV1 } from '../../src/http/app.ts';
import { readDocument } from '../../src/http/contract.ts';
import { createGateway } from '../../src/http/gateway.ts';
import type { Uploads } from '../../src/http/handler.types.ts';
import { once } from '../../src/http/idempotency.ts';
import { sql, type Tx } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { openLog } from '../../src/platform/log.ts';
import { openMetrics } from '../../src/platform/metrics.ts';
import { createSealing } from '../../src/platform/sealing.ts';
import { DomainError } from '../../src/shared/errors.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { isAtLength } from '../support/at-length.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

let counter = 0;
const create = (key: string, name: string, api = service.api) =>
  api.POST('/v1/email-blasts', { body: { name }, params: { header: { 'Idempotency-Key': key } } });
const named = async (name: string) =>
  (await service.api.GET('/v1/email-blasts', { params: { query: { search: name } } })).data?.pagination.total;
const fresh = () => {
  counter += 1;
  return `unique ${counter} ${Math.random()}`;
};

describe('Idempotency-Key', () => {
  it('replays the first answer', async () => {
    const [key, name] = [fresh(), fresh()];
    const first = await create(key, name);
    const second = await create(key, name);
    expect([first.response.status, second.response.status]).toEqual([201, 201]);
    expect(second.data).toEqual(first.data);
    expect(first.response.headers.get('idempotency-replayed')).toBeNull();
    expect(second.response.headers.get('idempotency-replayed')).toBe('true');
    expect(await named(name)).toBe(1);
  });

  it.runIf(isAtLength)('executes once when 50 requests come at once', async () => {
    const [key, name] = [fresh(), fresh()];
    const answers = await Promise.all(Array.from({ length: 50 }, () => create(key, name)));
    const created = answers.filter(({ response }) => response.status === 201);
    const waiting = answers.filter(({ error }) => error?.error_code === 'idempotency_in_progress');
    expect(created.length + waiting.length).toBe(50);
    expect(created.filter(({ response }) => !response.headers.has('idempotency-replayed'))).toHaveLength(1);
    expect(new Set(created.map(({ data }) => data?.blast_id)).size).toBe(1);
    expect(await named(name)).toBe(1);
  });

  it('refuses another body, and takes other white space for the same one', async () => {
    const [key, name] = [fresh(), fresh()];
    const { data } = await create(key, name);
    expect((await create(key, fresh())).error?.error_code).toBe('idempotency_key_mismatch');
    const spaced = await fetch(`${service.url}/v1/email-blasts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: `{ "name" :  ${JSON.stringify(name)} }`,
    });
    expect(await spaced.json()).toEqual(data);
  });

  it('refuses another query', async () => {
    // No operation that is built takes both a key and a query; this one is, here.
    const document = structuredClone(readDocument());
    const operation = document.paths?.['/v1/email-blasts/{blastId}/contacts/export']?.post as OpenAPIV3_1.OperationObject;
    operation.parameters?.push({ name: 'note', in: 'query', schema: { type: 'string' } });
    let runs = 0;
    const gateway = createGateway({
      document,
      handlers: { exportEmailBlastContacts: async () => ({ status: 202, body: { runs: ++runs } }) },
      admit: async () => ({ workspaceId: service.id, key: { id: newId(), name: 'Test' } }),
      fairShare: (_workspaceId, _client, work) => work(),
      uploads: {} as Uploads,
      db: service.db,
      clock: service.clock,
      sealing: createSealing('a secret', 'answers'),
    });
    const server = createServer(createApp({ mounts: [underV1(gateway)], log: openLog('silent'), metrics: openMetrics() })).listen(0);
    const { port } = server.address() as AddressInfo;
    const ask = async (query: string) => {
      const response = await fetch(
        `http://127.0.0.1:${port}/v1/email-blasts/01936d2e-b283-71d8-8092-d084939ab171/contacts/export?category=opened${query}`,
        {
          method: 'POST',
          headers: { authorization: 'Bearer any', 'idempotency-key': 'query' },
        },
      );
      const body = (await response.json()) as { runs?: number; error_code?: string };
      return body.runs ?? body.error_code;
    };
    try {
      expect([await ask('&note=a'), await ask('&note=a')]).toEqual([1, 1]);
      expect([await ask('&note=b'), await ask('')]).toEqual(Array(2).fill('idempotency_key_mismatch'));
    } finally {
      server.close();
    }
  });

  it('belongs to one workspace and one path', async () => {
    const [key, name] = [fresh(), fresh()];
    const other = await service.workspace();
    const here = await create(key, name);
    const there = await create(key, name, other.api);
    const list = await service.api.POST('/v1/contact-lists', {
      body: { name, kind: 'static' },
      params: { header: { 'Idempotency-Key': key } },
    });
    expect(there.data?.blast_id).not.toBe(here.data?.blast_id);
    expect(list.response.status).toBe(201);
  });

  it('is free again after an error', async () => {
    const [key, name] = [fresh(), fresh()];
    const post = () =>
      service.api.POST('/v1/contact-lists', { body: { name, kind: 'static' }, params: { header: { 'Idempotency-Key': key } } });
    const { data: taken } = await service.api.POST('/v1/contact-lists', { body: { name, kind: 'static' } });
    expect((await post()).error?.error_code).toBe('contact_list_name_exists');
    await service.api.DELETE('/v1/contact-lists/{listId}', { params: { path: { listId: taken?.list_id as string } } });
    expect((await post()).response.status).toBe(201);
  });

  it.runIf(isAtLength)('is forgotten after a day', async () => {
    const [key, name] = [fresh(), fresh()];
    await create(key, name);
    service.clock.advance({ hours: 25 });
    expect((await create(key, name)).response.headers.get('idempotency-replayed')).toBeNull();
    expect(await named(name)).toBe(2);
    service.clock.advance({ hours: 25 });
    await service.drain();
    const { rows } = await service.db.pool.query('SELECT count(*)::int AS kept FROM idempotency_keys');
    expect(rows[0].kept).toBe(0);
  });

  const keyed = (key: string) => ({
    workspaceId: service.id,
    operation: 'createEmailBlast',
    path: '/v1/email-blasts',
    key,
    fingerprint: '',
  });
  const now = () => service.clock.now();

  it('stays taken for as long as its request runs', async () => {
    const key = fresh();
    const running = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const work = vi.fn(async () => {
      running.resolve();
      await end.promise;
      return { status: 201 };
    });
    const first = once(service.db, keyed(key), now, work);
    await running.promise;
    service.clock.advance({ minutes: 10 });
    await expect(once(service.db, keyed(key), now, work)).rejects.toMatchObject({ code: 'idempotency_in_progress' });
    end.resolve();
    expect(await first).toMatchObject({ status: 201, replayed: false });
    expect(await once(service.db, keyed(key), now, work)).toMatchObject({ status: 201, replayed: true });
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('is free again the moment its request has failed, and when the connection to the database was lost as well', async () => {
    const key = fresh();
    const failing = async (tx: Tx) => {
      await tx.query(sql`SELECT pg_terminate_backend(pg_backend_pid())`);
      return { status: 201 };
    };
    await expect(once(service.db, keyed(key), now, failing)).rejects.toMatchObject({ trouble: 'unreachable' });
    await expect(
      once(service.db, keyed(key), now, async () => {
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await once(service.db, keyed(key), now, async () => ({ status: 201 }))).toMatchObject({ replayed: false });
  });

  it('undoes an execution that ends when another one has been kept', async () => {
    const [key, name] = [fresh(), fresh()];
    const late = once(service.db, keyed(key), now, async (tx) => {
      // As if the other had ended after this one had looked, and before it held the key.
      await service.db.query(sql`
        INSERT INTO idempotency_keys (workspace_id, operation, path, key, request_hash, status, body, expires_at)
        VALUES (${service.id}::uuid, 'createEmailBlast', '/v1/email-blasts', ${key}, sha256(''), 201, '{"by":"the other"}', ${now()}::timestamptz + interval '1 day')`);
      await createWorkspace(tx, { name, plan: 'free' }, now());
      return { status: 201 };
    });
    expect(await late).toEqual({ status: 201, body: { by: 'the other' }, replayed: true });
    expect(await service.db.query(sql`SELECT FROM workspaces WHERE name = ${name}`)).toEqual([]);
  });

  it('says what another execution has answered, and not that there is nothing left to do', async () => {
    const key = fresh();
    const late = once(service.db, keyed(key), now, async () => {
      // As if the other had ended after this one had looked, and before it held the key.
      await service.db.query(sql`
        INSERT INTO idempotency_keys (workspace_id, operation, path, key, request_hash, status, body, expires_at)
        VALUES (${service.id}::uuid, 'createEmailBlast', '/v1/email-blasts', ${key}, sha256(''), 202, '{"by":"the other"}', ${now()}::timestamptz + interval '1 day')`);
      throw new DomainError('campaign_invalid_state', 'It is being sent.');
    });
    expect(await late).toEqual({ status: 202, body: { by: 'the other' }, replayed: true });
    const refused = once(service.db, keyed(fresh()), now, async () => {
      throw new DomainError('campaign_invalid_state', 'It is being sent.');
    });
    await expect(refused).rejects.toMatchObject({ code: 'campaign_invalid_state' });
  });
});
