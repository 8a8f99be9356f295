import type { components } from './api.d.ts';
/** What a webhook brings; `type` decides the fields of `data`. */
export type WebhookEvent = components['schemas']['Event'];
/** A request that the secret has not signed, or not lately: answer it with 400, and do nothing else. */
export declare class WebhookVerificationError extends Error {
    name: string;
}
export interface WebhookRequest {
    /** As it came, before any parsing: signatures are of bytes. */
    body: string | Uint8Array;
    /** All headers: of the Fetch API, or an object as Node's. */
    headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
    /** The endpoint's secret, `whsec_…`; several while you rotate it. */
    secret: string | readonly string[];
    /** How far the clocks may be apart; 300 by default. */
    toleranceSeconds?: number;
    /** The time now, in milliseconds. */
    now?: number;
}
/**
 * Checks who has sent a webhook and when, and gives its event. The same event may come again: ignore an `event_id` that you have seen.
 * @throws WebhookVerificationError
 */
export declare function verifyWebhook({ body, headers, secret, toleranceSeconds, now, }: WebhookRequest): Promise<WebhookEvent>;
