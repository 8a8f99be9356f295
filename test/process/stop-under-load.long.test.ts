/** A busy service that stops: clients with repeated requests get whole answers, and then a refused connection. */
import { Agent } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/db.ts';
import { createKey } from '../../src/workspaces/keys.service.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { rounds } from '../support/at-length.ts';
import { ask, CLIENTS, endsToAllow } from '../support/busy-clients.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { startProcess } from '../support/process.ts';

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

describe.each(['0', '1'].slice(0, rounds(1, 2)))('with a drain of %s seconds', (DRAIN_SECONDS) => {
  it('loses no request and no answer', async () => {
    const service = await startProcess({ DATABASE_URL: database.url, DRAIN_SECONDS, RATE_LIMIT_RPS: '0', LOG_LEVEL: 'warn' });
    const ends = new Map<string, number>();
    let written = 0;
    let answered = 0;
    let stop: Promise<number | null> | undefined;
    const allowed = endsToAllow();
    const clients = Array.from({ length: CLIENTS }, async (_, client) => {
      // One connection each, kept as long as the service lets it.
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let turn = 0; ; turn++) {
        const email = `busy-${DRAIN_SECONDS}-${client}-${turn}@example.org`;
        const body = turn % 2 ? undefined : JSON.stringify({ items: [{ email }] });
        const { end } = await ask(`${service.url}/v1/contacts`, authorization, agent, body);
        ends.set(end, (ends.get(end) ?? 0) + 1);
        if (body && end.startsWith('2')) written += 1;
        answered += 1;
        if (answered >= 5 * CLIENTS) stop ??= service.terminate();
        if (end === 'ECONNREFUSED') break;
      }
      agent.destroy();
    });
    await Promise.all(clients);
    expect(await stop).toBe(0);
    expect(ends.get('ECONNRESET') ?? 0).toBeLessThanOrEqual(allowed());
    ends.delete('ECONNRESET');
    expect([...ends.keys()].sort().filter((end) => !/^(20\d|503)$/.test(end))).toEqual(['ECONNREFUSED']);
    const db = openDatabase(database.url, () => {});
    expect(await db.prisma.contact.count({ where: { email: { startsWith: `busy-${DRAIN_SECONDS}-` } } })).toBe(written);
    await db.close();
  });
});
