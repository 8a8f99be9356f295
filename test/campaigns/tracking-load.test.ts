/** Opens and clicks answer first, with a busy database and under load. */
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../src/platform/db.ts';
import { uuidBytes } from '../../src/platform/ids.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { openTestDatabase } from '../support/database.ts';
import { givenMailed, linkOf, type Mailed, notedOf, pixelOf, wayOutOf } from '../support/mailed.ts';
import { startProxy } from '../support/proxy.ts';
import { startTestService, type TestService } from '../support/service.ts';

const LINKS = [
  'https://shop.example.com/?a=1&b=2',
  'https://shop.example.com/for/{{contact.email}}?w={{workspace.name}}',
  'https://bücher.example/straße?q=ü#é',
  'javascript:alert(1)',
  'mailto:hello@example.com',
  '{{contact.company}}://evil.example/',
  // Not followed: a client that follows all links together counts as a machine.
  'https://shop.example.com/unread',
];

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
const mail = (people: number, contacts?: string[]) => givenMailed({ db: service.db, workspaceId: service.id }, people, LINKS, contacts);
const ask = (path: string, init: RequestInit = {}) => fetch(`${service.url}${path}`, { redirect: 'manual', ...init });
const single = async (mailed: Mailed) => (await notedOf(service.db, [mailed]))[0];
const noted = async (mailed: Mailed, what: 'opened_at' | 'clicked_at') =>
  expect.poll(async () => (await single(mailed))?.[what]).not.toBeNull();

describe('a click', () => {
  it('leads where the link does: tags filled in, hosts as DNS knows them', async () => {
    const [one] = (await mail(1)) as [Mailed];
    const locations = await Promise.all(
      LINKS.slice(0, 6).map(async (_, position) => (await ask(linkOf(one, position))).headers.get('location')),
    );
    const [person] = await service.db.query<{ email: string }>(sql`SELECT email FROM contacts WHERE id = ${one.contactId}::uuid`);
    expect(locations).toEqual([
      'https://shop.example.com/?a=1&b=2',
      `https://shop.example.com/for/${encodeURIComponent(person?.email as string)}?w=Juniper%20Trail`,
      'https://xn--bcher-kva.example/stra%C3%9Fe?q=%C3%BC#%C3%A9',
      null,
      null,
      null,
    ]);
    await expect.poll(async () => (await single(one))?.links).toBe(3);
    expect((await single(one))?.entries.map(({ metadata }) => metadata.url)).toContain('https://bücher.example/straße?q=ü#é');
  });

  it('leads there for whoever has been deleted, without what is no longer known of them', async () => {
    const [one] = (await mail(1)) as [Mailed];
    await service.db.query(sql`DELETE FROM contacts WHERE id = ${one.contactId}::uuid`);
    expect((await ask(linkOf(one, 1))).headers.get('location')).toBe('https://shop.example.com/for/?w=Juniper%20Trail');
    await noted(one, 'clicked_at');
  });

  it('of an email that an earlier version has sent leads there too', async () => {
    const [one] = (await mail(1)) as [Mailed];
    const key = createHmac('sha256', 'a secret for the tests').update('bivouac tracking tokens').digest();
    const payload = Buffer.concat([uuidBytes(one.workspaceId), uuidBytes(one.deliveryId), Buffer.from([0, 0])]);
    const mac = createHmac('sha256', key).update('click').update(payload).digest().subarray(0, 12);
    const response = await ask(`/t/c/${Buffer.concat([payload, mac]).toString('base64url')}`);
    expect([response.status, response.headers.get('location')]).toEqual([302, LINKS[0]]);
    await noted(one, 'clicked_at');
  });

  it('is answered in the same way, with the same headers, by whichever way it comes', async () => {
    const [one, two] = (await mail(2)) as [Mailed, Mailed];
    const headersOf = async (path: string, init?: RequestInit) => {
      const { status, headers } = await ask(path, init);
      return { status, ...Object.fromEntries([...headers].filter(([name]) => !['x-request-id', 'date'].includes(name))) };
    };
    const direct = await headersOf(linkOf(one));
    expect(direct).toMatchObject({ status: 302, 'cache-control': 'no-store, private', 'x-content-type-options': 'nosniff' });
    // Not quite as the email has it: then the router finds it.
    expect(await headersOf(`${linkOf(two)}/`)).toEqual(direct);
    expect(await headersOf(`${pixelOf(two)}/`)).toEqual(await headersOf(`${pixelOf(one)}?x=1`));
    const { status, headers } = await ask(linkOf(one), { method: 'POST' });
    expect([status, headers.get('allow')]).toEqual([405, expect.stringContaining('GET')]);
    const named = await ask(linkOf(one), { headers: { 'x-request-id': 'mine' } });
    expect(named.headers.get('x-request-id')).toBe('mine');
    await Promise.all([noted(two, 'clicked_at'), noted(two, 'opened_at')]);
  });
});

