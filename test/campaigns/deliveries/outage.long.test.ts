/** The database goes away while messages go out, for longer than any lease. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findExpiredClaims } from '../../../src/campaigns/deliveries/claims.repo.ts';
import { addDomain } from '../../../src/workspaces/sending-domains.ts';
import { people, prepareBlast, readBlast, sendNow } from '../../support/blast.ts';
import { createClient } from '../../support/client.ts';
import { openTestDatabase } from '../../support/database.ts';
import { givenWorkspace } from '../../support/given.ts';
import { PATIENCE_MS } from '../../support/patience.ts';
import { type ServiceProcess, startProcess } from '../../support/process.ts';
import { startProxy } from '../../support/proxy.ts';
import { type SmtpSink, startSmtp } from '../../support/smtp.ts';

const PEOPLE = 3_000;

const { url, db } = await openTestDatabase();
const { id: workspaceId, token } = await givenWorkspace(db);
let proxy: Awaited<ReturnType<typeof startProxy>>;
let sink: SmtpSink;
let running: ServiceProcess;
/** Called for each message, before it is accepted. */
let onMessage: (count: number) => void = () => {};
beforeAll(async () => {
  const { hostname, port } = new URL(url);
  proxy = await startProxy(hostname, Number(port || 5432));
  sink = await startSmtp({ accept: () => onMessage(sink.messages.length + 1) });
  await addDomain(db, { workspaceId, domain: 'example.com', verified: true }, new Date());
  const behindProxy = Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(proxy.port) });
  running = await startProcess({ DATABASE_URL: behindProxy.href, SMTP_URL: sink.url, RATE_LIMIT_RPS: '0' });
});
afterAll(async () => {
  await running.kill();
  await Promise.all([proxy.close(), sink.close()]);
});

describe('a database that goes away while messages go out', { timeout: 12 * PATIENCE_MS }, () => {
  it('and is back after all leases have run out makes nobody get anything twice, as long as the process lives', async () => {
    const api = createClient(running.url, token);
    const { blastId } = await prepareBlast(api, people(PEOPLE));
    const cuts: Promise<void>[] = [];
    onMessage = (count) => {
      if (count === 800) cuts.push(proxy.cut());
    };
    await sendNow(api, blastId);
    await expect.poll(() => cuts.length, { interval: 20 }).toBe(1);
    await cuts[0];
    // Messages under way are still accepted, and only the process has their outcomes. No other message begins.
    let [before, same] = [-1, 0];
    await expect
      .poll(
        () => {
          same = sink.messages.length === before ? same + 1 : 0;
          before = sink.messages.length;
          return same;
        },
        { interval: 100 },
      )
      .toBeGreaterThan(5);
    expect(sink.messages.length).toBeLessThan(PEOPLE);

    // All leases have run out meanwhile, as another process sees it, which looks before this one is back.
    await db.pool.query("UPDATE claims SET lease_until = now() - interval '1 second'");
    expect(await findExpiredClaims(db, new Date(), new Date(Date.now() + 30_000))).toEqual([]);
    await proxy.mend();
    await expect.poll(async () => (await readBlast(api, blastId)).status, { interval: 250, timeout: 6 * PATIENCE_MS }).toBe('sent');

    const addresses = sink.messages.map(({ to }) => to);
    expect([new Set(addresses).size, addresses.length]).toEqual([PEOPLE, PEOPLE]);
    expect((await db.pool.query('SELECT status, count(*)::int FROM deliveries GROUP BY status')).rows).toEqual([
      { status: 'sent', count: PEOPLE },
    ]);
    expect((await db.pool.query('SELECT * FROM claims')).rows).toEqual([]);
  });
});
