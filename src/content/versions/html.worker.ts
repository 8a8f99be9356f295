/** The thread that large documents are worked on in: one after the other, while the service goes on answering. */
import { parentPort } from 'node:worker_threads';
import { runTask, type TaskName } from './tasks.ts';

parentPort?.on('message', ({ id, name, args }: { id: number; name: TaskName; args: unknown[] }) => {
  try {
    parentPort?.postMessage({ id, result: runTask(name, args) });
  } catch (error) {
    parentPort?.postMessage({ id, error });
  }
});
