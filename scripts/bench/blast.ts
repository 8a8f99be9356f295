/**
 * A personalised, tracked blast through SMTP to a local sink, beside nodemailer's pool alone with the same message and no
 * database. `npm run bench -- blast [RECIPIENTS]`, 100,000 by default.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import createClient from 'openapi-fetch';
import type { paths } from '../../generated/api.d.ts';
import { newId } from '../../src/platform/ids.ts';
import { compare, sizeOf, startBenchService } from './lib.ts';

const recipients = sizeOf(100_000, 20, 1);
const sink = fork(new URL('sink.ts', import.meta.url));
const [{ port: sinkPort }] = (await once(sink, 'message')) as [{ port: number }];
const bench = await startBenchService({ SMTP_URL: `smtp://127.0.0.1:${sinkPort}` });
const api = createClient<paths>({ baseUrl: `http://127.0.0.1:${bench.port}`, headers: { authorization: `Bearer ${bench.apiKey}` } });

const PARAGRAPH =
  'The snow is leaving the high trails, and the first huts open their doors again. Come and see what is new this spring. '.repeat(6);
const HTML = `<!doctype html><html><body style="font-family:sans-serif"><h1>Hello {{contact.first_name | default: "there"}}</h1>${`<p>${PARAGRAPH}</p>`.repeat(
  4,
)}<p><a href="https://shop.example.com/spring">See the shop</a> <a href="https://shop.example.com/tents">Tents</a></p><p><a href="{{unsubscribe_url}}">Unsubscribe</a></p></body></html>`;

async function must<T>(answer: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await answer;
  if (error || data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

const { list_id } = await must(api.POST('/v1/contact-lists', { body: { name: 'Everybody', kind: 'static' } }));
await bench.service.db.pool.query(
  `WITH people AS (
     INSERT INTO contacts (workspace_id, id, email, email_domain, display_name, first_name, last_name, original_source, created_at)
     SELECT $1, uuid_v7(now()), 'person' || i || '@example.net', 'example.net', 'Maya ' || i, 'Maya', 'Lindqvist ' || i, 'public_api', now()
     FROM generate_series(1, $3) AS i RETURNING id)
   INSERT INTO contact_list_members (workspace_id, list_id, contact_id, added_at) SELECT $1, $2, id, now() FROM people`,
  [bench.workspaceId, list_id, recipients],
);
await bench.service.db.pool.query('UPDATE contact_lists SET member_count = $1 WHERE id = $2', [recipients, list_id]);
await bench.service.db.pool.query('VACUUM ANALYZE');

const { email_id } = await must(
  api.POST('/v1/emails', {
    body: {
      name: 'Spring',
      subject: 'Spring, {{contact.first_name}}',
      from_name: 'Juniper Trail',
      from_address: 'hello@example.com',
      reply_to_email: 'hello@example.com',
    },
  }),
);
await must(api.POST('/v1/emails/{emailId}/save-code', { params: { path: { emailId: email_id } }, body: { code: HTML } }));
await must(api.POST('/v1/emails/{emailId}/approve', { params: { path: { emailId: email_id } } }));

async function ours(): Promise<number> {
  const { blast_id } = await must(api.POST('/v1/email-blasts', { body: { name: `Blast ${newId()}` } }));
  const params = { path: { blastId: blast_id } };
  await must(api.PUT('/v1/email-blasts/{blastId}/audience', { params, body: { source: 'existing', list_id } }));
  await must(api.PUT('/v1/email-blasts/{blastId}/email', { params, body: { source: 'existing', email_id } }));
  const started = performance.now();
  await must(api.POST('/v1/email-blasts/{blastId}/send-now', { params }));
  // Asked seldom, so that asking does not count.
  for (;;) {
    const { rows } = await bench.service.db.pool.query('SELECT status, error FROM blasts WHERE id = $1', [blast_id]);
    if (rows[0].status === 'sent') break;
    if (rows[0].status !== 'sending') throw new Error(`The blast is ${rows[0].status}: ${rows[0].error}`);
    await delay(100);
  }
  const seconds = (performance.now() - started) / 1_000;
  const { rows } = await bench.service.db.pool.query(
    "SELECT count(*)::int AS sent FROM deliveries WHERE message_id = $1 AND status = 'sent'",
    [blast_id],
  );
  if (rows[0].sent !== recipients) throw new Error(`${rows[0].sent} of ${recipients} were sent`);
  await bench.service.db.pool.query('VACUUM deliveries, contacts');
  return recipients / seconds;
}

async function baseline(): Promise<number> {
  const pool = createTransport({
    pool: true,
    host: '127.0.0.1',
    port: sinkPort,
    maxConnections: 10,
    maxMessages: Number.POSITIVE_INFINITY,
  });
  const text = `Hello Maya\n\n${`${PARAGRAPH}\n\n`.repeat(4)}`;
  const started = performance.now();
  let next = 0;
  const sender = async () => {
    while (next < recipients) {
      const i = next++;
      await pool.sendMail({
        from: { name: 'Juniper Trail', address: 'hello@example.com' },
        to: { name: `Maya ${i}`, address: `person${i}@example.net` },
        replyTo: 'hello@example.com',
        subject: 'Spring, Maya',
        messageId: `<${i}@example.com>`,
        headers: { 'List-Unsubscribe': `<https://api.example.com/u/${i}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
        html: HTML.replace('{{contact.first_name | default: "there"}}', 'Maya'),
        text,
      });
    }
  };
  await Promise.all(Array.from({ length: 20 }, sender));
  pool.close();
  return recipients / ((performance.now() - started) / 1_000);
}

await compare(`blast of ${recipients}`, {
  unit: 'messages/s',
  more: true,
  ours,
  baseline,
  goal: { text: "at least twice nodemailer's pool alone", met: (a, b) => a / b >= 2 },
});
await bench.stop();
sink.disconnect();
