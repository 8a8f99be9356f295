/** The client's check of webhooks, against what Standard Webhooks' own library signs. */
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { verifyWebhook, WebhookVerificationError } from '../../src/client/index.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const body = JSON.stringify({ event_id: '01JPQ900A9D65E1Z2X0W8V7T61', type: 'tent.unpublished', occurred_at: '', data: { tent_id: 'ü' } });

function signed(secrets = [SECRET], at = new Date()) {
  const id = '01JPQ900A9D65E1Z2X0W8V7T61';
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

test('what the secret signed is the event', async () => {
  expect(await verifyWebhook({ body, headers: signed(), secret: SECRET })).toEqual(JSON.parse(body));
  expect(await verifyWebhook({ body: Buffer.from(body), headers: new Headers(signed()), secret: SECRET })).toEqual(JSON.parse(body));
});

test('while a secret is rotated, either of them will do', async () => {
  expect(await verifyWebhook({ body, headers: signed([OTHER, SECRET]), secret: SECRET })).toBeTruthy();
  expect(await verifyWebhook({ body, headers: signed([OTHER]), secret: [SECRET, OTHER] })).toBeTruthy();
});

test.each([
  ['another secret', { body, headers: signed([OTHER]), secret: SECRET }],
  ['another body', { body: `${body} `, headers: signed(), secret: SECRET }],
  ['an old request', { body, headers: signed([SECRET], new Date(Date.now() - 301_000)), secret: SECRET }],
  ['no signature', { body, headers: { ...signed(), 'webhook-signature': undefined }, secret: SECRET }],
  ['another id', { body, headers: { ...signed(), 'webhook-id': 'another' }, secret: SECRET }],
])('%s is refused', async (_what, request) => {
  await expect(verifyWebhook(request)).rejects.toThrow(WebhookVerificationError);
});
