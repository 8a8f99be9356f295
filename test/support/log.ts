import type { Log } from '../../src/platform/log.ts';

/** A message, with what was told beside it. */
export interface Line {
  message: string;
  [name: string]: unknown;
}

/** A log that keeps what it is told, of whatever level. */
export function notingLog(): { log: Log; logged: Line[] } {
  const logged: Line[] = [];
  const note = (about: object, message: string) => logged.push({ ...about, message });
  // All that is asked of it; pino's has much more.
  return { logged, log: { info: note, warn: note, error: note } as unknown as Log };
}
