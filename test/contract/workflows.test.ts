/** The journeys under openapi/workflows, run by `redocly respect` against the service. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../../scripts/free-port.ts';
import { operations } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';
import { startTestService } from '../support/service.ts';

interface Step {
  operationId?: string;
  requestBody?: unknown;
}
interface Workflows {
  workflows: { steps: Step[] }[];
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'openapi/workflows');
const NAMES = new URL('../support/local-names.ts', import.meta.url).href;
const redocly = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['--import', NAMES, join(ROOT, 'node_modules/.bin/redocly'), ...args], {
    cwd: ROOT,
    maxBuffer: 1e8,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  );

const operationOf = ({ operationId }: Step) => operations.find((operation) => operation.operationId === operationId);

const journeys = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.arazzo.yaml'))
  .map((file) => {
    const whole = parse(readFileSync(join(FOLDER, file), 'utf8')) as Workflows;
    const steps = whole.workflows.flatMap(({ steps }) => steps);
    // A visitor's step is no operation of the API.
    return { file, whole, steps: steps.filter(({ operationId }) => operationId) };
  });

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

  it.each(journeys)('$file names operations of the document', ({ whole, steps }) => {
    expect(whole.workflows).toHaveLength(1);
    expect(steps.length).toBeGreaterThan(3);
    expect(steps.filter((step) => !operationOf(step))).toEqual([]);
  });

  it.each(journeys)('$file says what it sends: an example of the document would be sent otherwise', ({ steps }) => {
    expect(steps.filter((step) => operationOf(step)?.body && !step.requestBody)).toEqual([]);
  });

  it.each(journeys)(
    '$file runs, and runs again',
    async ({ file }) => {
      for (let i = 0; i < 2; i++) {
        const { code, output } = await redocly(
          'respect',
          join(FOLDER, file),
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
});
