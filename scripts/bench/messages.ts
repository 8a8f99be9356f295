/**
 * How soon a message is in the mail server's hands after it was accepted, beside a blast: `npm run bench -- messages [RECIPIENTS]` of the
 * blast, 50,000 by default.
 */
import { setTimeout as delay } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { paths } from '../../generated/api.d.ts';
import { sizeOf, startBenchProcess } from './lib.ts';
import { must, openMailing, startSink } from './mailing.ts';

const RECIPIENTS = sizeOf(50_000, 50, 1);
const MESSAGES = sizeOf(200, 5);
const PAUSE_MS = 50;
const GOAL_MS = 300;

const { sink, port: sinkPort } = await startSink();
const bench = await startBenchProcess({ SMTP_URL: `smtp://127.0.0.1:${sinkPort}` });
const api = createClient<paths>({ baseUrl: `http://127.0.0.1:${bench.port}`, headers: { authorization: `Bearer ${bench.apiKey}` } });
const mailing = await openMailing(bench);
const sent = async (): Promise<number> =>
  (await bench.pool.query("SELECT count(*)::int AS sent FROM deliveries WHERE status = 'sent'")).rows[0].sent;

const arrivals = new Map<string, number>();
sink.on('message', ({ awaited }: { awaited?: string }) => {
  if (awaited !== undefined) arrivals.set(awaited, performance.now());
});

async function measure(name: string, isOver: () => Promise<boolean>): Promise<{ delays: number[]; answers: number[] }> {
  const accepted = new Map<string, number>();
  const answers: number[] = [];
  for (let i = 0; i < MESSAGES && !(await isOver()); i++) {
    const email = `awaited-${name}-${i}@elsewhere.example`;
    const asked = performance.now();
    await must(
      api.POST('/v1/messages', {
        body: {
          to: { email },
          from_address: 'hello@example.com',
          subject: 'Your code is {{data.code}}',
          html: '<p>Your code is <b>{{data.code}}</b>.</p>',
          data: { code: String(i) },
        },
      }),
    );
    accepted.set(email, performance.now());
    answers.push(performance.now() - asked);
    await delay(PAUSE_MS);
  }
  while ([...accepted.keys()].some((email) => !arrivals.has(email))) await delay(20);
  return { delays: [...accepted].map(([email, at]) => Math.max(0, (arrivals.get(email) as number) - at)), answers };
}

const figures = (values: number[]) => {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(0);
  return { p50: at(0.5), p95: at(0.95), most: at(1) };
};

const alone = await measure('alone', async () => false);
const blastId = await mailing.draft(await mailing.list('mass', RECIPIENTS));
await mailing.send(blastId);
while ((await sent()) < MESSAGES + Math.min(100, RECIPIENTS / 10)) await delay(20);
const beside = await measure('beside', async () => (await sent()) >= RECIPIENTS + MESSAGES);
console.table({
  'accepted to sent, ms': figures(alone.delays),
  'beside a blast, ms': figures(beside.delays),
  'answer, ms': figures(alone.answers),
  'answer beside a blast, ms': figures(beside.answers),
});
const p95 = Number(figures(beside.delays).p95);
console.log(`${beside.delays.length} messages beside a blast to ${RECIPIENTS}`);
console.log(`goal: 95 of 100 are in the mail server's hands within ${GOAL_MS} ms: ${p95 < GOAL_MS ? 'met' : 'MISSED'}`);
await bench.stop();
sink.disconnect();
