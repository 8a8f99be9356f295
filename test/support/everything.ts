/**
 * A service in full use before a pair of database servers: contacts, pages, forms, opens, a blast, a flow and an import. Accepted writes must
 * be kept, and nobody may be mailed twice, whatever happens to the servers.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { openDatabase, sql } from '../../src/platform/db.ts';
import { addDomain } from '../../src/workspaces/sending-domains.ts';
import { givenTent } from '../tents/given.ts';
import { approvedEmail, must, people, prepareBlast, readBlast, sendNow } from './blast.ts';
import { createClient } from './client.ts';
import { givenWorkspace } from './given.ts';
import { execute, getRun, startRows, straight } from './imports.ts';
import { givenMailed, type Mailed, notedOf, pixelOf } from './mailed.ts';
import { ask } from './pages.ts';
import { PATIENCE_MS } from './patience.ts';
import { startProcess } from './process.ts';
import { startProxy } from './proxy.ts';
import { startSmtp } from './smtp.ts';
import { startPair } from './standby.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SPARE = 3_000;
export const soon = { interval: 50 };

export interface Traffic {
  /** Statuses of writes and reads, with when they were answered. */
  answers: { kind: 'write' | 'read'; status: number; retryAfter: string | null; at: number; ms: number }[];
  /** The contacts that were accepted, with the moments of their requests. */
  accepted: { email: string; began: number }[];
  /** Ends it, and looks that all that was accepted is there. */
  end(): Promise<void>;
}

export type Everything = Awaited<ReturnType<typeof startEverything>>;

export async function startEverything() {
  let onMessage: (count: number) => void = () => {};
  let counter = 0;
  const sink = await startSmtp({ accept: () => onMessage(sink.messages.length + 1) });
  const [pair, pagesPort] = await Promise.all([startPair(), freePort()]);
  const proxy = await startProxy('127.0.0.1', pair.primary.port);
  const running = await startProcess({
    DATABASE_URL: pair.primary.url.replace(`:${pair.primary.port}/`, `:${proxy.port}/`),
    SMTP_URL: sink.url,
    PAGES_PORT: String(pagesPort),
    RATE_LIMIT_RPS: '0',
    TRUST_PROXY: '1',
  });
  let db = openDatabase(pair.primary.url, () => {});
  const workspace = await givenWorkspace(db);
  await addDomain(db, { workspaceId: workspace.id, domain: 'example.com', verified: true }, new Date());
  const tentId = await givenTent({ db, workspaceId: workspace.id });
  const mailed = await givenMailed({ db, workspaceId: workspace.id }, SPARE, ['https://shop.example.com/one']);
  const api = createClient(running.url, workspace.token);
  await pair.synchronous(true);

  /** People who add contacts, read lists, send forms, look at a page and open mail, each some times a second. */
  function startTraffic(): Traffic {
    const answers: Traffic['answers'] = [];
    const accepted: Traffic['accepted'] = [];
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
        if (response.status === 200) accepted.push({ email, began });
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
        const began = performance.now();
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
        if (status === 200) accepted.push({ email, began });
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
        expect(accepted.filter(({ email }) => !emails.has(email))).toEqual([]);
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
    // A request from before may have been answered after, and its contact let in by nothing.
    const activated = performance.now();
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
        const wanted = [...imported, ...traffic.accepted.filter(({ began }) => began > activated).map(({ email }) => email)];
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

  return {
    pair,
    proxy,
    api,
    isReady,
    startTraffic,
    startBlast,
    startFlowAndImport,
    firstAfter,
    counted: () => counter++,
    /** The truth is at another server from now on. */
    async trust(url: string) {
      await db.close();
      db = openDatabase(url, () => {});
      return db;
    },
    async close() {
      await running.kill();
      await db.close();
      await Promise.all([proxy.close(), sink.close(), pair.close()]);
    },
  };
}
