/** The command line in the process of the test. Use `runToEnd` only for behaviour that needs a separate process, which takes a second to start. */
import { format } from 'node:util';
import { run } from '../../src/cli.ts';
import { PLAIN } from './process.ts';

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

let last: Promise<unknown> = Promise.resolve();

/** The output of a command, and its exit code. Commands run one after the other, because each one changes the environment and the console. */
export function runCommand(environment: Record<string, string>, ...words: string[]): Promise<Ended> {
  const ended = last.then(() => runAlone(environment, words));
  last = ended.catch(() => {});
  return ended;
}

async function runAlone(environment: Record<string, string>, words: string[]): Promise<Ended> {
  const { env, exitCode } = process;
  const { log, error } = console;
  const printed = { stdout: '', stderr: '' };
  const printTo =
    (stream: keyof typeof printed) =>
    (...values: unknown[]) => {
      printed[stream] += `${format(...values)}\n`;
    };
  process.env = { ...PLAIN, TMPDIR: env.TMPDIR, ...environment };
  process.exitCode = undefined;
  console.log = printTo('stdout');
  console.error = printTo('stderr');
  try {
    await run(words);
    return { code: Number(process.exitCode ?? 0), ...printed };
  } finally {
    Object.assign(console, { log, error });
    process.env = env;
    process.exitCode = exitCode;
  }
}
