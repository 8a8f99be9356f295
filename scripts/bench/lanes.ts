/**
 * How soon one operational message is out behind four blasts, and what memory a long blast takes. `npm run bench -- lanes [RECIPIENTS]`
 * of each blast, 100,000 by default.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { median, sizeOf, startBenchProcess } from './lib.ts';
import { openMailing, startSink } from './mailing.ts';

const RECIPIENTS = sizeOf(100_000, 20, 1);
const MOMENTS = sizeOf(10, 1);
const GOAL_MS = 2_000;

const { sink, port: sinkPort } = await startSink();
const bench = await startBenchProcess({ SMTP_URL: `smtp://127.0.0.1:${sinkPort}` });
const mailing = await openMailing(bench);
const blasts: string[] = [];
for (const name of ['a', 'b', 'c', 'd']) blasts.push(await mailing.draft(await mailing.list(name, RECIPIENTS)));
const operational: string[] = [];
for (let i = 0; i < MOMENTS; i++) operational.push(await mailing.draft(await mailing.list(`awaited${i}.`, 1)));

const sent = async (): Promise<number> =>
  (await bench.pool.query("SELECT count(*)::int AS sent FROM deliveries WHERE status = 'sent'")).rows[0].sent;
const arrives = (name: string) =>
  new Promise<void>((resolve) => {
    const look = ({ awaited }: { awaited: string }) => {
      if (!awaited.startsWith(name)) return;
      sink.off('message', look);
      resolve();
    };
    sink.on('message', look);
  });

const all = RECIPIENTS * blasts.length;
const started = performance.now();
for (const blastId of blasts) await mailing.send(blastId);
const delays: number[] = [];
const memory: number[] = [];
for (const [i, blastId] of operational.entries()) {
  // Spread over nine tenths of the way.
  while ((await sent()) < ((0.9 * i + 0.1) / MOMENTS) * all) await delay(50);
  memory.push(await bench.peakMb());
  const arrived = arrives(`awaited${i}.`);
  const asked = performance.now();
  await mailing.send(blastId, true);
  await arrived;
  delays.push(performance.now() - asked);
}
while ((await sent()) < all + MOMENTS) await delay(50);
const seconds = (performance.now() - started) / 1_000;
const most = Math.max(...delays);
console.table({
  'operational, ms': { median: median(delays).toFixed(0), most: most.toFixed(0) },
  'memory, MB': { median: median(memory).toFixed(0), most: Math.max(...memory).toFixed(0) },
});
console.log(
  `${all} messages of ${blasts.length} blasts, ${(all / seconds).toFixed(0)} a second; memory at each look: ${memory.join(', ')} MB`,
);
console.log(`goal: an operational message is out within ${GOAL_MS} ms: ${most < GOAL_MS ? 'met' : 'MISSED'}`);
await bench.stop();
sink.disconnect();
