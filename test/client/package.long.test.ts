/**
 * The client as another project has it: packed, unpacked into its node_modules, compiled there as projects of each kind compile,
 * with its guide and the samples of the reference, and run against the service.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { installClient } from '../support/client-package.ts';
import { startTestService } from '../support/service.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let project: string;
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'bivouac-package-'));
  await installClient(project);
});
afterAll(() => rm(project, { recursive: true, force: true }));

const USAGE = `
import { ApiError, type Client, type components, createClient, isApiError, items, pages, poll, unwrap, waitForBlastSent } from 'bivouac-client';

const client: Client = createClient({ apiKey: 'bvk_x', baseUrl: 'http://localhost:3000', retries: 3, timeoutMs: 5_000 });
createClient({ apiKey: null, baseUrl: '/api' });
// @ts-expect-error: a key that may be missing
createClient({ apiKey: process.env.BIVOUAC_API_KEY, baseUrl: 'http://localhost:3000' });
// @ts-expect-error: no key and no word of a proxy
createClient({ baseUrl: 'http://localhost:3000' });
declare const process: { env: Record<string, string | undefined> };

export async function use(email?: string): Promise<string> {
  const { data, error } = await client.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id: 'x' } } });
  if (error) return error.error_code;
  const contact: components['schemas']['Contact'] = data;

  // The parameters decide which of two answers comes.
  const total: number = (await unwrap(client.GET('/v1/contacts', { params: { query: { limit: 1 } } }))).pagination.total;
  (await unwrap(client.GET('/v1/contacts'))).pagination.totalPages satisfies number;
  const [maya] = (await unwrap(client.GET('/v1/contacts', { params: { query: { email: 'maya@example.org' } } }))).items;
  maya?.custom_fields.city;
  const either = await unwrap(client.GET('/v1/contacts', { params: { query: { email } } }));
  if ('pagination' in either) either.pagination.total.toFixed();
  (await unwrap(client.POST('/v1/emails', { body: { name: 'x', prompt: 'y' } }))).generation_id.at(0);
  (await unwrap(client.POST('/v1/email-templates', { body: { name: 'x', prompt: 'y' } }))).generation_id.at(0);
  (await unwrap(client.POST('/v1/contacts/imports', { body: { source: 'upload', file_name: 'a.csv' } }))).upload_url.at(0);
  (await unwrap(client.POST('/v1/contacts/imports', { body: { source: 'rows', rows: [{ email: 'x' }] } }))).row_count.toFixed();
  (await unwrap(client.POST('/v1/contact-fields', { body: { display_name: 'Boots', value_type: 'string' } }))).api_name.at(0);
  const started = await unwrap(client.POST('/v1/emails', { body: { name: 'Spring opening' } }));
  started.current_version satisfies number | null;

  const approve = { params: { path: { emailId: 'x' } } };
  const approved: 'draft' | 'approved' = (await unwrap(client.POST('/v1/emails/{emailId}/approve', approve))).status;
  const html: string = await unwrap(client.GET('/v1/emails/{emailId}/content', approve));
  for await (const { blasts } of pages(({ page }) => client.GET('/v1/email-blasts', { params: { query: { page } } })))
    for (const { blast_id } of blasts) (await waitForBlastSent(client, { blast_id }, { timeoutMs: 1_000 })).details.blast_sent_count.toFixed();
  for await (const { emails } of pages(({ cursor }) => client.GET('/v1/emails', { params: { query: { cursor } } }))) emails[0]?.email_id;
  for await (const { name } of items(({ cursor }) => client.GET('/v1/emails', { params: { query: { cursor } } }))) name.at(0);
  for await (const { contact_id } of items(({ page }) => client.GET('/v1/contacts', { params: { query: { page } } }))) contact_id.at(0);
  await poll((signal) => unwrap(client.GET('/v1/contacts', { signal })), ({ items }) => items.length > 0);
  try {
    // @ts-expect-error: a value that the document does not allow
    await client.POST('/v1/contact-lists', { body: { name: 'Club', kind: 'dynamite' } });
    // @ts-expect-error: a path that the document does not have
    await client.GET('/v1/unknown');
  } catch (failure) {
    if (isApiError(failure, 'not_found', 'conflict')) failure.code satisfies 'not_found' | 'conflict';
    // @ts-expect-error: a code that the document does not have
    if (isApiError(failure, 'unheard_of')) return '';
    if (failure instanceof ApiError) return failure.code ?? String(failure.status) + failure.details?.issues?.[0]?.path;
  }
  return contact.display_name + approved + html + total;
}
`;

/** The findings of the compiler about files of the project. */
async function compile(files: Record<string, string>, options: object): Promise<string> {
  const compilerOptions = { ...options, strict: true, exactOptionalPropertyTypes: true, target: 'es2022', noEmit: true };
  const config = join(project, `tsconfig.${Object.keys(files)[0]}.json`);
  await writeFile(config, JSON.stringify({ compilerOptions, files: Object.keys(files) }));
  for (const [name, source] of Object.entries(files)) await writeFile(join(project, name), source);
  const { stdout } = await run(process.execPath, [join(ROOT, 'node_modules/typescript-7/bin/tsc'), '-p', config]).catch(
    (failure) => failure,
  );
  return stdout;
}

