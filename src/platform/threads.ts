import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

/** What a module exports as `TASKS`: functions of plain data, which leave nothing behind. */
export type Tasks = Record<string, (...args: never[]) => unknown>;

/** One of them. */
export interface Task {
  /** The address of the module. */
  module: string;
  name: string;
  args: unknown[];
}

export type Answer = { result: unknown } | { error: unknown };

export interface Limits {
  /** How many tasks are done at a time. */
  threads: number;
  /** How long a task may wait for its turn. */
  waitMs: number;
  /** How long it may then take, the start of a thread included. */
  limitMs: number;
  /** How long a thread is kept when nobody needs it; then it gives its memory back. */
  idleMs: number;
  /** What a thread may keep in memory. One that needs more ends, and nobody else. */
  memoryMb: number;
}

export interface Threads {
  /** @throws what the task throws; NotDoneInTime; an error when its thread ends meanwhile, which the next ones do not notice */
  run(task: Task): Promise<unknown>;
  /** How many there are at the moment. */
  count(): number;
}

/** A task had no turn in time, or took too long and was cut off. It may work in a moment, or with less to do. */
export class NotDoneInTime extends Error {
  constructor() {
    super('This took longer than it may; try again shortly, or with less at once.');
    this.name = 'NotDoneInTime';
  }
}

interface Waiting extends Task {
  resolve(result: unknown): void;
  reject(error: unknown): void;
  timer?: NodeJS.Timeout;
}

interface Thread {
  worker: Worker;
  /** What it is at, and nothing else: when it ends, nobody else has to suffer. */
  current: Waiting | undefined;
  idle?: NodeJS.Timeout;
}

/** Threads for what takes its time, so that everybody else is answered meanwhile. They start when they are needed. */
export function openThreads({ threads: most, waitMs, limitMs, idleMs, memoryMb }: Limits): Threads {
  const threads = new Set<Thread>();
  const queue = new Set<Waiting>();

  function assign(): void {
    for (const task of queue) {
      const thread = [...threads].find(({ current }) => !current) ?? (threads.size < most ? start() : undefined);
      if (!thread) return;
      queue.delete(task);
      begin(thread, task);
    }
  }

  function begin(thread: Thread, task: Waiting): void {
    clearTimeout(thread.idle);
    clearTimeout(task.timer);
    thread.current = task;
    // What it is at can only be cut off together with it.
    task.timer = setTimeout(() => end(thread, new NotDoneInTime()), limitMs).unref();
    const { module, name, args } = task;
    thread.worker.postMessage({ module, name, args } satisfies Task);
  }

  function start(): Thread {
    const worker = new Worker(new URL('./threads.worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    // A service that stops has answered everybody by then.
    worker.unref();
    const thread: Thread = { worker, current: undefined };
    threads.add(thread);
    worker.on('message', (answer: Answer) => {
      settle(thread, (task) => ('error' in answer ? task.reject(answer.error) : task.resolve(answer.result)));
      thread.idle = setTimeout(() => end(thread), idleMs).unref();
      assign();
    });
    worker.once('error', (error) => end(thread, error));
    worker.once('exit', () => end(thread, new Error('The thread of a task has ended')));
    return thread;
  }

  function settle(thread: Thread, how: (task: Waiting) => void): void {
    const task = thread.current;
    thread.current = undefined;
    clearTimeout(task?.timer);
    if (task) how(task);
  }

  function end(thread: Thread, reason?: Error): void {
    if (!threads.delete(thread)) return;
    clearTimeout(thread.idle);
    void thread.worker.terminate();
    settle(thread, (task) => task.reject(reason));
    assign();
  }

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        const waiting: Waiting = { ...task, resolve, reject };
        waiting.timer = setTimeout(() => queue.delete(waiting) && reject(new NotDoneInTime()), waitMs).unref();
        queue.add(waiting);
        assign();
      }),
    count: () => threads.size,
  };
}

/** Those that all wings share. One core is left to whoever answers. */
const shared = openThreads({
  threads: Math.max(1, Math.min(4, availableParallelism() - 1)),
  waitMs: 25_000,
  limitMs: 20_000,
  idleMs: 60_000,
  memoryMb: 512,
});

/** Does the tasks of a module in a thread. @param module exports them as `TASKS` */
export const inThread =
  <Known extends Tasks>(module: URL) =>
  <Name extends keyof Known & string>(name: Name, ...args: Parameters<Known[Name]>): Promise<Awaited<ReturnType<Known[Name]>>> =>
    shared.run({ module: module.href, name, args }) as Promise<Awaited<ReturnType<Known[Name]>>>;
