/** The addresses to which no mail goes, as clients read, add, remove and import them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { operations } from '../support/client.ts';
import { givenContacts, givenSuppressions } from '../support/given.ts';
import { behind, deadlocksIn } from '../support/race.ts';
import { request } from '../support/requests.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const list = (workspace: TestWorkspace, query = {}) => must(workspace.api.GET('/v1/suppressions', { params: { query } }));
/** As `address reason`. */
const named = async (workspace: TestWorkspace, query = {}) =>
  (await list(workspace, query)).items.map(({ address, reason }) => `${address} ${reason}`);
const add = (workspace: TestWorkspace, items: { address: string; reason?: 'bounced' | 'unsubscribed'; detail?: string }[]) =>
  must(workspace.api.POST('/v1/suppressions', { body: { items } }));
const remove = (workspace: TestWorkspace, addresses: string[], reason?: 'bounced' | 'unsubscribed') =>
  must(workspace.api.POST('/v1/suppressions/remove', { body: { addresses, ...(reason && { reason }) } }));
const upsert = async (workspace: TestWorkspace, item: { email: string; unsubscribed?: boolean }) =>
  (await must(workspace.api.POST('/v1/contacts/upsert', { body: { items: [item] } }))).items[0]?.contact_id as string;
const contact = (workspace: TestWorkspace, contact_id: string) =>
  must(workspace.api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id } } }));

describe('suppressions', () => {
  it('are listed the latest first, then by address and reason, in pages', async () => {
    const own = await service.workspace();
    const at = (seconds: number) => new Date(Date.UTC(2026, 3, 14, 9, 0, seconds));
    await givenSuppressions({ db: service.db, workspaceId: own.id }, { 'b@example.com': 'bounced', 'a@example.com': 'manual' }, at(1));
    await givenSuppressions({ db: service.db, workspaceId: own.id }, { 'a@example.com': 'bounced' }, at(1));
    await givenSuppressions({ db: service.db, workspaceId: own.id }, { 'z@example.com': 'complained' }, at(2));
    const all = ['z@example.com complained', 'a@example.com bounced', 'a@example.com manual', 'b@example.com bounced'];
    expect(await named(own)).toEqual(all);
    expect([await named(own, { limit: 3 }), await named(own, { limit: 3, page: 2 }), await named(own, { page: 2 })]).toEqual([
      all.slice(0, 3),
      all.slice(3),
      [],
    ]);
    expect((await list(own, { limit: 3 })).pagination).toEqual({ page: 1, limit: 3, total: 4, totalPages: 2 });
    expect((await list(own)).items[0]).toEqual({
      address: 'z@example.com',
      reason: 'complained',
      source: 'smtp',
      detail: null,
      since: at(2).toISOString(),
    });
    expect(await named(await service.workspace())).toEqual([]);
  });

  it('are found by address, reason and a part of the address', async () => {
    const own = await service.workspace();
    await givenSuppressions({ db: service.db, workspaceId: own.id }, { 'a_b@example.com': 'bounced', 'axb@example.com': 'manual' });
    await givenSuppressions({ db: service.db, workspaceId: own.id }, { 'a_b@example.com': 'manual' });
    expect((await named(own, { address: ' A_B@Example.com ' })).sort()).toEqual(['a_b@example.com bounced', 'a_b@example.com manual']);
    expect(await named(own, { address: 'a_b' })).toEqual([]);
    expect(await named(own, { reason: 'bounced' })).toEqual(['a_b@example.com bounced']);
    expect((await named(own, { search: 'A_B' })).sort()).toEqual(['a_b@example.com bounced', 'a_b@example.com manual']);
    expect(await named(own, { search: '%' })).toEqual([]);
    expect((await list(own, { search: 'example', limit: 1 })).pagination.total).toBe(3);
  });
});

