/** Signatures of webhooks against others: a published vector, and an implementation in another language that follows the specification alone. */
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { verifyWebhook } from '../../src/client/webhooks.ts';
import { hasPython, signInPython } from './python.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** The vector that the libraries of Standard Webhooks test with. */
const VECTOR = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

const requestOf = ({ id, timestamp, body, signature }: typeof VECTOR) => ({
  body,
  headers: { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature },
  secret: SECRET,
  now: timestamp * 1_000,
});

test('the published vector is verified and made', async () => {
  expect(await verifyWebhook(requestOf(VECTOR))).toEqual({ test: 2_432_232_314 });
  expect(new Webhook(SECRET).sign(VECTOR.id, new Date(VECTOR.timestamp * 1_000), VECTOR.body)).toBe(VECTOR.signature);
  for (const change of [{ id: `${VECTOR.id}x` }, { timestamp: VECTOR.timestamp + 1 }, { body: `${VECTOR.body} ` }])
    await expect(verifyWebhook(requestOf({ ...VECTOR, ...change }))).rejects.toThrow('another secret');
});

test.runIf(hasPython)('what Python signs is verified', async () => {
  const bodies = [VECTOR.body, '{"name":"Åsa 🏕"}', `{"long":"${'x'.repeat(50_000)}"}`];
  const signed = signInPython(
    SECRET,
    bodies.map((body, index) => ({ ...VECTOR, id: `${VECTOR.id}${index || ''}`, body })),
  );
  expect(signed[0]).toBe(VECTOR.signature);
  for (const [index, body] of bodies.entries()) {
    const one = { ...VECTOR, id: `${VECTOR.id}${index || ''}`, body, signature: signed[index] as string };
    expect(await verifyWebhook(requestOf(one))).toEqual(JSON.parse(body));
    expect(await verifyWebhook(requestOf({ ...one, signature: `v1,AAAA ${one.signature}` }))).toEqual(JSON.parse(body));
  }
});
