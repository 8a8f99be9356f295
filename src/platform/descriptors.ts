import { readFile } from 'node:fs/promises';

/** How many files and connections this process may have open; undefined where there is no limit, or none that can be told. */
export async function descriptorLimit(): Promise<number | undefined> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const most = /^Max open files +(\d+)/m.exec(limits)?.[1];
  return most === undefined ? undefined : Number(most);
}

/** The system gives this process no more files or connections. */
export const isOutOfDescriptors = (error: unknown): boolean =>
  ['EMFILE', 'ENFILE'].includes((error as { code?: string } | undefined)?.code ?? '');

/** Connections that each listener takes at most. */
export interface ConnectionShares {
  api: number;
  pages: number;
}

/** For files, logs, mail and the store. */
const OTHERS = 200;

/**
 * What connections may take of the descriptors: anybody can open them and read from none. Each may hold a file beside itself, so that
 * pages, with all their files, leave enough for all connections of the API.
 * @param own for connections of the process's own making, such as those to the database
 */
export function connectionShares(limit: number, own: number): ConnectionShares {
  const free = limit - Math.min(OTHERS + own, limit / 2);
  return { api: Math.floor(free * 0.35), pages: Math.floor(free * 0.3) };
}
