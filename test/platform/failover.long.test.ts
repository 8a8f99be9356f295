/**
 * The database moves, stands still or takes no writes, behind one address, while everything is in use: contacts, pages, forms, opens, a
 * blast, and where it moves, a flow and an import, too. Accepted writes are kept, no message is sent twice, and the service recovers by itself.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { type Database, openDatabase, sql } from '../../src/platform/db.ts';
import { addDomain } from '../../src/workspaces/sending-domains.ts';
import { approvedEmail, must, people, prepareBlast, readBlast, sendNow } from '../support/blast.ts';
import { type ApiClient, createClient } from '../support/client.ts';
import { givenWorkspace } from '../support/given.ts';
import { execute, getRun, startRows, straight } from '../support/imports.ts';
import { givenMailed, type Mailed, notedOf, pixelOf } from '../support/mailed.ts';
import { ask } from '../support/pages.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';
import { startProxy, type Proxy as TcpProxy } from '../support/proxy.ts';
import { type SmtpSink, startSmtp } from '../support/smtp.ts';
import { type Pair, type Server, startPair } from '../support/standby.ts';
import { givenTent } from '../tents/given.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SPARE = 3_000;

let pair: Pair;
let proxy: TcpProxy;
let sink: SmtpSink;
let running: ServiceProcess;
let pagesPort: number;
let workspace: Awaited<ReturnType<typeof givenWorkspace>>;
let api: ApiClient;
let tentId: string;
let mailed: Mailed[];
/** Where the truth is at the end of a test. */
let db: Database;
let onMessage: (count: number) => void = () => {};

beforeAll(async () => {
  [pair, sink, pagesPort] = await Promise.all([startPair(), startSmtp({ accept: () => onMessage(sink.messages.length + 1) }), freePort()]);
  proxy = await startProxy('127.0.0.1', pair.primary.port);
  running = await startProcess({
    DATABASE_URL: pair.primary.url.replace(`:${pair.primary.port}/`, `:${proxy.port}/`),
    SMTP_URL: sink.url,
    PAGES_PORT: String(pagesPort),
    RATE_LIMIT_RPS: '0',
    TRUST_PROXY: '1',
  });
  db = openDatabase(pair.primary.url, () => {});
  workspace = await givenWorkspace(db);
  await addDomain(db, { workspaceId: workspace.id, domain: 'example.com', verified: true }, new Date());
  tentId = await givenTent({ db, workspaceId: workspace.id });
  mailed = await givenMailed({ db, workspaceId: workspace.id }, SPARE, ['https://shop.example.com/one']);
  api = createClient(running.url, workspace.token);
  await pair.synchronous(true);
}, 3 * PATIENCE_MS);
afterAll(async () => {
  await running?.kill();
  await db?.close();
  await Promise.all([proxy?.close(), sink?.close(), pair?.close()]);
});
beforeEach(() => {
  onMessage = () => {};
});

let counter = 0;

interface Traffic {
  /** Statuses of writes and reads, with when they were answered. */
  answers: { kind: 'write' | 'read'; status: number; retryAfter: string | null; at: number; ms: number }[];
  /** Addresses of the contacts that were accepted. */
  accepted: string[];
  /** Ends it, and looks that all that was accepted is there. */
  end(): Promise<void>;
}

