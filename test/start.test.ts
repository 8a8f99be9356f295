/** The service as it is started by people: as a process, on the embedded database, with the command line beside it. Starts that meet others are in start.long.test.ts. */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts';
import { isAtLength } from './support/at-length.ts';
import { must, people, prepareBlast, readBlast, sendNow } from './support/blast.ts';
import { runCommand } from './support/cli.ts';
import { createClient } from './support/client.ts';
import { createDatabase, filesOf } from './support/database.ts';
import { startDns } from './support/dns.ts';
import { firstKey, MAIN, PLAIN, postmasterIn, runToEnd, type ServiceProcess, startProcess } from './support/process.ts';
import { startSmtp } from './support/smtp.ts';

let dataDir: string;
const running = new Set<ServiceProcess>();
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bivouac-start-'));
});
afterAll(async () => {
  for (const service of running) await service.kill();
  // A killed service leaves its database running.
  await startEmbeddedPostgres(dataDir).then((postgres) => postgres.stop());
  await rm(dataDir, { recursive: true, force: true });
});

async function start(environment: Record<string, string> = {}): Promise<ServiceProcess> {
  const service = await startProcess({ DATA_DIR: dataDir, APP_SECRET: '', ...environment });
  running.add(service);
  return service;
}
async function end(service: ServiceProcess, how: 'kill' | 'terminate'): Promise<unknown> {
  running.delete(service);
  return service[how]();
}
/** The output of a successful command. */
async function answerOf(environment: Record<string, string>, ...args: string[]) {
  const { code, stdout, stderr } = await runCommand(environment, ...args, '--json');
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}
const cli = (...args: string[]) => answerOf({ DATA_DIR: dataDir }, ...args);
const refused = async (...args: string[]) => (await runCommand({ DATA_DIR: dataDir }, ...args)).stderr;

