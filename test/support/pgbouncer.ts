/** A real pgbouncer in transaction mode before a database, where the machine has one. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { PATIENCE_MS } from './patience.ts';

/** Null, or why there is none. */
export function missingPgbouncer(): string | null {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'pgbouncer is not on this machine (Debian: apt-get install pgbouncer)';
  }
}

export interface Pooler {
  url: string;
  /** Connections of clients, of the service and of others. */
  clients(): Promise<number>;
  stop(): Promise<void>;
}

export async function startPgbouncer(databaseUrl: string, { poolSize = 6 } = {}): Promise<Pooler> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'bivouac-pgbouncer-'));
  const listenPort = await freePort();
  const users = join(folder, 'users.txt');
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    settings,
    `[databases]\n* = host=${hostname} port=${port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${listenPort}\nunix_socket_dir =\n` +
      `auth_type = plain\nauth_file = ${users}\npool_mode = transaction\ndefault_pool_size = ${poolSize}\nmax_client_conn = 300\nstats_users = ${username}\n`,
  );
  // It refuses to run as root.
  const asRoot = process.getuid?.() === 0;
  if (asRoot) execFileSync('chown', ['-R', 'nobody', folder]);
  const child = spawn('pgbouncer', [...(asRoot ? ['-u', 'nobody'] : []), settings], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const url = `postgres://${username}:${password}@127.0.0.1:${listenPort}${pathname}`;
  await vi.waitFor(
    async () => {
      const client = new pg.Client(url);
      client.on('error', () => {});
      try {
        await client.connect();
      } catch (error) {
        throw new Error(`pgbouncer does not answer: ${said}`, { cause: error });
      } finally {
        await client.end().catch(() => {});
      }
    },
    { timeout: PATIENCE_MS, interval: 50 },
  );
  return {
    url,
    async clients() {
      // Its own console speaks the simple protocol only.
      const client = new pg.Client(url.replace(/\/[^/]*$/, '/pgbouncer'));
      client.on('error', () => {});
      await client.connect();
      try {
        const { rows } = await client.query<{ database: string }>('SHOW CLIENTS');
        return rows.filter(({ database }) => database !== 'pgbouncer').length;
      } finally {
        await client.end();
      }
    },
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
