import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { isAtLength } from './test/support/at-length.ts';
import LongestFirst from './test/support/longest-first.ts';
import { PATIENCE_MS } from './test/support/patience.ts';
import RunReport from './test/support/report.ts';

// Where this run writes what it saw. The check that started it knows another place.
process.env.TEST_RESULTS ??= join('test-results', String(process.pid));
// The run itself starts sooner with it; its workers, which are stopped and not awaited, do without.
delete process.env.NODE_COMPILE_CACHE;

export default defineConfig({
  test: {
    globalSetup: ['test/support/cluster.ts'],
    setupFiles: ['test/support/heaps.ts', 'test/support/chance.ts', 'test/support/leftovers.ts'],
    include: ['test/**/*.test.ts'],
    exclude: isAtLength || process.argv.some((argument) => argument.includes('.long.')) ? [] : ['test/**/*.long.test.ts'],
    pool: 'forks',
    // What has been transformed is kept by its content, in node_modules: to do it again takes longer than most files of tests.
    fsModuleCache: true,
    // Two more than most machines that check this have cores: many tests wait for processes, leases and mail servers.
    maxWorkers: 4,
    // A worker loads the service once for all of its files; each file starts services and databases of its own.
    isolate: false,
    // Most of what a test makes is gone before the next: with room for it, less is copied from one heap to the other.
    execArgv: ['--max-semi-space-size=64'],
    // No test may lean on the one before it. A run prints its seed, by which property tests draw too; `--sequence.seed=…` repeats it.
    sequence: { shuffle: { tests: true }, sequencer: LongestFirst },
    // What is waited for comes soon on a quiet machine; a busy one needs patience, and a test with several waits more of it.
    testTimeout: 5 * PATIENCE_MS,
    hookTimeout: 5 * PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    reporters: ['default', new RunReport(join(process.env.TEST_RESULTS, 'report.json'))],
  },
});
