import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { WorkspaceId } from './ids.ts';

/** A module's export `TASKS`: functions of plain data, without side effects. */
export type Tasks = Record<string, (...args: never[]) => unknown>;

export interface Task {
  module: string;
  name: string;
  args: unknown[];
}

/**
 * @param ms processor time of the task
 * @param heapMb heap of the thread, garbage included
 */
export type Answer = { ms: number; heapMb: number } & ({ result: unknown } | { error: unknown });

export interface Limits {
  threads: number;
  mostWaiting: number;
  waitMs: number;
  /** Processor time of a task, the start of a thread included. On a busy machine it may take up to `PATIENCE` times as long. */
  limitMs: number;
  idleMs: number;
  /** A thread that needs more memory ends, and takes only its own task with it. */
  memoryMb: number;
}

export interface Threads {
  /**
   * @param workspaceId workspaces take turns
   * @param limitMs shorter than the usual one
   * @throws what the task throws; NotDoneInTime; an error when its thread ends, which does not affect the next task
   */
  run(workspaceId: WorkspaceId, task: Task, limitMs?: number): Promise<unknown>;
  count(): number;
}

const REASONS = {
  no_turn: 'This took longer than it may; try again shortly, or with less at once.',
  too_many: 'Too much work of this workspace waits to be done; try again shortly, or with less at once.',
  cut_off: 'This took longer than it may; try again with less at once.',
};

export class NotDoneInTime extends Error {
  readonly reason: keyof typeof REASONS;

  constructor(reason: keyof typeof REASONS = 'no_turn') {
    super(REASONS[reason]);
    this.name = 'NotDoneInTime';
    this.reason = reason;
  }
}

const PATIENCE = 6;
/** Young generation: the default, which each thread fills, is three times as large. */
const YOUNG_MB = 16;

/** A thread with a larger heap after a task ends: an idle thread never collects its garbage. */
const KEPT_MB = 80;

interface Waiting {
  line: Line;
  task: Task;
  limitMs: number;
  resolve(result: unknown): void;
  reject(error: unknown): void;
  timer?: NodeJS.Timeout;
}

interface Line {
  workspaceId: WorkspaceId;
  running: number;
  waiting: Set<Waiting>;
}

interface Thread {
  worker: Worker;
  /** One at a time: when the thread ends, no other task is lost. */
  current: Waiting | undefined;
  startedAt: number;
  spentMs: number;
  idle?: NodeJS.Timeout;
}

export type ThreadTimeListener = (workspaceId: WorkspaceId, ms: number) => void;

/**
 * Long work runs in threads, so that the event loop stays free. They start on demand. Each workspace has a queue of its own, and the queues
 * take turns; with several threads, no workspace has all of them.
 */
