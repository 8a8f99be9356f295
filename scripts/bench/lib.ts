import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { readConfig } from '../../src/config.ts';
import { type Service, startService } from '../../src/main.ts';
import { openLog } from '../../src/platform/log.ts';

export interface Load {
  seconds: number;
  requests: number;
  failures: number;
  p50: number;
  p99: number;
}

/** Sends `total` requests over so many connections from another process. */
export async function load(
  port: number,
  requests: string[],
  { connections, total }: { connections: number; total: number },
): Promise<Load> {
  const child = spawn(process.execPath, [new URL('load.ts', import.meta.url).pathname, String(port), String(connections), String(total)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(requests));
  const result = JSON.parse(await text(child.stdout)) as Load;
  if (result.failures > 0) throw new Error(`${result.failures} of ${result.requests} requests failed`);
  return result;
}

export const httpGet = (path: string, apiKey?: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${apiKey ? `Authorization: Bearer ${apiKey}\r\n` : ''}\r\n`;

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

export interface BenchService {
  service: Service;
  port: number;
  apiKey: string;
  workspaceId: string;
  stop(): Promise<void>;
}

/** The whole service on an embedded database of its own, set up as by `npm start`. */
export async function startBenchService(environment: Record<string, string> = {}): Promise<BenchService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bivouac-bench-'));
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, RATE_LIMIT_RPS: '0', LOG_LEVEL: 'silent', ...environment });
  const service = await startService(config, { log: openLog('silent') });
  const { id } = await service.db.prisma.workspace.findFirstOrThrow();
  return {
    service,
    port: (service.server?.address() as AddressInfo | undefined)?.port ?? 0,
    apiKey: service.welcome?.apiKey as string,
    workspaceId: id,
    async stop() {
      await service.stop();
      await rm(dataDir, { recursive: true, force: true });
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

const ROUNDS = 5;
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
const shown = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(2));

/** Measures both sides in turn, after one round that does not count, and prints the medians, the ratio and the goal. */
export async function compare(name: string, { unit, ours, baseline, goal }: Comparison): Promise<void> {
  await baseline();
  await ours();
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
