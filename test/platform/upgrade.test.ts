/**
 * Migrations carry the data of every released version along: its tables with rows in them are brought to this version, and read
 * through the API. A release is added here, with the name of its last migration and rows for every table, when it is made.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUp } from '../../src/backup/back-up.ts';
import { createTokens } from '../../src/campaigns/tracking/tokens.ts';
import { toUlid } from '../../src/platform/ids.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { connect, restoreTo, SECRET } from '../backup/support.ts';
import { must } from '../support/blast.ts';
import { createClient } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { startReceiver } from '../support/receiver.ts';
import { FIRST, fillRelease, id, KEY, RELEASES, type Release } from '../support/releases.ts';
import { startTestService } from '../support/service.ts';
import { startSmtp } from '../support/smtp.ts';

/** Bounces and complaints were columns of contacts. */
const WITH_BOUNCES = RELEASES.filter(({ version }) => version < '0.8.0');
/** What no version needs any more, and held nothing that has to last. */
const GONE = new Set(['contact_import_staging']);

let database: TestDatabase;
let client: pg.Client;
beforeEach(async () => {
  database = await createDatabase({ isEmpty: true });
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

/** How many rows each table holds. */
async function counts(): Promise<Map<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1",
  );
  const found = new Map<string, number>();
  for (const { name } of tables) found.set(name, (await client.query(`SELECT count(*)::int AS count FROM ${name}`)).rows[0].count);
  return found;
}

/** Makes the database of a release. Returns the names of the migrations since. */
const filled = (release: Release) => fillRelease(database.url, client, release);

