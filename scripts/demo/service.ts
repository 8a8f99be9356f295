import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from '../../generated/api.d.ts';
import type { Config } from '../../src/config.ts';
import { DemoError } from './terminal.ts';

export type Api = Client<paths>;

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
const WORKSPACE = 'Demo';
const KEY_LIFE_MS = 3_600_000;
const ATTEMPTS = 5;
const LONGEST_PAUSE_S = 10;

/** @throws DemoError when nobody answers there, or nobody who is ready */
export async function expectReady(baseUrl: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
  if (!answer)
    throw new DemoError(
      `No service answers at ${baseUrl}: start it with \`npm start\` in another terminal, or say in BASE_URL where it runs.`,
    );
  if (!answer.ok) throw new DemoError(`The service at ${baseUrl} is not ready (${answer.status} from /readyz); try again in a moment.`);
}

/** A key for the next hour, made the way an administrator makes one: by the command line, while the service runs. */
export async function makeKey({ databaseUrl, dataDir }: Config): Promise<string> {
  if (!databaseUrl && !existsSync(dataDir)) {
    throw new DemoError(
      `There is no data in ${dataDir} to make a key in: set DATA_DIR or DATABASE_URL as for the service, or BIVOUAC_API_KEY.`,
    );
  }
  const workspaces = await cli<{ workspace_id: string; name: string }[]>('workspaces', 'list');
  const workspace = workspaces.find(({ name }) => name === WORKSPACE);
  if (!workspace) throw new DemoError(`There is no workspace "${WORKSPACE}": set BIVOUAC_API_KEY to a key of the workspace to work in.`);
  const expiresAt = new Date(Date.now() + KEY_LIFE_MS).toISOString();
  const key = await cli<{ api_key: string }>(
    'keys',
    'create',
    '--workspace',
    workspace.workspace_id,
    '--name',
    'Demo',
    '--expires-at',
    expiresAt,
  );
  return key.api_key;
}

async function cli<T>(...command: string[]): Promise<T> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...command, '--json']);
    return JSON.parse(stdout) as T;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new DemoError(`No key could be made: ${stderr?.trim() || message}`);
  }
}

/** The typed client, patient with a service that is busy or away for a moment. */
export function openApi(baseUrl: string, apiKey: string): Api {
  const api = createFetchClient<paths>({ baseUrl, headers: { authorization: `Bearer ${apiKey}` }, fetch: patientFetch });
  api.use({
    onRequest({ request }) {
      // What makes it safe to send a POST again: the service does it once and repeats its answer.
      if (request.method === 'POST') request.headers.set('Idempotency-Key', randomUUID());
      return request;
    },
  });
  return api;
}

async function patientFetch(request: Request): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(request.clone()).catch((error: Error) => error);
    const passes = answer instanceof Error || answer.status === 429 || answer.status === 503;
    if (passes && attempt < ATTEMPTS) {
      const seconds = answer instanceof Error ? 1 : Number(answer.headers.get('retry-after')) || 1;
      await delay(Math.min(seconds, LONGEST_PAUSE_S) * 1_000);
      continue;
    }
    if (answer instanceof Error) throw new DemoError(`The service is gone: ${answer.cause ?? answer.message}`);
    return answer;
  }
}

/**
 * What a request was answered with.
 * @throws DemoError with the service's own words when the request was refused
 */
export async function ask<T>(request: Promise<{ data?: T; error?: components['schemas']['Error']; response: Response }>): Promise<T> {
  const { data, error, response } = await request;
  if (response.ok) return data as T;
  const issues = error?.details?.issues ?? [];
  const hint =
    response.status === 401
      ? ['The key has to be one of this service: is it the one that DATA_DIR, DATABASE_URL or BIVOUAC_API_KEY belongs to?']
      : [];
  const reasons = [...issues.map(({ path, message }) => `${path} ${message}`), ...hint].map((reason) => `\n  ${reason}`);
  const { pathname } = new URL(response.url);
  throw new DemoError(`${pathname} answered ${response.status}: ${error?.error ?? response.statusText}${reasons.join('')}`);
}
