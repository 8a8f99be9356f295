/** Sends one request. It rejects when there is no answer. */
export type Fetch = (request: Request) => Promise<Response>;
/**
 * Repeats what is worth repeating, which never does harm: what makes something carries a key that makes the service execute it
 * once, and every other request leaves the same state however often it runs.
 */
export declare function persistent(send: Fetch, { retries, timeoutMs }: {
    retries: number;
    timeoutMs: number;
}): Fetch;
/** Rejects with the signal's reason as soon as it aborts. */
export declare function wait(ms: number, signal?: AbortSignal): Promise<void>;
