/**
 * The whole check, from a clean checkout: generated files in step, lint, types, import arrows, tests, and that the tests have
 * met every documented answer. The steps that only read run beside the tests. Every step runs, whatever the others say; what failed
 * is named at the end, and the last line counts what passed and what failed.
 *
 * With arguments it runs vitest alone, with those arguments: `npm test -- test/http`. A path or a name that no test has fails it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Report } from '../test/support/report.ts';
import { inMemory, openRunFolder } from './run-folder.ts';
import { type Selection, selectionOf, unknownPaths } from './test-selection.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const only = process.argv.slice(2);
const selection = select();
// A folder of this run's own: another one may go on beside it in the same checkout.
process.env.TEST_RESULTS = join('test-results', String(process.pid));

// Vitest assumes a terminal.
if (!process.stdout.isTTY && !process.env.FORCE_COLOR && !process.env.CI) process.env.NO_COLOR = '1';

const CACHE = join('node_modules', '.cache');

const READING: Record<string, string[]> = {
  'generated files are in step': ['node', 'scripts/generate.ts', '--check'],
  lint: ['biome', 'check', '--error-on-warnings', '.'],
  // Again, they look only at what has changed since.
  types: ['node', 'node_modules/typescript-7/bin/tsc', '--noEmit', '-p', '.', '--incremental', '--tsBuildInfoFile', join(CACHE, 'types')],
  'import arrows': [
    'depcruise',
    'src',
    '--config',
    '.dependency-cruiser.cjs',
    '--cache',
    join(CACHE, 'arrows'),
    '--cache-strategy',
    'content',
  ],
};

const running = new Set<ReturnType<typeof spawn>>();
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true;
    for (const child of running) child.kill(signal);
  });
}

let passed = 0;
const failures: string[] = [];
const folder = await openRunFolder('bivouac-check-', { parent: await inMemory() });
if (only.length > 0) await tests();
else {
  await Promise.all([tests(), read()]);
  if (!interrupted) await step('every documented answer was seen', ['node', 'test/contract/seen.ts']);
}
await folder.remove();
if (interrupted) {
  console.log('\nInterrupted.');
  process.exit(130);
}

console.log();
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

function select(): Selection {
  try {
    const selected = selectionOf(only);
    const unknown = unknownPaths(selected, root);
    if (unknown.length === 0) return selected;
    for (const path of unknown) console.error(`No test file has "${path}" in its path.`);
  } catch (error) {
    console.error(String(error));
  }
  process.exit(1);
}

/** One after the other, so that the tests keep most of the machine. */
async function read(): Promise<void> {
  for (const [name, command] of Object.entries(READING)) if (!interrupted) await step(name, command);
}

async function step(name: string, command: string[]): Promise<void> {
  const { ok, output, seconds } = await run(command, 'pipe');
  console.log(`\n── ${name}\n${output.trim()}\n${ok ? 'ok' : 'FAILED'} in ${seconds} s\n`);
  if (ok) passed += 1;
  else failures.push(name);
}

async function tests(): Promise<void> {
  const { name } = selection;
  const { ok } = await run(['vitest', 'run', ...only, ...(name === undefined ? [] : ['--hideSkippedTests'])], 'inherit');
  const report = readReport();
  passed += report.passed;
  failures.push(...report.failed);
  // A run that broke outside of its tests has failed too.
  if (!ok && report.failed.length === 0) failures.push('tests');
  if (ok && name !== undefined && report.passed === 0) failures.push(`no test's name has "${name}", skipped ones aside`);
}

async function run([program, ...args]: string[], stdio: 'inherit' | 'pipe'): Promise<{ ok: boolean; output: string; seconds: string }> {
  const started = performance.now();
  const child = spawn(program as string, args, { cwd: root, stdio: ['ignore', stdio, stdio] });
  running.add(child);
  const outputs = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''));
  const [code] = (await once(child, 'close')) as [number | null];
  running.delete(child);
  return { ok: code === 0, output: (await Promise.all(outputs)).join(''), seconds: ((performance.now() - started) / 1_000).toFixed(1) };
}

/** The report of the run; empty if the run broke before it wrote one. */
function readReport(): Report {
  try {
    return JSON.parse(readFileSync(join(root, process.env.TEST_RESULTS as string, 'report.json'), 'utf8'));
  } catch {
    return { passed: 0, failed: [] };
  }
}
