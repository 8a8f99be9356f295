/**
 * The work of the most used self-hosted newsletter tool as its published statements and settings describe it, in a process of its own: batches
 * of subscribers by id, each message rendered by itself, ten workers over a pool of ten SMTP connections, and counters of the campaign; an
 * upsert for each row of an import, ten thousand a transaction. The tool is a Go program, so its own processor time is lower than this
 * process', while statements and messages are the same.
 */
import { setInterval } from 'node:timers';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import { type Person, rowByRow } from './import-ways.ts';
import { HTML, TEXT } from './mailing.ts';

export interface Task {
  kind: 'send' | 'import';
  databaseUrl: string;
  smtpPort: number;
  people: number;
}

export interface Figures {
  seconds: number;
  cpuSeconds: number;
  peakMb: number;
}

const BATCH = 1_000;
const WORKERS = 10;
const CONNECTIONS = 10;
const COUNT_MS = 1_000;

interface Subscriber {
  id: number;
  uuid: string;
  email: string;
  name: string;
}

const CAMPAIGN = `
  DROP SCHEMA IF EXISTS peer CASCADE;
  CREATE SCHEMA peer;
  CREATE TABLE peer.campaigns (
    id serial PRIMARY KEY, uuid uuid NOT NULL, status text NOT NULL, last_id int NOT NULL DEFAULT 0, most_id int NOT NULL DEFAULT 0,
    sent int NOT NULL DEFAULT 0, updated_at timestamptz DEFAULT now());
  CREATE TABLE peer.links (id serial PRIMARY KEY, uuid uuid NOT NULL UNIQUE, url text NOT NULL UNIQUE);
  INSERT INTO peer.campaigns (uuid, status, most_id) SELECT gen_random_uuid(), 'running', max(id) FROM row_by_row.subscribers`;

/** Each batch moves the campaign's checkpoint in the statement that reads it. */
const NEXT = `
  WITH place AS (SELECT last_id, most_id FROM peer.campaigns WHERE id = 1 AND status = 'running'),
  batch AS (
    SELECT s.* FROM (
      SELECT DISTINCT s.id FROM row_by_row.subscriber_lists m
      JOIN row_by_row.subscribers s ON s.id = m.subscriber_id
      WHERE m.list_id = ANY($1::int[]) AND s.id > (SELECT last_id FROM place) AND s.id <= (SELECT most_id FROM place)
        AND s.status <> 'blocklisted' AND m.status <> 'unsubscribed'
      ORDER BY s.id LIMIT ${BATCH}
    ) AS ids JOIN row_by_row.subscribers s ON s.id = ids.id
  ), moved AS (
    UPDATE peer.campaigns SET last_id = (SELECT max(id) FROM batch), updated_at = now() WHERE id = 1 AND EXISTS (SELECT FROM batch)
  )
  SELECT id, uuid::text, email, name FROM batch ORDER BY id`;

/** Literal text and what is filled in, once for the campaign. */
function compile(links: Map<string, string>): (to: Subscriber) => string {
  const parts = HTML.split(/(\{\{[^}]*\}\}|href="https:[^"]*")/);
  return (to) =>
    parts
      .map((part) => {
        if (part.startsWith('{{contact')) return to.name;
        if (part.startsWith('{{unsubscribe')) return `https://api.example.com/subscription/${to.uuid}`;
        const [, url] = /^href="(.*)"$/.exec(part) ?? [];
        return url ? `href="https://api.example.com/link/${links.get(url)}/1/${to.uuid}"` : part;
      })
      .join('')
      .replace('</body>', `<img src="https://api.example.com/campaign/1/${to.uuid}/px.png" alt=""></body>`);
}

async function send(pool: pg.Pool, { smtpPort, people }: Task): Promise<void> {
  await pool.query(CAMPAIGN);
  const links = new Map<string, string>();
  for (const [, url] of HTML.matchAll(/href="(https:[^"]*)"/g)) {
    const { rows } = await pool.query('INSERT INTO peer.links (uuid, url) VALUES (gen_random_uuid(), $1) RETURNING uuid', [url]);
    links.set(url as string, rows[0].uuid);
  }
  const render = compile(links);
  const smtp = createTransport({
    pool: true,
    host: '127.0.0.1',
    port: smtpPort,
    maxConnections: CONNECTIONS,
    maxMessages: Number.POSITIVE_INFINITY,
  });
  let sent = 0;
  const count = () => pool.query('UPDATE peer.campaigns SET sent = $1, updated_at = now() WHERE id = 1', [sent]);
  const counting = setInterval(() => void count(), COUNT_MS);
  let batch: Subscriber[] = [];
  let fetching: Promise<void> | undefined;
  const fetchMore = async () => {
    const { rows } = await pool.query<Subscriber>({ name: 'next', text: NEXT, values: [[1]] });
    batch = rows.reverse();
    fetching = undefined;
  };
  async function work(): Promise<void> {
    for (;;) {
      if (batch.length === 0) {
        fetching ??= fetchMore();
        await fetching;
      }
      const to = batch.pop();
      if (!to) return;
      await smtp.sendMail({
        from: { name: 'Juniper Trail', address: 'hello@example.com' },
        to: { name: to.name, address: to.email },
        subject: `Spring, ${to.name}`,
        headers: {
          'List-Unsubscribe': `<https://api.example.com/subscription/${to.uuid}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
        html: render(to),
        text: TEXT,
      });
      sent += 1;
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, work));
  clearInterval(counting);
  await count();
  await pool.query("UPDATE peer.campaigns SET status = 'finished' WHERE id = 1");
  smtp.close();
  if (sent !== people) throw new Error(`${sent} of ${people} were sent`);
}

/** The rows of both imports. */
export function* everybody(people: number): Generator<Person, undefined> {
  for (let i = 0; i < people; i++)
    yield {
      email: `peer${i}@example.net`,
      first_name: 'Maya',
      last_name: `Lindqvist ${i}`,
      company: `Company ${i % 2_003}`,
      city: `City ${i % 251}`,
      country: 'Sweden',
      phone: '',
      points: String(i % 10_000),
      tier: `tier ${i % 5}`,
    };
}

async function run(task: Task): Promise<Figures> {
  const pool = new pg.Pool({ connectionString: task.databaseUrl, max: 10 });
  const way = task.kind === 'import' ? await rowByRow(pool) : undefined;
  const [before, started] = [process.cpuUsage(), performance.now()];
  await (way ? way.run('', () => everybody(task.people)) : send(pool, task));
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - started) / 1_000;
  await pool.end();
  return { seconds, cpuSeconds: (user + system) / 1e6, peakMb: Math.round(process.resourceUsage().maxRSS / 1_000) };
}

if (process.send)
  process.once('message', async (task: Task) => {
    process.send?.(await run(task));
    process.disconnect();
  });
