/** From the start of the process to `/readyz` on an existing database, beside starting Node and nothing else. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { compare, START } from './lib.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'bivouac-bench-'));
const postgres = await startEmbeddedPostgres(dataDir);
let rss = 0;

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

async function start(): Promise<number> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, START, {
    env: { ...process.env, PORT: String(port), DATABASE_URL: postgres.url, APP_SECRET: 'a secret for the bench', LOG_LEVEL: 'error' },
    stdio: 'ignore',
  });
  while (
    !(await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}`);
    await delay(10);
  }
  const elapsed = performance.now() - started;
  await delay(2_000);
  rss = Math.max(rss, Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024);
  child.kill('SIGTERM');
  await once(child, 'exit');
  return elapsed;
}

async function bareNode(): Promise<number> {
  const started = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - started;
}

await compare('start', {
  unit: 'ms',
  more: false,
  ours: start,
  baseline: bareNode,
  goal: { text: 'ready in under 2500 ms', met: (a) => a < 2_500 },
});
console.log(`idle RSS: ${rss.toFixed(0)} MiB; goal: under 200 MiB: ${rss < 200 ? 'met' : 'MISSED'}`);
await postgres.stop();
await rm(dataDir, { recursive: true, force: true });
