/**
 * Waits until its input ends, that is until its parent process ends in any way. Then it ends every process
 * that names the folder in its arguments or its environment, and removes the folder. With `tell`, it prints what it ended.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const [folder, tells] = process.argv.slice(2) as [string, string?];
/** Grace period of a server. */
const GRACE_MS = 5_000;
const FAREWELL_MS = 1_000;
const PATIENCE_MS = 20_000;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.stdin.resume();
process.stdin.once('close', clear);

async function clear(): Promise<void> {
  if (tells) {
    // Stopping takes a moment.
    for (const until = Date.now() + FAREWELL_MS; working().length > 0 && Date.now() < until; ) await delay(50);
    for (const { text } of working()) console.error(`Ended what was left running: ${text.split('\0\0')[0]?.replaceAll('\0', ' ')}`);
  }
  const since = Date.now();
  for (let left = working(); left.length > 0 && Date.now() - since < PATIENCE_MS; left = working()) {
    for (const { pid, isServer } of left) {
      // PostgreSQL gives its shared memory back only when it may end by itself.
      end(pid, isServer && Date.now() - since < GRACE_MS ? 'SIGQUIT' : 'SIGKILL');
    }
    await delay(50);
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** The processes that name the folder, but for this one. */
function working(): { pid: number; text: string; isServer: boolean }[] {
  return processes()
    .filter(({ pid, text }) => pid !== process.pid && text.includes(folder))
    .map(({ pid, text }) => ({ pid, text, isServer: /\/postgres[\0 ]/.test(text) }));
}

/** Every process, with its arguments and its environment, as far as this one may see them. */
function processes(): { pid: number; text: string }[] {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-AEww', '-o', 'pid=,command='], { encoding: 'utf8', maxBuffer: 2 ** 28 }).split('\n');
    return lines.map((line) => ({ pid: Number.parseInt(line, 10), text: line.trim().replace(/^\d+\s+/, '') })).filter(({ pid }) => pid > 0);
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), text: `${read(`/proc/${name}/cmdline`)}\0${read(`/proc/${name}/environ`)}` }));
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

function end(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It went by itself.
  }
}
