/** `npm run mock`: Prism answers every operation with a success that the document allows. */
import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkAgainstDocument, operations } from '../support/client.ts';
import { freePort } from '../support/process.ts';
import { exampleBody } from '../support/requests.ts';

let prism: ChildProcess;
let url: string;
beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  prism = spawn(process.execPath, [new URL('../../scripts/mock.ts', import.meta.url).pathname], {
    env: { PATH: process.env.PATH, PORT: String(port) },
    stdio: 'ignore',
  });
  while (
    !(await fetch(url).then(
      () => true,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 100));
});
afterAll(() => {
  prism.kill('SIGTERM');
});

async function ask(
  operation: (typeof operations)[number],
  body: unknown,
  headers: Record<string, string> = { authorization: 'Bearer bvk_mock' },
) {
  const path = operation.path.replace(
    /\{([^}]+)\}/g,
    (_match, name: string) => operation.parameters.find((parameter) => parameter.name === name)?.example as string,
  );
  return fetch(`${url}${path}`, {
    method: operation.method.toUpperCase(),
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

describe('the mock', () => {
  it.each(operations.map((operation) => [operation.operationId, operation] as const))('answers %s', async (_id, operation) => {
    const response = await ask(operation, exampleBody(operation));
    expect(response.status).toBeLessThan(300);
    await checkAgainstDocument(operation, response);
  });

  it.each(operations.filter(({ body }) => body?.required).map((operation) => [operation.operationId, operation] as const))(
    'refuses a body that does not fit %s',
    async (_id, operation) => {
      const response = await ask(operation, { nonsense: true });
      expect(response.status).toBe(400);
      await checkAgainstDocument(operation, response);
    },
  );

  it('wants a key', async () => {
    const [operation] = operations;
    expect((await ask(operation as (typeof operations)[number], undefined, {})).status).toBe(401);
  });
});
