import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type pg from 'pg';
import packageJson from '../../package.json' with { type: 'json' };
import { readConfig } from '../../src/config.ts';
import { type Db, openDatabase } from '../../src/platform/db.ts';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { newId } from '../../src/platform/ids.ts';
import { openLog } from '../../src/platform/log.ts';
import { type Service, startService } from '../../src/service.ts';
import { createKey } from '../../src/workspaces/keys.service.ts';
import { addDomain } from '../../src/workspaces/sending-domains.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { freePort } from '../free-port.ts';

export interface Load {
  seconds: number;
  requests: number;
  failures: number;
  p50: number;
  p99: number;
  max: number;
}

const LOAD = fileURLToPath(new URL('load.ts', import.meta.url));

/** Sends `total` requests over so many connections from another process. */
export async function load(
  port: number,
  requests: string[],
  { connections, total }: { connections: number; total: number },
): Promise<Load> {
  const child = spawn(process.execPath, [LOAD, String(port), String(connections), String(total)], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(requests));
  const result = JSON.parse(await text(child.stdout)) as Load;
  if (result.failures > 0) throw new Error(`${result.failures} of ${result.requests} requests failed`);
  return result;
}

/** Keeps asking at a leisurely rate, beside some other work, until it is ended. */
export function loadBeside(port: number, requests: string[], pauseMs: number): { end: () => Promise<Load> } {
  const child = spawn(process.execPath, [LOAD, String(port), '1', '1000000', String(pauseMs)], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write(`${JSON.stringify(requests)}\n`);
  const result = text(child.stdout);
  return {
    async end() {
      child.stdin.end();
      return JSON.parse(await result) as Load;
    },
  };
}

export const httpGet = (path: string, apiKey?: string, agent?: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${agent ? `User-Agent: ${agent}\r\n` : ''}${apiKey ? `Authorization: Bearer ${apiKey}\r\n` : ''}\r\n`;

export const httpPost = (path: string, body: unknown, apiKey?: string): string => withBody('POST', path, body, apiKey);
export const httpDelete = (path: string, body: unknown, apiKey?: string): string => withBody('DELETE', path, body, apiKey);

function withBody(method: string, path: string, body: unknown, apiKey?: string): string {
  const json = JSON.stringify(body);
  const auth = apiKey ? `Authorization: Bearer ${apiKey}\r\n` : '';
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${auth}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(json)}\r\n\r\n${json}`;
}

/** Microseconds of this process' CPU time that `work` takes for each of its units. */
export async function cpuPerUnit(units: number, work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / units;
}

export async function listen(listener: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

/** With `smallest` for a size a bench shows that it works: it does each thing once or twice. */
const SMALLEST = process.argv[3] === 'smallest';

/** The size of a bench: the argument at that place after the bench's name, else the usual one. */
export const sizeOf = (usual: number, smallest: number, place?: 1 | 2 | 3): number =>
  SMALLEST ? smallest : Number((place && process.argv[2 + place]) ?? usual);

export interface BenchDatabase {
  url: string;
  /** The folder of its files: each database has one, which later benches reuse. */
  files: string;
  stop(): Promise<void>;
}

/** A database for a bench: an embedded one of its own, or the one that `BENCH_DATABASE_URL` names, which several may share. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const given = process.env.BENCH_DATABASE_URL;
  if (given) {
    const name = createHash('sha256').update(given).digest('hex').slice(0, 16);
    return { url: given, files: join(tmpdir(), `bivouac-bench-${name}`), stop: async () => {} };
  }
  const folder = await mkdtemp(join(tmpdir(), 'bivouac-bench-'));
  return { ...(await startEmbeddedPostgres(folder)), files: join(folder, 'files') };
}

/** A workspace with everything that a bench needs. */
export async function makeWorkspace(db: Db): Promise<{ workspaceId: string; slug: string; apiKey: string }> {
  const now = new Date();
  const { id, slug } = await createWorkspace(db, { name: 'Bench', slug: newId(), plan: 'paid' }, now);
  await addDomain(db, { workspaceId: id, domain: 'example.com', verified: true }, now);
  const { token } = await createKey(db, { workspaceId: id, name: 'Bench' }, now);
  return { workspaceId: id, slug, apiKey: token };
}

const ENVIRONMENT = { APP_SECRET: 'a secret for the bench', RATE_LIMIT_RPS: '0', PAGES_PORT: '0', DRAIN_SECONDS: '0' };

export interface BenchService {
  service: Service;
  port: number;
  apiKey: string;
  workspaceId: string;
  stop(): Promise<void>;
}

/** The whole service in this process. */
export async function startBenchService(environment: Record<string, string> = {}): Promise<BenchService> {
  const database = await openBenchDatabase();
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.url,
    DATA_DIR: await mkdtemp(join(tmpdir(), 'bivouac-bench-')),
    STORAGE_URL: pathToFileURL(database.files).href,
    LOG_LEVEL: 'silent',
    ...ENVIRONMENT,
    ...environment,
  });
  const service = await startService(config, { log: openLog('silent') });
  return {
    service,
    port: service.port ?? 0,
    ...(await makeWorkspace(service.db)),
    async stop() {
      await service.stop();
      await database.stop();
    },
  };
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The parts of `npm start`: the environment before `exec node`, and the arguments behind it. */
const [before, after] = packageJson.scripts.start.split(' exec node ') as [string, string];
export const START = { args: after.split(' '), env: Object.fromEntries(before.split(' ').map((pair) => pair.split('='))) };

/** The kernel counts processor time in these parts of a second. */
export const TICKS = 100;

export interface BenchProcess {
  pool: pg.Pool;
  databaseUrl: string;
  port: number;
  pagesPort: number;
  apiKey: string;
  workspaceId: string;
  slug: string;
  /** The most memory that the process has held since the last time this was asked, in MB of resident set. */
  peakMb(): Promise<number>;
  /** Processor time of the process since its start. */
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
}

/** The service as a process of its own, so that its memory is its own. */
export async function startBenchProcess(environment: Record<string, string> = {}): Promise<BenchProcess> {
  const { url, files, stop } = await openBenchDatabase();
  const [port, pagesPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, START.args, {
    cwd: ROOT,
    env: {
      ...START.env,
      PATH: process.env.PATH,
      DATABASE_URL: url,
      DATA_DIR: await mkdtemp(join(tmpdir(), 'bivouac-bench-')),
      STORAGE_URL: pathToFileURL(files).href,
      PORT: String(port),
      LOG_LEVEL: 'warn',
      ...ENVIRONMENT,
      PAGES_PORT: String(pagesPort),
      ...environment,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('The service did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const db = openDatabase(url, () => {});
  return {
    pool: db.pool,
    databaseUrl: url,
    port,
    pagesPort,
    ...(await makeWorkspace(db)),
    async peakMb() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      await writeFile(`/proc/${child.pid}/clear_refs`, '5');
      return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1_000);
    },
    async cpuSeconds() {
      const [, times = ''] = (await readFile(`/proc/${child.pid}/stat`, 'utf8')).split(') ');
      const [user, system] = times.split(' ').slice(11, 13).map(Number) as [number, number];
      return (user + system) / TICKS;
    },
    async stop() {
      await db.close();
      child.kill('SIGTERM');
      await once(child, 'exit');
      await stop();
    },
  };
}

export interface Comparison {
  unit: string;
  /** Whether more of the unit is better. */
  more: boolean;
  ours: () => Promise<number>;
  baseline: () => Promise<number>;
  /** Says whether the goal is met, from the two medians. */
  goal: { text: string; met: (ours: number, baseline: number) => boolean };
}

const ROUNDS = sizeOf(5, 1);
export const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
const shown = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(2));

/** Measures both sides in turn, after one round that does not count, and prints the medians, the ratio and the goal. */
export async function compare(name: string, { unit, ours, baseline, goal }: Comparison): Promise<void> {
  if (!SMALLEST) {
    await baseline();
    await ours();
  }
  const results = { ours: [] as number[], baseline: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    results.baseline.push(await baseline());
    results.ours.push(await ours());
  }
  const [a, b] = [median(results.ours), median(results.baseline)];
  const spread = (values: number[]) => `${shown(Math.min(...values))} – ${shown(Math.max(...values))}`;
  console.table({
    [`${name}: ours`]: { [unit]: shown(a), range: spread(results.ours) },
    [`${name}: baseline`]: { [unit]: shown(b), range: spread(results.baseline) },
    ratio: { [unit]: (a / b).toFixed(2), range: spread(results.ours.map((value, round) => value / (results.baseline[round] as number))) },
  });
  console.log(`goal: ${goal.text}: ${goal.met(a, b) ? 'met' : 'MISSED'}`);
}
