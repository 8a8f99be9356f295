import { wait } from "./retries.js";
/** It was not done in time. The work itself goes on: `last` is how far it was, and polling again is harmless. */
export class PollTimeoutError extends Error {
    name = 'PollTimeoutError';
    last;
    constructor(last, timeoutMs) {
        const { status } = (last ?? {});
        super(`Not done after ${timeoutMs} ms${typeof status === 'string' ? `: still ${status}` : ''}.`);
        this.last = last;
    }
}
/** The work has ended, but not well. `result` is what the API says of it. */
export class WorkFailedError extends Error {
    name = 'WorkFailedError';
    result;
    constructor(result, reason) {
        super(reason);
        this.result = result;
    }
}
/** Reads until it is done, and resolves to what was read last. Throws `PollTimeoutError`, what `read` throws, or the signal's reason. */
export async function poll(read, until, { intervalMs = 1_000, timeoutMs = 600_000, signal = new AbortController().signal } = {}) {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
        const value = await read(signal);
        if (until(value))
            return value;
        if (Date.now() + intervalMs > deadline)
            throw new PollTimeoutError(value, timeoutMs);
        await wait(intervalMs, signal);
    }
}
