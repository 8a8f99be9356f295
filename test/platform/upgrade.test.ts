/**
 * Migrations carry the data of released versions along: their tables with rows in them are brought to this version, and read
 * through the API. A release is added here, with the name of its last migration and rows for every table, when it is made.
 * Single migrations are in upgrade.long.test.ts.
 */
import type pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { toUlid } from '../../src/platform/ids.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { createClient } from '../support/client.ts';
import type { TestDatabase } from '../support/database.ts';
import { startReceiver } from '../support/receiver.ts';
import { CARRIED, id, KEY, openRelease, RELEASES, type Release } from '../support/releases.ts';
import { startTestService } from '../support/service.ts';

/** Tables without use and without lasting data. */
const GONE = new Set(['contact_import_staging']);

let database: TestDatabase;
let client: pg.Client;
afterEach(async () => {
  await client.end();
  await database.drop();
});

/** Opens the database of a release. Returns the names of the migrations since. */
async function filled(release: Release): Promise<string[]> {
  const opened = await openRelease(release);
  ({ database, client } = opened);
  return opened.newer;
}

/** How many rows each table holds. */
async function counts(): Promise<Map<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1",
  );
  const found = new Map<string, number>();
  for (const { name } of tables) found.set(name, (await client.query(`SELECT count(*)::int AS count FROM ${name}`)).rows[0].count);
  return found;
}

describe.each(CARRIED)('the data of $version', (release) => {
  const { renamed, beside } = release;
  const fill = () => filled(release);

  it.runIf(isAtLength)('are all carried along, from every table', async () => {
    const newer = await fill();
    const before = await counts();
    expect([...before].filter(([, count]) => count === 0)).toEqual([]);
    expect(await migrate(database.url)).toEqual(newer);
    const after = await counts();
    for (const name of GONE) before.delete(name);
    expect(new Map([...before].map(([name]) => [name, after.get(renamed[name] ?? name)]))).toEqual(before);
    for (const [made, of] of Object.entries(beside)) expect([made, after.get(made)]).toEqual([made, before.get(of)]);
  });

  it.runIf(isAtLength)('have their credits booked, so that the balance is the sum of what was', async () => {
    await fill();
    await client.query(
      `INSERT INTO workspaces (id, name, slug, plan, credits, created_at, updated_at)
       VALUES ($1, 'Empty', 'empty', 'free', 0, now(), now())`,
      [id('99')],
    );
    await migrate(database.url);
    const { rows } = await client.query(
      `SELECT w.credits, array_agg(e.kind || ' ' || e.amount) FILTER (WHERE e.id IS NOT NULL) AS entries,
         bool_and(e.created_at = w.created_at AND e.reference IS NULL) AS granted_then
       FROM workspaces w LEFT JOIN credit_entries e ON e.workspace_id = w.id GROUP BY w.id ORDER BY w.credits`,
    );
    expect(rows).toEqual([
      { credits: 0, entries: null, granted_then: null },
      { credits: 40, entries: ['granted 40'], granted_then: true },
    ]);
  });

  it.runIf(isAtLength)('are read by this version', async () => {
    await fill();
    const service = await startTestService({ DATABASE_URL: database.url });
    try {
      const api = createClient(service.url, KEY);
      const path = { contact_id: id('11') };
      expect(await must(api.GET('/v1/contacts/{contact_id}', { params: { path } }))).toMatchObject({
        email: 'ada@example.com',
        phone: '+46701740605',
        display_name: 'Ada',
        custom_fields: { shoe_size: 39 },
        ...release.moments,
      });
      const timeline = () => must(api.GET('/v1/contacts/{contact_id}/activities', { params: { path } }));
      const before = await timeline();
      expect(before.items.map(({ type }) => type)).toEqual(release.entries);
      const { rows: stored } = await client.query(
        `SELECT (SELECT sum(octet_length(html) + octet_length(coalesce(plain_text, ''))) FROM versions)::int
           + coalesce((SELECT sum(size_bytes) FROM assets), 0)::int AS bytes`,
      );
      const { usage } = await must(api.GET('/v1/workspace'));
      expect([usage.stored_bytes, usage.generations]).toEqual([stored[0].bytes, 0]);
      const { fields } = await must(api.GET('/v1/contact-fields'));
      expect(fields.find(({ api_name }) => api_name === 'shoe_size')).toMatchObject({ display_name: 'Shoe size', value_type: 'number' });
      const listId = id('14');
      expect(await must(api.GET('/v1/contact-lists/{listId}', { params: { path: { listId } } }))).toMatchObject({
        name: 'Café guests',
        member_count: 1,
      });
      const runId = toUlid(id('22'));
      const run = await must(api.GET('/v1/contacts/imports/{import_run_id}', { params: { path: { import_run_id: runId } } }));
      expect(run).toMatchObject({ status: 'completed' });
      const emailId = id('31');
      const params = { path: { emailId } };
      expect(await must(api.GET('/v1/emails/{emailId}', { params }))).toMatchObject({
        status: 'approved',
        current_version: 2,
        approved_version: 1,
        latest_generation_status: 'completed',
        latest_generation_id: toUlid(id('36')),
        approved_generation_id: toUlid(id('32')),
      });
      const { data: html } = await api.GET('/v1/emails/{emailId}/content', { params, parseAs: 'text' });
      expect(html).toContain('Summer');
      expect(await must(api.GET('/v1/emails/{emailId}/plain-text', { params }))).toMatchObject({
        generation_id: toUlid(id('36')),
        version: 2,
        content: 'My summer',
        plain_text_source: 'override',
      });
      const blastId = id('33');
      expect(await must(api.GET('/v1/email-blasts/{blastId}', { params: { path: { blastId } } }))).toMatchObject({
        status: 'sent',
        details: { blast_recipient_count: 2, blast_sent_count: 1, blast_blocked_count: 1, blast_clicked_count: 1 },
      });
      await service.drain();
      // The creation entries of earlier versions are deleted, without a visible difference.
      expect((await client.query("SELECT 1 FROM contact_activities WHERE type = 'contact_created'")).rowCount).toBe(0);
      expect(await timeline()).toEqual(before);
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    } finally {
      await service.stop();
    }
  });
});

