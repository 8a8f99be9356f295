import { execFile } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { builtIn, referenceFolder } from '../../src/http/docs/built.ts';
import { PATIENCE_MS } from './patience.ts';

/** The reference as `npm ci` built it. If it is stale, the first test file that needs it builds it again. */
export async function builtReference(): Promise<URL> {
  for (const end = Date.now() + 5 * PATIENCE_MS; !builtIn(referenceFolder); await setTimeout(200)) {
    if (Date.now() > end) throw new Error('The reference was not built in time.');
    await promisify(execFile)(process.execPath, ['--max-semi-space-size=64', 'scripts/docs.ts', '--if-stale']);
  }
  return referenceFolder;
}
