/**
 * Forms of published pages: what they take, sent by many visitors to a few workspaces, beside one hand-written
 * `INSERT … ON CONFLICT` a form in a transaction of its own; and what it does to pages, which are asked for and counted meanwhile.
 * Usage: npm run bench -- forms [FORMS]
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import express from 'express';
import { newId } from '../../src/platform/ids.ts';
import { createWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { httpPost, type Load, listen, load, loadBeside, median, sizeOf, startBenchService } from './lib.ts';

const forms = sizeOf(6_000, 60, 1);
const ROUNDS = sizeOf(5, 1);
const WORKSPACES = 3;
const CONNECTIONS = 128;
const FIELDS = ['name', 'email', 'company', 'favourite_trail'];

// The proxy's header gives each visitor another address.
const bench = await startBenchService({ TRUST_PROXY: '1' });
const { db, pagesPort } = bench.service;

interface Site {
  workspaceId: string;
  host: string;
  tentId: string;
}

async function makeSite(number: number): Promise<Site> {
  const slug = `bench-${number}-${newId()}`;
  const now = new Date();
  const { id: workspaceId } = await createWorkspace(db, { name: 'Bench', slug, plan: 'paid' }, now);
  const tentId = newId();
  const html = Buffer.from(`<!doctype html><html lang="en"><title>Bench</title><p>${'A page. '.repeat(2_000)}`);
  const form = { formId: 'signup', fields: FIELDS.map((name) => ({ name, type: 'text', label: null, required: false })) };
  await db.pool.query(
    `INSERT INTO documents (workspace_id, id, kind, name, status, created_by_name, created_at, updated_at)
     VALUES ($1, $2, 'tent', 'Bench', 'published', 'Bench', now(), now())`,
    [workspaceId, tentId],
  );
  await db.pool.query(
    `INSERT INTO publications (workspace_id, tent_id, status, path, generation_id, version, branded, published_at, forms, etag)
     VALUES ($1, $2, 'published', $3, $4, 1, false, now(), $5, $6)`,
    [workspaceId, tentId, tentId, newId(), JSON.stringify([form]), createHash('sha256').update(html).digest('base64url')],
  );
  await db.pool.query('INSERT INTO page_bodies (workspace_id, tent_id, html, brotli) VALUES ($1, $2, $3, $3)', [workspaceId, tentId, html]);
  return { workspaceId, host: `${slug}.${bench.service.config.publishedHost}`, tentId };
}
const sites = await Promise.all(Array.from({ length: WORKSPACES }, (_, number) => makeSite(number)));
const siteOf = (index: number) => sites[index % sites.length] as Site;

let visitors = 0;
/** Mostly a new visitor; every fourth is a returning one. */
function visitor(index: number): Record<string, string> {
  const number = index % 4 === 3 ? visitors - 4 * WORKSPACES : ++visitors;
  return { name: `Ada ${number}`, email: `visitor${number}@example.com`, company: `Company ${number}`, favourite_trail: 'Ridge' };
}
const addressOf = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

const toPages = (head: string, host: string): string => head.replace('Host: localhost', `Host: ${host}`);
const ourForms = (): string[] =>
  Array.from({ length: forms }, (_, index) => {
    const { host, tentId } = siteOf(index);
    const post = httpPost(`/submit/${tentId}/signup`, visitor(index)).replace(
      '\r\n',
      `\r\nAccept: application/json\r\nX-Forwarded-For: ${addressOf(visitors + index)}\r\n`,
    );
    return toPages(post, host);
  });

const app = express();
app.use(express.json());
app.post('/baseline', async (request, response) => {
  const { site, name, email, company, favourite_trail } = request.body as Record<string, string>;
  const { workspaceId, tentId } = siteOf(Number(site));
  const client = await db.pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query(
      `INSERT INTO contacts AS c (workspace_id, id, email, email_domain, display_name, company, original_source, created_at)
       VALUES ($1, uuid_v7(now()), $2, split_part($2, '@', 2), $3, $4, 'tent_form', now())
       ON CONFLICT (workspace_id, email) WHERE email IS NOT NULL
       DO UPDATE SET company = CASE c.company WHEN '' THEN excluded.company ELSE c.company END
       RETURNING id`,
      [workspaceId, email, name, company],
    );
    await client.query(
      `INSERT INTO contact_moments (workspace_id, contact_id, updated_at, last_activity_at) VALUES ($1, $2, now(), now())
       ON CONFLICT (workspace_id, contact_id) DO UPDATE SET last_activity_at = excluded.last_activity_at`,
      [workspaceId, rows[0].id],
    );
    await client.query(
      `INSERT INTO contact_activities (workspace_id, contact_id, type, occurred_at, metadata)
       VALUES ($1, $2, 'form_submission', now(), $3)`,
      [workspaceId, rows[0].id, { tent_id: tentId, form_id: 'signup', fields: { name, email, company, favourite_trail } }],
    );
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  response.json({ accepted: true });
});
const bare = await listen(app);
const baselineForms = (): string[] =>
  Array.from({ length: forms }, (_, index) => httpPost('/baseline', { site: String(index % sites.length), ...visitor(index) }));

