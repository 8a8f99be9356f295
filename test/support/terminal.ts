/** The service, or the mock, as people start it: by npm, in a terminal or without one, under one shell or another. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/free-port.ts';
import { answering } from './process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Started {
  url: string;
  /** npm, or the terminal in which it runs. It leads a group of its own, as one that a shell has put in front. */
  child: ChildProcess;
  output(): string;
  /** Resolves with the exit code, or the name of the signal that ended it. */
  ended: Promise<number | string>;
}

interface How {
  shell: string;
  environment: Record<string, string>;
  /** On a pseudo-terminal, into which `child.stdin` types. */
  onTerminal?: boolean;
  /** The npm script, and the path and answer that show that it is ready. */
  script?: string;
  ready?: string;
  isReady?: (response: Response) => boolean;
}

export async function npmRun({
  shell,
  environment,
  onTerminal = false,
  script = 'start',
  ready = '/readyz',
  isReady,
}: How): Promise<Started> {
  const port = await freePort();
  const command = ['npm', 'run', script, '--silent'];
  const [program, ...args] = onTerminal ? inTerminal(command) : command;
  const child = spawn(program as string, args, {
    cwd: ROOT,
    detached: true,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      npm_config_script_shell: shell,
      PORT: String(port),
      PAGES_PORT: '0',
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  const url = `http://127.0.0.1:${port}`;
  await answering(`${url}${ready}`, child, () => output, isReady);
  return { url, child, output: () => output, ended };
}

/** util-linux and BSD have a program of the same name that opens a terminal, and speak to it differently. */
export const inTerminal = (command: string[]): string[] =>
  process.platform === 'linux' ? ['script', '-qefc', command.join(' '), '/dev/null'] : ['script', '-q', '/dev/null', ...command];
