import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { notAllowed, notThere, send } from './answers.ts';
import type { Asked } from './asked.ts';
import { SAFE } from './headers.ts';

const PATH = '/submit/altcha/';
const OWN = 'solve.js';
/** The modules of the library that a browser needs, as they are. */
const LIBRARY = new Set(['pow.js', 'helpers.js', 'types.js', 'algorithms/web/pbkdf2.js']);

function fileOf(name: string): URL | undefined {
  if (name === OWN) return new URL(OWN, import.meta.url);
  return LIBRARY.has(name) ? new URL(name, import.meta.resolve('altcha-lib')) : undefined;
}

const HEADERS = { ...SAFE, 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'public, max-age=3600' };

const read = new Map<string, Buffer>();

/** @returns whether the request was for one of the scripts that solve challenges */
export function sendSolver({ request, response, path }: Asked): boolean {
  if (!path.startsWith(PATH)) return false;
  const name = path.slice(PATH.length);
  const file = fileOf(name);
  if (!file) notThere(response);
  else if (request.method !== 'GET' && request.method !== 'HEAD') notAllowed(response, 'GET, HEAD');
  else {
    const body = read.get(name) ?? readFileSync(fileURLToPath(file));
    read.set(name, body);
    send(response, 200, HEADERS, body);
  }
  return true;
}
