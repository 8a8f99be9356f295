/** `prism mock`, as anybody runs it from npm: the document alone makes it answer every operation with a documented success. */
import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../src/platform/free-port.ts';
import { checkAgainstDocument, operations } from '../support/client.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { exampleBody, send } from '../support/requests.ts';

let url: string;
let prism: ReturnType<typeof spawn>;
let output = '';

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  prism = spawn('node', ['node_modules/@stoplight/prism-cli/dist/index.js', 'mock', 'generated/openapi.json', '--port', String(port)]);
  for (const stream of [prism.stdout, prism.stderr]) stream?.on('data', (chunk) => (output += chunk));
  await vi.waitFor(() => expect(output).toContain('Prism is listening'), { timeout: 8 * PATIENCE_MS });
}, 10 * PATIENCE_MS);

afterAll(() => {
  prism.kill();
});

describe('prism mock', () => {
  it.each(operations.map((operation) => [operation.operationId, operation] as const))('answers %s', async (_id, operation) => {
    const response = await send(url, operation, exampleBody(operation), { authorization: 'Bearer bvk_mock' });
    expect(response.status, await response.clone().text()).toBeLessThan(300);
    await checkAgainstDocument(operation, response);
  });
});
