export { createClient } from "./client.js";
export { ApiError, ConnectionError, isApiError, TimeoutError, unwrap } from "./errors.js";
export { items, pages } from "./pages.js";
export { PollTimeoutError, poll, WorkFailedError } from "./polling.js";
export { asFile, upload } from "./uploads.js";
export { verifyWebhook, WebhookVerificationError } from "./webhooks.js";
export * from "./work.js";