it.runIf(isAtLength)('HEAD and forged tokens leave nothing behind', async () => {
  const [one, two] = (await mail(2)) as [Mailed, Mailed];
  expect((await ask(linkOf(one), { method: 'HEAD' })).status).toBe(302);
  expect((await ask(pixelOf(one), { method: 'HEAD' })).status).toBe(200);
  for (const path of [linkOf(one), pixelOf(one), wayOutOf(one)]) {
    const [, kind, token] = /^(\/.+\/)(.+)$/.exec(path) as unknown as [string, string, string];
    const bytes = Buffer.from(token, 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const forged = Buffer.from(bytes);
      forged[at] = (forged[at] as number) ^ 1;
      expect((await ask(kind + forged.toString('base64url'))).status, `${kind} ${at}`).toBe(404);
    }
    for (const other of [token.slice(1), `${token}A`, `${token}=`, token.slice(0, -1)]) expect((await ask(kind + other)).status).toBe(404);
    for (const elsewhere of ['/t/o/', '/t/c/', '/u/'].filter((place) => place !== kind))
      expect((await ask(elsewhere + token)).status).toBe(404);
  }
  await ask(pixelOf(two));
  await noted(two, 'opened_at');
  expect(await single(one)).toMatchObject({ opened_at: null, clicked_at: null, links: 0, entries: [] });
});

it.runIf(isAtLength)('answers within moments while the rows are locked, and writes when they are let go', async () => {
  const [one, two] = (await mail(2)) as [Mailed, Mailed];
  await service.db.transaction(async (tx) => {
    await tx.query(sql`SELECT 1 AS one FROM deliveries WHERE id = ${one.deliveryId}::uuid FOR UPDATE`);
    await tx.query(sql`SELECT 1 AS one FROM contacts WHERE id = ${one.contactId}::uuid FOR UPDATE`);
    await tx.query(sql`SELECT 1 AS one FROM contact_moments WHERE contact_id = ${one.contactId}::uuid FOR UPDATE`);
    // Without a wait, the answer takes only the machine's own delay.
    const patience = { signal: AbortSignal.timeout(5_000) };
    expect((await ask(linkOf(one), patience)).status).toBe(302);
    expect((await ask(linkOf(one, 1), patience)).status).toBe(302);
    expect((await ask(pixelOf(one), patience)).status).toBe(200);
    // No other request waits for it either.
    await ask(linkOf(two), patience);
    await noted(two, 'clicked_at');
    expect(await single(one)).toMatchObject({ opened_at: null, clicked_at: null, links: 0 });
  });
  await noted(one, 'clicked_at');
  expect(await single(one)).toMatchObject({ opened_at: expect.any(Date), links: 2 });
});

