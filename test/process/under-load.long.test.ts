/** A service that stops, or is suspended, under load: crowds, published pages, readiness. */
import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { openDatabase } from '../../src/platform/db.ts';
import { createKey } from '../../src/workspaces/keys.service.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { ask, CLIENTS, endsToAllow } from '../support/busy-clients.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { ask as askPage, givenPage, htmlSaying } from '../support/pages.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { startProcess } from '../support/process.ts';

/** Simultaneous connections: more than Node's backlog, fewer than the system's limit. */
const CROWD = 2_000;

let database: TestDatabase;
let authorization: string;
beforeAll(async () => {
  database = await createDatabase();
  const db = openDatabase(database.url, () => {});
  const { id } = await createWorkspace(db, { name: 'Busy', plan: 'paid' }, new Date());
  authorization = `Bearer ${(await createKey(db, { workspaceId: id, name: 'Test' }, new Date())).token}`;
  await db.close();
});
afterAll(() => database.drop());

it('takes in whoever comes while it cannot look, and answers them all', async () => {
  const service = await startProcess({ DATABASE_URL: database.url, LOG_LEVEL: 'warn' });
  // The system accepts connections up to the backlog of the listener.
  service.child.kill('SIGSTOP');
  const sockets = await Promise.all(
    Array.from({ length: CROWD }, async () => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      await once(socket, 'connect', { signal: AbortSignal.timeout(PATIENCE_MS) });
      return socket;
    }),
  );
  service.child.kill('SIGCONT');
  const answers = sockets.map(async (socket) => {
    socket.end('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    return (await text(socket)).split('\r\n')[0];
  });
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 200 OK']));
  expect(await service.terminate()).toBe(0);
});

describe('published pages', () => {
  it('are whole to the last one, and leave with the rest', async () => {
    const db = openDatabase(database.url, () => {});
    const { id, slug } = await createWorkspace(db, { name: 'Shown', plan: 'paid' }, new Date());
    const html = htmlSaying(`Shown${' and seen'.repeat(5_000)}`);
    await givenPage({ db, workspaceId: id }, { path: 'page', html });
    await db.close();
    const port = await freePort();
    const service = await startProcess({ DATABASE_URL: database.url, PAGES_PORT: String(port), LOG_LEVEL: 'warn' });
    let stop: Promise<number | null> | undefined;
    let answered = 0;
    const allowed = endsToAllow();
    const ends = await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        for (;;) {
          const answer = await askPage(port, '/page', { host: `${slug}.localhost` }).catch((error: { code?: string }) => error.code);
          if (typeof answer !== 'object') return answer;
          expect([answer.status, answer.text === html]).toEqual([200, true]);
          answered += 1;
          if (answered >= 5 * CLIENTS) stop ??= service.terminate();
        }
      }),
    );
    expect(await stop).toBe(0);
    const others = ends.filter((end) => end !== 'ECONNREFUSED');
    expect(others.filter((end) => end !== 'ECONNRESET')).toEqual([]);
    expect(others.length).toBeLessThanOrEqual(allowed());
  });
});

describe('readiness', () => {
  it('fails first, while everybody is still let in', async () => {
    const service = await startProcess({ DATABASE_URL: database.url, DRAIN_SECONDS: '5' });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await ask(`${service.url}/readyz`, authorization, agent)).toEqual({ end: '200', lastOnes: false });
    const ended = service.terminate();
    await expect.poll(() => service.output()).toContain('"msg":"stopping"');
    // The connection that was open, and new ones.
    for (let i = 0; i < 3; i++) expect(await ask(`${service.url}/readyz`, authorization, agent)).toEqual({ end: '503', lastOnes: true });
    expect(await ask(`${service.url}/v1/contacts`, authorization, agent)).toEqual({ end: '200', lastOnes: true });
    agent.destroy();
    expect(await ended).toBe(0);
  });
});
