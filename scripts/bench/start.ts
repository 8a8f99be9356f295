/** From the start of the process to `/readyz` on an existing database, beside starting Node and nothing else. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { freePort } from '../free-port.ts';
import { compare, openBenchDatabase, START, sizeOf } from './lib.ts';

const database = await openBenchDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'bivouac-bench-'));
const PAUSE_MS = sizeOf(2_000, 0);
let rss = 0;

async function start(): Promise<number> {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, START.args, {
    env: {
      ...process.env,
      ...START.env,
      PORT: String(port),
      PAGES_PORT: '0',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      STORAGE_URL: pathToFileURL(database.files).href,
      APP_SECRET: 'a secret for the bench',
      LOG_LEVEL: 'error',
    },
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
  await delay(PAUSE_MS);
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
  goal: { text: 'at most 25 times the start of Node alone', met: (a, b) => a / b <= 25 },
});
console.log(`idle RSS: ${rss.toFixed(0)} MiB; goal: under 180 MiB: ${rss < 180 ? 'met' : 'MISSED'}`);
await database.stop();
