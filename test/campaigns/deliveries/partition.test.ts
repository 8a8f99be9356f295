/** A process that sends is cut off from the database, for so long that another one takes over, and comes back. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
/** What a mail server far away takes for a message. */
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
afterAll(async () => {
  await Promise.all(running.map(({ kill }) => kill()));
  await Promise.all([proxy.close(), sink.close()]);
});

it('what it had in hand goes out, and no more of it twice than what was under way and not written yet', {
  timeout: 6 * PATIENCE_MS,
}, async () => {
  const cut = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(proxy.port) });
  running.push(await startProcess({ ...environment, DATABASE_URL: cut.href }));
  const api = createClient((running[0] as ServiceProcess).url, token);
  const { blastId } = await prepareBlast(api, people(PEOPLE));
  await sendNow(api, blastId);
  await expect.poll(() => sink.messages.length, { interval: 5 }).toBeGreaterThan(150);
  proxy.swallow({ all: true });
  // It sends until it knows too little of what became of it.
  for (let before = -1; before !== sink.messages.length; await wait(500)) before = sink.messages.length;
  expect(sink.messages.length).toBeLessThan(PEOPLE);

  await db.pool.query("UPDATE claims SET last_call = true, lease_until = now() - interval '1 second'");
  const second = await startProcess({ ...environment, DATABASE_URL: url });
  running.push(second);
  const there = createClient(second.url, token);
  await expect.poll(async () => (await readBlast(there, blastId)).status, { interval: 250, timeout: 2 * PATIENCE_MS }).toBe('sent');
  proxy.release();
  await expect.poll(async () => (await fetch(`${running[0]?.url}/readyz`)).status).toBe(200);
  await wait(500);

  const addresses = sink.messages.map(({ to }) => to);
  expect(new Set(addresses).size).toBe(PEOPLE);
  // Two for each connection, and what came in during the moment for which an outcome may be unwritten.
  expect(addresses.length - PEOPLE).toBeLessThanOrEqual(2 * CONNECTIONS + MOST_UNWRITTEN);
  const { rows } = await db.pool.query('SELECT status, count(*)::int FROM deliveries GROUP BY status');
  expect(rows).toEqual([{ status: 'sent', count: PEOPLE }]);
  expect((await db.pool.query('SELECT * FROM claims')).rows).toEqual([]);
});
