/**
 * Runs in each process that tests mistakes. An endless loop blocks the process's own timers, so a worker thread watches the time and
 * ends the process.
 */
import { Worker } from 'node:worker_threads';

const PATIENCE_MS = 20_000;
const WATCH = `
  const { workerData: beats } = require('node:worker_threads');
  let last = -1;
  setInterval(() => {
    if (beats[0] === last) process.kill(process.pid, 'SIGKILL');
    last = beats[0];
  }, ${PATIENCE_MS});`;

// Each test file comes by here.
const whole = globalThis as { isWatched?: true };
if (!whole.isWatched) {
  whole.isWatched = true;
  const beats = new Int32Array(new SharedArrayBuffer(4));
  new Worker(WATCH, { eval: true, workerData: beats }).unref();
  setInterval(() => Atomics.add(beats, 0, 1), PATIENCE_MS / 10).unref();
}