export function openThreads(
  { threads: most, mostWaiting, waitMs, limitMs: usualLimitMs, idleMs, memoryMb }: Limits,
  onTime: ThreadTimeListener = () => {},
): Threads {
  const threads = new Set<Thread>();
  const lines = new Map<string, Line>();
  const share = Math.max(1, most - 1);

  function next(): Waiting | undefined {
    for (const line of lines.values()) {
      const [first] = line.waiting;
      if (first && line.running < share) return first;
    }
    return undefined;
  }

  function assign(): void {
    for (let waiting = next(); waiting; waiting = next()) {
      const thread = [...threads].find(({ current }) => !current) ?? (threads.size < most ? start() : undefined);
      if (!thread) return;
      begin(thread, waiting);
    }
  }

  function begin(thread: Thread, waiting: Waiting): void {
    const { line, task, limitMs } = waiting;
    line.waiting.delete(waiting);
    line.running += 1;
    last(line);
    clearTimeout(thread.idle);
    clearTimeout(waiting.timer);
    thread.current = waiting;
    thread.startedAt = performance.now();
    waiting.timer = setTimeout(() => void judge(thread, waiting), limitMs).unref();
    thread.worker.postMessage(task);
  }

  /** A task can only be stopped by ending its thread. */
  async function judge(thread: Thread, waiting: Waiting): Promise<void> {
    const { limitMs } = waiting;
    const leftMs = () => thread.startedAt + PATIENCE * limitMs - performance.now();
    const cutOff = () => {
      if (thread.current === waiting) end(thread, new NotDoneInTime('cut_off'));
    };
    if (leftMs() <= 0) return cutOff();
    // A thread that starts or ends does not answer.
    waiting.timer = setTimeout(cutOff, leftMs()).unref();
    const usage = await thread.worker.cpuUsage().catch(() => undefined);
    if (!usage || thread.current !== waiting) return;
    const takenMs = (usage.user + usage.system) / 1_000 - thread.spentMs;
    if (takenMs >= limitMs) return cutOff();
    clearTimeout(waiting.timer);
    waiting.timer = setTimeout(() => void judge(thread, waiting), Math.min(limitMs - takenMs, Math.max(0, leftMs()))).unref();
  }

  function start(): Thread {
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB };
    const worker = new Worker(new URL('./threads.worker.ts', import.meta.url), { resourceLimits });
    // Does not keep a stopped service alive.
    worker.unref();
    const thread: Thread = { worker, current: undefined, startedAt: 0, spentMs: 0 };
    threads.add(thread);
    worker.on('message', (answer: Answer) => {
      settle(thread, answer.ms, (task) => ('error' in answer ? task.reject(answer.error) : task.resolve(answer.result)));
      if (answer.heapMb > KEPT_MB) return end(thread);
      thread.idle = setTimeout(() => end(thread), idleMs).unref();
      assign();
    });
    worker.once('error', (error) => end(thread, error));
    worker.once('exit', () => end(thread, new Error('The thread of a task has ended')));
    return thread;
  }

  function settle(thread: Thread, ms: number, how: (waiting: Waiting) => void): void {
    const waiting = thread.current;
    thread.current = undefined;
    if (!waiting) return;
    clearTimeout(waiting.timer);
    waiting.line.running -= 1;
    thread.spentMs += ms;
    last(waiting.line);
    onTime(waiting.line.workspaceId, ms);
    how(waiting);
  }

  /** Puts a workspace behind the others; one without tasks leaves the queue. */
  function last(line: Line): void {
    lines.delete(line.workspaceId);
    if (line.running > 0 || line.waiting.size > 0) lines.set(line.workspaceId, line);
  }

  function end(thread: Thread, reason?: Error): void {
    if (!threads.delete(thread)) return;
    clearTimeout(thread.idle);
    void thread.worker.terminate();
    settle(thread, performance.now() - thread.startedAt, (task) => task.reject(reason));
    assign();
  }

  return {
    run: (workspaceId, task, limitMs = usualLimitMs) =>
      new Promise((resolve, reject) => {
        const line = lines.get(workspaceId) ?? { workspaceId, running: 0, waiting: new Set() };
        if (line.waiting.size >= mostWaiting) return reject(new NotDoneInTime('too_many'));
        lines.set(workspaceId, line);
        const waiting: Waiting = { line, task, limitMs, resolve, reject };
        const giveUp = () => {
          line.waiting.delete(waiting);
          if (line.running === 0 && line.waiting.size === 0) lines.delete(workspaceId);
          reject(new NotDoneInTime('no_turn'));
        };
        waiting.timer = setTimeout(giveUp, waitMs).unref();
        line.waiting.add(waiting);
        assign();
      }),
    count: () => threads.size,
  };
}

const listeners = new Set<ThreadTimeListener>();

/** Listens to all thread time in this process. @returns ends the listening */
export function onThreadTime(listener: ThreadTimeListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** At least two threads, so that one workspace never has all of them; else one core stays free for the event loop. */
const shared = openThreads(
  {
    threads: Math.max(2, Math.min(4, availableParallelism() - 1)),
    mostWaiting: 32,
    waitMs: 25_000,
    limitMs: 20_000,
    idleMs: 60_000,
    memoryMb: 256,
  },
  (workspaceId, ms) => {
    for (const listener of listeners) listener(workspaceId, ms);
  },
);

/**
 * @param module exports `TASKS`
 * @param limitMs shorter than the usual one
 */
export const inThread =
  <Known extends Tasks>(module: URL, limitMs?: number) =>
  <Name extends keyof Known & string>(
    workspaceId: WorkspaceId,
    name: Name,
    ...args: Parameters<Known[Name]>
  ): Promise<Awaited<ReturnType<Known[Name]>>> =>
    shared.run(workspaceId, { module: module.href, name, args }, limitMs) as Promise<Awaited<ReturnType<Known[Name]>>>;
