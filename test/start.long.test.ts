/** Starts on an empty folder that meet others: commands, a second start, Ctrl-C. And the demo beside a new service. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '../scripts/free-port.ts';
import { readConfig } from '../src/config.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts';
import { startService } from '../src/service.ts';
import { CLI, firstKey, MAIN, PLAIN, postmasterIn, runToEnd, startProcess } from './support/process.ts';

const DEMO = fileURLToPath(new URL('../scripts/demo.ts', import.meta.url));

/** The output of a command in a separate process. */
async function answerOf(environment: Record<string, string>, ...args: string[]) {
  const { code, stdout, stderr } = await runToEnd(environment, CLI, ...args, '--json');
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

describe('the embedded database', () => {
  let folder: string;
  const environment = (port = '0') => ({ DATA_DIR: folder, PORT: port, LOG_LEVEL: 'silent' });
  const postmaster = () => postmasterIn(folder);
  beforeEach(async () => {
    // A blank in the path, as people have them.
    folder = await mkdtemp(join(tmpdir(), 'bivouac start '));
  });
  afterEach(async () => {
    await startEmbeddedPostgres(folder).then((postgres) => postgres.stop());
    await rm(folder, { recursive: true, force: true });
  });

  it('serves commands that come together, the first ones on an empty folder included', async () => {
    const names = ['One', 'Two', 'Three'];
    const made = await Promise.all(names.map((name) => answerOf(environment(), 'workspaces', 'create', '--name', name)));
    expect(made.map(({ name }) => name)).toEqual(names);
    expect(await postmaster()).toBeNull();
  });

  it('serves a command and a service that start together', async () => {
    const command = answerOf(environment(), 'workspaces', 'create', '--name', 'Early');
    const service = await startProcess({ DATA_DIR: folder, APP_SECRET: '' });
    expect(await command).toMatchObject({ name: 'Early' });
    // A machine that is busy with both may answer late, and is then not ready.
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect(await service.terminate()).toBe(0);
  });

  it('keeps the first key before the API answers', async () => {
    const port = await freePort();
    const statuses: number[] = [];
    const isReady = async () => statuses.push((await fetch(`http://127.0.0.1:${port}/readyz`)).status);
    const config = readConfig({ ...environment(String(port)), PAGES_PORT: '0' });
    const service = await startService(config, { onWelcome: async () => void (await isReady()) });
    await isReady();
    expect(statuses).toEqual([503, 200]);
    await service.stop();
  });

  it('keeps the first key for the first start that succeeds', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    expect(await runToEnd(environment(String(port)), MAIN)).toMatchObject({
      code: 1,
      stderr: `Port ${port} is taken; choose another with PORT.\n`,
    });
    taken.close();
    const service = await startProcess({ DATA_DIR: folder, APP_SECRET: '' });
    expect(firstKey(folder)).toMatch(/^bvk_[\w-]+$/);
    await service.terminate();
  });

  it('is stopped again when Ctrl-C comes while the service starts', async () => {
    const child = spawn(process.execPath, [MAIN], { env: { ...PLAIN, ...environment() }, stdio: 'ignore' });
    const ended = once(child, 'exit');
    await expect.poll(postmaster, { interval: 20 }).toBeGreaterThan(0);
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(await postmaster()).toBeNull();
  });
});

it('the demo shows a page, a flow and a blast of a new service', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bivouac-demo-'));
  const service = await startProcess({ DATA_DIR: dataDir, APP_SECRET: '' });
  try {
    const { code, stdout, stderr } = await runToEnd({ DATA_DIR: dataDir, BASE_URL: service.url }, DEMO);
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/Sending a blast +952 of 952/);
    expect(stderr).toMatch(/6 have come to the end, 4 wait for their reminder/);
    expect(stdout).toMatch(/The page "Ridge hikes [^"]*"\S* +http/);
    expect(stdout).toMatch(/The flow "Ridge hikes [^"]*"\S* +http\S*drawings/);
    expect(stdout).toMatch(/The blast "Spring newsletter /);
    expect(stdout).toMatch(/views 40, visitors 40, forms 10/);
    expect(stdout).toMatch(/Say welcome +10 +0 +6\n/);
    expect(stdout).toMatch(/Opened +40 [^\n]*\n +Clicked +15 /);
    for (const address of stdout.match(/http:\/\/\S+\/(?:drawings|mailbox)\S*/g) ?? [])
      expect((await fetch(address)).status, address).toBe(200);
  } finally {
    await service.terminate();
    await rm(dataDir, { recursive: true, force: true });
  }
});
