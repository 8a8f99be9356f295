import type { Log } from '../../src/platform/log.ts';

/** A message, with what was told beside it. */
export interface Line {
  level: string;
  message: string;
  [name: string]: unknown;
}

/** A log that keeps what it is told, of whatever level. */
export function notingLog(): { log: Log; logged: Line[] } {
  const logged: Line[] = [];
  const noting = (level: string) => (about: object, message: string) => logged.push({ ...about, level, message });
  const log = { debug: noting('debug'), info: noting('info'), warn: noting('warn'), error: noting('error'), child: () => log };
  // All that is asked of it; pino's has much more.
  return { logged, log: log as unknown as Log };
}
