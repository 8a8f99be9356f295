/**
 * The whole check, from a clean checkout: generated files in step, lint, types, import arrows, tests, and that the tests have
 * met every documented answer. Every step runs, whatever the others say; the last line counts what passed and what failed.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const root = new URL('..', import.meta.url).pathname;
const only = process.argv.slice(2);

const steps: { name: string; command: string[] }[] = [
  { name: 'generated files are in step', command: ['node', 'scripts/generate.ts', '--check'] },
  { name: 'lint', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'types', command: ['tsc', '--noEmit', '-p', '.'] },
  { name: 'import arrows', command: ['depcruise', 'src', '--config', '.dependency-cruiser.cjs'] },
  { name: 'tests', command: ['vitest', 'run', ...only] },
  ...(only.length > 0 ? [] : [{ name: 'every documented answer was seen', command: ['node', 'test/contract/seen.ts'] }]),
];

let passed = 0;
let failed = 0;
for (const { name, command } of steps) {
  const started = performance.now();
  console.log(`\n── ${name}`);
  const [program, ...args] = command as [string, ...string[]];
  const { status } = spawnSync(program, args, { cwd: root, stdio: 'inherit' });
  const counts = name === 'tests' ? testCounts() : undefined;
  passed += counts?.passed ?? (status === 0 ? 1 : 0);
  failed += counts?.failed ?? (status === 0 ? 0 : 1);
  // A run that broke outside of its tests has failed too.
  if (counts && status !== 0 && counts.failed === 0) failed += 1;
  console.log(`${status === 0 ? 'ok' : 'FAILED'} in ${((performance.now() - started) / 1_000).toFixed(1)} s`);
}

console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function testCounts(): { passed: number; failed: number } | undefined {
  try {
    const report = JSON.parse(readFileSync(`${root}/test-results/vitest.json`, 'utf8')) as {
      numPassedTests: number;
      numFailedTests: number;
    };
    return { passed: report.numPassedTests, failed: report.numFailedTests };
  } catch {
    return undefined;
  }
}
