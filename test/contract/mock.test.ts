/** `npm run mock`: Prism answers every operation with every success and every error that the document shows. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import type { Operation } from '../../src/http/contract.ts';
import { checkAgainstDocument, document, operations } from '../support/client.ts';
import { answering, PLAIN } from '../support/process.ts';
import { exampleBodies, exampleBody, pathOf, requiredQuery, valuesOf } from '../support/requests.ts';

let prism: ChildProcess;
let url: string;
beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  prism = spawn(process.execPath, [fileURLToPath(new URL('../../scripts/mock.ts', import.meta.url))], {
    env: { ...PLAIN, TMPDIR: tmpdir(), PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  prism.stderr?.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  await answering(
    url,
    prism,
    () => complaints,
    () => true,
  );
});
afterAll(() => {
  prism.kill('SIGTERM');
  rmSync(folder, { recursive: true });
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

/** Where the samples find the files that they send. */
const folder = mkdtempSync(join(tmpdir(), 'bivouac-mock-'));
writeFileSync(join(folder, 'ridge.jpg'), Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
writeFileSync(join(folder, 'list.csv'), 'maya@example.net\n');

const KEY = { authorization: 'Bearer bvk_mock' };

function ask(operation: Operation, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const isForm = body instanceof FormData;
  const [text] = operation.texts;
  return fetch(`${url}${pathOf(operation)}?${new URLSearchParams(requiredQuery(operation))}`, {
    method: operation.method.toUpperCase(),
    headers: { ...headers, ...(body !== undefined && !isForm && { 'content-type': text ?? 'application/json' }) },
    ...(body !== undefined && { body: isForm || text ? (body as string | FormData) : JSON.stringify(body) }),
  });
}

/** What `Prefer` asks Prism for, with the body that the document shows for it. */
const answersOf = (operation: Operation) =>
  Object.entries(operation.responses).flatMap(([status, response]) => {
    const [content] = Object.values(response.content ?? {});
    const code = status === 'default' ? '500' : status;
    const examples = Object.entries(valuesOf(content?.examples));
    if (examples.length === 0) return [{ status: Number(code), prefer: `code=${code}`, shown: undefined }];
    return examples.map(([name, shown]) => ({ status: Number(code), prefer: `code=${code}, example=${name}`, shown }));
  });

const all = operations.map((operation) => [operation.operationId, operation] as const);

describe('the mock', () => {
  it.each(all)('answers %s', async (_id, operation) => {
    const response = await ask(operation, exampleBody(operation), KEY);
    expect(response.status).toBeLessThan(300);
    await checkAgainstDocument(operation, response);
  });

  it.each(all)('gives every documented answer of %s when asked for it', async (_id, operation) => {
    const body = exampleBody(operation);
    for (const { status, prefer, shown } of answersOf(operation)) {
      const response = await ask(operation, body, { ...KEY, prefer });
      expect(response.status, prefer).toBe(status);
      const isJson = response.headers.get('content-type')?.includes('json');
      if (shown !== undefined) expect(isJson ? await response.clone().json() : await response.clone().text(), prefer).toEqual(shown);
      await checkAgainstDocument(operation, response);
    }
  });

  it.each(all.filter(([, { body }]) => body))('takes every example of a body of %s', async (_id, operation) => {
    for (const [name, body] of Object.entries(exampleBodies(operation))) {
      const response = await ask(operation, body, KEY);
      expect(response.status, name).toBeLessThan(300);
    }
  });

  it.each(all.filter(([, { body }]) => body?.required))('refuses a body that does not fit %s', async (_id, operation) => {
    const response = await ask(operation, { nonsense: true }, KEY);
    expect(response.status).toBe(400);
    await checkAgainstDocument(operation, response);
  });

  it.skipIf(!hasCurl).each(all)('takes the curl sample of %s', async (_id, { method, path }) => {
    const item = document.paths?.[path]?.[method as 'get'] as unknown as { 'x-codeSamples': { lang: string; source: string }[] };
    const sample = item['x-codeSamples'].find(({ lang }) => lang === 'Shell')?.source as string;
    const command = sample.replace('http://localhost:3000', url).replace(/^curl /, "curl -s -o /dev/null -w '%{http_code}' ");
    const options = { cwd: folder, env: { PATH: process.env.PATH, BIVOUAC_API_KEY: 'bvk_mock' } };
    const { stdout } = await promisify(execFile)('sh', ['-c', command], options);
    expect(stdout).toMatch(/^2\d\d$/);
  });

  it('wants a key', async () => {
    const [operation] = operations;
    expect((await ask(operation as Operation, undefined)).status).toBe(401);
  });
});
