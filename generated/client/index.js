export { createClient } from "./client.js";
export { ApiError, unwrap } from "./errors.js";
export { pages } from "./pages.js";
export { PollTimeoutError, poll, WorkFailedError } from "./polling.js";
export * from "./work.js";
