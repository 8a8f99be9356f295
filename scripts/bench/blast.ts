/**
 * A personalised, tracked blast through SMTP to a local sink, beside nodemailer's pool alone with the same message and no
 * database. With `--listener` the other side is the same blast while an endpoint takes all events of mail.
 * `npm run bench -- blast [RECIPIENTS] [--listener]`, 100,000 by default.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { compare, sizeOf, startBenchService } from './lib.ts';
import { HTML, openMailing, startSink, TEXT } from './mailing.ts';
import { startReceiver } from './receiving.ts';

const recipients = sizeOf(100_000, 20, 1);
const { sink, port: sinkPort } = await startSink();
const bench = await startBenchService({ SMTP_URL: `smtp://127.0.0.1:${sinkPort}`, OUTBOUND_ALLOW: '127.0.0.1' });
const { pool } = bench.service.db;
const mailing = await openMailing({ ...bench, pool });
const listId = await mailing.list('person', recipients);

async function ours(): Promise<number> {
  const blastId = await mailing.draft(listId);
  const started = performance.now();
  await mailing.send(blastId);
  // Asked seldom, so that asking does not count.
  for (;;) {
    const { rows } = await pool.query('SELECT status, error FROM blasts WHERE id = $1', [blastId]);
    if (rows[0].status === 'sent') break;
    if (rows[0].status !== 'sending') throw new Error(`The blast is ${rows[0].status}: ${rows[0].error}`);
    await delay(100);
  }
  const seconds = (performance.now() - started) / 1_000;
  const { rows } = await pool.query("SELECT count(*)::int AS sent FROM deliveries WHERE message_id = $1 AND status = 'sent'", [blastId]);
  if (rows[0].sent !== recipients) throw new Error(`${rows[0].sent} of ${recipients} were sent`);
  await pool.query('VACUUM deliveries, contacts');
  return recipients / seconds;
}

async function baseline(): Promise<number> {
  const theirs = createTransport({
    pool: true,
    host: '127.0.0.1',
    port: sinkPort,
    maxConnections: 10,
    maxMessages: Number.POSITIVE_INFINITY,
  });
  const started = performance.now();
  let next = 0;
  const sender = async () => {
    while (next < recipients) {
      const i = next++;
      await theirs.sendMail({
        from: { name: 'Juniper Trail', address: 'hello@example.com' },
        to: { name: `Maya ${i}`, address: `person${i}@example.net` },
        replyTo: 'hello@example.com',
        subject: 'Spring, Maya',
        messageId: `<${i}@example.com>`,
        headers: { 'List-Unsubscribe': `<https://api.example.com/u/${i}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
        html: HTML.replace('{{contact.first_name | default: "there"}}', 'Maya'),
        text: TEXT,
      });
    }
  };
  await Promise.all(Array.from({ length: 20 }, sender));
  theirs.close();
  return recipients / ((performance.now() - started) / 1_000);
}

const isWithListener = process.argv.includes('--listener');
const receiver = isWithListener ? await startReceiver(bench) : undefined;

/** The rest of the events is sent before the next round. */
async function listened(): Promise<number> {
  await receiver?.listen(['email.queued', 'email.sent', 'email.failed']);
  const speed = await ours();
  await receiver?.finish(2 * recipients);
  return speed;
}

if (isWithListener)
  await compare(`blast of ${recipients} with a listener, and without`, {
    unit: 'messages/s',
    more: true,
    ours: listened,
    baseline: ours,
    goal: { text: 'at least 0.8 of the blast without a listener', met: (a, b) => a / b >= 0.8 },
  });
else
  await compare(`blast of ${recipients}`, {
    unit: 'messages/s',
    more: true,
    ours,
    baseline,
    goal: { text: "at least twice nodemailer's pool alone", met: (a, b) => a / b >= 2 },
  });
receiver?.stop();
await bench.stop();
sink.disconnect();
