/** A thread for tasks: one after the other, each of any module. */
import { parentPort } from 'node:worker_threads';
import type { Answer, Task } from './threads.ts';

parentPort?.on('message', async (task: Task) => {
  parentPort?.postMessage(await answer(task));
});

async function answer({ module, name, args }: Task): Promise<Answer> {
  try {
    const { TASKS } = await import(module);
    return { result: await TASKS[name](...args) };
  } catch (error) {
    return { error };
  }
}
