import type { Log } from '../platform/log.ts';

/** What a post says of itself before its body is read. */
export interface HookHead {
  /** The first value of a header, by its name in lower case. */
  header(name: string): string | undefined;
  query: URLSearchParams;
}

/** What another service posts. */
export interface HookRequest extends HookHead {
  /** As it came, unpacked: signatures are over these bytes. */
  body: Buffer;
  log: Log;
}

export interface Hook {
  /** Of a body; 256 KiB by default. */
  mostBytes?: number | undefined;
  /** Refuses what its headers alone show to be from another sender. @throws the refusal */
  judge?(head: HookHead): void;
  /** Resolves when everything is written down. @throws the refusal */
  take(request: HookRequest): Promise<void>;
}
