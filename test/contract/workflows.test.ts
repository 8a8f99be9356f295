/** The journeys under openapi/workflows, run by `redocly respect` against the service, each as far as its operations are there. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { freePort } from '../../scripts/free-port.ts';
import type { Operation } from '../../src/http/contract.ts';
import { operations } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';
import { startTestService } from '../support/service.ts';
import { isUnbuilt } from './unbuilt.ts';

interface Step {
  operationId?: string;
  requestBody?: unknown;
}
interface Workflows {
  sourceDescriptions: { url: string }[];
  workflows: { steps: Step[]; outputs?: unknown }[];
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
    const built = steps.findIndex((step) => step.operationId && isUnbuilt(operationOf(step) as Operation));
    // A visitor's step is no operation of the API.
    return { file, whole, steps: steps.filter(({ operationId }) => operationId), built };
  });

/** The journeys that can be begun, written down up to their first operation that is not there. */
const scratch = mkdtempSync(join(tmpdir(), 'bivouac-workflows-'));
const begun = journeys.filter(({ built }) => built !== 0);
for (const { file, whole, built } of begun) {
  const [workflow] = whole.workflows;
  const part = built < 0 ? workflow : { ...workflow, steps: workflow?.steps.slice(0, built), outputs: undefined };
  const sourceDescriptions = whole.sourceDescriptions.map((source) => ({ ...source, url: relative(scratch, resolve(FOLDER, source.url)) }));
  writeFileSync(join(scratch, file), stringify({ ...whole, sourceDescriptions, workflows: [part] }));
}

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
  rmSync(scratch, { recursive: true });
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

  it.each(begun)(
    '$file runs as far as it is built, and runs again',
    async ({ file }) => {
      for (let i = 0; i < 2; i++) {
        const { code, output } = await redocly(
          'respect',
          join(scratch, file),
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

  it('have the first blast, the approved email and the page with a form among those that run to their end', () => {
    const whole = journeys.filter(({ built }) => built < 0).map(({ file }) => file);
    expect(whole).toEqual(
      expect.arrayContaining([
        'first-blast.arazzo.yaml',
        'email-template-to-approved-email.arazzo.yaml',
        'page-with-form-to-contact.arazzo.yaml',
      ]),
    );
  });
});
