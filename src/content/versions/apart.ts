import { Worker } from 'node:worker_threads';
import { runTask, type TaskName, type Tasks } from './tasks.ts';

/** Up to here a document is worked on at once: nothing takes longer than some milliseconds, and a thread costs one itself. */
const SMALL = 32 * 1024;
/** The thread ends when nobody has needed it for so long, and gives its memory back. */
const IDLE_MS = 60_000;

interface Waiting {
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
}

/** A thread with what it still has to answer. */
interface Thread {
  worker: Worker;
  waiting: Map<number, Waiting>;
  idle?: NodeJS.Timeout;
}

let thread: Thread | undefined;
let lastId = 0;

/**
 * Does one of the tasks without holding up everybody else: whoever sends 2 MiB of tags waits for them alone.
 * @throws what the task throws
 */
export function apart<Name extends TaskName>(name: Name, ...args: Parameters<Tasks[Name]>): Promise<ReturnType<Tasks[Name]>> {
  if (args[0].length > SMALL) return inThread(name, args) as Promise<ReturnType<Tasks[Name]>>;
  return new Promise((resolve) => resolve(runTask(name, args) as ReturnType<Tasks[Name]>));
}

function inThread(name: TaskName, args: unknown[]): Promise<unknown> {
  thread ??= startThread();
  const { worker, waiting, idle } = thread;
  clearTimeout(idle);
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, name, args });
  });
}

function startThread(): Thread {
  const worker = new Worker(new URL('./html.worker.ts', import.meta.url));
  // A service that stops has answered everybody by then.
  worker.unref();
  const started: Thread = { worker, waiting: new Map() };
  const leave = (error: unknown) => {
    if (thread === started) thread = undefined;
    for (const { reject } of started.waiting.values()) reject(error);
    started.waiting.clear();
  };
  worker.on('message', ({ id, result, error }: { id: number; result: never; error?: unknown }) => {
    const waiter = started.waiting.get(id);
    started.waiting.delete(id);
    if (error === undefined) waiter?.resolve(result);
    else waiter?.reject(error);
    if (started.waiting.size > 0) return;
    started.idle = setTimeout(() => {
      if (thread === started) thread = undefined;
      void worker.terminate();
    }, IDLE_MS).unref();
  });
  // The next document starts another.
  worker.once('error', leave);
  worker.once('exit', () => leave(new Error('The thread for large documents has ended')));
  return started;
}