/** The life of a service, in order. */
describe('npm start on an empty folder', { shuffle: false }, () => {
  let apiKey: string;
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await start();
    apiKey = firstKey(dataDir);
  });

  it('greets with the addresses and a curl, and keeps the key out of what it writes', async () => {
    for (const line of ['/docs', '/mailbox', 'curl http', `$(cat ${dataDir}/first-api-key)`]) expect(service.output()).toContain(line);
    expect(service.output()).not.toContain('bvk_');
    expect((await stat(join(dataDir, 'first-api-key'))).mode & 0o777).toBe(0o600);
  });

  it('has a line in its log when it is ready', () => {
    const ready = service
      .output()
      .split('\n')
      .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
      .find(({ msg }) => msg === 'ready');
    expect(ready).toMatchObject({
      level: 'info',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      role: 'all',
      port: Number(new URL(service.url).port),
      pages_port: expect.any(Number),
      database: `embedded, in ${dataDir}`,
    });
  });

  it.runIf(isAtLength)('has a key that works', async () => {
    expect((await createClient(service.url, apiKey).GET('/v1/contacts')).response.status).toBe(200);
    const [demo] = await cli('workspaces', 'list');
    expect(demo).toMatchObject({ name: 'Demo', slug: 'demo', plan: 'paid', credits: 1_000 });
    expect(await cli('domains', 'list', '--workspace', demo.workspace_id)).toMatchObject([
      { domain: 'example.com', verified_at: expect.any(String) },
    ]);
  });

  it.runIf(isAtLength)('refuses a second service on the same data', async () => {
    expect(await runToEnd({ DATA_DIR: dataDir, PORT: '0' }, MAIN)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Another Bivouac process is using the data directory'),
    });
  });

  it.runIf(isAtLength)('obeys the command line while it runs', async () => {
    const workspace = await cli('workspaces', 'create', '--name', 'Fjord & Fell', '--plan', 'free', '--credits', '5');
    expect(workspace).toMatchObject({
      name: 'Fjord & Fell',
      slug: 'fjord-fell',
      plan: 'free',
      credits: 5,
      default_country: 'US',
      timezone: 'UTC',
    });
    const changes = ['--plan', 'paid', '--name', 'Fjord', '--default-country', 'SE', '--timezone', 'Europe/Stockholm'];
    expect(await cli('workspaces', 'update', workspace.workspace_id, ...changes)).toMatchObject({
      plan: 'paid',
      name: 'Fjord',
      default_country: 'SE',
      timezone: 'Europe/Stockholm',
    });
    const { key_id, api_key } = await cli(
      'keys',
      'create',
      '--workspace',
      workspace.workspace_id,
      '--name',
      'First',
      '--expires-at',
      '2099-01-01T00:00:00Z',
    );
    const ask = async () => (await createClient(service.url, api_key).GET('/v1/emails')).response.status;
    expect(await ask()).toBe(200);
    expect(await cli('keys', 'list', '--workspace', workspace.workspace_id)).toMatchObject([{ key_id, name: 'First', revoked_at: null }]);
    expect(JSON.stringify(await cli('keys', 'revoke', key_id))).not.toContain(api_key);
    await expect.poll(ask).toBe(401);
    const domain = await cli('domains', 'add', '--workspace', workspace.workspace_id, '--domain', 'Fjord.Example');
    expect(domain).toMatchObject({ domain: 'fjord.example', verified_at: null, txt_name: '_bivouac.fjord.example' });
    // The key is opened with the secret that lies beside the embedded database.
    const dns = await startDns();
    onTestFinished(() => dns.close());
    for (const { name, value, strings } of domain.records) dns.zone[name] = [{ type: 'TXT', data: strings ?? value }];
    const verify = ['domains', 'verify', '--workspace', workspace.workspace_id, '--domain', 'fjord.example'];
    expect(await answerOf({ DATA_DIR: dataDir, DNS_SERVERS: dns.address }, ...verify)).toMatchObject({
      ok: true,
      verified_at: expect.any(String),
      dkim: [{ state: 'active' }],
    });
  });

  it.runIf(isAtLength)('gets clear words for a wrong command', async () => {
    expect(await refused()).toContain('Usage:');
    expect(await refused('workspaces', 'destroy')).toContain('There is no command');
    expect(await refused('workspaces', 'create')).toContain('--name is required');
    expect(await refused('workspaces', 'create', '--name', 'X', '--credits', '-1')).toContain('credits');
    // The rules for workspaces are in workspaces.test.ts; this covers only the command line.
    expect(await refused('workspaces', 'create', '--name', 'X', '--timezone', 'Stockholm')).toContain('time zone');
    expect(await refused('keys', 'create', '--workspace', 'x', '--name', 'n')).toContain('no workspace with the slug "x"');
    expect(await refused('keys', 'revoke', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01')).toContain('no key');
  });

  it('sends a first blast as the README writes it', async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
    const block = /^## A first blast.*?```sh\n(.*?)```/ms.exec(readme)?.[1] as string;
    // zsh reads no comments from a terminal.
    expect(block).not.toMatch(/^\s*#/m);
    // The command is asked whether it was sent, the mailbox until it is there.
    const commands = block.replaceAll('http://localhost:3000', service.url).replace('sleep 3\n', '');
    const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-euc', commands], {
      env: { PATH: process.env.PATH, BIVOUAC_API_KEY: apiKey },
    });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^approved\ndraft\ndraft\n(scheduled|sending|sent)\n\{/);
    const subjects = async () => {
      const { messages } = (await (await fetch(`${service.url}/mailbox/messages.json?to=maya@example.org`)).json()) as {
        messages: { subject: string }[];
      };
      return messages.map(({ subject }) => subject);
    };
    await expect.poll(subjects).toContain('Hi Maya');
  });

  it.runIf(isAtLength)('has its data again after kill -9, and says no key twice', async () => {
    const { items } = await must(
      createClient(service.url, apiKey).POST('/v1/contacts', { body: { items: [{ email: 'kept@example.org' }] } }),
    );
    await end(service, 'kill');
    service = await start();
    expect(service.output()).not.toContain('bvk_');
    expect(service.output()).toContain('took the embedded database over from a process that was killed');
    const { data } = await createClient(service.url, apiKey).GET('/v1/contacts/{contact_id}', {
      params: { path: { contact_id: items[0]?.contact_id as string } },
    });
    expect(data?.email).toBe('kept@example.org');
  });

  it.runIf(isAtLength)('has its database again when that crashes', async () => {
    const crashed = (await postmasterIn(dataDir)) as number;
    process.kill(crashed, 'SIGKILL');
    const ask = async () => (await createClient(service.url, apiKey).GET('/v1/contacts')).response.status;
    await expect.poll(async () => [(await postmasterIn(dataDir)) !== crashed, await ask()]).toEqual([true, 200]);
  });

  it.runIf(isAtLength)('logs lines of JSON without keys, addresses or bodies', async () => {
    const api = createClient(service.url, apiKey);
    const { items } = await must(api.POST('/v1/contacts', { body: { items: [{ email: 'logged@example.org' }] } }));
    await must(api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id: items[0]?.contact_id as string } } }));
    const lines = () =>
      service
        .output()
        .split('\n')
        .filter((line) => /^\{.*\}$/.test(line))
        .map((line) => JSON.parse(line));
    await expect
      .poll(() => lines().find(({ operation }) => operation === 'getContact'))
      .toMatchObject({
        level: 'info',
        msg: 'request',
        status: 200,
        request_id: expect.any(String),
        workspace_id: expect.any(String),
      });
    expect(service.output()).not.toMatch(/(kept|logged)@example|bvk_/);
  });

  it.runIf(isAtLength)('ends within seconds when told to, and starts again', async () => {
    expect(await end(service, 'terminate')).toBe(0);
    service = await start();
    expect(service.output()).not.toContain('took the embedded database over');
    expect(await end(service, 'terminate')).toBe(0);
    expect(await postmasterIn(dataDir)).toBeNull();
  });

  it.runIf(isAtLength)('lets the command line work alone', async () => {
    if (running.has(service)) await end(service, 'terminate');
    await cli('workspaces', 'create', '--name', 'Made alone');
    expect((await cli('workspaces', 'list')).map(({ name }: { name: string }) => name)).toContain('Made alone');
  });
});

