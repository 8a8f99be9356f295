/** A process that may have few files open: crowds of connections leave it enough for everything else. */
import { connect, type Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { readConfig } from '../../src/config.ts';
import { connectionShares } from '../../src/platform/descriptors.ts';
import { openTestDatabase } from '../support/database.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';

const OPEN_FILES = 256;
/** Some are held by those who have asked whether it is ready. */
const OTHERS = 5;

const { url } = await openTestDatabase();
const { databaseConnections, databaseJobConnections } = readConfig({});
const shares = connectionShares(OPEN_FILES, databaseConnections + databaseJobConnections);
let running: ServiceProcess | undefined;
const clients: Socket[] = [];
afterAll(async () => {
  for (const client of clients) client.destroy();
  await running?.kill();
});

/** Node raises the limit that it was started with, so that it is lowered from within, before all else. */
const limited = `
  import { execFileSync } from 'node:child_process';
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) execFileSync('prlimit', ['--pid', String(process.pid), '--nofile=${OPEN_FILES}:${OPEN_FILES}']);`;

/** Whether a connection gets any answer. It stays open. */
const isAnswered = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const client = connect({ port, host: '127.0.0.1' });
    clients.push(client);
    client.on('error', () => {});
    client.once('data', () => resolve(true));
    client.once('close', () => resolve(false));
    client.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  });

/** How many of a crowd were answered, and that those are the first. */
async function crowd(port: number, size: number): Promise<number> {
  const answered: boolean[] = [];
  for (let i = 0; i < size; i++) answered.push(await isAnswered(port));
  const first = answered.indexOf(false);
  expect(answered.slice(first)).not.toContain(true);
  return first;
}

it.runIf(process.platform === 'linux')('takes so many connections for its pages and for the API, and drops all further ones', async () => {
  const pagesPort = await freePort();
  running = await startProcess({
    DATABASE_URL: url,
    RATE_LIMIT_RPS: '0',
    PAGES_PORT: String(pagesPort),
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(limited)}`,
  });
  const [api, pages] = [await crowd(Number(new URL(running.url).port), shares.api + 20), await crowd(pagesPort, shares.pages + 20)];
  expect(api).toBeLessThanOrEqual(shares.api);
  expect(api).toBeGreaterThanOrEqual(shares.api - OTHERS);
  expect(pages).toBe(shares.pages);
  const warned = () =>
    (running as ServiceProcess)
      .output()
      .split('\n')
      .filter((line) => line.includes('connections are dropped'))
      .map((line) => JSON.parse(line).most);
  await expect.poll(warned).toEqual([shares.api, shares.pages]);
  // The remaining files serve existing connections, and work with the database.
  expect(clients[0]?.destroyed).toBe(false);
  clients[0]?.destroy();
  await expect
    .poll(() =>
      fetch(`${running?.url}/readyz`).then(
        ({ status }) => status,
        () => 'dropped',
      ),
    )
    .toBe(200);
});