describe.each(RELEASES)('the data of $version', (release) => {
  const { renamed, beside } = release;
  const fill = () => filled(release);

  it('are all carried along, from every table', async () => {
    const newer = await fill();
    const before = await counts();
    expect([...before].filter(([, count]) => count === 0)).toEqual([]);
    expect(await migrate(database.url)).toEqual(newer);
    const after = await counts();
    for (const name of GONE) before.delete(name);
    expect(new Map([...before].map(([name]) => [name, after.get(renamed[name] ?? name)]))).toEqual(before);
    for (const [made, of] of Object.entries(beside)) expect([made, after.get(made)]).toEqual([made, before.get(of)]);
  });

  it('have their credits booked, so that the balance is the sum of what was', async () => {
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

  it('are read by this version', async () => {
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
      // What earlier versions wrote of creations is gone by now, and nobody can tell.
      expect((await client.query("SELECT 1 FROM contact_activities WHERE type = 'contact_created'")).rowCount).toBe(0);
      expect(await timeline()).toEqual(before);
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    } finally {
      await service.stop();
    }
  });
});

describe.each(WITH_BOUNCES)('whom $version kept mail away from', (release) => {
  const SAID = [
    { address: 'ada@example.com', reason: 'bounced', source: 'smtp', since: '2026-03-04T00:00:00.000Z' },
    { address: 'ada@example.com', reason: 'complained', source: 'contact', since: '2026-03-05T00:00:00.000Z' },
    // Nobody had written down when it was said.
    { address: 'bo@example.com', reason: 'unsubscribed', source: 'contact', since: '2026-03-01T00:00:00.000Z' },
  ];
  const fill = async () => {
    await filled(release);
    await client.query("UPDATE contacts SET email_bounced_at = '2026-03-04Z', email_complained_at = '2026-03-05Z' WHERE id = $1", [
      id('11'),
    ]);
  };
  const said = async (from: pg.Client) =>
    (await from.query('SELECT address, reason, source, since FROM suppressions ORDER BY address, reason')).rows.map((row) => ({
      ...row,
      since: row.since.toISOString(),
    }));

  it('is suppressed, and the API says why', async () => {
    await fill();
    await migrate(database.url);
    expect(await said(client)).toEqual(SAID);
    const service = await startTestService({ DATABASE_URL: database.url });
    try {
      const { items } = await must(createClient(service.url, KEY).GET('/v1/suppressions'));
      expect(items.map(({ address, reason }) => `${address} ${reason}`).sort()).toEqual(
        SAID.map(({ address, reason }) => `${address} ${reason}`),
      );
    } finally {
      await service.stop();
    }
  });

  it('is suppressed when a backup from then is restored', async () => {
    await fill();
    const folder = await mkdtemp(join(tmpdir(), 'bivouac-upgrade-'));
    const target = await createDatabase({ isEmpty: true });
    try {
      const file = join(folder, 'then.tar.gz');
      const files = join(folder, 'files');
      await mkdir(files);
      // The tables are those of then, and so is what is known of them.
      const knowledge = { filesNeeded: async () => [], underWay: async () => 0 };
      const of = { databaseUrl: database.url, storageUrl: pathToFileURL(files).href, secret: SECRET, version: release.version };
      await backUp(of, knowledge, createWriteStream(file));
      expect((await restoreTo(file, target.url, files)).migrated).toContain('20261123090100_suppressions_filled');
      const restored = await connect(target.url);
      expect(await said(restored).finally(() => restored.end())).toEqual(SAID);
    } finally {
      await target.drop();
      await rm(folder, { recursive: true });
    }
  });
});

describe('the data of 1.1.0', () => {
  it('keep a flow with its steps, its members and their history', async () => {
    await filled(RELEASES.find(({ version }) => version === '1.1.0') as Release);
    const service = await startTestService({ DATABASE_URL: database.url });
    try {
      const api = createClient(service.url, KEY);
      const path = { flowId: id('71') };
      const flow = await must(api.GET('/v1/email-flows/{flowId}', { params: { path } }));
      expect(flow).toMatchObject({ name: 'Welcome', status: 'active', details: { total_entered: 2 } });
      expect(flow.steps.map(({ step_id, type }) => `${step_id} ${type}`)).toEqual(['welcome send_email', 'rest wait', 'tell send_webhook']);
      expect(JSON.stringify(flow)).not.toContain('secret-of-the-shop');
      const [mail] = flow.steps;
      const emailId = mail?.type === 'send_email' ? (mail.email_id as string) : '';
      const { used_by } = await must(api.GET('/v1/emails/{emailId}', { params: { path: { emailId } } }));
      expect(used_by).toContainEqual({ type: 'email_flow', id: id('71'), name: 'Welcome', status: 'active' });
      await service.drain();
      const { members } = await must(api.GET('/v1/email-flows/{flowId}/members', { params: { path } }));
      expect(members.map(({ membership_id, status }) => `${membership_id} ${status}`).sort()).toEqual(
        [`${toUlid(id('72'))} waiting`, `${toUlid(id('73'))} dropped`].sort(),
      );
      const membershipId = toUlid(id('72'));
      const member = await must(
        api.GET('/v1/email-flows/{flowId}/members/{membershipId}', { params: { path: { ...path, membershipId } } }),
      );
      expect(member).toMatchObject({ current_step_id: 'rest', entered_via: 'added_to_static_list' });
      expect(member.steps.map(({ step_id, status }) => `${step_id} ${status}`)).toEqual(['welcome completed', 'rest waiting']);
    } finally {
      await service.stop();
    }
  });
});

describe('the mail of 1.1.0', () => {
  it('leads where it led when its blast is deleted', async () => {
    await filled(RELEASES.find(({ version }) => version === '1.1.0') as Release);
    const service = await startTestService({ DATABASE_URL: database.url });
    try {
      const [workspaceId, blastId] = [id('01'), id('33')];
      const { rows: links } = await client.query('SELECT position, url FROM message_links WHERE message_id = $1', [blastId]);
      const { rows: sent } = await client.query("SELECT id FROM deliveries WHERE message_id = $1 AND status = 'sent'", [blastId]);
      const api = createClient(service.url, KEY);
      await must(api.DELETE('/v1/email-blasts/{blastId}', { params: { path: { blastId } } }));
      await service.drain();
      expect((await client.query('SELECT FROM deliveries WHERE message_id = $1', [blastId])).rowCount).toBe(0);
      const click = createTokens('a secret for the tests').click(
        { workspaceId, messageId: blastId, deliveryId: sent[0].id },
        links[0].position,
      );
      const { status, headers } = await fetch(`${service.url}/t/c/${click}`, { redirect: 'manual' });
      expect([status, headers.get('location')]).toEqual([302, links[0].url]);
    } finally {
      await service.stop();
    }
  });
});

describe('the tokens of webhooks of 1.1.0', () => {
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

describe('the data of 0.3.0', () => {
  it('go on being sent where a blast is on its way', async () => {
    await filled(FIRST);
    const people = ['taken', 'in-hand', 'greylisted', 'next', 'after'];
    const [workspaceId, blastId] = [id('01'), id('40')];
    await client.query(
      `INSERT INTO contacts (workspace_id, id, email, email_domain, display_name, original_source, created_at, updated_at)
       SELECT $1, ('01936d2e-4b10-7a61-9f2b-6f1d2c3b5b0' || place)::uuid, name || '@mail.example', 'mail.example', name, 'public_api', now(), now()
       FROM unnest($2::text[]) WITH ORDINALITY AS p (name, place)`,
      [workspaceId, people],
    );
    await client.query(
      `INSERT INTO blasts (workspace_id, id, name, status, send_mode, approved_at, approved_email_version, prepared_at, created_at, updated_at)
       VALUES ($1, $2, 'On its way', 'sending', 'immediate', now(), 1, now(), now(), now())`,
      [workspaceId, blastId],
    );
    await client.query(
      `INSERT INTO blast_messages (workspace_id, blast_id, subject, from_name, from_address, reply_to_email, html, plain_text)
       VALUES ($1, $2, 'Hello', 'Juniper', 'shop@example.org', 'shop@example.org', '<html><body>Hello</body></html>', 'Hello')`,
      [workspaceId, blastId],
    );
    await client.query(
      `INSERT INTO recipients (workspace_id, id, blast_id, contact_id, display_name, email, status, attempts, next_attempt_at, claimed_by, lease_until, sent_at, delivered_at)
       SELECT $1, ('01936d2e-4b10-7a61-9f2b-6f1d2c3b5c0' || place)::uuid, $2, ('01936d2e-4b10-7a61-9f2b-6f1d2c3b5b0' || place)::uuid, name,
              name || '@mail.example', CASE place WHEN 1 THEN 'sent' WHEN 2 THEN 'sending' ELSE 'pending' END, CASE WHEN place < 4 THEN 1 ELSE 0 END,
              CASE place WHEN 3 THEN now() + interval '10 minutes' END, CASE place WHEN 2 THEN uuid_v7(now()) END,
              CASE place WHEN 2 THEN now() + interval '30 seconds' END, CASE place WHEN 1 THEN now() END, CASE place WHEN 1 THEN now() END
       FROM unnest($3::text[]) WITH ORDINALITY AS p (name, place)`,
      [workspaceId, blastId, people],
    );
    await migrate(database.url);
    const sink = await startSmtp();
    const service = await startTestService({ DATABASE_URL: database.url, SMTP_URL: sink.url });
    try {
      const mailed = async () => {
        await service.drain();
        return sink.messages.map(({ to }) => to.replace('@mail.example', '')).sort();
      };
      expect(await mailed()).toEqual(['after', 'next']);
      // What the version before had in hand waits as long as it would have; who was refused for now comes at their time.
      service.clock.advance({ seconds: 31 });
      expect(await mailed()).toEqual(['after', 'in-hand', 'next']);
      service.clock.advance({ minutes: 10 });
      expect(await mailed()).toEqual(['after', 'greylisted', 'in-hand', 'next']);
      expect(sink.messages.map(({ messageId }) => messageId)).toContain(
        `<${toUlid('01936d2e-4b10-7a61-9f2b-6f1d2c3b5c02').toLowerCase()}@example.org>`,
      );
      const api = createClient(service.url, KEY);
      expect(await must(api.GET('/v1/email-blasts/{blastId}', { params: { path: { blastId } } }))).toMatchObject({
        status: 'sent',
        details: { blast_recipient_count: 5, blast_sent_count: 5, blast_failed_count: 0 },
      });
    } finally {
      await service.stop();
      await sink.close();
    }
  });

  it('lose nothing that is being written meanwhile', async () => {
    await filled(FIRST);
    const writer = new pg.Client({ connectionString: database.url });
    await writer.connect();
    try {
      await writer.query('BEGIN');
      await writer.query('UPDATE emails SET current_version = 3 WHERE id = $1', [id('31')]);
      await writer.query(
        `INSERT INTO generations (workspace_id, id, subject_id, type, status, version, html, plain_text, plain_text_source, created_at, completed_at)
         VALUES ($1, $2, $3, 'code', 'completed', 3, 'Autumn', 'Autumn', 'auto', now(), now())`,
        [id('01'), id('37'), id('31')],
      );
      let waits = 0;
      const migrated = migrate(database.url, {
        onWait: () => {
          waits += 1;
        },
      });
      await expect.poll(() => waits).toBeGreaterThan(0);
      await writer.query('COMMIT');
      await migrated;
    } finally {
      await writer.end();
    }
    const { rows } = await client.query(
      'SELECT v.html, g.status, d.current_version FROM documents d JOIN versions v ON v.version = d.current_version JOIN generations g ON g.id = v.id WHERE d.id = $1',
      [id('31')],
    );
    expect(rows).toEqual([{ html: 'Autumn', status: 'completed', current_version: 3 }]);
  });
});
