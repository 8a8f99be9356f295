/** The service as its own process, the way `npm start` runs it, to be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';

export interface ServiceProcess {
  url: string;
  child: ChildProcess;
  /** What it has written so far, both streams. */
  output(): string;
  /** As a power cut would: nothing is finished. */
  kill(): Promise<void>;
  /** As a deployment would. Resolves with the exit code. */
  terminate(): Promise<number | null>;
}

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

export const MAIN = new URL('../../src/main.ts', import.meta.url).pathname;

/** Starts `src/main.ts` and waits until it is ready. */
export async function startProcess(environment: Record<string, string>): Promise<ServiceProcess> {
  const port = Number(environment.PORT ?? (await freePort()));
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, APP_SECRET: 'a secret for the tests', LOG_LEVEL: 'info', ...environment, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const url = `http://127.0.0.1:${port}`;
  const exited = once(child, 'exit');
  const started = Date.now();
  while (
    !(await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() - started > 30_000) throw new Error(`The service did not start:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url,
    child,
    output: () => output,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async terminate() {
      child.kill('SIGTERM');
      const [code] = (await exited) as [number | null];
      return code;
    },
  };
}
