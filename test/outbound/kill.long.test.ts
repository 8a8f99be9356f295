/** Events of a process that dies: each arrives at least once, and none is lost. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../src/platform/db.ts';
import { must } from '../support/blast.ts';
import { givenWorkspace } from '../support/given.ts';
import { openMortal } from '../support/mortal.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const mortal = await openMortal({ OUTBOUND_ALLOW: '127.0.0.0/8' });
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

test('a process that is killed while it sends is followed by one that sends all the rest', async () => {
  const { token } = await givenWorkspace(mortal.db);
  const { api } = await mortal.start(token);
  await must(api.POST('/v1/webhook-endpoints', { body: { url: receiver.url, event_types: ['contact.created'] } }));
  // The first requests are answered, and then none.
  let answers = 40;
  receiver.answer = (response) => void (answers-- > 0 && response.end());
  for (let batch = 0; batch < 4; batch++) {
    const items = Array.from({ length: 100 }, (_value, i) => ({ email: `person-${batch}-${i}@example.net` }));
    await must(api.POST('/v1/contacts', { body: { items } }));
  }
  await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBeGreaterThan(50);
  await mortal.kill();
  // Ends the claim of the dead process, without the minute of its lease.
  await mortal.db.query(sql`UPDATE webhook_dispatches SET lease_until = now() - interval '1 second' WHERE lease_until IS NOT NULL`);
  receiver.answer = (response) => void response.end();
  await mortal.start(token);
  const ids = () => new Set(receiver.received.map(({ event }) => event.event_id));
  await expect.poll(() => ids().size, { timeout: 60_000 }).toBe(400);
  const delivered = sql`SELECT count(*)::int AS count FROM webhook_deliveries WHERE status = 'delivered'`;
  await expect.poll(async () => (await mortal.db.query<{ count: number }>(delivered))[0]?.count, { timeout: 60_000 }).toBe(400);
}, 240_000);
