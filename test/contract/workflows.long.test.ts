/** The journeys under openapi/workflows, run by `redocly respect` against the service. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../../scripts/free-port.ts';
import { type TutorialSlug as Slug, TUTORIALS } from '../../scripts/reference/places.ts';
import { operations } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { ask } from '../support/pages.ts';
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
    return { file, slug: file.replace('.arazzo.yaml', '') as Slug, whole, steps: steps.filter(({ operationId }) => operationId) };
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

/** The terminal output of a reader who pastes every command of a tutorial, in turn. */
async function pasted(slug: Slug): Promise<string> {
  const { output, errors } = await paste(slug, apiKey);
  expect(errors).toBe('');
  return output;
}

async function paste(slug: Slug, BIVOUAC_API_KEY: string): Promise<{ output: string; errors: string }> {
  const page = await (await fetch(`${service.url}/docs/${slug}`)).text();
  const blocks = [...page.matchAll(/<pre[^>]*><code>(.*?)<\/code><\/pre>/gs)];
  expect(blocks.length).toBeGreaterThan(5);
  const folder = await mkdtemp(join(tmpdir(), 'bivouac-paste-'));
  const shell = execFile('bash', { cwd: folder, env: { PATH: process.env.PATH, BIVOUAC_API_KEY } });
  shell.stdin?.end(blocks.map(([, block = '']) => unescaped(block)).join('\n'));
  const [output, errors] = await Promise.all([text(shell.stdout as Readable), text(shell.stderr as Readable)]);
  await rm(folder, { recursive: true });
  return { output, errors };
}

const unescaped = (markup: string): string =>
  markup.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');

/** How many mails to an address have come, of each subject. */
async function mailsTo(address: string): Promise<Record<string, number>> {
  const answer = await fetch(`${service.url}/mailbox/messages.json?to=${address}`);
  const { messages } = (await answer.json()) as { messages: { subject: string }[] };
  return Object.fromEntries(messages.map(({ subject }) => [subject, messages.filter((one) => one.subject === subject).length]));
}

/** The expected results after the workflow, and then after the commands. */
const expectOutcome: Record<Slug, (output: string) => Promise<void>> = {
  'first-blast': async (output) => {
    expect(output).toMatch(/^sent 2$/m);
    expect(output).toContain('"email": "tomas@example.org"');
    expect(await mailsTo('tomas@example.org')).toEqual({ 'The trails are open again, Tomás': 2 });
  },
  'import-and-segment': async (output) => {
    expect(output).toMatch(/^completed 0 3$/m);
    expect(output).toMatch(/^2\nIngrid Solberg /m);
  },
  'page-with-form': async (output) => {
    const { host, hostname, port, pathname } = new URL(/^published (http\S+)$/m.exec(output)?.[1] ?? '');
    expect(hostname).toMatch(/\.localhost$/);
    const page = await ask(Number(port), pathname, { host });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Walk the ridge with us')]);
    expect(output).toContain('"type": "form_submission"');
  },
  'flow-from-trigger-to-email': async (output) => {
    expect(output).toMatch(/^added_to_static_list sent /m);
    expect(await mailsTo('maya@example.org')).toMatchObject({ 'Welcome, Maya': 2 });
  },
  'email-template-to-approved-email': async (output) => {
    expect(output).toMatch(/^approved 2$/m);
  },
  'react-to-an-event': async (output) => {
    expect(output).toContain('"type": "custom.order_placed"');
  },
  'consent-to-topic': async (output) => {
    expect(output).toMatch(/^sent 1$/m);
    const states = [...output.matchAll(/"state": "(\w+)"/g)].map(([, state]) => state);
    expect(states).toEqual(['subscribed', 'pending']);
  },
};

describe('the workflows', () => {
  it('are a tutorial each, and sound', async () => {
    expect(journeys.map(({ slug }) => slug).sort()).toEqual([...TUTORIALS].sort());
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

  it('run, and so do the commands of their tutorials after them', async () => {
    const files = journeys.map(({ file }) => join(FOLDER, file));
    const { code, output } = await redocly('respect', ...files, '--input', `api_key=${apiKey}`, '--server', `bivouac=${service.url}`);
    expect(code, output).toBe(0);
    for (const { slug } of journeys) await expectOutcome[slug](await pasted(slug));
  }, 240_000);

  it('say in the shell what the API says when it refuses', async () => {
    const { output, errors } = await paste('import-and-segment', 'bvk_revoked');
    expect(errors).toContain('"error_code": "unauthorized"');
    expect(output).not.toMatch(/undefined|null/);
    const { errors: told } = await paste('import-and-segment', '');
    expect(told).toContain('Put your API key into BIVOUAC_API_KEY first');
  });
});
