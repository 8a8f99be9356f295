/** Messages whose process is killed: after it has accepted them, while it sends them, and while they wait for their time. */
import { expect, it } from 'vitest';
import { must } from '../../support/blast.ts';
import { IN_FLIGHT, idsByPerson, openSenders } from '../../support/senders.ts';
import { TEXT } from '../../support/transactional.ts';

const senders = await openSenders();
const { db, sink } = senders;

const statuses = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await db.pool.query('SELECT status, count(*)::int AS n FROM deliveries GROUP BY status')).rows.map(({ status, n }) => [status, n]),
  );

it('what was accepted before a kill -9 is sent, and repeated only where it was under way', async () => {
  const MESSAGES = 200;
  await db.pool.query('DELETE FROM messages');
  sink.messages.length = 0;
  const first = await senders.start();
  let killed: Promise<void> | undefined;
  senders.onMessage = () => {
    if (sink.messages.length >= 50) killed ??= first.kill();
  };
  for (let from = 0; from < MESSAGES; from += 100) {
    const items = Array.from({ length: 100 }, (_, i) => ({ to: { email: `p${from + i}@elsewhere.example` }, ...TEXT }));
    await must(first.api.POST('/v1/messages/batch', { body: { items } }));
  }
  await expect.poll(() => killed !== undefined, { interval: 20 }).toBe(true);
  await killed;
  const delivered = sink.messages.length;
  expect(delivered).toBeLessThan(MESSAGES);
  await senders.forgetClaims();
  senders.onMessage = () => {};
  const second = await senders.start();
  await expect.poll(statuses, { interval: 100 }).toEqual({ sent: MESSAGES });
  const ids = idsByPerson(sink.messages);
  expect(ids.size).toBe(MESSAGES);
  for (const [person, of] of ids) expect(of.size, person).toBe(1);
  expect(sink.messages.length - MESSAGES).toBeLessThanOrEqual(Math.min(IN_FLIGHT, 40));
  const since = sink.messages.slice(delivered);
  expect(new Set(since.map(({ to }) => to)).size).toBe(since.length);
  await second.terminate();
});

it('what was accepted and not begun, and what was scheduled, is sent once after a kill -9', async () => {
  await db.pool.query('DELETE FROM messages');
  const before = sink.messages.length;
  const first = await senders.start();
  // Nothing can be sent meanwhile.
  await db.pool.query('UPDATE workspaces SET emails_per_second = 1');
  await db.pool.query(
    `INSERT INTO senders (workspace_id, free_at) VALUES ($1, now() + interval '1 hour')
     ON CONFLICT (workspace_id) DO UPDATE SET free_at = excluded.free_at`,
    [senders.workspaceId],
  );
  await must(first.api.POST('/v1/messages', { body: { to: { email: 'now@elsewhere.example' }, ...TEXT } }));
  const scheduled_at = new Date(Date.now() + 3_000).toISOString();
  await must(first.api.POST('/v1/messages', { body: { to: { email: 'later@elsewhere.example' }, ...TEXT, scheduled_at } }));
  await first.kill();
  expect(sink.messages).toHaveLength(before);
  await db.pool.query('UPDATE workspaces SET emails_per_second = NULL');
  await db.pool.query('UPDATE dispatches SET wake_at = now(), rest_until = NULL WHERE rest_until IS NOT NULL');
  await senders.forgetClaims();
  const second = await senders.start();
  await expect.poll(statuses, { interval: 100 }).toEqual({ sent: 2 });
  const since = sink.messages.slice(before).map(({ to }) => to);
  expect(since.sort()).toEqual(['later@elsewhere.example', 'now@elsewhere.example']);
  await second.terminate();
});
