/** Chromium from its npm package, for the tests and the pictures. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import packageJson from '../package.json' with { type: 'json' };

/** Not the package's own flags: those are for a cloud function, run everything in one process and switch off web security. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const KEPT = 'node_modules/.cache/bivouac-browser';

/**
 * The package unpacks itself into the temporary folder and uses whatever is there, complete or not. Here it unpacks once a
 * checkout, and a rename puts the result in place, because two files may ask at the same time.
 */
async function unpacked(): Promise<string> {
  const place = join(KEPT, packageJson.devDependencies['@sparticuz/chromium']);
  if (!existsSync(place)) {
    mkdirSync(KEPT, { recursive: true });
    const fresh = mkdtempSync(join(KEPT, 'fresh-'));
    const unpack = "import('@sparticuz/chromium').then((chromium) => chromium.default.executablePath())";
    await promisify(execFile)(process.execPath, ['-e', unpack], { env: { ...process.env, TMPDIR: resolve(fresh) } });
    try {
      renameSync(fresh, place);
    } catch {
      // Another process was faster.
      rmSync(fresh, { recursive: true });
    }
  }
  return resolve(place, 'chromium');
}

/** @param timeout ms for the start */
export const startBrowser = async (timeout: number): Promise<Browser> =>
  chromium.launch({ executablePath: await unpacked(), args: FLAGS, headless: true, timeout });
