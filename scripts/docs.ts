/**
 * Builds the reference as a folder of static files that any web server can publish, at any address, without a network of its own:
 * `generated/docs`, which the service shows at `/docs`, or the folder that is named. With `--if-stale` it leaves alone what is in step.
 */
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { builtIn, referenceFolder } from '../src/http/docs/built.ts';

// React is quick when it is told that nobody is debugging it, and reads this as it is loaded.
process.env.NODE_ENV = 'production';
const { buildReference, draw } = await import('./reference/build.ts');

const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'if-stale': { type: 'boolean' } } });
const target = positionals[0] ? pathToFileURL(`${resolve(positionals[0])}/`) : referenceFolder;
const built = values['if-stale'] && builtIn(target);
if (!built || (draw && built.drawn.length === 0)) {
  buildReference(target);
  if (!draw) console.log('The operations were not drawn: the packages for development are not installed.');
  console.log(`The reference is in ${fileURLToPath(target)}`);
}
