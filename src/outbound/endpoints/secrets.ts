import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { WorkspaceId } from '../../platform/ids.ts';
import { createSealing } from '../../platform/sealing.ts';

/** What a secret that clients see begins with; Base64 follows. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export interface EndpointRef {
  workspaceId: WorkspaceId;
  id: string;
}

/** Secrets of endpoints, which the database keeps sealed, each for its endpoint. */
export interface EndpointSecrets {
  create(): string;
  seal(endpoint: EndpointRef, secret: string): Uint8Array<ArrayBuffer>;
  /** @throws when it was sealed with another APP_SECRET */
  open(endpoint: EndpointRef, sealed: Uint8Array): string;
}

export function createEndpointSecrets(appSecret: string): EndpointSecrets {
  const sealing = createSealing(appSecret, 'bivouac webhook endpoints');
  const placeOf = ({ workspaceId, id }: EndpointRef) => `${workspaceId}/${id}`;
  return {
    create: () => PREFIX + randomBytes(SECRET_BYTES).toString('base64'),
    seal: (endpoint, secret) => Uint8Array.from(sealing.seal(placeOf(endpoint), Buffer.from(secret))),
    open: (endpoint, sealed) => sealing.open(placeOf(endpoint), Buffer.from(sealed)).toString(),
  };
}

/** Makes the headers by which a receiver knows who sent a body, one signature a secret. */
export function createSigner(secrets: readonly string[]) {
  // One that an operator has chosen may be any text.
  const webhooks = secrets.map((secret) => (secret.startsWith(PREFIX) ? new Webhook(secret) : new Webhook(secret, { format: 'raw' })));
  return (id: string, at: Date, body: string): Record<string, string> => ({
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': webhooks.map((webhook) => webhook.sign(id, at, body)).join(' '),
  });
}
