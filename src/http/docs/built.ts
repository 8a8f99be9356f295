/** The built reference: a folder of files by `scripts/docs.ts`, with a fingerprint of its sources. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Log } from '../../platform/log.ts';

const root = new URL('../../../', import.meta.url);
const builder = new URL('scripts/docs.ts', root);
export const referenceFolder = new URL('generated/docs/', root);

export const MANIFEST = 'built.json';
export interface Built {
  fingerprint: string;
  drawn: string[];
}

/** Other pages of the service use these, too: they are served from here, built or not. */
export const SHARED = ['style.css', 'scheme.js'];

const SOURCES = [
  ...['generated/openapi.json', 'openapi/errors.yaml', 'openapi/workflows', 'CHANGELOG.md', 'docs/guides', 'docs/configuration.md'],
  ...['package.json', 'scripts/reference', 'scripts/docs.ts', 'src/http/docs', 'src/campaigns/readiness-help.ts'],
];

let known: string | undefined;

/** Of all sources of the reference. Read once: a process serves the document that it started with. */
export function fingerprint(): string {
  if (known) return known;
  const hash = createHash('sha256');
  const add = (place: URL): void => {
    if (!statSync(place).isDirectory()) return void hash.update(readFileSync(place));
    for (const name of readdirSync(place).sort()) add(new URL(name, `${place}/`));
  };
  for (const source of SOURCES) add(new URL(source, root));
  known = hash.digest('base64url').slice(0, 22);
  return known;
}

/** Undefined without a reference, or with one of other sources. Where it cannot be built, an outdated one counts. */
export function builtIn(folder: URL): Built | undefined {
  try {
    const built = JSON.parse(readFileSync(new URL(MANIFEST, folder), 'utf8')) as Built;
    return !existsSync(builder) || built.fingerprint === fingerprint() ? built : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Builds a stale reference in a process of its own, which takes the memory of Redoc and React with it when it ends.
 * @throws never; failures are logged
 */
export async function buildWhenStale(log: Log): Promise<void> {
  if (builtIn(referenceFolder) || !existsSync(builder)) return;
  const child = spawn(process.execPath, ['--max-semi-space-size=64', fileURLToPath(builder), '--if-stale'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  let problem = '';
  child.stderr.on('data', (text) => {
    problem += text;
  });
  const [code] = await once(child, 'close').catch((error: Error) => [error.message]);
  if (code !== 0) log.error({ problem: problem.slice(-4_000), code }, 'the reference could not be built');
}