const BROWSER = 'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\n';
/** Of many visitors, each with an address of their own. */
const pages = Array.from({ length: sizeOf(5_000, 20) }, (_, index) => {
  const { host, tentId } = siteOf(index);
  return `GET /${tentId} HTTP/1.1\r\nHost: ${host}\r\n${BROWSER}X-Forwarded-For: ${addressOf(index)}\r\nReferer: https://site${index % 40}.example/\r\n\r\n`;
});
/** The same requests by robots: their views are not counted. */
const unseen = pages.map((request) => request.replace(BROWSER, 'User-Agent: curl/8.5.0\r\n'));

const port = pagesPort as number;
const take = (sent: string[], at: number): Promise<Load> => load(at, sent, { connections: CONNECTIONS, total: sent.length });
const show = (requests: string[]): Promise<Load> => load(port, requests, { connections: 16, total: sizeOf(30_000, 40) });

await take(ourForms(), port);
await take(baselineForms(), bare.port);
await show(pages);

const rows: Record<'ours' | 'by hand', { speed: number; p99: number }[]> = { ours: [], 'by hand': [] };
const counted: { speed: number; p99: number }[] = [];
const uncounted: { speed: number; p99: number }[] = [];
const resultOf = ({ requests, seconds, p99 }: Load) => ({ speed: requests / seconds, p99 });
for (let round = 0; round < ROUNDS; round++) {
  rows.ours.push(resultOf(await take(ourForms(), port)));
  rows['by hand'].push(resultOf(await take(baselineForms(), bare.port)));
  counted.push(resultOf(await show(pages)));
  uncounted.push(resultOf(await show(unseen)));
}
/** Requests pages at a low rate, before and during the measured work. */
async function pagesBeside<Result>(work: () => Promise<Result>): Promise<[Result, Load]> {
  const beside = loadBeside(port, pages, 2);
  await delay(1_000);
  return [await work(), await beside.end()];
}
const [busy, meanwhile] = await pagesBeside(() => take(ourForms(), port));
const [, alone] = await pagesBeside(() => delay(sizeOf(3_000, 1)));

const middle = (of: { speed: number; p99: number }[], what: 'speed' | 'p99') => median(of.map((row) => row[what]));
const row = (of: { speed: number; p99: number }[]) => ({
  'a second': middle(of, 'speed').toFixed(0),
  'p99, ms': middle(of, 'p99').toFixed(1),
});
console.table({
  'forms, ours': row(rows.ours),
  'forms, by hand': row(rows['by hand']),
  'pages, counted': row(counted),
  'pages, not counted': row(uncounted),
});
console.log(
  `pages asked for at leisure: p99 ${meanwhile.p99.toFixed(1)} ms beside ${(busy.requests / busy.seconds).toFixed(0)} forms a second, ${alone.p99.toFixed(1)} ms alone`,
);
const ratio = median(rows.ours.map(({ speed }, turn) => speed / (rows['by hand'][turn] as { speed: number }).speed));
const cost = median(counted.map(({ speed }, turn) => speed / (uncounted[turn] as { speed: number }).speed));
const goals: [string, boolean][] = [
  ['at least 1000 forms a second', middle(rows.ours, 'speed') >= 1_000],
  [`more than by hand (${ratio.toFixed(2)} times)`, ratio >= 1],
  [`counted pages at least 0.8 of those that are not (${cost.toFixed(2)})`, cost >= 0.8],
];
for (const [goal, met] of goals) console.log(`goal: ${goal}: ${met ? 'met' : 'MISSED'}`);
bare.server.close();
await bench.stop();
