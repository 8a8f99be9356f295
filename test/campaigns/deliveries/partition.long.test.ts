/** A process that sends is cut off from the database, or stands still, for so long that another one takes over, and comes back. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../src/platform/db.ts';
import { addDomain } from '../../../src/workspaces/sending-domains.ts';
import { people, prepareBlast, readBlast, sendNow } from '../../support/blast.ts';
import { createClient } from '../../support/client.ts';
import { openTestDatabase } from '../../support/database.ts';
import { givenWorkspace } from '../../support/given.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { type ServiceProcess, startProcess } from '../../support/process.ts';
import { startProxy, type Proxy as TcpProxy } from '../../support/proxy.ts';
import { type SmtpSink, startSmtp } from '../../support/smtp.ts';

const PEOPLE = 1_000;
const CONNECTIONS = 5;
/** The time of a distant mail server for a message. */
const A_MESSAGE_MS = 20;
/** They come 250 a second, and may be unwritten for a twentieth of one before no other begins; a busy machine counts less well. */
const MOST_UNWRITTEN = 40;

const { url, db } = await openTestDatabase();
const { id: workspaceId, token } = await givenWorkspace(db);
let proxy: TcpProxy;
let sink: SmtpSink;
let environment: Record<string, string>;
const running: ServiceProcess[] = [];
beforeAll(async () => {
  const { hostname, port } = new URL(url);
  proxy = await startProxy(hostname, Number(port));
  sink = await startSmtp({ accept: () => wait(A_MESSAGE_MS) });
  await addDomain(db, { workspaceId, domain: 'example.com', verified: true }, new Date());
  environment = { SMTP_URL: `${sink.url}?maxConnections=${CONNECTIONS}`, RATE_LIMIT_RPS: '0' };
});
afterEach(() => Promise.all(running.splice(0).map(({ kill }) => kill())));
afterAll(() => Promise.all([proxy.close(), sink.close()]));

async function start(databaseUrl: string): Promise<ServiceProcess> {
  const service = await startProcess({ ...environment, DATABASE_URL: databaseUrl });
  running.push(service);
  return service;
}

/** Has a process begin to send to so many people. */
async function sending({ url: address }: ServiceProcess, domain: string): Promise<string> {
  const api = createClient(address, token);
  const { blastId } = await prepareBlast(api, people(PEOPLE, domain));
  await sendNow(api, blastId);
  await expect.poll(() => sentTo(domain).length, { interval: 5 }).toBeGreaterThan(150);
  return blastId;
}
const sentTo = (domain: string) => sink.messages.map(({ to }) => to).filter((to) => to.endsWith(`@${domain}`));

/** No message comes any more. */
async function quiet(): Promise<void> {
  for (let before = -1; before !== sink.messages.length; await wait(500)) before = sink.messages.length;
}

/** After half a minute and a last lease, another process takes over and sends the rest. */
async function takenOver(blastId: string): Promise<void> {
  await db.pool.query("UPDATE claims SET last_call = true, lease_until = now() - interval '1 second'");
  const there = createClient((await start(url)).url, token);
  await expect.poll(async () => (await readBlast(there, blastId)).status, { interval: 250, timeout: 2 * PATIENCE_MS }).toBe('sent');
}

async function expectLittleTwice(blastId: string, domain: string): Promise<void> {
  const addresses = sentTo(domain);
  expect(new Set(addresses).size).toBe(PEOPLE);
  // Two for each connection, and what came in during the moment for which an outcome may be unwritten.
  expect(addresses.length - PEOPLE).toBeLessThanOrEqual(2 * CONNECTIONS + MOST_UNWRITTEN);
  const { rows } = await db.pool.query('SELECT status, count(*)::int FROM deliveries WHERE message_id = $1 GROUP BY status', [blastId]);
  expect(rows).toEqual([{ status: 'sent', count: PEOPLE }]);
  expect((await db.pool.query('SELECT * FROM claims')).rows).toEqual([]);
}

it('what it had in hand goes out, and no more of it twice than what was under way and not written yet', {
  timeout: 6 * PATIENCE_MS,
}, async () => {
  const domain = 'cut-off.example';
  const cut = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(proxy.port) });
  const first = await start(cut.href);
  const blastId = await sending(first, domain);
  proxy.swallow({ all: true });
  // It sends until too many outcomes are unknown.
  await quiet();
  expect(sentTo(domain).length).toBeLessThan(PEOPLE);

  await takenOver(blastId);
  proxy.release();
  await expect.poll(async () => (await fetch(`${first.url}/readyz`)).status).toBe(200);
  await wait(500);
  await expectLittleTwice(blastId, domain);
});

it('what it had in hand when it stood still goes out, and when it goes on it sends none of that but what was under way', {
  timeout: 6 * PATIENCE_MS,
}, async () => {
  const domain = 'standstill.example';
  const first = await start(url);
  const blastId = await sending(first, domain);
  first.child.kill('SIGSTOP');
  // Its open transactions are ended, as after two minutes; one may have begun with its last statement.
  const ended = sql`
    SELECT pg_terminate_backend(pid, 10_000) AS ended FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'bivouac' AND xact_start IS NOT NULL AND pid <> pg_backend_pid()`;
  await expect.poll(async () => (await db.query(ended)).length).toBe(0);
  await quiet();
  const before = sentTo(domain).length;
  expect(before).toBeLessThan(PEOPLE);
  // Of what it had claimed there is much that it has not begun.
  const [hand] = await db.query<{ size: number }>(sql`SELECT coalesce(sum(cardinality(ids)), 0)::int AS size FROM claims`);
  expect(hand?.size).toBeGreaterThan(2 * CONNECTIONS + MOST_UNWRITTEN);

  await takenOver(blastId);
  first.child.kill('SIGCONT');
  await expect.poll(async () => (await fetch(`${first.url}/readyz`)).status).toBe(200);
  await quiet();
  await expectLittleTwice(blastId, domain);
});
