import type { Log } from '../platform/log.ts';

/** What somebody else's service posts. */
export interface HookRequest {
  /** The first value of a header, by its name in lower case. */
  header(name: string): string | undefined;
  query: URLSearchParams;
  /** As it came, unpacked: signatures are over these bytes. */
  body: Buffer;
  log: Log;
}

/** Takes what was posted; resolves when it is written down. @throws the refusal */
export type Hook = (request: HookRequest) => Promise<void>;
