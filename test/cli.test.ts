/** The command line as people type it. Commands beside a running service are in start.test.ts. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { COMMANDS } from '../src/cli.ts';
import { openDatabase } from '../src/platform/db.ts';
import { addDomain, listDomains } from '../src/workspaces/sending-domains.ts';
import { isAtLength } from './support/at-length.ts';
import { runCommand as cli } from './support/cli.ts';
import { createDatabase, type TestDatabase } from './support/database.ts';
import { CLI, runToEnd } from './support/process.ts';

it.runIf(isAtLength)('is a program: it prints, and ends with its code', async () => {
  expect(await runToEnd({}, CLI, '--help')).toEqual({
    code: 0,
    stdout: expect.stringContaining('workspaces create --name NAME'),
    stderr: '',
  });
  expect(await runToEnd({}, CLI, 'keys', 'lst')).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('There is no command "keys lst"; did you mean "keys list"?'),
  });
});

describe('help', () => {
  it.each([['--help'], ['-h'], ['help']])('is no error, and describes each command: %s', async (...args) => {
    const { code, stdout, stderr } = await cli({}, ...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const line of [
      '  workspaces create --name NAME [--slug SLUG]',
      '  keys revoke KEY_ID\n      Ends an API key',
      'ends with 1 while ownership',
    ])
      expect(stdout).toContain(line);
    expect(stdout.match(/^ {2}\S/gm)).toHaveLength(Object.keys(COMMANDS).length);
  });

  it('of a command says what its options are for', async () => {
    const { stdout } = await cli({}, 'keys', 'create', '--help');
    expect(stdout.match(/^ {2}\S.*$/gm)).toEqual([
      '  keys create --workspace WORKSPACE --name NAME [--scopes SCOPE,…] [--networks CIDR,…] [--test] [--expires-at TIME]',
    ]);
    expect(stdout).toMatch(/^ {6}--workspace {3}The workspace, by its slug or ID$/m);
    expect(await cli({}, 'help', 'keys', 'create')).toMatchObject({ code: 0, stdout });
  });

  it('describes every option that a command takes', () => {
    const options = Object.values(COMMANDS).flatMap((command) => [command, ...Object.values(command.options ?? {})]);
    expect(options.filter(({ about }) => !/^[A-Z].{5,}[^.]$/s.test(about))).toEqual([]);
  });

  it('tells the version', async () => {
    expect(await cli({}, '--version')).toEqual({ code: 0, stdout: `bivouac ${packageJson.version}\n`, stderr: '' });
  });
});

describe('completion', () => {
  const run = promisify(execFile);
  it.runIf(isAtLength)('of bash offers commands, then options', async () => {
    const { stdout } = await cli({}, 'completion', 'bash');
    const complete = async (...words: string[]) => {
      const script = `${stdout}\nCOMP_WORDS=(bivouac ${words.map((word) => `'${word}'`).join(' ')}) COMP_CWORD=${words.length} COMPREPLY=()\n_bivouac\necho "\${COMPREPLY[*]}"`;
      return (await run('bash', ['-c', script])).stdout.trim();
    };
    expect(await complete('wor')).toBe('workspaces');
    expect(await complete('domains', 're')).toBe('retire-dkim remove');
    expect(await complete('keys', 'create', '--na')).toBe('--name');
  });

  it.each(['zsh', 'fish'])('is there for %s', async (shell) => {
    const { code, stdout } = await cli({}, 'completion', shell);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('workspaces') });
    expect((await cli({}, 'completion', 'csh')).stderr).toContain('not for "csh"');
  });
});

describe('a slip', () => {
  it.each([
    [['workspaces', 'creat'], 'There is no command "workspaces creat"; did you mean "workspaces create"?'],
    [['workspace', 'update'], 'There is no command "workspace update"; did you mean "workspaces update"?'],
    [['workspaces', 'destroy'], 'There is no command "workspaces destroy".'],
    [['workspaces', 'list', '--nmae', 'x'], 'There is no option --nmae; did you mean "--name"?'],
    [['workspaces', 'lsit'], 'There is no command "workspaces lsit"; did you mean "workspaces list"?'],
    [['workspaces', 'list', 'all'], '"all" is one word too many.'],
  ])('is told the commands of its area, and last of all what was wrong: %s', async (args, words) => {
    const { code, stdout, stderr } = await cli({}, ...args);
    const [usage = '', commands = '', reason = ''] = stderr.trimEnd().split('\n\n');
    expect({ code, stdout, usage }).toEqual({ code: 1, stdout: '', usage: 'Usage: npm run --silent cli -- <command> [--json]' });
    expect((commands.match(/^ {2}\S.*$/gm) ?? []).map((line) => line.trim().split(' ').slice(0, 2).join(' '))).toEqual(
      (args[1] === 'list' ? ['list'] : ['create', 'list', 'show', 'update', 'delete']).map((name) => `workspaces ${name}`),
    );
    expect(reason).toBe(words);
  });

  it('in the first word is told all of them', async () => {
    const { stderr } = await cli({}, 'wrkspaces', 'list');
    expect(stderr).toMatch(
      /^Usage:[\s\S]* {2}workspaces create [\s\S]* {2}migrate[\s\S]*\n\nThere is no command "wrkspaces list"; did you mean "workspaces list"\?\n$/,
    );
  });
});

describe('a DATA_DIR without a database', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bivouac-cli-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is told, and nothing is made there', async () => {
    const mistyped = join(folder, 'dtaa');
    for (const args of [
      ['workspaces', 'list'],
      ['keys', 'revoke', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01'],
    ]) {
      expect(await cli({ DATA_DIR: mistyped }, ...args)).toEqual({
        code: 1,
        stdout: '',
        stderr: `There is no folder ${mistyped}. DATA_DIR names the folder in which the service keeps its database; its first start makes it.\n`,
      });
    }
    const wrong = await cli({ DATA_DIR: mistyped }, 'workspaces', 'create', '--plan', 'paid');
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Usage:[\s\S]*\n\n--name is required\.\n$/) });
    const empty = await cli({ DATA_DIR: folder }, 'workspaces', 'list');
    expect(empty).toMatchObject({ code: 1, stderr: expect.stringContaining(`There is no database in ${folder}.`) });
    expect(await readdir(folder)).toEqual([]);
  });

  it('is told when it is a file, also to who makes a workspace', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    for (const args of [
      ['workspaces', 'list'],
      ['workspaces', 'create', '--name', 'N'],
    ]) {
      const { code, stderr } = await cli({ DATA_DIR: file }, ...args);
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^\S+a-file is not a folder\. DATA_DIR names .*\n$/) });
    }
    await rm(file);
  });
});

describe('with a database', () => {
  let database: TestDatabase;
  let workspace: string;
  /** One that no test gives a domain. */
  let bare: string;
  /** Without APP_SECRET: only commands that make keys need it. */
  const ask = (...args: string[]) => cli({ DATABASE_URL: database.url }, ...args);
  const signing = (...args: string[]) => cli({ DATABASE_URL: database.url, APP_SECRET: 'a secret for the tests' }, ...args);
  beforeAll(async () => {
    database = await createDatabase();
    const create = async (name: string) => JSON.parse((await ask('workspaces', 'create', '--name', name, '--json')).stdout).workspace_id;
    workspace = await create('Fjord');
    bare = await create('Bare');
  });
  afterAll(() => database.drop());

  it('lists without APP_SECRET', async () => {
    const { code, stdout } = await ask('workspaces', 'list');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/Fjord +fjord +paid +0 /) });
  });

  it.runIf(isAtLength)('takes the slug of a workspace for its id, and names one that is none', async () => {
    for (const name of ['fjord', 'Fjord', workspace]) {
      expect(JSON.parse((await ask('workspaces', 'show', name, '--json')).stdout)).toMatchObject({ workspace_id: workspace });
      expect(await ask('keys', 'list', '--workspace', name)).toEqual({ code: 0, stdout: 'None.\n', stderr: '' });
    }
    expect((await ask('keys', 'list', '--workspace', 'fjrod')).stderr).toBe('There is no workspace with the slug "fjrod".\n');
    expect((await ask('keys', 'list', '--workspace', 'no slug')).stderr).toContain(
      '"no slug" is neither the slug nor the ID of a workspace.',
    );
  });

  it.runIf(isAtLength)('removes a sending domain with its keys', async () => {
    const domain = ['--workspace', 'bare', '--domain', 'gone.example'];
    await signing('domains', 'add', ...domain);
    expect(JSON.parse((await ask('domains', 'remove', ...domain, '--json')).stdout)).toMatchObject({
      domain: 'gone.example',
      removed: true,
    });
    expect((await ask('domains', 'list', '--workspace', 'bare')).stdout).toBe('None.\n');
    expect((await ask('domains', 'remove', ...domain)).stderr).toContain('The domain gone.example is not known here');
  });

  it.runIf(isAtLength)('bounds what a workspace sends in a second, and takes the bound away', async () => {
    const set = (...pace: string[]) => ask('workspaces', 'update', bare, '--emails-per-second', ...pace, '--json');
    expect(JSON.parse((await set('2.5')).stdout)).toMatchObject({ emails_per_second: 2.5 });
    expect((await set('0')).stderr).toBe('Emails a second are a number from 0.01 to 100000.\n');
    expect((await set('many')).stderr).toContain('--emails-per-second takes a number, or none, not "many".');
    const listed = JSON.parse((await ask('workspaces', 'list', '--json')).stdout);
    expect(listed.slice(0, 2)).toMatchObject([{ emails_per_second: null }, { emails_per_second: 2.5 }]);
    // Other changes leave it.
    expect(JSON.parse((await ask('workspaces', 'update', bare, '--credits', '5', '--json')).stdout).emails_per_second).toBe(2.5);
    expect(JSON.parse((await set('none')).stdout).emails_per_second).toBeNull();
  });

  it.runIf(isAtLength)('limits what a workspace uses, and shows what it has used', async () => {
    const set = (...limits: string[]) => ask('workspaces', 'update', bare, ...limits.flatMap((limit) => ['--limit', limit]), '--json');
    const limits = async () => JSON.parse((await ask('workspaces', 'show', bare, '--json')).stdout).limits;
    const { stored_bytes, generations } = await limits();
    await set('stored_bytes=1000', 'generations=none');
    expect(await limits()).toMatchObject({ stored_bytes: 1_000, generations: null });
    const again = JSON.parse((await set('stored_bytes=default', 'generations=default')).stdout);
    expect(again).toMatchObject({ limits: { stored_bytes, generations }, usage: { stored_bytes: 0, message_bytes: 0 } });
    expect((await set('message_bytes=5')).stderr).toContain(
      'not "message_bytes=5"; resources are stored_bytes, generations, model_tokens, test_mails, thread_seconds, received_bytes.',
    );
  });

  it.runIf(isAtLength)('gives a key scopes and networks, and names those that there are not', async () => {
    await ask('workspaces', 'create', '--name', 'Shops');
    const make = (...options: string[]) => ask('keys', 'create', '--workspace', 'shops', '--name', 'Shop', ...options);
    const { key_id } = JSON.parse(
      (await make('--scopes', 'contacts:read,events:write', '--networks', '203.0.113.0/24,::1', '--json')).stdout,
    );
    const keys = JSON.parse((await ask('keys', 'list', '--workspace', 'shops', '--json')).stdout);
    expect(keys.find((key: { key_id: string }) => key.key_id === key_id)).toMatchObject({
      scopes: 'contacts:read,events:write',
      networks: '203.0.113.0/24,::1',
      last_used_at: null,
    });
    expect((await make('--scopes', 'contacts:sing')).stderr).toMatch(/^There is no scope "contacts:sing"\. The scopes are contacts:read, /);
    expect((await make('--networks', 'home')).stderr).toContain('"home" is no address or network');
  });

  it.runIf(isAtLength)('says that a workspace is unknown instead of listing nothing', async () => {
    for (const area of ['keys', 'domains']) {
      expect(await ask(area, 'list', '--workspace', bare)).toEqual({ code: 0, stdout: 'None.\n', stderr: '' });
      expect(await ask(area, 'list', '--workspace', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01')).toEqual({
        code: 1,
        stdout: '',
        stderr: 'There is no workspace with this id.\n',
      });
    }
  });

  it.each(['a\nb.com', 'a\tb.com', 'a\u0000b.com', '%61b.com', 'b.com/x', 'me@b.com', 'b.com:80', 'a b.com', 'b.com?x', 'localhost'])(
    'adds no other domain than the one it was given: %j',
    async (domain) => {
      const db = openDatabase(database.url, () => {}, { connections: 1 });
      try {
        await expect(addDomain(db, { workspaceId: bare, domain }, new Date())).rejects.toThrow('is not a domain name');
        expect(await listDomains({ db, workspaceId: bare })).toEqual([]);
      } finally {
        await db.close();
      }
    },
  );

  it.runIf(isAtLength)('adds a domain in letters of its own, with a key, and prints all that is to be published', async () => {
    const domain = ['--workspace', workspace, '--domain', ' Bücher.Example.\n'];
    const { stdout } = await signing('domains', 'add', ...domain, '--return-path', 'bounces.example.com', '--json');
    const name = 'xn--bcher-kva.example';
    const added = JSON.parse(stdout);
    expect(added).toMatchObject({ domain: name, txt_name: `_bivouac.${name}`, return_path: 'bounces.example.com', verified_at: null });
    expect(added.dkim).toMatchObject([{ algorithm: 'rsa', state: 'pending' }]);
    const [{ selector }] = added.dkim;
    expect(added.records).toMatchObject([
      { purpose: 'ownership', type: 'TXT', name: `_bivouac.${name}`, value: added.txt_value },
      { purpose: 'dkim', name: `${selector}._domainkey.${name}`, value: expect.stringMatching(/^v=DKIM1; k=rsa; p=[\w+/=]{392}$/) },
      { purpose: 'spf', name: 'bounces.example.com', is_suggestion: true },
      { purpose: 'dmarc', name: `_dmarc.${name}`, is_suggestion: true },
      { purpose: 'return_path', type: 'MX', name: 'bounces.example.com' },
    ]);
    // Again, and for people: the same key.
    const text = (await signing('domains', 'add', ...domain)).stdout;
    expect(text).toContain(`\n  name     ${selector}._domainkey.${name}\n  value    ${added.records[1].value}\n`);
    expect(text).toContain(`  strings  "${added.records[1].strings[0]}" "${added.records[1].strings[1]}"`);

    const rotated = JSON.parse((await signing('domains', 'rotate-dkim', ...domain, '--dkim-algorithm', 'ed25519', '--json')).stdout);
    expect(rotated.dkim).toMatchObject([{ selector }, { algorithm: 'ed25519', state: 'pending' }]);
    const listed = await ask('domains', 'list', '--workspace', workspace);
    expect(listed.stdout).toContain(`${selector} rsa pending, ${rotated.dkim[1].selector} ed25519 pending`);
    for (const output of [stdout, text, listed.stdout]) expect(output).not.toContain('private');
  });

  it.runIf(isAtLength)('makes no key without the secret that the service has', async () => {
    const { code, stderr } = await ask('domains', 'add', '--workspace', bare, '--domain', 'fjord.example');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('APP_SECRET must be set together with DATABASE_URL') });
    const wrong = await signing('domains', 'add', '--workspace', bare, '--domain', 'fjord.example', '--dkim-algorithm', 'dsa');
    expect(wrong.stderr).toContain('--dkim-algorithm takes rsa or ed25519, not "dsa".');
    expect((await ask('domains', 'list', '--workspace', bare)).stdout).toBe('None.\n');
    const unknown = await signing('domains', 'rotate-dkim', '--workspace', bare, '--domain', 'fjord.example');
    expect(unknown.stderr).toBe('The domain fjord.example is not known here; add it first.\n');
  });
});