describe('adding', () => {
  it('judges each item by itself, and tells who was known', async () => {
    const own = await service.workspace();
    const answer = await must(
      own.api.POST('/v1/suppressions', {
        body: {
          items: [
            { address: ' Maya@Example.com ' },
            { address: 'maya@example.com', reason: 'bounced', detail: '550 5.1.1' },
            { address: 'MAYA@example.com' },
            { address: '"a@evil x"@example.com' },
            { address: 'new@example.com', reason: 'spam' as never },
            { address: 'nul\u0000@example.com' },
          ],
        },
      }),
    );
    const rejected = (index: number, ...issues: object[]) => ({
      index,
      status: 'rejected',
      error_code: 'validation_failed',
      message: 'The item is not valid.',
      issues,
    });
    expect(answer).toEqual({
      status: 'completed',
      added_count: 2,
      known_count: 1,
      rejected_count: 3,
      items: [
        { index: 0, status: 'added', address: 'maya@example.com', reason: 'manual' },
        { index: 1, status: 'added', address: 'maya@example.com', reason: 'bounced' },
        { index: 2, status: 'known', address: 'maya@example.com', reason: 'manual' },
        rejected(3, { path: 'address', message: 'is not a valid email address' }),
        rejected(4, { path: 'reason', message: expect.any(String) }),
        rejected(5, { path: 'address', message: expect.any(String) }),
      ],
    });
    const { items } = await list(own);
    expect(items.map(({ since, ...item }) => item)).toEqual([
      { address: 'maya@example.com', reason: 'bounced', source: 'api', detail: '550 5.1.1' },
      { address: 'maya@example.com', reason: 'manual', source: 'api', detail: null },
    ]);
    expect(items[0]?.since).toBe(items[1]?.since);
    expect((await add(own, [{ address: 'maya@example.com' }, { address: 'x' }])).items.map(({ status }) => status)).toEqual([
      'known',
      'rejected',
    ]);
  });

  it('leaves contacts as they are', async () => {
    const own = await service.workspace();
    const id = await upsert(own, { email: 'maya@example.com' });
    const before = await contact(own, id);
    await add(own, [{ address: 'maya@example.com', reason: 'unsubscribed' }]);
    expect(await contact(own, id)).toEqual(before);
  });

  it('is repeated under its key without being done again', async () => {
    const own = await service.workspace();
    const ask = () =>
      own.api.POST('/v1/suppressions', {
        body: { items: [{ address: 'maya@example.com' }] },
        headers: { 'Idempotency-Key': 'one' },
      });
    const [first, second] = [await ask(), await ask()];
    expect([second.data, second.response.headers.get('idempotency-replayed')]).toEqual([first.data, 'true']);
  });
});

