/**
 * The path of a request: source files, functions and calls of ours, and the processor time of the process, for five requests.
 * The smallest of several looks counts, so that work in the background is left out. There is no baseline: the figures are compared with
 * those of another revision.
 */
import { Session } from 'node:inspector/promises';
import { cpuPerUnit, sizeOf, startBenchService } from './lib.ts';

const LOOKS = sizeOf(15, 1);
const UNITS = sizeOf(500, 2);
const SOURCE = new URL('../../src/', import.meta.url).href;

const bench = await startBenchService();
const send = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
  const response = await fetch(`http://127.0.0.1:${bench.port}${path}`, {
    method,
    headers: { authorization: `Bearer ${bench.apiKey}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
};

const { items } = (await send('POST', '/v1/contacts', { items: [{ email: 'ada@example.com', first_name: 'Ada' }] })) as {
  items: { contact_id: string }[];
};
const id = items[0]?.contact_id;
let made = 0;
const REQUESTS: Record<string, () => Promise<unknown>> = {
  'read a contact': () => send('GET', `/v1/contacts/${id}`),
  'list contacts': () => send('GET', '/v1/contacts?limit=10'),
  'upsert a contact': () => send('POST', '/v1/contacts/upsert', { items: [{ email: 'ada@example.com', first_name: `Ada ${made++}` }] }),
  'create a list': () => send('POST', '/v1/contact-lists', { kind: 'static', name: `List ${made++}` }),
  'create a blast': () => send('POST', '/v1/email-blasts', { name: `Blast ${made++}` }),
};

const session = new Session();
session.connect();
await session.post('Profiler.enable');

/** Functions of ours that run meanwhile, and how often. */
async function passed(work: () => Promise<unknown>): Promise<{ files: number; functions: number; calls: number }> {
  await session.post('Profiler.takePreciseCoverage');
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = new Set<string>();
  let functions = 0;
  let calls = 0;
  for (const { url, functions: all } of result) {
    if (!url.startsWith(SOURCE)) continue;
    for (const { ranges } of all) {
      const count = ranges[0]?.count ?? 0;
      if (count === 0) continue;
      files.add(url);
      functions += 1;
      calls += count;
    }
  }
  return { files: files.size, functions, calls };
}

const table: Record<string, object> = {};
for (const [name, work] of Object.entries(REQUESTS)) {
  for (let i = 0; i < UNITS; i++) await work();
  const microseconds = Math.round(
    await cpuPerUnit(UNITS, async () => {
      for (let i = 0; i < UNITS; i++) await work();
    }),
  );
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const looks = [];
  for (let i = 0; i < LOOKS; i++) looks.push(await passed(work));
  await session.post('Profiler.stopPreciseCoverage');
  const [least] = looks.sort((a, b) => a.calls - b.calls);
  table[name] = { ...least, 'µs, client included': microseconds };
}
console.table(table);
session.disconnect();
await bench.stop();
