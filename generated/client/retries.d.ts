/** Sends one request. It rejects when there is no answer. */
export type Fetch = (request: Request) => Promise<Response>;
/** How long to go on with one call. */
export interface Patience {
    retries: number;
    timeoutMs: number;
}
/** Repeats each request that is worth it; what makes something carries a key that makes the service execute it once. */
export declare function persistent(send: Fetch, patience: Patience): Fetch;
/**
 * Sends a request until there is an answer that a repeat would not better. Repeating must do no harm: what is sent here leaves
 * the same state however often it arrives, or has a key.
 */
export declare function retry(attemptWith: (signal: AbortSignal) => Request, asked: {
    method: string;
    url: string;
    signal: AbortSignal;
}, send: Fetch, { retries, timeoutMs }: Patience): Promise<Response>;
/** Rejects with the signal's reason as soon as it aborts. */
export declare function wait(ms: number, signal: AbortSignal): Promise<void>;
