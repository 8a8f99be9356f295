/**
 * A load generator in a process of its own: keep-alive connections on bare sockets, so that the client costs little beside
 * the server on the same machine. Prints one JSON line: seconds and latencies in milliseconds.
 * Usage: node load.ts PORT CONNECTIONS REQUESTS [PAUSE], and a line on its standard input: an array of complete HTTP requests to take in
 * turn. With a PAUSE, each connection rests for so many milliseconds after each answer, and all ends early, with what it has, when the
 * standard input does.
 */
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const [port, connections, total, pause = 0] = process.argv.slice(2).map(Number) as [number, number, number, number?];
const input = createInterface(process.stdin)[Symbol.asyncIterator]();
const requests = (JSON.parse((await input.next()).value as string) as string[]).map((request) => Buffer.from(request));

let sent = 0;
let stopped = false;
if (pause > 0)
  void input.next().then(() => {
    stopped = true;
  });
let failures = 0;
const latencies = new Float64Array(total);
let done = 0;

function client(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let started = 0;
    let buffer = Buffer.alloc(0);
    const next = () => {
      if ((stopped && done > 0) || sent >= total) {
        socket.end();
        return resolve();
      }
      started = performance.now();
      socket.write(requests[sent++ % requests.length] as Buffer);
    };
    socket.once('connect', next);
    socket.once('error', reject);
    socket.on('data', (chunk) => {
      buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk]);
      const end = buffer.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = buffer.toString('latin1', 0, end);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      if (buffer.length < end + 4 + length) return;
      if (!/^HTTP\/1.1 [23]/.test(head)) failures += 1;
      buffer = Buffer.alloc(0);
      latencies[done++] = performance.now() - started;
      if (pause > 0) setTimeout(next, pause);
      else next();
    });
  });
}

const started = performance.now();
await Promise.all(Array.from({ length: connections }, client));
const seconds = (performance.now() - started) / 1_000;
const sorted = latencies.subarray(0, done).sort();
const at = (quantile: number) => sorted[Math.min(done - 1, Math.floor(done * quantile))];
console.log(JSON.stringify({ seconds, requests: done, failures, p50: at(0.5), p99: at(0.99), max: at(1) }));
