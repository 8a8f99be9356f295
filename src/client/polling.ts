import { wait } from './retries.ts';

export interface PollOptions {
  /** The pause between two reads, in milliseconds; 1000 by default. */
  intervalMs?: number | undefined;
  /** How long to go on, in milliseconds; ten minutes by default. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** It was not done in time. The work itself goes on: `last` is how far it was, and polling again is harmless. */
export class PollTimeoutError<T = unknown> extends Error {
  override readonly name = 'PollTimeoutError';
  readonly last: T;
  constructor(last: T, timeoutMs: number) {
    const { status } = (last ?? {}) as { status?: unknown };
    super(`Not done after ${timeoutMs} ms${typeof status === 'string' ? `: still ${status}` : ''}.`);
    this.last = last;
  }
}

/** The work has ended, but not well. `result` is what the API says of it. */
export class WorkFailedError<T = unknown> extends Error {
  override readonly name = 'WorkFailedError';
  readonly result: T;
  constructor(result: T, reason: string) {
    super(reason);
    this.result = result;
  }
}

/** Reads until it is done, and resolves to what was read last. Throws `PollTimeoutError`, what `read` throws, or the signal's reason. */
export async function poll<T>(
  read: (signal: AbortSignal) => Promise<T>,
  until: (value: T) => boolean,
  { intervalMs = 1_000, timeoutMs = 600_000, signal = new AbortController().signal }: PollOptions = {},
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await read(signal);
    if (until(value)) return value;
    if (Date.now() + intervalMs > deadline) throw new PollTimeoutError(value, timeoutMs);
    await wait(intervalMs, signal);
  }
}