it.runIf(isAtLength)('counts a crowd exactly, in the report and in the timelines', async () => {
  const PEOPLE = rounds(100, 500);
  const mailed = await mail(PEOPLE);
  const blastId = mailed[0]?.messageId as string;
  // Of each person the pixel and a link, the first half twice, and another link of the second half.
  const paths = mailed.flatMap((one, i) => [
    pixelOf(one),
    linkOf(one, 0),
    ...(i < PEOPLE / 2 ? [pixelOf(one), linkOf(one, 0)] : [linkOf(one, 2), linkOf(one, 1)]),
  ]);
  expect(paths).toHaveLength(4 * PEOPLE);
  const answers = new Set<number>();
  // In parallel, the last would exceed the service's time limit for a request on a busy machine.
  const left = paths.values();
  const one = async () => {
    for (const path of left) answers.add((await ask(path)).status);
  };
  await Promise.all(Array.from({ length: Math.min(200, 2 * PEOPLE) }, one));
  expect(answers).toEqual(new Set([200, 302]));
  await expect.poll(async () => (await notedOf(service.db, mailed)).reduce((sum, { entries }) => sum + entries.length, 0)).toBe(3 * PEOPLE);
  const { details } = await must(service.api.GET('/v1/email-blasts/{blastId}', { params: { path: { blastId } } }));
  expect(details).toMatchObject({ blast_opened_count: PEOPLE, blast_clicked_count: PEOPLE });
  for (const [i, { entries, links, last_activity_at }] of (await notedOf(service.db, mailed)).entries()) {
    expect(links).toBe(i < PEOPLE / 2 ? 1 : 3);
    expect(entries.map(({ type }) => type).sort()).toEqual([...Array(links).fill('email_clicked'), 'email_opened']);
    expect(new Date(entries.at(-1)?.occurred_at as string)).toEqual(last_activity_at);
  }
  const metrics = await (await ask('/metrics')).text();
  expect(metrics).toContain('bivouac_dropped_total{what="hits"} 0');
});

describe('unsubscribing', () => {
  const isUnsubscribed = async ({ contactId }: Mailed) =>
    (await service.db.query<{ unsubscribed: boolean }>(sql`SELECT unsubscribed FROM contacts WHERE id = ${contactId}::uuid`))[0]
      ?.unsubscribed;

  it.each<[string, RequestInit & { duplex?: 'half' }]>([
    ['of 11 kB', { body: 'x'.repeat(11 * 1024), headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['of 3 MB', { body: Buffer.alloc(3 * 1024 * 1024), headers: { 'content-type': 'application/octet-stream' } }],
    ['of an unknown charset', { body: 'a=b', headers: { 'content-type': 'text/plain; charset=klingon', 'content-encoding': 'rot13' } }],
    ['without a type', { body: Buffer.from('List-Unsubscribe=One-Click'), headers: { 'content-type': '' } }],
    ['as a form with files', { body: '--x\r\n\r\n', headers: { 'content-type': 'multipart/form-data' } }],
    ['in chunks', { body: new Blob(['a', 'b']).stream(), duplex: 'half' }],
  ])('takes a body %s, twice', async (_body, init) => {
    const [one] = (await mail(1)) as [Mailed];
    for (const part of ['first', 'second']) {
      const body = part === 'first' || !(init.body instanceof ReadableStream) ? init.body : new Blob(['c']).stream();
      expect((await ask(wayOutOf(one), { method: 'POST', ...init, body } as RequestInit)).status).toBe(200);
    }
    expect(await isUnsubscribed(one)).toBe(true);
    expect((await single(one))?.entries.map(({ type }) => type)).toEqual(['email_unsubscribed']);
    const [suppressed] = await service.db.query<{ reason: string }>(sql`
      SELECT s.reason FROM suppressions s JOIN contacts c ON c.workspace_id = s.workspace_id AND c.email = s.address
      WHERE c.id = ${one.contactId}::uuid`);
    expect(suppressed?.reason).toBe('unsubscribed');
  });

  it('is not done by whoever only looks', async () => {
    const [one] = (await mail(1)) as [Mailed];
    for (const method of ['GET', 'HEAD'])
      expect((await ask(wayOutOf(one), { method, headers: { 'sec-purpose': 'prefetch' } })).status).toBe(200);
    expect((await ask(wayOutOf(one), { method: 'DELETE' })).status).toBe(405);
    expect(await isUnsubscribed(one)).toBe(false);
  });

  it('asks and suppresses for a test as for everybody', async () => {
    const [one] = (await mail(1)) as [Mailed];
    for (const [method, words] of [
      ['GET', 'Unsubscribe from'],
      ['POST', 'You are unsubscribed'],
    ] as const) {
      const response = await ask(wayOutOf({ ...one, contactId: null }), { method });
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(words)]);
    }
  });

  it('holds for the address of somebody who has been deleted and comes again', async () => {
    const [one] = (await mail(1)) as [Mailed];
    const [{ email }] = (await service.db.query<{ email: string }>(sql`SELECT email FROM contacts WHERE id = ${one.contactId}::uuid`)) as [
      { email: string },
    ];
    const { response } = await service.api.DELETE('/v1/contacts/{contact_id}', { params: { path: { contact_id: one.contactId } } });
    expect(response.status).toBe(204);
    expect((await ask(wayOutOf(one), { method: 'POST' })).status).toBe(200);
    expect(await service.db.query(sql`SELECT reason FROM suppressions WHERE address = ${email}`)).toEqual([{ reason: 'unsubscribed' }]);
  });

  it.runIf(isAtLength)('and opening at once wait for one another in no circle', async () => {
    const mailed = await mail(40);
    await Promise.all(
      mailed.flatMap((one) => [ask(pixelOf(one)), ask(linkOf(one)), ask(wayOutOf(one), { method: 'POST' }), ask(linkOf(one, 2))]),
    );
    await expect.poll(async () => (await notedOf(service.db, mailed)).reduce((sum, { entries }) => sum + entries.length, 0)).toBe(160);
    expect(await (await ask('/metrics')).text()).not.toMatch(/bivouac_deadlocks_total\{.*\} [1-9]/);
  });
});

