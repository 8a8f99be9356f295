import type { Log } from '../../src/platform/log.ts';

/** A message, with its fields. */
export interface Line {
  level: string;
  message: string;
  [name: string]: unknown;
}

/** A log that keeps the lines of all levels. */
export function notingLog(): { log: Log; logged: Line[] } {
  const logged: Line[] = [];
  const noting = (level: string) => (about: object, message: string) => logged.push({ ...about, level, message });
  const log = { debug: noting('debug'), info: noting('info'), warn: noting('warn'), error: noting('error'), child: () => log };
  // The used part of pino's interface.
  return { logged, log: log as unknown as Log };
}
