/** A thread that runs tasks of any module, one after the other. */
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
    // For the next thread: compiling anew takes 35 MB more, and twice the time to start.
    flushCompileCache();
    // Loading the module does not count as the workspace's work.
    begin = process.threadCpuUsage();
    return { result: await TASKS[name](...args), ms: ms(), heapMb: heapMb() };
  } catch (error) {
    return { error, ms: ms(), heapMb: heapMb() };
  }
}

const heapMb = (): number => getHeapStatistics().total_heap_size / 1024 / 1024;