describe('bivouac-client compiles strictly', () => {
  it('for a bundler', async () => {
    const options = { module: 'esnext', moduleResolution: 'bundler', types: [], lib: ['es2022', 'dom'], skipLibCheck: true };
    expect(await compile({ 'usage.ts': USAGE }, options)).toBe('');
  });

  it('for Node, as a module and as CommonJS, with what its guide says and what the samples of the reference show', async () => {
    const files = {
      'usage.mts': USAGE,
      'usage.cts': USAGE,
      'guide.mts': await guide(),
      'readme.mts': await readme(),
      'samples.mts': await samples(),
    };
    const options = { module: 'nodenext', moduleResolution: 'nodenext', types: ['node'], lib: ['es2022'] };
    expect(await compile(files, options)).toBe('');
  });
});

/** Prints the answers to a program that uses the client from its tarball. */
const JOURNEY = `
  async function journey() {
    const [baseUrl, apiKey, nowhere] = process.argv.slice(2);
    const bivouac = createClient({ baseUrl, apiKey });
    const csv = new Blob(['email\\n', 'ada@example.org\\n', 'maya@example.org\\n']);
    const session = await unwrap(bivouac.POST('/v1/contacts/imports', { body: { source: 'upload', file_name: 'people.csv' } }));
    const upload_url = baseUrl + session.upload_url.slice(new URL(session.upload_url).origin.length);
    await upload(bivouac, { upload_url }, new Blob(['nobody']).stream());
    await upload(bivouac, { upload_url }, csv);
    const params = { path: { session_id: session.import_session_id } };
    const { columns } = await unwrap(bivouac.POST('/v1/contacts/imports/{session_id}/preview', { params }));
    const image = asFile('map.txt', 'Up the hill.');
    const { assets } = await unwrap(bivouac.POST('/v1/tents/new/assets', { body: { file: [image] } }));
    const { email_id } = await unwrap(bivouac.POST('/v1/emails', { body: { name: 'Spring' } }));
    const html = await unwrap(bivouac.GET('/v1/emails/{emailId}/content', { params: { path: { emailId: email_id } } }));
    const names = [];
    for await (const { name } of items(({ cursor }) => bivouac.GET('/v1/emails', { params: { query: { cursor, limit: 1 } } }))) names.push(name);
    const wrong = await unwrap(bivouac.GET('/v1/emails', { params: { query: { limit: 0 } } })).catch((error) => error);
    const nobody = createClient({ baseUrl: nowhere, apiKey, retries: 1 });
    const dead = await nobody.POST('/v1/emails', { body: { name: 'Spring' } }).catch((error) => error);
    return [columns[0].header, assets[0].file_name, html.includes('<html'), names[0], wrong.message, dead.message];
  }
  journey().then((said) => console.log(JSON.stringify(said)));
`;
const IMPORTS = '{ asFile, createClient, items, unwrap, upload }';

