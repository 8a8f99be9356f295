/** One data folder and several containers: what two containers with one volume share is the folder, and no process ids. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { must } from '../support/blast.ts';
import { createClient } from '../support/client.ts';
import { CLI, MAIN, PLAIN, type ServiceProcess, startProcess } from '../support/process.ts';

/** Namespaces as in a container: process ids, System V memory and, with `--net`, a network. */
const NAMESPACE = ['--user', '--map-root-user', '--pid', '--ipc', '--fork', '--mount-proc'];
const hasNamespaces = spawnSync('unshare', [...NAMESPACE, 'true']).status === 0;

describe.skipIf(!hasNamespaces)('a second container on the folder of a running service', () => {
  let dataDir: string;
  let service: ServiceProcess;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'bivouac-folder-'));
    service = await startProcess({ DATA_DIR: dataDir });
  });
  afterAll(async () => {
    await service.terminate();
    await rm(dataDir, { recursive: true, force: true });
  });

  const inside = (options: string[], ...command: string[]) =>
    promisify(execFile)('unshare', [...NAMESPACE, ...options, process.execPath, ...command], {
      env: { ...PLAIN, DATA_DIR: dataDir, PORT: '0', APP_SECRET: 'a secret for the tests' },
      timeout: 60_000,
    }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
    );
  const keyFor = async (options: string[], workspaceId: string) =>
    inside(options, CLI, '--json', 'keys', 'create', '--workspace', workspaceId, '--name', 'second');

  it('joins its database for a command, refuses to be a second service, and harms nothing', async () => {
    const { stdout } = await inside([], CLI, '--json', 'workspaces', 'list');
    const [{ workspace_id }] = JSON.parse(stdout);
    const { api_key } = JSON.parse((await keyFor([], workspace_id)).stdout);
    const api = createClient(service.url, api_key);
    const { items } = await must(api.POST('/v1/contacts/upsert', { body: { items: [{ email: 'ada@example.com' }] } }));
    expect(items).toMatchObject([{ status: 'created' }]);

    const refused = await Promise.all([inside([], MAIN), inside(['--net'], MAIN), keyFor(['--net'], workspace_id)]);
    const inUse = `Another Bivouac process is using the data directory ${dataDir}`;
    expect(refused).toEqual([
      expect.objectContaining({ code: 1, stderr: expect.stringContaining(`${inUse}. Stop it`) }),
      expect.objectContaining({ code: 1, stderr: expect.stringContaining(`${inUse} from another container`) }),
      expect.objectContaining({ code: 1, stderr: expect.stringContaining(`${inUse} from another container`) }),
    ]);
    expect(await must(api.GET('/v1/contacts', { params: { query: { email: 'ada@example.com' } } }))).toMatchObject({
      items: [{ email: 'ada@example.com' }],
    });
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect(service.output()).not.toContain('the embedded database');
  });
});
