import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Config } from '../../src/config.ts';
import { START } from '../../src/shared/program.ts';
import { DemoError } from './terminal.ts';

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
const WORKSPACE = 'Demo';
const KEY_LIFE_MS = 3_600_000;

/** @throws DemoError without an answer, or while the service is not ready */
export async function expectReady(baseUrl: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
  if (!answer)
    throw new DemoError(
      `No service answers at ${baseUrl}: start it with \`${START}\` in another terminal, or say in BASE_URL where it runs.`,
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
