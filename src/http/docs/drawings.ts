import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { type Document, documentFile } from '../contract.ts';

/** The operations of a page as HTML, and the `<style>` that they are drawn with. */
export interface Drawing {
  styles: string;
  operations: Record<string, string>;
}

/** What the process that draws says of an excerpt. */
export type Answer = { drawing: Drawing } | { problem: string };

/** A page that may have to be drawn: its slug, and what of the document (`excerptFor`) it shows. */
export interface Sketch {
  slug: string;
  excerpt: () => Document;
}

/** For one page. On the slowest machine that was tried it took a tenth of it. */
const LIMIT_MS = 30_000;

interface Order {
  excerpt: Document;
  done: (drawing: Drawing) => void;
  failed: (error: unknown) => void;
}

/** Drawn one after the other, by one process that lasts as long as there are any. */
const orders: Order[] = [];
let isDrawing = false;

/**
 * Draws the operations of a document in a process of its own, so that requests are answered meanwhile.
 * @param when `now` when somebody waits for it, `later` when nobody does yet
 * @throws Error when it fails or takes longer than half a minute
 */
export function draw(excerpt: Document, when: 'now' | 'later' = 'now'): Promise<Drawing> {
  return new Promise((done, failed) => {
    orders[when === 'now' ? 'unshift' : 'push']({ excerpt, done, failed });
    if (!isDrawing) void work();
  });
}

async function work(): Promise<void> {
  isDrawing = true;
  // What Redoc and React take of memory is gone with their process, and their garbage needs more room than a service's.
  const child = fork(new URL('operations-process.ts', import.meta.url), {
    execArgv: ['--max-semi-space-size=64'],
    // React is quick when it is told that nobody is debugging it.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const gone = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`The process that draws the reference ended with ${signal ?? code}.`);
  });
  // When nobody waits for a drawing any more, nobody has to be told.
  gone.catch(() => {});
  for (let order = orders.shift(); order; order = orders.shift()) {
    try {
      const message = once(child, 'message', { signal: AbortSignal.timeout(LIMIT_MS) });
      child.send(order.excerpt);
      const [answer] = (await Promise.race([message, gone])) as [Answer];
      if ('drawing' in answer) order.done(answer.drawing);
      else order.failed(new Error(answer.problem));
    } catch (error) {
      order.failed(error);
      break;
    }
  }
  isDrawing = false;
  if (orders.length > 0) void work();
  child.kill('SIGKILL');
}

/* Drawings are kept on disk, in one folder for each document and way of drawing; where the program's folder cannot be written, in memory. */

const cache = new URL('../../../node_modules/.cache/bivouac-docs/', import.meta.url);
const KEPT_MS = 14 * 24 * 60 * 60 * 1000;
const DRAWN_BY = ['operations-process.ts', 'theme.ts', 'excerpt.ts', 'readable.ts', 'places.ts', 'pages.ts'];
const DRAWN_WITH = [...DRAWN_BY, 'browser/colours.js', 'browser/one-operation.js', '../../../package.json'];

let folder: URL | undefined;
const inMemory = new Map<string, Drawing>();

function fileOf(slug: string): URL {
  if (!folder) {
    const hash = createHash('sha256').update(readFileSync(documentFile));
    for (const name of DRAWN_WITH) hash.update(readFileSync(new URL(name, import.meta.url)));
    folder = new URL(`${hash.digest('base64url').slice(0, 22)}/`, cache);
  }
  return new URL(`${slug}.json`, folder);
}

/** The drawing of a page: the one that is kept, or a new one. */
export async function drawn({ slug, excerpt }: Sketch, when: 'now' | 'later' = 'now'): Promise<Drawing> {
  const file = fileOf(slug);
  const kept = read(file);
  if (kept) return kept;
  const drawing = await draw(excerpt(), when);
  keep(file, drawing);
  return drawing;
}

/** Draws what is not there yet, one after the other, for those who come later. Processes that start together begin in different places, and share the work so. */
export async function drawAhead(sketches: Sketch[]): Promise<void> {
  const first = process.pid % sketches.length;
  for (const sketch of [...sketches.slice(first), ...sketches.slice(0, first)]) {
    if (existsSync(fileOf(sketch.slug))) continue;
    await drawn(sketch, 'later');
    // Others want to be answered between two of them.
    await setImmediate();
  }
}

function read(file: URL): Drawing | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Drawing;
  } catch {
    return inMemory.get(file.href);
  }
}

/** Put there at once, so that whoever reads meanwhile finds all or nothing. */
function keep(file: URL, drawing: Drawing): void {
  try {
    const own = new URL('.', file);
    mkdirSync(own, { recursive: true });
    const fresh = new URL(`${file.href}.${process.pid}`);
    writeFileSync(fresh, JSON.stringify(drawing));
    renameSync(fresh, file);
    for (const name of readdirSync(cache)) {
      const other = new URL(`${name}/`, cache);
      if (Date.now() - statSync(other).mtimeMs > KEPT_MS) rmSync(other, { recursive: true, force: true });
    }
  } catch (error) {
    const isOfFiles = (error as NodeJS.ErrnoException).code !== undefined;
    if (!isOfFiles) throw error;
    inMemory.set(file.href, drawing);
  }
}
