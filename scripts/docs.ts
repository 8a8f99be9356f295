/**
 * Builds the reference as a folder of static files that any web server can publish, at any address, without requests to other hosts:
 * `generated/docs`, which the service shows at `/docs`, or the folder of the argument. With `--if-stale` it skips a build that is up to date.
 */
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { builtIn, referenceFolder } from '../src/http/docs/built.ts';

// React reads this when it is loaded. Its build for development is several times slower.
process.env.NODE_ENV = 'production';
const { buildReference, draw } = await import('./reference/build.ts');

const LONGEST_MS = 120_000;
const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'if-stale': { type: 'boolean' } } });
const target = positionals[0] ? pathToFileURL(`${resolve(positionals[0])}/`) : referenceFolder;
const built = values['if-stale'] ? builtIn(target) : undefined;
if (!built || (draw && built.drawn.length === 0)) build();

function build(): void {
  // Services that start together, and tests beside each other, need one build. One that was killed leaves its lock behind.
  const lock = new URL('../generated/docs.lock', import.meta.url);
  const isBuilding = existsSync(lock) && Date.now() - statSync(lock).mtimeMs < LONGEST_MS;
  if (values['if-stale'] && isBuilding) return;
  writeFileSync(lock, String(process.pid));
  try {
    buildReference(target);
  } finally {
    rmSync(lock, { force: true });
  }
  if (!draw) console.log('The operations were not drawn: the packages for development are not installed.');
  console.log(`The reference is in ${fileURLToPath(target)}`);
}