/** People who add contacts, read lists, send forms, look at a page and open mail, each some times a second. */
function startTraffic(): Traffic {
  const answers: Traffic['answers'] = [];
  const accepted: string[] = [];
  const opened: Mailed[] = [];
  const viewedBefore = viewsOf();
  let viewed = 0;
  let isOver = false;
  const api = (path: string, options: RequestInit = {}) =>
    fetch(running.url + path, {
      ...options,
      headers: { authorization: `Bearer ${workspace.token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(30_000),
    });
  const note = (kind: 'write' | 'read', began: number, { status, headers }: { status: number; headers: Headers }) => {
    const at = performance.now();
    answers.push({ kind, status, retryAfter: headers.get('retry-after'), at, ms: at - began });
  };
  const works = [
    async () => {
      const email = `contact${counter++}@traffic.example`;
      const began = performance.now();
      const response = await api('/v1/contacts/upsert', { method: 'POST', body: JSON.stringify({ items: [{ email }] }) });
      note('write', began, response);
      if (response.status === 200) accepted.push(email);
      await response.body?.cancel();
    },
    async () => {
      const began = performance.now();
      const response = await api('/v1/contact-lists');
      note('read', began, response);
      await response.body?.cancel();
    },
    async () => {
      const email = `form${counter++}@traffic.example`;
      const { status } = await ask(pagesPort, `/submit/${tentId}/signup`, {
        method: 'POST',
        host: `${workspace.slug}.localhost`,
        headers: {
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': `198.18.${(counter >> 8) & 255}.${counter & 255}`,
        },
        body: new URLSearchParams({ email, name: 'Noor', favourite_trail: 'Ridge' }).toString(),
      });
      if (status === 200) accepted.push(email);
    },
    async () => {
      const headers = { 'user-agent': FIREFOX };
      const { status } = await ask(pagesPort, `/${tentId}`, { host: `${workspace.slug}.localhost`, headers });
      if (status === 200) viewed += 1;
    },
    async () => {
      const next = mailed.shift() as Mailed;
      if ((await fetch(running.url + pixelOf(next))).status === 200) opened.push(next);
    },
  ];
  const ends = works.map(async (work) => {
    for (; !isOver; await wait(40)) await work().catch(() => {});
  });
  return {
    answers,
    accepted,
    async end() {
      isOver = true;
      await Promise.all(ends);
      // Nothing else than an answer, or the word to come again.
      const others = answers.filter(({ status, retryAfter }) => status !== 200 && !(status === 503 && Number(retryAfter) > 0));
      expect(others).toEqual([]);
      const kept = await db.query<{ email: string }>(sql`SELECT email FROM contacts WHERE workspace_id = ${workspace.id}::uuid`);
      const emails = new Set(kept.map(({ email }) => email));
      expect(accepted.filter((email) => !emails.has(email))).toEqual([]);
      expect(accepted.length).toBeGreaterThan(0);
      const lost = async () => (await notedOf(db, opened)).filter(({ opened_at }) => opened_at === null).length;
      await expect.poll(lost).toBe(0);
      await expect.poll(viewsOf).toBeGreaterThanOrEqual((await viewedBefore) + viewed);
    },
  };
}

async function viewsOf(): Promise<number> {
  const [row] = await db.query<{ views: number }>(
    sql`SELECT coalesce(sum(views), 0)::int AS views FROM tent_days WHERE workspace_id = ${workspace.id}::uuid`,
  );
  return row?.views ?? 0;
}

const isReady = async () => (await fetch(`${running.url}/readyz`)).status === 200;
const soon = { interval: 50 };

/** A blast to so many that is under way: the given number has arrived. */
async function startBlast(count: number, arrived: number): Promise<{ blastId: string; end(): Promise<void> }> {
  counter += 1;
  const domain = `blast${counter}.example`;
  const { blastId } = await prepareBlast(api, people(count, domain));
  const reached = new Promise<void>((resolve) => {
    const before = sink.messages.length;
    onMessage = (total) => total - before >= arrived && resolve();
  });
  await sendNow(api, blastId);
  await reached;
  return {
    blastId,
    async end() {
      const status = async () => (await readBlast(api, blastId).catch(() => undefined))?.status;
      await expect.poll(status, { interval: 250, timeout: 2 * PATIENCE_MS }).toBe('sent');
      const to = sink.messages.map(({ to }) => to).filter((address) => address.endsWith(domain));
      expect([new Set(to).size, to.length]).toEqual([count, count]);
    },
  };
}

/** An active flow that mails every new contact, and an import that adds contacts. All contacts accepted from now on get one mail. */
async function startFlowAndImport(traffic: Traffic): Promise<{ end(): Promise<void> }> {
  const steps = [{ step_id: 'hello', type: 'send_email' as const, email_id: await approvedEmail(api) }];
  const body = { name: 'Welcome', triggers: [{ type: 'contact_created' as const }], steps };
  const { flow_id } = await must(api.POST('/v1/email-flows', { body }));
  await must(api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId: flow_id } } }));
  const before = traffic.accepted.length;
  const imported = people(1_000, 'import.example');
  const sessionId = await startRows(
    { api },
    imported.map((email) => ({ email })),
  );
  const { import_run_id } = await must(execute({ api }, sessionId, { mappings: straight('email') }));
  return {
    async end() {
      const run = () => getRun({ api }, import_run_id).catch(() => undefined);
      await expect.poll(run, { interval: 250 }).toMatchObject({ status: 'completed', created_count: imported.length });
      const wanted = [...imported, ...traffic.accepted.slice(before)];
      const mails = () => wanted.map((email) => sink.messages.filter(({ to }) => to === email).length);
      await expect.poll(() => mails().filter((count) => count === 0).length, { interval: 250, timeout: 2 * PATIENCE_MS }).toBe(0);
      expect(new Set(mails())).toEqual(new Set([1]));
    },
  };
}

/** Answers after a moment, until the first that is as wanted. */
async function firstAfter(traffic: Traffic, moment: number, kind: 'write' | 'read', status: number): Promise<number> {
  const find = () => traffic.answers.find((answer) => answer.kind === kind && answer.status === status && answer.at - answer.ms > moment);
  await expect.poll(() => find() !== undefined, soon).toBe(true);
  return (find()?.at as number) - moment;
}

describe('a database that', { shuffle: false, timeout: 8 * PATIENCE_MS }, () => {
  it('swallows what connections carry is used again over new ones within 10 s, jobs included', async () => {
    const traffic = startTraffic();
    const blast = await startBlast(600, 100);
    const swallowed = performance.now();
    proxy.swallow();
    expect(await firstAfter(traffic, swallowed, 'write', 200)).toBeLessThan(10_000);
    await expect.poll(isReady, soon).toBe(true);
    await blast.end();
    expect(performance.now() - swallowed).toBeLessThan(30_000);
    proxy.release();
    await traffic.end();
  });

  it('waits for a standby that is silent answers with 503, gives its sessions up and goes on when the standby does', async () => {
    const traffic = startTraffic();
    await firstAfter(traffic, performance.now(), 'write', 200);
    const frozen = performance.now();
    await pair.standby.freeze();
    try {
      // More requests than there are places.
      const burst = Array.from({ length: 40 }, () => api.POST('/v1/contact-lists', { body: { name: `${counter++}`, kind: 'static' } }));
      const statuses = (await Promise.all(burst)).map(({ response }) => response.status);
      expect(new Set(statuses)).toEqual(new Set([503]));
      expect(performance.now() - frozen).toBeLessThan(19_000);
      const [open] = await pair.primary.query<{ count: number }>(
        `SELECT count(*)::int FROM pg_stat_activity WHERE application_name LIKE 'bivouac%'`,
      );
      expect(open?.count).toBeLessThanOrEqual(45);
    } finally {
      await pair.standby.thaw();
    }
    const thawed = performance.now();
    expect(await firstAfter(traffic, thawed, 'write', 200)).toBeLessThan(5_000);
    await traffic.end();
  });

  it('takes no writes for 8 s refuses them and is not ready, loses nothing and mails nobody twice', async () => {
    const traffic = startTraffic();
    const blast = await startBlast(1_500, 100);
    const since = performance.now();
    await setReadOnly(pair.primary, true);
    expect(await firstAfter(traffic, since, 'write', 503)).toBeLessThan(4_000);
    await expect.poll(isReady, soon).toBe(false);
    expect(performance.now() - since).toBeLessThan(6_000);
    expect(await firstAfter(traffic, performance.now(), 'read', 200)).toBeLessThan(4_000);
    await wait(8_000 - (performance.now() - since));
    const { answers } = traffic;
    const refused = answers.filter(({ at, ms, kind }) => kind === 'write' && at - ms > since + 1_000);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
    const back = performance.now();
    await setReadOnly(pair.primary, false);
    expect(await firstAfter(traffic, back, 'write', 200)).toBeLessThan(3_000);
    await expect.poll(isReady, soon).toBe(true);
    await blast.end();
    await traffic.end();
  });

  it('dies is replaced by its standby at the same address, though the old one still answers old connections that it is read-only', async () => {
    const traffic = startTraffic();
    const blast = await startBlast(1_500, 100);
    const more = await startFlowAndImport(traffic);
    await setReadOnly(pair.primary, true);
    await wait(500);
    await pair.standby.query('SELECT pg_promote()');
    await pair.standby.query(`ALTER SYSTEM SET synchronous_standby_names = ''`);
    await pair.standby.query('SELECT pg_reload_conf()');
    const promoted = performance.now();
    proxy.lead(pair.standby.port);
    await db.close();
    db = openDatabase(pair.standby.url, () => {});
    expect(await firstAfter(traffic, promoted, 'write', 200)).toBeLessThan(5_000);
    await pair.primary.die();
    await expect.poll(isReady, soon).toBe(true);
    await blast.end();
    await traffic.end();
    await more.end();
  });
});

async function setReadOnly(server: Server, isOn: boolean): Promise<void> {
  await server.query(`ALTER SYSTEM SET default_transaction_read_only = ${isOn ? 'on' : 'off'}`);
  await server.query('SELECT pg_reload_conf()');
}
