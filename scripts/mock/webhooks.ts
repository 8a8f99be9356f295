/** The mock's own way to a receiver: `POST /_test/webhooks/{type}` sends an event of the document's examples as the service would. */
import express, { Router } from 'express';
import { Webhook } from 'standardwebhooks';
import type { Document } from '../../src/http/contract.ts';

/** The secret that the mock signs with by default. */
export const MOCK_SECRET = 'whsec_bm90IGEgcmVhbCBzZWNyZXQsIDMyIGJ5dGVzIGxvbmch';

const LIMIT_MS = 15_000;

interface Asked {
  /** Where the event goes; without it, nothing is sent. */
  url?: string;
  secret?: string;
}

/** Answers with the headers and the body of the request, and with what the receiver said, if one was named. */
export function webhookRoutes(document: Document): Router {
  const routes = Router();
  routes.post('/_test/webhooks/:type', express.json(), async ({ params, body }, response) => {
    const event = exampleOf(document, String(params.type));
    if (!event)
      return void response.status(404).json({ error: `There is no event of the type "${params.type}".`, error_code: 'not_found' });
    const { url, secret = MOCK_SECRET } = (body ?? {}) as Asked;
    const now = new Date();
    const text = JSON.stringify({ ...event, occurred_at: now.toISOString() });
    try {
      const headers = {
        'content-type': 'application/json',
        'webhook-id': event.event_id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
        'webhook-signature': new Webhook(secret).sign(event.event_id, now, text),
      };
      const answer =
        url === undefined
          ? null
          : await fetch(url, { method: 'POST', headers, body: text, redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) });
      response.json({ headers, body: text, answer: answer && { status: answer.status, body: (await answer.text()).slice(0, 1_000) } });
    } catch (error) {
      response.status(400).json({ error: `The event could not be sent: ${(error as Error).message}`, error_code: 'validation_failed' });
    }
  });
  return routes;
}

interface Example {
  event_id: string;
  type: string;
  data: Record<string, unknown>;
}

const CUSTOM = 'custom.';
/** The entry of the document for custom events of all names. */
const ANY_NAME = 'custom.{name}';

function exampleOf(document: Document, type: string): Example | undefined {
  const isCustom = type.startsWith(CUSTOM) && type !== CUSTOM;
  const webhook = document.webhooks?.[isCustom ? ANY_NAME : type] as {
    post?: { requestBody?: { content: Record<string, { examples: Record<string, { value: Example }> }> } };
  };
  const [example] = Object.values(webhook?.post?.requestBody?.content['application/json']?.examples ?? {});
  if (!(example && isCustom)) return example?.value;
  const { value } = example;
  return { ...value, type, data: { ...value.data, name: type.slice(CUSTOM.length) } };
}
