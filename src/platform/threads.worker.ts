/** A thread for tasks: one after the other, each of any module. */
import { flushCompileCache } from 'node:module';
import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import type { Answer, Task } from './threads.ts';

parentPort?.on('message', async (task: Task) => {
  parentPort?.postMessage(await answer(task));
});

async function answer({ module, name, args }: Task): Promise<Answer> {
  let begin = process.threadCpuUsage();
  const ms = () => {
    const { user, system } = process.threadCpuUsage(begin);
    return (user + system) / 1_000;
  };
  try {
    const { TASKS } = await import(module);
    // Kept for the next thread: a thread that compiles this anew needs 35 MB more, and twice the time to start.
    flushCompileCache();
    // Loading the module is not the work of the workspace that comes first.
    begin = process.threadCpuUsage();
    return { result: await TASKS[name](...args), ms: ms(), heapMb: heapMb() };
  } catch (error) {
    return { error, ms: ms(), heapMb: heapMb() };
  }
}

const heapMb = (): number => getHeapStatistics().total_heap_size / 1024 / 1024;
