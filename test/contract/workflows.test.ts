/** The journeys under openapi/workflows, run by `redocly respect` against the service as soon as all of their operations are there. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Operation } from '../../src/http/contract.ts';
import { operations } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { freePort, type ServiceProcess, startProcess } from '../support/process.ts';
import { startTestService } from '../support/service.ts';
import { isUnbuilt } from './unbuilt.ts';

interface Workflows {
  workflows: { steps: { operationId?: string }[] }[];
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'openapi/workflows');
const redocly = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(ROOT, 'node_modules/.bin/redocly'), ...args], { cwd: ROOT, maxBuffer: 1e8 }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  );

const journeys = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.arazzo.yaml'))
  .map((file) => {
    const { workflows } = parse(readFileSync(join(FOLDER, file), 'utf8')) as Workflows;
    const ids = workflows.flatMap(({ steps }) => steps.flatMap(({ operationId }) => operationId ?? []));
    const used = ids.map((id) => operations.find(({ operationId }) => operationId === id));
    return { file, ids, used };
  });
const isReady = ({ used }: (typeof journeys)[number]) => used.every((operation) => operation && !isUnbuilt(operation as Operation));

let database: TestDatabase;
let service: ServiceProcess;
let apiKey: string;
beforeAll(async () => {
  database = await createDatabase();
  const settings = { DATABASE_URL: database.url };
  const preparing = await startTestService(settings);
  ({ apiKey } = preparing);
  await preparing.service.stop();
  service = await startProcess({ ...settings, PAGES_PORT: String(await freePort()), LOG_LEVEL: 'warn' });
});
afterAll(async () => {
  await service?.terminate();
  await database?.drop();
});

describe('the workflows', () => {
  it('are five, and sound', async () => {
    expect(journeys).toHaveLength(5);
    const { code, output } = await redocly(
      'lint',
      '--config',
      join(FOLDER, 'redocly.yaml'),
      ...journeys.map(({ file }) => join('openapi/workflows', file)),
    );
    expect(code, output).toBe(0);
  });

  it.each(journeys.map((journey) => [journey.file, journey] as const))('%s names operations of the document', (_file, { ids, used }) => {
    expect(ids.length).toBeGreaterThan(3);
    expect(ids.filter((_id, i) => !used[i])).toEqual([]);
  });

  it.each(journeys.filter(isReady).map(({ file }) => [file] as const))(
    '%s runs, and runs again',
    async (file) => {
      for (let i = 0; i < 2; i++) {
        const { code, output } = await redocly(
          'respect',
          join('openapi/workflows', file),
          '--input',
          `api_key=${apiKey}`,
          '--server',
          `bivouac=${service.url}`,
        );
        expect(code, output).toBe(0);
      }
    },
    120_000,
  );

  it('have the first blast among those that run', () => {
    expect(journeys.filter(isReady).map(({ file }) => file)).toContain('first-blast.arazzo.yaml');
  });
});
