import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { inTerminal } from '../support/terminal.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

const COMMAND = ['node', 'scripts/check.ts'];

function npmTest(args: string[], command = COMMAND): { status: number | null; output: string } {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST|CI$|FORCE_|NO_COLOR)/.test(name)));
  const [program, ...before] = command;
  const { status, stdout, stderr } = spawnSync(program as string, [...before, ...args], { cwd: root, env, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

test('a name that no test has fails a run, which is told without colours where there is no terminal', () => {
  const { status, output } = npmTest(['test/shared/csv.test.ts', '-t', 'no such name']);
  expect(status).toBe(1);
  expect(output).toMatch(/FAILED no test's name has "no such name", skipped ones aside\n\n0 passed, 1 failed\n$/);
  expect(output).not.toContain('\u001b[');
  expect(output).not.toContain('report');
});

test('of a file only what fits the name is shown, in colours on a terminal', () => {
  const args = ['test/scripts/test-selection.test.ts', '-t', 'path'];
  const { status, output } = npmTest([], inTerminal([...COMMAND, ...args]));
  expect(status).toBe(0);
  expect(output).toContain('a path is known by any part of it');
  expect(output).toContain('\u001b[32m');
  expect(output).not.toContain('asks for');
});

test('a path that no test file has in its own fails before anything runs', () => {
  expect(npmTest(['test/shared', 'test/shraed'])).toEqual({ status: 1, output: 'No test file has "test/shraed" in its path.\n' });
});
