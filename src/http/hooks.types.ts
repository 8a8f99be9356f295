import type { Log } from '../platform/log.ts';

export interface HookHead {
  header(name: string): string | undefined;
  query: URLSearchParams;
}

export interface HookRequest extends HookHead {
  /** Decoded; signatures are over these bytes. */
  body: Buffer;
  log: Log;
}

export interface Hook {
  mostBytes?: number | undefined;
  /** Refuses a foreign sender by the headers alone. @throws the refusal */
  judge?(head: HookHead): void;
  /** Resolves when everything is written. @throws the refusal */
  take(request: HookRequest): Promise<void>;
}
