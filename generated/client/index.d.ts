/**
 * The typed client of the API, for programs that use a Bivouac service: `import { createClient } from 'bivouac-client'`.
 * It stands alone, in Node and in browsers: nothing of the service is in it but the types of the document.
 */
export type { components, operations, paths, webhooks } from './api.d.ts';
export type { Client } from './calls.ts';
export { type ClientOptions, createClient } from './client.ts';
export { type Answer, ApiError, ConnectionError, isApiError, TimeoutError, unwrap } from './errors.ts';
export { type Entry, items, type Position, pages } from './pages.ts';
export { type PollOptions, PollTimeoutError, poll, WorkFailedError } from './polling.ts';
export type { Fetch } from './retries.ts';
export { asFile, type Content, type UploadOptions, upload } from './uploads.ts';
export { verifyWebhook, type WebhookEvent, type WebhookRequest, WebhookVerificationError } from './webhooks.ts';
export * from './work.ts';
