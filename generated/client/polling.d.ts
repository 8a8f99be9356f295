export interface PollOptions {
    /** The pause between two reads, in milliseconds; 1000 by default. */
    intervalMs?: number | undefined;
    /** How long to go on, in milliseconds; ten minutes by default. */
    timeoutMs?: number | undefined;
    signal?: AbortSignal | undefined;
}
/** It was not done in time. The work itself goes on: `last` is how far it was, and polling again is harmless. */
export declare class PollTimeoutError<T = unknown> extends Error {
    readonly name = "PollTimeoutError";
    readonly last: T;
    constructor(last: T, timeoutMs: number);
}
/** The work has ended, but not well. `result` is what the API says of it. */
export declare class WorkFailedError<T = unknown> extends Error {
    readonly name = "WorkFailedError";
    readonly result: T;
    constructor(result: T, reason: string);
}
/** Reads until it is done, and resolves to what was read last. Throws `PollTimeoutError`, what `read` throws, or the signal's reason. */
export declare function poll<T>(read: (signal: AbortSignal) => Promise<T>, until: (value: T) => boolean, { intervalMs, timeoutMs, signal }?: PollOptions): Promise<T>;