describe('bivouac-client runs', async () => {
  const service = await startTestService();
  afterAll(() => service.stop());
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  const machines = [process.execPath, ...(await olderNode())];

  it.each(machines.flatMap((node) => [[node, 'journey.mjs'] as const, [node, 'journey.cjs'] as const]))('in %s: %s', async (node, file) => {
    const start = file.endsWith('.mjs') ? `import ${IMPORTS} from 'bivouac-client';` : `const ${IMPORTS} = require('bivouac-client');`;
    await writeFile(join(project, file), start + JOURNEY);
    const { stdout } = await run(node, [file, service.url, service.apiKey, nowhere], { cwd: project, env: {} });
    const [header, asset, html, name, wrong, dead] = JSON.parse(stdout);
    expect([header, asset, html, name]).toEqual(['email', 'map.txt', true, 'Spring']);
    expect(wrong).toMatch(/^GET \/v1\/emails answered 400 validation_failed: .*limit.* must be >= 1.* \(request [\w-]+\)$/);
    expect(dead).toBe(`POST ${nowhere}/v1/emails: connection refused (ECONNREFUSED) after 2 attempts`);
  });

  it('and leaves its inside closed', async () => {
    await writeFile(join(project, 'reach.mjs'), `import 'bivouac-client/retries.js';`);
    await expect(run(process.execPath, ['reach.mjs'], { cwd: project })).rejects.toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED');
  });
});

it('has one dependency, and the version of the service', async () => {
  const read = async (file: string) => JSON.parse(await readFile(file, 'utf8'));
  const own = await read(join(project, 'node_modules/bivouac-client/package.json'));
  const root = await read(join(ROOT, 'package.json'));
  expect(own).toMatchObject({ version: root.version, sideEffects: false, type: 'module', engines: { node: '>=20.19' } });
  expect(own.dependencies).toEqual({ 'openapi-fetch': root.dependencies['openapi-fetch'] });
});

/** The machine's own node, where it is another one than this, and of an age that the package is for. */
async function olderNode(): Promise<string[]> {
  for (const folder of (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))) {
    const node = join(folder, 'node');
    const version = await run(node, ['-p', 'process.versions.node']).then(
      ({ stdout }) => stdout.split('.').map(Number),
      () => undefined,
    );
    if (!version) continue;
    const [major = 0, minor = 0] = version;
    return major < 24 && (major > 20 || (major === 20 && minor >= 19)) ? [node] : [];
  }
  return [];
}

/** The TypeScript of a text. */
async function codeOf(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8');
  return [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, block]) => block as string);
}

const readme = async (): Promise<string> => (await codeOf(join(project, 'node_modules/bivouac-client/README.md'))).join('\n');

async function guide(): Promise<string> {
  const code = await codeOf(join(ROOT, 'docs/guides/client.md'));
  expect(code.length).toBeGreaterThan(5);
  const known = 'declare const emailId: string, tentId: string, listId: string, year: number, bytes: Uint8Array<ArrayBuffer>;';
  return [known, ...code].join('\n');
}

async function samples(): Promise<string> {
  const document = JSON.parse(await readFile(join(ROOT, 'generated/openapi.json'), 'utf8')) as { paths: Record<string, object> };
  const operations = Object.values(document.paths).flatMap(
    (item) => Object.values(item) as { responses?: object; 'x-codeSamples'?: { lang: string; source: string }[] }[],
  );
  const shown = operations.flatMap((operation) => operation['x-codeSamples'] ?? []).filter(({ lang }) => lang === 'TypeScript');
  expect(shown.length).toBeGreaterThan(100);
  // Samples of operations with background work show how to wait for it.
  const ongoing = operations.filter(
    ({ responses = {} }) =>
      Object.keys(responses)
        .filter((status) => /^2/.test(status))
        .join() === '202',
  );
  expect(ongoing.length).toBeGreaterThan(10);
  for (const operation of ongoing) expect(operation['x-codeSamples']?.at(-1)?.source).toContain('waitFor');
  return [
    `import * as all from 'bivouac-client';`,
    `const { asFile, unwrap, upload, ${[...new Set(shown.flatMap(({ source }) => source.match(/waitFor\w+/g) ?? []))].join(', ')} } = all;`,
    'declare const bivouac: all.Client, bytes: Uint8Array<ArrayBuffer>, csv: Blob;',
    ...shown.map(({ source }, i) => `export async function sample${i}() {\n${source}\nreturn answer;\n}`),
  ].join('\n');
}
