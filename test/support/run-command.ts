/** A command of the command line in the process of the test. `runToEnd` starts one of its own, which takes a second. */

import { parse } from '../../src/cli/arguments.ts';
import { textOf } from '../../src/cli/print.ts';
import { COMMANDS } from '../../src/cli.ts';
import { PLAIN } from './process.ts';

/** What it prints, and its exit code. It has the environment to itself: commands run one after the other. */
export async function runCommand(
  environment: Record<string, string>,
  ...words: string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const { env, exitCode } = process;
  process.env = { ...PLAIN, TMPDIR: env.TMPDIR, ...environment };
  process.exitCode = undefined;
  try {
    const { command, args, json } = parse(COMMANDS, words);
    const result = await command?.run(args);
    const stdout = result ? `${json ? JSON.stringify(result) : textOf(result)}\n` : '';
    return { code: Number(process.exitCode ?? 0), stdout, stderr: '' };
  } catch (error) {
    return { code: 1, stdout: '', stderr: `${(error as Error).message}\n` };
  } finally {
    process.env = env;
    process.exitCode = exitCode;
  }
}