it.runIf(isAtLength)(
  'goes on while the database is away: hits are kept, known links lead on, and others are asked to try again',
  async () => {
    const { url: databaseUrl } = await openTestDatabase();
    const url = new URL(databaseUrl);
    const proxy = await startProxy(url.hostname, Number(url.port || 5432));
    url.hostname = '127.0.0.1';
    url.port = String(proxy.port);
    const cut = await startTestService({ DATABASE_URL: url.href });
    try {
      const [one, two] = (await givenMailed({ db: cut.db, workspaceId: cut.id }, 2, LINKS)) as [Mailed, Mailed];
      const [unknown] = (await givenMailed({ db: cut.db, workspaceId: cut.id }, 1, LINKS)) as [Mailed];
      const follow = (path: string, init: RequestInit = {}) => fetch(`${cut.url}${path}`, { redirect: 'manual', ...init });
      expect((await follow(linkOf(one))).status).toBe(302);
      await proxy.cut();
      const before = Date.now();
      expect((await follow(linkOf(two))).status).toBe(302);
      expect((await follow(pixelOf(two))).status).toBe(200);
      for (const [path, method] of [
        [linkOf(unknown), 'GET'],
        [linkOf(two, 1), 'GET'],
        [wayOutOf(two), 'POST'],
      ] as const) {
        const response = await follow(path, { method });
        expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
          503,
          '5',
          expect.stringContaining('Please try again'),
        ]);
      }
      await proxy.mend();
      await expect.poll(async () => (await notedOf(cut.db, [two]).catch(() => []))[0]?.clicked_at ?? null).not.toBeNull();
      const [noted] = await notedOf(cut.db, [two]);
      expect(noted).toMatchObject({ opened_at: expect.any(Date), links: 1 });
      expect(noted?.clicked_at?.getTime()).toBeLessThan(before + 5_000);
      expect((await follow(linkOf(unknown))).status).toBe(302);
    } finally {
      await cut.stop();
      await proxy.close();
    }
  },
);
