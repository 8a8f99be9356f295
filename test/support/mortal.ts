/** A service in a process of its own, for tests that kill it, and the database that outlives it. */
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';
import type { Database } from '../../src/platform/db.ts';
import { type ApiClient, createClient } from './client.ts';
import { openTestDatabase } from './database.ts';
import { type ServiceProcess, startProcess } from './process.ts';

/** Its generator takes its time. */
const SLOW = { main: fileURLToPath(new URL('./slow-service.ts', import.meta.url)), environment: { SLOW_MS: '300' } };

/** How often each test kills: once, or as often as `KILL_ROUNDS` says. */
export const KILL_ROUNDS = Array.from({ length: Number(process.env.KILL_ROUNDS ?? 1) }, (_, round) => round + 1);

export interface Mortal {
  db: Database;
  /** Starts one in the place of the one before. It is dead after the test at the latest. */
  start(token: string, environment?: Record<string, string>): Promise<{ url: string; api: ApiClient }>;
  kill(): Promise<void>;
}

/** Call it at the top of the file. */
export async function openMortal(environment: Record<string, string> = {}, main?: string): Promise<Mortal> {
  const { url, db } = await openTestDatabase();
  const all = { DATABASE_URL: url, SMTP_URL: 'smtp://127.0.0.1:1', RATE_LIMIT_RPS: '0', ...environment };
  let running: ServiceProcess | undefined;
  const kill = async () => running?.kill();
  afterEach(kill);
  return {
    db,
    kill,
    async start(token, more = {}) {
      running = await startProcess({ ...all, ...more }, main);
      return { url: running.url, api: createClient(running.url, token) };
    },
  };
}

/** One in which generations take up to 300 ms, so that a kill meets some of them. */
export const openSlowMortal = (): Promise<Mortal> => openMortal(SLOW.environment, SLOW.main);
