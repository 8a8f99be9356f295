import { readFile } from 'node:fs/promises';

/** The limit of open files and connections; undefined without a known one. */
export async function descriptorLimit(): Promise<number | undefined> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const most = /^Max open files +(\d+)/m.exec(limits)?.[1];
  return most === undefined ? undefined : Number(most);
}

export const isOutOfDescriptors = (error: unknown): boolean =>
  ['EMFILE', 'ENFILE'].includes((error as { code?: string } | undefined)?.code ?? '');

export interface ConnectionShares {
  api: number;
  pages: number;
}

/** For files, logs, mail and the store. */
const OTHERS = 200;

/**
 * Clients can open connections and read from none. Each may need a file beside itself, so pages, with all their files, leave enough for all
 * connections of the API.
 * @param own connections of the process itself, such as those to the database
 */
export function connectionShares(limit: number, own: number): ConnectionShares {
  const free = limit - Math.min(OTHERS + own, limit / 2);
  return { api: Math.floor(free * 0.35), pages: Math.floor(free * 0.3) };
}
