/**
 * One of 10,000 published pages, drawn at random, beside Express with the same pages as static files; each in a process of its own. Once as
 * browsers ask (`Accept-Encoding: br, gzip`; Express has nothing to compress with and sends all bytes), once for the bytes as they are.
 * Then how long an answer takes at the most while pages are published anew, 20 a second.
 * Usage: npm run bench -- publish [PAGES]
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { library } from '../../src/content/generation/library/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { commission } from './commission.ts';
import { compare, type Load, load, median, sizeOf, startBenchProcess } from './lib.ts';

const PAGES = sizeOf(10_000, 20, 1);
const REQUESTS = sizeOf(20_000, 40);
const ROUNDS = sizeOf(5, 1);
const CONNECTIONS = 16;
const REPUBLISHED_A_SECOND = 20;

const SUBJECTS = ['tents', 'canoes', 'pottery classes', 'a soil conference', 'a café in Leipzig', 'sea rescue', 'a physics blog', 'boots'];
const composed = await Promise.all(
  SUBJECTS.map(async (subject) => {
    const prompt = `A page about ${subject}: why it matters, what it costs (€49), how to take part until 12 April, and a form for name and email.`;
    return (await library.generate(commission({ kind: 'page', prompt }), new AbortController().signal)).html;
  }),
);
const htmlOf = (n: number, edition = 0) => Buffer.from(`${composed[n % composed.length]}<!-- ${n}, ${edition} -->\n`);
// The best quality takes longer than this whole bench; the bytes are a little more than they would be.
const compressed = (html: Buffer) => brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
const etagOf = (html: Buffer) => createHash('sha256').update(html).digest('base64url');
const drawn = Array.from({ length: REQUESTS }, () => Math.floor(Math.random() * PAGES));

const folder = await mkdtemp(join(tmpdir(), 'bivouac-static-'));
for (let n = 0; n < PAGES; n++) await writeFile(join(folder, `page-${n}.html`), htmlOf(n));
const child = spawn(process.execPath, [fileURLToPath(new URL('static.ts', import.meta.url)), folder], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = (await once(child.stdout, 'data')) as [Buffer];
const staticPort = Number(line.toString());

const bench = await startBenchProcess();
const { pool, workspaceId, slug } = bench;
const tentIds = Array.from({ length: PAGES }, () => newId());
for (let from = 0; from < PAGES; from += 200) {
  const numbers = Array.from({ length: Math.min(200, PAGES - from) }, (_, i) => from + i);
  const htmls = numbers.map((n) => htmlOf(n));
  await pool.query(
    `WITH page AS (
       SELECT * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::bytea[], $6::bytea[]) AS t (tent_id, path, etag, html, brotli)
     ), tents AS (
       INSERT INTO documents (workspace_id, id, kind, name, status, created_by_name, created_at, updated_at)
       SELECT $1, tent_id, 'tent', path, 'published', 'Bench', now(), now() FROM page
     ), live AS (
       INSERT INTO publications (workspace_id, tent_id, status, path, alias, generation_id, version, branded, published_at, forms, etag)
       SELECT $1, tent_id, 'published', path, path, tent_id, 1, false, now(), '[]', etag FROM page
     )
     INSERT INTO page_bodies (workspace_id, tent_id, html, brotli) SELECT $1, tent_id, html, brotli FROM page`,
    [workspaceId, numbers.map((n) => tentIds[n]), numbers.map((n) => `page-${n}`), htmls.map(etagOf), htmls, htmls.map(compressed)],
  );
}
await pool.query('ANALYZE documents, publications, page_bodies');

let edition = 0;
async function republish(): Promise<void> {
  edition += 1;
  const n = Math.floor(Math.random() * PAGES);
  const html = htmlOf(n, edition);
  await pool.query(
    `WITH live AS (UPDATE publications SET etag = $3, published_at = now() WHERE workspace_id = $1 AND tent_id = $2)
     UPDATE page_bodies SET html = $4, brotli = $5 WHERE workspace_id = $1 AND tent_id = $2`,
    [workspaceId, tentIds[n], etagOf(html), html, compressed(html)],
  );
}

const request = (host: string, path: string, encoding: string) =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${encoding ? `Accept-Encoding: ${encoding}\r\n` : ''}\r\n`;
const ourRequests = (encoding: string) => drawn.map((n) => request(`${slug}.localhost`, `/page-${n}`, encoding));
const theirRequests = (encoding: string) => drawn.map((n) => request('localhost', `/page-${n}.html`, encoding));
const measure = (port: number, requests: string[]): Promise<Load> => load(port, requests, { connections: CONNECTIONS, total: REQUESTS });
const rate = (port: number, requests: string[]) => async () => REQUESTS / (await measure(port, requests)).seconds;

const goal = { text: 'at least as many as the baseline', met: (a: number, b: number) => a >= b };
for (const [encoding, words] of [
  ['br, gzip', 'as browsers ask'],
  ['', 'uncompressed'],
] as const) {
  await compare(`publish, ${words}`, {
    unit: 'requests/s',
    more: true,
    ours: rate(bench.pagesPort, ourRequests(encoding)),
    baseline: rate(staticPort, theirRequests(encoding)),
    goal,
  });
}

const quiet: Load[] = [];
const busy: Load[] = [];
for (let round = 0; round < ROUNDS; round++) {
  quiet.push(await measure(bench.pagesPort, ourRequests('br, gzip')));
  const publishing = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const one = republish().finally(() => publishing.delete(one));
    publishing.add(one);
  }, 1_000 / REPUBLISHED_A_SECOND);
  busy.push(await measure(bench.pagesPort, ourRequests('br, gzip')));
  clearInterval(timer);
  await Promise.all(publishing);
}
const row = (loads: Load[]) => ({
  'p50 ms': median(loads.map(({ p50 }) => p50)).toFixed(2),
  'p99 ms': median(loads.map(({ p99 }) => p99)).toFixed(2),
  'max ms': median(loads.map(({ max }) => max)).toFixed(1),
});
console.table({ 'nobody publishes': row(quiet), [`${REPUBLISHED_A_SECOND} a second are published anew`]: row(busy) });
const sizes = composed.map((html) => Buffer.byteLength(html));
console.log(
  `${PAGES} pages of ${Math.min(...sizes) >> 10} to ${Math.max(...sizes) >> 10} KiB; ${edition} published anew; at most ${await bench.peakMb()} MB of memory in the service`,
);

const metrics = await (await fetch(`http://127.0.0.1:${bench.port}/metrics`)).text();
const reads = [...metrics.matchAll(/bivouac_page_reads_total\{from="(\w+)"\} (\d+)/g)].map(([, from, count]) => `${count} from ${from}`);
console.log(`Pages were read ${reads.join(', ')}`);

child.kill();
await once(child, 'exit');
await bench.stop();