describe('removing', () => {
  it('takes all entries of an address, or those with a reason, and nothing of others', async () => {
    const [own, other] = [await service.workspace(), await service.workspace()];
    for (const { id } of [own, other]) {
      await givenSuppressions({ db: service.db, workspaceId: id }, { 'a@example.com': 'bounced', 'b@example.com': 'manual' });
      await givenSuppressions(
        { db: service.db, workspaceId: id },
        { 'a@example.com': 'manual', 'b@example.com': 'bounced', 'c@example.com': 'bounced' },
      );
    }
    expect(await remove(own, ['A@example.com', 'none@example.com', 'nowhere', 'a@example.com '])).toEqual({
      removed_count: 2,
      items: [
        { index: 0, address: 'A@example.com', status: 'removed', reasons: ['bounced', 'manual'] },
        { index: 1, address: 'none@example.com', status: 'not_found', reasons: [] },
        { index: 2, address: 'nowhere', status: 'not_found', reasons: [] },
        { index: 3, address: 'a@example.com ', status: 'removed', reasons: ['bounced', 'manual'] },
      ],
    });
    expect((await remove(own, ['b@example.com'], 'bounced')).items[0]?.reasons).toEqual(['bounced']);
    expect((await named(own)).sort()).toEqual(['b@example.com manual', 'c@example.com bounced']);
    expect(await named(other)).toHaveLength(5);
  });

  it('subscribes the contact again whose entry it takes, as an update does', async () => {
    const own = await service.workspace();
    const [maya, bo] = [
      await upsert(own, { email: 'maya@example.com', unsubscribed: true }),
      await upsert(own, { email: 'bo@example.com', unsubscribed: true }),
    ];
    await add(own, [{ address: 'maya@example.com', reason: 'bounced' }]);
    expect((await remove(own, ['maya@example.com'], 'bounced')).removed_count).toBe(1);
    expect((await contact(own, maya)).unsubscribed).toBe(true);

    expect(await remove(own, ['maya@example.com'])).toEqual({
      removed_count: 1,
      items: [{ index: 0, address: 'maya@example.com', status: 'removed', reasons: ['unsubscribed'] }],
    });
    expect([(await contact(own, maya)).unsubscribed, (await contact(own, bo)).unsubscribed]).toEqual([false, true]);
    const timeline = await must(own.api.GET('/v1/contacts/{contact_id}/activities', { params: { path: { contact_id: maya } } }));
    expect(timeline.items[0]).toMatchObject({ type: 'contact_updated', metadata: { source: 'public_api', fields: ['unsubscribed'] } });
    expect(await named(own)).toEqual(['bo@example.com unsubscribed']);
  });

  it.runIf(isAtLength)(
    'waits for a write that unsubscribes or creates the contact at that moment, so that every unsubscribe has an entry',
    async () => {
      const own = await service.workspace();
      const id = await upsert(own, { email: 'maya@example.com' });
      await givenSuppressions({ db: service.db, workspaceId: own.id }, { 'maya@example.com': 'unsubscribed' });
      const change = { text: 'UPDATE contacts SET unsubscribed = true WHERE workspace_id = $1 AND id = $2', values: [own.id, id] };
      const { removed_count } = await behind(
        service.db,
        (tx) => tx.query(change),
        () => remove(own, ['maya@example.com']),
      );
      expect([removed_count, (await contact(own, id)).unsubscribed, await named(own)]).toEqual([1, false, []]);

      const people = Array.from({ length: 20 }, (_, n) => `p${n}@example.com`);
      const make = () =>
        must(own.api.POST('/v1/contacts/upsert', { body: { items: people.toReversed().map((email) => ({ email, unsubscribed: true })) } }));
      for (let round = 0; round < 6; round++) {
        await Promise.all([
          make(),
          remove(own, people),
          add(
            own,
            people.map((address) => ({ address, reason: 'unsubscribed' as const })),
          ),
          remove(own, people, 'unsubscribed'),
          make(),
        ]);
        const { rows } = await service.db.pool.query(
          `SELECT c.email FROM contacts c WHERE c.workspace_id = $1 AND c.unsubscribed AND NOT EXISTS (
           SELECT FROM suppressions s WHERE s.workspace_id = c.workspace_id AND s.address = c.email AND s.reason = 'unsubscribed')`,
          [own.id],
        );
        expect(rows).toEqual([]);
        const ids = (await must(own.api.GET('/v1/contacts', { params: { query: { limit: 100 } } }))).items.map(
          ({ contact_id }) => contact_id,
        );
        await must(own.api.DELETE('/v1/contacts', { body: { contact_ids: ids } }));
      }
      expect(await deadlocksIn(service.db)).toBe(0);
    },
  );
});