describe.runIf(isAtLength)('a bad environment', () => {
  it('stops the start and names what is wrong', async () => {
    expect(await runToEnd({ PORT: 'x', DATABASE_URL: 'postgres://localhost/none' }, MAIN)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/PORT must be[\s\S]*APP_SECRET must be set/),
    });
  });
});

describe.runIf(isAtLength)('ROLE=api and ROLE=worker', () => {
  it('share one database: one answers, the other sends', async () => {
    const database = await createDatabase();
    const sink = await startSmtp();
    const common = {
      DATABASE_URL: database.url,
      APP_SECRET: 'a secret for the tests',
      SMTP_URL: sink.url,
      PUBLISHED_HOST: 'pages.localhost',
      STORAGE_URL: pathToFileURL(filesOf(database.url)).href,
      STORAGE_SHARED: 'true',
    };
    const api = await start({ ...common, ROLE: 'api' });
    const ask = (...args: string[]) => answerOf(common, ...args);
    const { workspace_id } = await ask('workspaces', 'create', '--name', 'Split');
    await ask('domains', 'add', '--workspace', workspace_id, '--domain', 'example.com', '--verified');
    const { api_key } = await ask('keys', 'create', '--workspace', workspace_id, '--name', 'k');
    const client = createClient(api.url, api_key);

    const { blastId } = await prepareBlast(client, people(20));
    await sendNow(client, blastId);
    expect(await readBlast(client, blastId)).toMatchObject({ status: 'sending', details: { blast_sent_count: 0 } });
    expect(sink.messages).toHaveLength(0);

    const worker = spawn(process.execPath, [MAIN], { env: { ...PLAIN, ...common, ROLE: 'worker' }, stdio: ['ignore', 'pipe', 'ignore'] });
    const said = text(worker.stdout);
    await expect.poll(async () => (await readBlast(client, blastId)).status, { interval: 100 }).toBe('sent');
    expect(sink.messages).toHaveLength(20);
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(await said).toContain('links in it lead to this machine only: set BASE_URL');
    expect(await end(api, 'terminate')).toBe(0);
    await sink.close();
    await database.drop();
  });
});

describe.runIf(isAtLength)('a start that cannot succeed', () => {
  it('says in one line that the database is out of reach, without the password', async () => {
    const env = { PORT: '0', DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/none', APP_SECRET: 'a secret for the tests' };
    const words = /^The database can ?not be reached \(ECONNREFUSED\); check DATABASE_URL\.\n$/;
    expect(await runToEnd(env, MAIN)).toMatchObject({ code: 1, stderr: expect.stringMatching(words) });
    expect(await runCommand(env, 'workspaces', 'list')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(words),
    });
  });

  it('says in one line that the data directory cannot be used', async () => {
    const file = join(dataDir, 'a-file');
    await writeFile(file, '');
    expect(await runToEnd({ PORT: '0', DATA_DIR: file }, MAIN)).toMatchObject({
      code: 1,
      stderr: `${file} cannot be written (EEXIST); choose another folder with DATA_DIR.\n`,
    });
  });
});
