/** Receivers that do what they should not. */
import { afterAll, afterEach, expect, test } from 'vitest';
import { must } from '../support/blast.ts';
import { startTestService } from '../support/service.ts';
import { settled } from '../support/settled.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const service = await startTestService({ OUTBOUND_ALLOW: '127.0.0.1' });
afterAll(service.stop);
/** All that is due, once the events of before show. */
async function drain(): Promise<void> {
  await settled(service.db);
  await service.drain();
}
const receivers: Receiver[] = [];
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.stop();
});

async function given() {
  const { api } = await service.workspace();
  const receiver = await startReceiver();
  receivers.push(receiver);
  const { endpoint_id } = await must(api.POST('/v1/webhook-endpoints', { body: { url: receiver.url, event_types: ['contact.created'] } }));
  const contact = () => must(api.POST('/v1/contacts', { body: { items: [{ email: `p${Math.random()}@example.net` }] } }));
  const last = async () => {
    const params = { path: { endpoint_id } };
    const { deliveries } = await must(api.GET('/v1/webhook-endpoints/{endpoint_id}/deliveries', { params }));
    return deliveries[0];
  };
  return { api, receiver, contact, last };
}

test('a redirect is not followed', async () => {
  const { receiver, contact, last } = await given();
  const other = await startReceiver();
  receivers.push(other);
  receiver.answer = (response) => response.writeHead(307, { location: other.url }).end();
  await contact();
  await drain();
  expect(other.received).toEqual([]);
  expect(await last()).toMatchObject({ status: 'pending', response_status: 307, error: expect.stringContaining('redirects') });
});

test('of an answer without an end the beginning is read, and it counts', async () => {
  const { receiver, contact, last } = await given();
  receiver.answer = (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('y'.repeat(16_384)), 1);
    response.on('close', () => clearInterval(timer));
  };
  await contact();
  await drain();
  expect(await last()).toMatchObject({ status: 'delivered', response_body: 'y'.repeat(1_000) });
});

test('a connection that is cut is a failure, and what the database cannot hold does no harm', async () => {
  const { receiver, contact, last } = await given();
  receiver.answer = (response) => response.socket?.destroy();
  await contact();
  await drain();
  expect(await last()).toMatchObject({ status: 'pending', response_status: null, error: expect.stringContaining('cut off') });
  receiver.answer = (response) => response.end(Buffer.from([0, 0xff, 0xd8, 0, 0x41]));
  service.clock.advance({ minutes: 1 });
  await drain();
  expect(await last()).toMatchObject({ status: 'delivered', attempts: 2, response_body: expect.stringContaining('A') });
});

test('a receiver that refuses connections gets everything when it is there', async () => {
  const { receiver, contact, last } = await given();
  await receiver.stop();
  receivers.splice(receivers.indexOf(receiver), 1);
  await contact();
  await drain();
  expect(await last()).toMatchObject({ status: 'pending', error: 'The connection was refused.' });
});

test('one that hangs is given up after its time, and costs another workspace nothing', { timeout: 120_000 }, async () => {
  const hanging = await given();
  hanging.receiver.answer = () => {};
  await hanging.contact();
  const draining = drain();
  await expect.poll(() => hanging.receiver.received.length, { timeout: 30_000 }).toBe(1);
  const healthy = await given();
  await healthy.contact();
  const began = performance.now();
  await draining;
  expect(performance.now() - began).toBeLessThan(60_000);
  expect(await hanging.last()).toMatchObject({ status: 'pending', error: expect.stringContaining('15 seconds') });
  await drain();
  expect(await healthy.last()).toMatchObject({ status: 'delivered' });
});