describe.runIf(isAtLength)('the tokens of webhooks of 1.1.0', () => {
  it('are nowhere in the tables after the start, and still go to where they are for', async () => {
    await filled(RELEASES.find(({ version }) => version === '1.1.0') as Release);
    const receiver = await startReceiver();
    const token = 'secret-of-the-shop';
    await client.query("UPDATE flows SET steps = replace(steps::text, 'https://hooks.example.com', $1)::jsonb", [receiver.url]);
    await client.query('UPDATE flow_positions SET due_at = now(), wait_until = now()');
    await client.query('UPDATE flow_runs SET wake_at = now()');
    const service = await startTestService({ DATABASE_URL: database.url, OUTBOUND_ALLOW: '127.0.0.1' });
    try {
      await service.drain();
      const { rows } = await client.query<{ name: string }>("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'");
      const holders = await Promise.all(
        rows.map(async ({ name }) => ({
          name,
          found: await client.query(`SELECT 1 FROM ${name} t WHERE t::text LIKE $1`, [`%${token}%`]),
        })),
      );
      expect(holders.flatMap(({ name, found }) => (found.rowCount ? [name] : []))).toEqual([]);
      const { rows: flows } = await client.query<{ steps: string }>('SELECT steps::text FROM flows');
      expect(flows[0]?.steps).toContain('"token": "sealed:');
      service.clock.advance({ days: 53 * 7 });
      await service.drain();
      expect(receiver.received.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${token}`]);
    } finally {
      await service.stop();
      await receiver.close();
    }
  });
});
