/** The operator's API: workspaces by the platform key, which opens nothing else. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookUp, operationsOf } from '../../src/http/contract.ts';
import { readPlatformDocument } from '../../src/http/platform.ts';
import { must, prepareBlast } from '../support/blast.ts';
import { createClient, expectDocumented, judgeOf } from '../support/client.ts';
import { outcome } from '../support/outcome.ts';
import { startTestService, type TestService } from '../support/service.ts';

const KEY = 'a-key-of-the-platform-of-32-characters';
const document = readPlatformDocument();
const operations = operationsOf(document);
const judge = judgeOf(document);

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ PLATFORM_KEY: KEY });
});
afterAll(() => service.stop());

const PATHS = '/admin/v1/workspaces';

interface Asked {
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

async function ask(method: string, path: string, { key = KEY, body, headers }: Asked = {}) {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const plain = path.split('?', 1)[0] as string;
  const operation = operations.find(
    (one) => one.method === method.toLowerCase() && new RegExp(`^${one.path.replace(/\{\w+\}/, '[^/]+')}$`).test(plain),
  );
  if (!operation) throw new Error(`The document has no ${method} ${path}`);
  await expectDocumented(operation, response.clone(), judge);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
}

const refusal = ({ status, body }: Awaited<ReturnType<typeof ask>>) => [status, body.error_code];

let counter = 0;
const make = async (more: object = {}) => {
  counter += 1;
  const { status, body } = await ask('POST', PATHS, { body: { name: 'Birch', slug: `birch-${counter}`, ...more } });
  expect(status).toBe(201);
  return body;
};

describe('a workspace', () => {
  test('is created with a key that works, and with an entry in its audit log', async () => {
    const made = await ask('POST', PATHS, {
      body: {
        name: ' Birch Bay ',
        slug: 'birch-bay',
        plan: 'free',
        credits: 7,
        timezone: 'Europe/Oslo',
        default_country: 'NO',
        events_days: 3,
      },
      headers: { 'X-Request-Id': 'order-17' },
    });
    const { api_key, ...workspace } = made.body;
    expect(workspace).toMatchObject({
      name: 'Birch Bay',
      slug: 'birch-bay',
      plan: 'free',
      credits: 7,
      timezone: 'Europe/Oslo',
      events_days: 3,
    });
    expect(made.headers.get('location')).toBe(`${PATHS}/${workspace.workspace_id}`);
    expect((await ask('GET', `${PATHS}/birch-bay`)).body).toEqual(workspace);
    const api = createClient(service.url, api_key);
    expect(await must(api.GET('/v1/workspace'))).toMatchObject({ workspace_id: workspace.workspace_id, slug: 'birch-bay' });
    const { entries } = await must(api.GET('/v1/audit-log'));
    expect(entries).toEqual([
      expect.objectContaining({
        action: 'workspace.created',
        actor: { kind: 'platform', key_id: null, name: null },
        target: { kind: 'workspace', id: null },
        request_id: 'order-17',
      }),
    ]);
  });

  test('gets a slug by its name, and is refused a taken one', async () => {
    const first = await ask('POST', PATHS, { body: { name: 'Aspen Fjäll' } });
    expect(first.body).toMatchObject({ slug: 'aspen-fjall', plan: 'paid', credits: 0 });
    const again = await ask('POST', PATHS, { body: { name: 'Aspen Fjäll' } });
    expect(refusal(again)).toEqual([409, 'conflict']);
    expect(again.body.error).toBe('The slug "aspen-fjall" is taken; choose another.');
    expect((await ask('GET', `${PATHS}?slug=aspen`)).body.workspaces).toHaveLength(1);
  });

  test('is changed as the command line changes it', async () => {
    const { workspace_id, api_key, ...before } = await make();
    const at = `${PATHS}/${workspace_id.toUpperCase()}`;
    const { body } = await ask('PATCH', at, {
      body: {
        name: 'Alder',
        plan: 'free',
        credits: 12,
        emails_per_second: 2.5,
        legal_name: 'Alder AS',
        default_language: 'no',
        tracking: 'off',
        limits: { generations: 5, stored_bytes: null, thread_seconds: 60 },
        brand: { primary_color: '#123456', logo_url: 'https://example.com/logo.png' },
      },
    });
    expect(body).toMatchObject({
      name: 'Alder',
      slug: before.slug,
      plan: 'free',
      credits: 12,
      emails_per_second: 2.5,
      legal_name: 'Alder AS',
    });
    expect(body.limits).toMatchObject({ generations: 5, stored_bytes: null, thread_seconds: 60, test_mails: 50 });
    expect(body.brand).toEqual({ primary_color: '#123456', logo_url: 'https://example.com/logo.png' });
    const api = createClient(service.url, api_key);
    const { usage: _usage, ...shown } = await must(api.GET('/v1/workspace'));
    expect(shown).toMatchObject({ name: 'Alder', limits: body.limits, brand: body.brand, tracking: 'off' });
    const back = await ask('PATCH', at, {
      body: { limits: { generations: 'plan' }, emails_per_second: null, legal_name: null, brand: {} },
    });
    expect(back.body).toMatchObject({ emails_per_second: null, legal_name: null, brand: { primary_color: null, logo_url: null } });
    expect(back.body.limits).toMatchObject({ generations: 200, stored_bytes: null });
    const { entries } = await must(api.GET('/v1/audit-log'));
    expect(entries.map(({ action, actor }) => `${action} ${actor.kind}`)).toEqual([
      'workspace.updated platform',
      'workspace.updated platform',
      'workspace.created platform',
    ]);
  });

  test('is listed, oldest first, by pages and by its slug', async () => {
    const made = [await make({ slug: 'cedar-1' }), await make({ slug: 'cedar-2' }), await make({ slug: 'red-cedar' })];
    const list = async (query: string) => (await ask('GET', `${PATHS}?${query}`)).body;
    const first = await list('slug=cedar&limit=2');
    const rest = await list(`slug=cedar&limit=2&cursor=${first.next_cursor}`);
    expect([...first.workspaces, ...rest.workspaces].map(({ workspace_id }) => workspace_id)).toEqual(
      made.map(({ workspace_id }) => workspace_id),
    );
    expect(rest.next_cursor).toBeUndefined();
    expect(refusal(await ask('GET', `${PATHS}?limit=2&cursor=${first.next_cursor}`))).toEqual([400, 'invalid_cursor']);
    expect((await list('slug=no-such-tree')).workspaces).toEqual([]);
  });
});

describe('a suspension', () => {
  const FLOW = {
    name: 'Welcome',
    triggers: [{ type: 'contact_created' }],
    steps: [{ step_id: 'rest', type: 'wait', duration_amount: 2, duration_unit: 'weeks' }],
  } as const;

  test('refuses requests and lets background work wait, which goes on once it is over', async () => {
    const { id, slug, api } = await service.workspace();
    const other = await service.workspace();
    const { flow_id: flowId } = await must(api.POST('/v1/email-flows', { body: FLOW as never }));
    await must(api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId } } }));
    const { blastId, listId } = await prepareBlast(api, ['maya@example.net', 'noor@example.net']);
    await must(api.POST('/v1/email-blasts/{blastId}/send-now', { params: { path: { blastId } } }));
    await must(api.POST('/v1/contact-lists/{listId}/export', { params: { path: { listId } } }));
    const standing = async () => {
      const { rows } = await service.db.pool.query(
        `SELECT (SELECT count(*)::int FROM deliveries WHERE workspace_id = $1 AND sent_at IS NOT NULL) AS sent,
           (SELECT count(*)::int FROM deliveries WHERE workspace_id = $1) AS prepared,
           (SELECT count(*)::int FROM flow_memberships WHERE workspace_id = $1) AS members,
           (SELECT count(*)::int FROM exports WHERE workspace_id = $1 AND status = 'completed') AS exports`,
        [id],
      );
      return rows[0];
    };

    const { body } = await ask('POST', `${PATHS}/${slug}/suspend`);
    expect(body.suspended_at).toMatch(/^20/);
    service.clock.advance({ seconds: 6 });
    expect((await ask('POST', `${PATHS}/${slug}/suspend`)).body.suspended_at).toBe(body.suspended_at);
    expect(outcome(await api.GET('/v1/contacts'))).toEqual([403, 'workspace_suspended']);
    await must(other.api.GET('/v1/contacts'));
    await service.drain();
    expect(await standing()).toEqual({ sent: 0, prepared: 0, members: 0, exports: 0 });

    expect((await ask('POST', `${PATHS}/${slug}/resume`)).body.suspended_at).toBeNull();
    service.clock.advance({ seconds: 6 });
    await must(api.GET('/v1/contacts'));
    await service.drain();
    expect(await standing()).toEqual({ sent: 2, prepared: 2, members: 2, exports: 1 });
    const { entries } = await must(api.GET('/v1/audit-log', { params: { query: { actor: 'platform' } } }));
    expect(entries.map(({ action }) => action)).toEqual(['workspace.resumed', 'workspace.suspended', 'workspace.suspended']);
  });
});

test('a deletion is shown, and nothing of the workspace changes any more', async () => {
  const { slug, workspace_id: id } = await make();
  expect(refusal(await ask('DELETE', `${PATHS}/${slug}?confirm=another`))).toEqual([400, 'validation_failed']);
  const begun = await ask('DELETE', `${PATHS}/${slug}?confirm=${slug}`);
  expect([begun.status, begun.headers.get('location'), begun.body.status]).toEqual([202, `${PATHS}/${id}`, 'deleting']);
  for (const action of ['suspend', 'resume']) expect(refusal(await ask('POST', `${PATHS}/${slug}/${action}`))).toEqual([409, 'conflict']);
  expect(refusal(await ask('PATCH', `${PATHS}/${slug}`, { body: { credits: 1 } }))).toEqual([409, 'conflict']);
  expect(refusal(await ask('POST', PATHS, { body: { name: 'Birch', slug } }))).toEqual([409, 'conflict']);
  expect((await ask('GET', `${PATHS}?slug=${slug}`)).body.workspaces).toMatchObject([{ status: 'deleting' }]);
  service.clock.advance({ seconds: 6 });
  await service.drain();
  expect(refusal(await ask('GET', `${PATHS}/${slug}`))).toEqual([404, 'not_found']);
  await make({ slug });
});

describe('refused', () => {
  test.each([
    ['name', { name: '\n' }],
    ['slug', { name: 'Birch', slug: '-birch' }],
    ['timezone', { name: 'Birch', timezone: 'Mars/Olympus' }],
    ['default_country', { name: 'Birch', default_country: 'XX' }],
    ['credits', { name: 'Birch', credits: -1 }],
    ['workspace_id', { name: 'Birch', workspace_id: 'x' }],
  ])('is a new workspace whose %s does not fit', async (path, body) => {
    const answer = await ask('POST', PATHS, { body });
    expect(refusal(answer)).toEqual([400, 'validation_failed']);
    expect(answer.body.details.issues).toEqual([expect.objectContaining({ path })]);
  });

  test.each([
    ['limits.generations', { limits: { generations: 'none' } }],
    ['limits.message_bytes', { limits: { message_bytes: 1 } }],
    ['website', { website: 'javascript:alert(1)' }],
    ['default_language', { default_language: 'klingon?' }],
    ['brand.logo_url', { brand: { logo_url: 'javascript:alert(1)' } }],
    ['slug', { slug: 'other' }],
    ['', {}],
  ])('is a change whose %s does not fit', async (path, body) => {
    const answer = await ask('PATCH', `${PATHS}/${service.id}`, { body });
    expect(refusal(answer)).toEqual([400, 'validation_failed']);
    expect(answer.body.details.issues).toEqual([expect.objectContaining({ path })]);
  });

  test('are bodies that are no JSON or too large, and parameters that do not fit', async () => {
    for (const [method, path] of [
      ['POST', PATHS],
      ['PATCH', `${PATHS}/${service.id}`],
    ] as const) {
      expect(refusal(await ask(method, path, { body: '{' }))).toEqual([400, 'invalid_json']);
      expect(refusal(await ask(method, path, { body: '{}', headers: { 'content-type': 'text/plain' } }))).toEqual([
        415,
        'unsupported_media_type',
      ]);
      expect(refusal(await ask(method, path, { body: { name: 'x'.repeat(6_000_000) } }))).toEqual([413, 'payload_too_large']);
    }
    for (const action of ['suspend', 'resume'])
      expect(refusal(await ask('POST', `${PATHS}/${service.id}/${action}?now=true`))).toEqual([400, 'validation_failed']);
    for (const path of [`${PATHS}?limit=0`, `${PATHS}?slug=%25`, `${PATHS}?plan=free`, `${PATHS}/a%00b`])
      expect(refusal(await ask('GET', path)), path).toEqual([400, 'validation_failed']);
  });

  test('is a workspace that is not there', async () => {
    for (const name of ['no-such-tree', '01936d2e-5c20-7b72-8a3c-7a2e3d4c5b01']) {
      expect(refusal(await ask('GET', `${PATHS}/${name}`))).toEqual([404, 'not_found']);
      for (const action of ['suspend', 'resume'])
        expect(refusal(await ask('POST', `${PATHS}/${name}/${action}`))).toEqual([404, 'not_found']);
      expect(refusal(await ask('PATCH', `${PATHS}/${name}`, { body: { credits: 1 } }))).toEqual([404, 'not_found']);
      expect(refusal(await ask('DELETE', `${PATHS}/${name}?confirm=${name}`))).toEqual([404, 'not_found']);
    }
  });
});

const bodyOf = (method: string, path: string): Asked =>
  method === 'PATCH' || (path === PATHS && method === 'POST') ? { body: { name: 'Birch' } } : {};

describe('the platform key', () => {
  const each = operations.map(({ method, path }) => {
    const named = path.replace('{workspace_id}', 'birch-1');
    return [method.toUpperCase(), method === 'delete' ? `${named}?confirm=birch-1` : named] as const;
  });

  test('opens nothing of a workspace, and no key of a workspace opens the platform', async () => {
    const response = await fetch(`${service.url}/v1/contacts`, { headers: { authorization: `Bearer ${KEY}` } });
    expect(response.status).toBe(401);
    for (const [method, path] of each)
      for (const key of [service.apiKey, `${KEY}x`, KEY.slice(1)])
        expect(refusal(await ask(method, path, { key })), path).toEqual([401, 'unauthorized']);
  });

  test('is not in the document of workspaces, and without one there are no such paths', async () => {
    const plain = await startTestService();
    const response = await fetch(`${plain.url}${PATHS}`, { headers: { authorization: `Bearer ${KEY}` } });
    expect([response.status, ((await response.json()) as { error_code: string }).error_code]).toEqual([404, 'not_found']);
    await plain.stop();
    expect(Object.keys(lookUp(document, '#/paths')).every((path) => path.startsWith('/admin/v1/'))).toBe(true);
  });

  test('has the limits of a key, and wrong ones are limited by their address', async () => {
    const limited = await startTestService({ PLATFORM_KEY: KEY, RATE_LIMIT_RPS: '1' });
    const { url } = service;
    service.url = limited.url;
    try {
      for (const [method, path] of each) {
        let answer = await ask(method, path);
        while (answer.status !== 429) answer = await ask(method, path);
        expect(refusal(answer)).toEqual([429, 'rate_limited']);
      }
      const wrong = async () => (await fetch(`${limited.url}${PATHS}`, { headers: { authorization: 'Bearer wrong' } })).status;
      const statuses = await Promise.all(Array.from({ length: 70 }, wrong));
      expect(new Set(statuses)).toEqual(new Set([401, 429]));
    } finally {
      service.url = url;
      await limited.stop();
    }
  });

  test('meets a database that cannot be reached, or fails', async () => {
    const { pool } = service.db;
    const answers = async () => {
      const found = new Set<string>();
      for (const [method, path] of each) found.add(String(refusal(await ask(method, path, bodyOf(method, path)))));
      return [...found];
    };
    const failing = async (message: string, code: string) => {
      const { connect } = pool;
      pool.connect = (async () => {
        throw Object.assign(new Error(message), { code });
      }) as never;
      try {
        return await answers();
      } finally {
        pool.connect = connect;
      }
    };
    expect(await failing('connect ECONNREFUSED', 'ECONNREFUSED')).toEqual(['503,unavailable']);
    expect(await failing('odd', 'XX000')).toEqual(['500,internal_error']);
    // PostgreSQL ends every reader of workspaces as it ends one of those that wait in a circle.
    await pool.query(`
      CREATE FUNCTION meet() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'; END $$;
      CREATE FUNCTION meet_too() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM meet(); END $$;
      ALTER TABLE workspaces RENAME TO held_workspaces;
      CREATE VIEW workspaces AS SELECT held.* FROM (SELECT meet() OFFSET 0) AS met LEFT JOIN held_workspaces held ON true;
      CREATE TRIGGER meeting INSTEAD OF INSERT ON workspaces FOR EACH ROW EXECUTE FUNCTION meet_too()`);
    try {
      expect(await answers()).toEqual(['503,contended']);
    } finally {
      await pool.query('DROP VIEW workspaces; ALTER TABLE held_workspaces RENAME TO workspaces; DROP FUNCTION meet, meet_too');
    }
  });
});
