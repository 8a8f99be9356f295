/** The client as another project has it: packed, unpacked into its node_modules, imported and compiled there, with its guide. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BIN = join(ROOT, 'node_modules/.bin');

let project: string;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'bivouac-package-'));
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', project], { cwd: ROOT });
  const [{ filename }] = JSON.parse(stdout);
  const modules = join(project, 'node_modules');
  await mkdir(join(modules, 'bivouac'), { recursive: true });
  await mkdir(join(modules, '@types'));
  await run('tar', ['-xzf', join(project, filename), '-C', join(modules, 'bivouac'), '--strip-components=1']);
  for (const name of ['openapi-fetch', 'prisma', '@types/node']) await symlink(join(ROOT, 'node_modules', name), join(modules, name));
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rm(project, { recursive: true, force: true }));

const USAGE = `
import { ApiError, type Client, type components, createClient, pages, poll, unwrap, waitForBlastSent } from 'bivouac/client';

const client: Client = createClient({ apiKey: 'bvk_x', baseUrl: 'http://localhost:3000', retries: 3, timeoutMs: 5_000 });

export async function use(): Promise<string> {
  const { data, error } = await client.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id: 'x' } } });
  if (error) return error.error_code;
  const contact: components['schemas']['Contact'] = data;

  const email = await unwrap(client.POST('/v1/emails', { body: { name: 'Spring opening' } }));
  const approve = { params: { path: { emailId: 'x' } } };
  const approved: 'draft' | 'approved' = (await unwrap(client.POST('/v1/emails/{emailId}/approve', approve))).status;
  for await (const { blasts } of pages(({ page }) => client.GET('/v1/email-blasts', { params: { query: { page } } })))
    for (const { blast_id } of blasts) (await waitForBlastSent(client, { blast_id }, { timeoutMs: 1_000 })).details.blast_sent_count.toFixed();
  for await (const { emails } of pages(({ cursor }) => client.GET('/v1/emails', { params: { query: { cursor } } }))) emails[0]?.email_id;
  await poll((signal) => unwrap(client.GET('/v1/contacts', { signal })), ({ items }) => items.length > 0);
  try {
    // @ts-expect-error: a value that the document does not allow
    await client.POST('/v1/contact-lists', { body: { name: 'Club', kind: 'dynamite' } });
    // @ts-expect-error: a path that the document does not have
    await client.GET('/v1/unknown');
  } catch (failure) {
    if (failure instanceof ApiError) return failure.code ?? String(failure.status) + failure.details?.issues?.[0]?.path;
  }
  return contact.display_name + approved + JSON.stringify(email);
}
`;

/** What the compiler has to say about files of the project. */
async function compile(files: Record<string, string>, options: object): Promise<string> {
  const compilerOptions = { ...options, strict: true, target: 'es2022', noEmit: true };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: Object.keys(files) }));
  for (const [name, source] of Object.entries(files)) await writeFile(join(project, name), source);
  const { stdout } = await run(process.execPath, [join(BIN, 'tsc'), '-p', project]).catch((failure) => failure);
  return stdout;
}

describe('bivouac/client', () => {
  it('runs in plain Node', async () => {
    const script = `
      import { createClient, unwrap } from 'bivouac/client';
      const client = createClient({ apiKey: 'bvk_x', baseUrl: 'http://bivouac.test', fetch: async ({ url }) => Response.json({ url }) });
      console.log((await unwrap(client.GET('/v1/emails'))).url);`;
    await writeFile(join(project, 'run.js'), script);
    const { stdout } = await run(process.execPath, ['run.js'], { cwd: project });
    expect(stdout.trim()).toBe('http://bivouac.test/v1/emails');
  });

  it('compiles strictly for a bundler', async () => {
    const options = { module: 'esnext', moduleResolution: 'bundler', types: [], lib: ['es2022', 'dom'] };
    expect(await compile({ 'usage.ts': USAGE }, options)).toBe('');
  });

  it('compiles strictly for Node, with what its guide says and what the samples of the reference show', async () => {
    const options = { module: 'nodenext', moduleResolution: 'nodenext', types: ['node'], lib: ['es2022'] };
    expect(await compile({ 'usage.ts': USAGE, 'guide.ts': await guide(), 'samples.ts': await samples() }, options)).toBe('');
  });

  it('leaves the rest of the house closed', async () => {
    await writeFile(join(project, 'reach.js'), `import 'bivouac/generated/client/retries.js';`);
    await expect(run(process.execPath, ['reach.js'], { cwd: project })).rejects.toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED');
  });
});

async function guide(): Promise<string> {
  const text = await readFile(join(ROOT, 'docs/guides/client.md'), 'utf8');
  const code = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, block]) => block);
  expect(code.length).toBeGreaterThan(5);
  const known = 'declare const emailId: string, tentId: string, listId: string, year: number, bytes: Uint8Array<ArrayBuffer>;';
  return [known, ...code].join('\n');
}

async function samples(): Promise<string> {
  const document = JSON.parse(await readFile(join(ROOT, 'generated/openapi.json'), 'utf8')) as { paths: Record<string, object> };
  const operations = Object.values(document.paths).flatMap(
    (item) => Object.values(item) as { 'x-codeSamples'?: { lang: string; source: string }[] }[],
  );
  const shown = operations.flatMap((operation) => operation['x-codeSamples'] ?? []).filter(({ lang }) => lang === 'TypeScript');
  expect(shown.length).toBeGreaterThan(100);
  return [
    `import * as all from 'bivouac/client';`,
    `const { unwrap, ${[...new Set(shown.flatMap(({ source }) => source.match(/waitFor\w+/g) ?? []))].join(', ')} } = all;`,
    'declare const bivouac: all.Client, bytes: Uint8Array<ArrayBuffer>;',
    ...shown.map(({ source }, i) => `export async function sample${i}() {\n${source}\nreturn answer;\n}`),
  ].join('\n');
}
