/** Single migrations on the data of earlier versions. */
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { backUp } from '../../src/backup/back-up.ts';
import { createTokens } from '../../src/campaigns/tracking/tokens.ts';
import { toUlid } from '../../src/platform/ids.ts';
import { readMigrations } from '../../src/platform/migration-files.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { connect, restoreTo, SECRET } from '../backup/support.ts';
import { must } from '../support/blast.ts';
import { createClient } from '../support/client.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { FIRST, id, KEY, openRelease, RELEASES, type Release } from '../support/releases.ts';
import { startTestService } from '../support/service.ts';
import { startSmtp } from '../support/smtp.ts';

/** Bounces and complaints were columns of contacts. */
const WITH_BOUNCES = RELEASES.filter(({ version }) => version < '0.8.0');

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

describe.each(WITH_BOUNCES)('whom $version kept mail away from', (release) => {
  const SAID = [
    { address: 'ada@example.com', reason: 'bounced', source: 'smtp', since: '2026-03-04T00:00:00.000Z' },
    { address: 'ada@example.com', reason: 'complained', source: 'contact', since: '2026-03-05T00:00:00.000Z' },
    // The time of the statement was not recorded.
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
      // Claims of the earlier version keep their leases; deferred deliveries keep their times.
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

describe('the migration to drafts', () => {
  it('waits for nobody who reads, rewrites no table, and lets earlier processes write', async () => {
    const release = RELEASES.at(-1) as (typeof RELEASES)[number];
    await filled(release);
    const names = (await readMigrations()).map(({ name }) => name);
    await migrate(database.url, { only: new Set(names.filter((name) => name < '20261127100000_drafts')) });
    const filesBefore = await files();
    const reader = new pg.Client({ connectionString: database.url });
    await reader.connect();
    try {
      // A reader that has been there for a while keeps nothing from being read: the migration stands back, and comes again.
      await reader.query('BEGIN; SELECT FROM versions; SELECT FROM generations');
      let waits = 0;
      const migrating = migrate(database.url, {
        onWait: () => {
          waits += 1;
          if (waits === 1) client.query('SELECT FROM versions').then(() => reader.query('COMMIT'));
        },
      });
      expect(await migrating).toContain('20261127100000_drafts');
      expect(waits).toBeGreaterThan(0);
      expect(await files()).toEqual(filesBefore);
      // A process of the version before knows none of the new columns.
      await client.query(
        `INSERT INTO generations (workspace_id, id, document_id, number, type, status, facts, asset_ids, attempts, created_at, reasoning, with_brand)
         SELECT workspace_id, gen_random_uuid(), document_id, 99, type, status, facts, asset_ids, attempts, created_at, reasoning, with_brand
         FROM generations LIMIT 1`,
      );
    } finally {
      await reader.end();
    }
  });

  /** The files of the tables: a table that is rewritten gets another one. */
  const files = async () =>
    (await client.query("SELECT relname, relfilenode FROM pg_class WHERE relname IN ('versions', 'generations') ORDER BY 1")).rows;
});
