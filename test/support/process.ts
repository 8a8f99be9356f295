/** The service as its own process, the way `npm start` runs it, to be killed. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/free-port.ts';
import { filesOf } from './database.ts';
import { PATIENCE_MS } from './patience.ts';

export interface ServiceProcess {
  url: string;
  child: ChildProcess;
  /** The output so far, both streams. */
  output(): string;
  /** As a power cut would: nothing is finished. */
  kill(): Promise<void>;
  /** As a deployment would. Resolves with the exit code. */
  terminate(): Promise<number | null>;
}

export const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
export const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

/** The options of `npm start` for Node and the C library, which keep a process smaller. */
const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const START_OPTIONS: string[] = scripts.start.match(/--\S+/g) ?? [];
const MALLOC_ARENA_MAX: string = /MALLOC_ARENA_MAX=(\d+)/.exec(scripts.start)?.[1] ?? '';

/**
 * The environment of a process, without the test runner's, which sets names that the service reads. The
 * compile cache is kept for the next start, as with `npm start`.
 */
export const PLAIN = {
  PATH: process.env.PATH,
  PAGES_PORT: '0',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)),
};

/** The key that a first start without a terminal writes into the data folder. */
export const firstKey = (dataDir: string): string => readFileSync(join(dataDir, 'first-api-key'), 'utf8').trim();

/** The process of the database embedded in a data folder, or null where none runs. */
export const postmasterIn = (dataDir: string): Promise<number | null> =>
  readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').then(
    (text) => Number.parseInt(text, 10),
    () => null,
  );

/** Runs one of our programs until it ends, whichever way. */
export const runToEnd = (environment: Record<string, string>, script: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [script, ...args], { env: { ...PLAIN, ...environment } }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );

/**
 * Resolves when the address answers, by default with a success.
 * @throws with the output of the process when it ends before, or takes too long
 */
export function answering(url: string, child: ChildProcess, output: () => string, suffices = ({ ok }: Response) => ok): Promise<void> {
  const isReady = () => fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(suffices, () => false);
  return met(isReady, child, () => `No answer from ${url}:\n${output()}`);
}

async function met(isSo: () => boolean | Promise<boolean>, child: ChildProcess, inVain: () => string): Promise<void> {
  for (const since = Date.now(); !(await isSo()); await delay(20)) {
    const ended = child.exitCode !== null || child.signalCode !== null;
    if (ended || Date.now() - since > PATIENCE_MS) throw new Error(inVain());
  }
}

/** Those that have not ended yet. */
const running = new Set<ChildProcess>();

/** A failed test leaves its processes behind, which would slow all others. */
export function endLeftovers(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Starts `src/main.ts`, or a similar program, and waits until it is ready. */
export async function startProcess(environment: Record<string, string>, main = MAIN): Promise<ServiceProcess> {
  const port = Number(environment.PORT ?? (await freePort()));
  const dataDir = environment.DATA_DIR ? undefined : await mkdtemp(join(tmpdir(), 'bivouac-process-'));
  const child = spawn(process.execPath, [...START_OPTIONS, main], {
    env: {
      ...PLAIN,
      MALLOC_ARENA_MAX,
      // The guard of the run finds the process by this folder.
      TMPDIR: process.env.TMPDIR,
      APP_SECRET: 'a secret for the tests',
      LOG_LEVEL: 'info',
      DRAIN_SECONDS: '0',
      ...(dataDir && { DATA_DIR: dataDir }),
      ...(environment.DATABASE_URL && { STORAGE_URL: pathToFileURL(filesOf(environment.DATABASE_URL)).href, STORAGE_SHARED: 'true' }),
      ...environment,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const url = `http://127.0.0.1:${port}`;
  const exited = once(child, 'exit');
  if (dataDir) child.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  let isExpectedToEnd = false;
  child.once('exit', (code, signal) => {
    // The test itself would only see a refused connection.
    if (!isExpectedToEnd) console.error(`${main} ended by itself (${signal ?? code}):\n${output.slice(-4_000)}`);
  });
  // The greeting comes last; tests read the key from it. A worker prints nothing else.
  const hasGreeted = () => /^Bivouac (is ready|works) /m.test(output);
  if (environment.ROLE === 'worker') await met(hasGreeted, child, () => `No greeting:\n${output}`);
  else
    await answering(
      `${url}/readyz`,
      child,
      () => output,
      ({ ok }) => ok && hasGreeted(),
    );
  return {
    url,
    child,
    output: () => output,
    async kill() {
      isExpectedToEnd = true;
      child.kill('SIGKILL');
      await exited;
    },
    async terminate() {
      isExpectedToEnd = true;
      child.kill('SIGTERM');
      const [code] = (await exited) as [number | null];
      return code;
    },
  };
}