describe('an import', () => {
  const operation = operations.find(({ operationId }) => operationId === 'importSuppressions') as (typeof operations)[number];
  const send = (workspace: TestWorkspace, body: string | Uint8Array, { type = 'text/csv', query = {}, headers = {} } = {}) =>
    request(service.url, operation, {
      apiKey: workspace.apiKey,
      body: body as never,
      query,
      headers: { 'content-type': type, ...headers },
    });
  const issues = (answer: Awaited<ReturnType<typeof send>>) => [answer.response.status, answer.body.details?.issues];

  it('takes a list with an address in each line', async () => {
    const own = await service.workspace();
    await givenSuppressions({ db: service.db, workspaceId: own.id }, { 'known@example.com': 'manual', 'bounced@example.com': 'bounced' });
    const text =
      '\ufeffNew@Example.com\r\n\r\nknown@example.com\nnowhere\nnew@example.com\n"bounced@example.com"\n=cmd()\n@x\nlast@example.com';
    const { response, body } = await send(own, text, { type: 'text/plain; charset=utf-8' });
    expect([response.status, body]).toEqual([
      200,
      { status: 'completed', added_count: 3, known_count: 2, invalid_count: 3, invalid_lines: [4, 7, 8] },
    ]);
    expect((await named(own, { reason: 'manual' })).sort()).toEqual(
      ['bounced', 'known', 'last', 'new'].map((name) => `${name}@example.com manual`),
    );
    expect((await list(own, { address: 'new@example.com' })).items[0]).toMatchObject({ source: 'import', detail: null });
  });

  it.each([
    ['commas', 'created,Email\n2026-01-01,a@example.com\n"2026,\n01",b@example.com\n2026-01-02\n', [5]],
    ['semicolons', 'name;address\nAda;a@example.com\nBo;b@example.com\nc@example.com;nobody\n', [4]],
    ['the address first and no headers', "a@example.com,x\n'+b@example.com,y\n,b@example.com\nb@example.com", [3]],
  ])('takes CSV with %s', async (_what, text, lines) => {
    const own = await service.workspace();
    const { body } = await send(own, text, { query: { reason: 'unsubscribed' } });
    expect(body.invalid_lines).toEqual(lines);
    const expected = text.startsWith('a@') ? ['+b@example.com', 'a@example.com', 'b@example.com'] : ['a@example.com', 'b@example.com'];
    expect((await named(own)).sort()).toEqual(expected.map((address) => `${address} unsubscribed`));
  });

  it('refuses what it cannot read, and writes nothing then', async () => {
    const own = await service.workspace();
    const at = (message: string) => [400, [{ path: '', message }]];
    expect(issues(await send(own, ''))).toEqual(at('a body is required'));
    expect(issues(await send(own, 'a@example.com\nb\u0000@example.com'))).toEqual(at('Line 2: there is a NUL byte.'));
    expect(issues(await send(own, 'a@example.com\n"b@example.com\n'))).toEqual(at('Line 2: a quote is opened and never closed.'));
    expect(issues(await send(own, `a@example.com\n${'x'.repeat(1_100_000)}`))).toEqual(at('Line 2: a record has more than 1 MiB.'));
    expect(issues(await send(own, 'a@example.com', { query: { reason: 'spam' } }))[0]).toBe(400);
    for (const type of ['application/json', 'text/html', 'text/csv; charset=latin1'])
      expect((await send(own, 'a@example.com', { type })).body.error_code).toBe('unsupported_media_type');
    expect((await send(own, 'a@example.com\n'.repeat(400_000))).body.error_code).toBe('payload_too_large');
    expect(await named(own)).toEqual([]);
  });

  it.runIf(isAtLength)('takes 100,000 lines, and not one more', async () => {
    // To store them all takes long.
    const addresses = rounds(1_000, 100_000);
    const own = await service.workspace();
    const people = Array.from({ length: 100_000 }, (_, n) => (n < addresses ? `person${n}@mail.example.com` : 'x'));
    const waiting = ['person1@mail.example.com', 'person2@mail.example.com'];
    for (const email of waiting) await givenContacts({ db: service.db, workspaceId: own.id }, 1, { email });
    expect(issues(await send(own, [...people, 'x'].join('\n')))).toEqual([400, [{ path: '', message: 'has more than 100000 lines' }]]);
    const { body } = await send(own, people.join('\n'), { query: { reason: 'unsubscribed' } });
    expect(body).toMatchObject({ status: 'completed', added_count: addresses, known_count: 0, invalid_count: 100_000 - addresses });
    expect((await list(own, { limit: 1 })).pagination.total).toBe(addresses);
  });

  it('shows the first hundred of the lines that it passes over', async () => {
    const { body } = await send(await service.workspace(), `x\n`.repeat(101));
    expect([body.invalid_count, body.invalid_lines]).toEqual([101, Array.from({ length: 100 }, (_, n) => n + 1)]);
  });

  it('is repeated under its key, and not with another list', async () => {
    const own = await service.workspace();
    const ask = (text: string) => send(own, text, { headers: { 'idempotency-key': 'one' } });
    const [first, second] = [await ask('a@example.com'), await ask('a@example.com')];
    expect([second.body, second.response.headers.get('idempotency-replayed')]).toEqual([first.body, 'true']);
    expect((await ask('b@example.com')).body.error_code).toBe('idempotency_key_mismatch');
  });
});
