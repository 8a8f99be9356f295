/** Migrations of rows that an earlier version has written, or writes meanwhile. */
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { migrate } from '../../src/platform/migrations.ts';
import { migrating, migratingBesideWriters, somebodyWaits } from '../support/migration.ts';

const COMPOSED = 'L\u00e4ger';
const DECOMPOSED = 'La\u0308ger';

describe('the moments of contacts', () => {
  const workspaceId = newId();
  const [changed, gone, made, still] = [newId(), newId(), newId(), newId()] as [string, string, string, string];
  const NOW = '2026-04-14T09:30:00.000Z';

  it('carries the moments along of those who are written while they are copied', () =>
    migratingBesideWriters(async ({ url, client, writer, upTo }) => {
      const make = (on: pg.Client, id: string) =>
        on.query(
          `INSERT INTO contacts (workspace_id, id, phone, display_name, original_source, created_at, updated_at, last_activity_at)
           VALUES ($1, $2::uuid, $2::uuid::text, 'P', 'import', '2026-01-01Z', '2026-01-02Z', '2026-01-03Z')`,
          [workspaceId, id],
        );
      await upTo('bulk_jobs');
      await client.query(
        `INSERT INTO workspaces (id, name, slug, plan, credits, created_at, updated_at) VALUES ($1, 'W', 'w', 'paid', 0, now(), now())`,
        [workspaceId],
      );
      for (const id of [changed, gone, still]) await make(client, id);
      await upTo('contact_moments');

      // As the version before writes them, before and after its rows have been copied.
      await writer.query('BEGIN');
      await writer.query('UPDATE contacts SET updated_at = $2 WHERE id = $1', [changed, NOW]);
      await writer.query('DELETE FROM contacts WHERE id = $1', [gone]);
      const copied = upTo('contact_moments_filled');
      await somebodyWaits(client);
      await writer.query('COMMIT');
      await copied;
      await make(writer, made);
      await writer.query('UPDATE contacts SET last_activity_at = $2 WHERE id = $1', [still, NOW]);
      await migrate(url);

      const { rows } = await client.query('SELECT contact_id, updated_at, last_activity_at FROM contact_moments ORDER BY contact_id');
      const row = (contact_id: string, updated_at: string, last_activity_at: string) => ({
        contact_id,
        updated_at: new Date(updated_at),
        last_activity_at: new Date(last_activity_at),
      });
      expect(rows).toEqual([row(changed, NOW, '2026-01-03Z'), row(made, '2026-01-02Z', '2026-01-03Z'), row(still, '2026-01-02Z', NOW)]);
    }));
});

describe('the list of suppressed addresses', () => {
  const workspaceId = newId();
  const MOMENT = '2026-04-14T09:30:00.000Z';

  it('suppresses whoever was unsubscribed, bounced or complained, those too who are written meanwhile by the version before', () =>
    migratingBesideWriters(async ({ url, client, writer, upTo }) => {
      const make = (on: pg.Client, name: string, unsubscribed: boolean, bounced: string | null = null, complained: string | null = null) =>
        on.query(
          `INSERT INTO contacts (workspace_id, id, email, phone, display_name, original_source, unsubscribed, email_bounced_at, email_complained_at, created_at)
           VALUES ($1, $2, $3, $4, 'P', 'import', $5, $6, $7, '2026-01-02Z')`,
          [workspaceId, newId(), name === 'phone' ? null : name, `+${name}`, unsubscribed, bounced, complained],
        );
      await upTo('import_results_about');
      await client.query(
        `INSERT INTO workspaces (id, name, slug, plan, credits, created_at, updated_at) VALUES ($1, 'W', 'w', 'paid', 0, now(), now())`,
        [workspaceId],
      );
      await make(client, 'fine', false);
      await make(client, 'phone', true, MOMENT);
      await make(client, 'all', true, '2026-01-03Z', '2026-01-04Z');
      await make(client, 'returns', true);
      await make(client, 'returns later', true);
      await make(client, 'leaves', false);
      await upTo('suppressions');
      await make(client, 'early', true, MOMENT);

      // As the version before writes, before and after its rows have been copied.
      await writer.query('BEGIN');
      await writer.query("UPDATE contacts SET unsubscribed = false WHERE email = 'returns'");
      const copied = upTo('suppressions_filled');
      await somebodyWaits(client);
      await writer.query('COMMIT');
      await copied;
      await writer.query("UPDATE contacts SET unsubscribed = false WHERE email = 'returns later'");
      await writer.query("UPDATE contacts SET email_bounced_at = $1, unsubscribed = true WHERE email = 'leaves'", [MOMENT]);
      await make(writer, 'late', false, MOMENT);
      await migrate(url);

      const { rows } = await client.query('SELECT address, reason, source, since FROM suppressions ORDER BY address, reason');
      const row = (address: string, reason: string, source: string, since: string) => ({ address, reason, source, since: new Date(since) });
      expect(rows).toEqual([
        row('all', 'bounced', 'smtp', '2026-01-03Z'),
        row('all', 'complained', 'contact', '2026-01-04Z'),
        row('all', 'unsubscribed', 'contact', '2026-01-02Z'),
        row('early', 'bounced', 'smtp', MOMENT),
        row('early', 'unsubscribed', 'contact', '2026-01-02Z'),
        row('late', 'bounced', 'smtp', MOMENT),
        row('leaves', 'bounced', 'smtp', MOMENT),
        row('leaves', 'unsubscribed', 'contact', '2026-01-02Z'),
      ]);
    }));
});

it('names that are older are brought into the form', async () => {
  const given = async (client: pg.Client) => {
    const [workspace, other] = [newId(), newId()];
    for (const [id, slug] of [
      [workspace, 'one'],
      [other, 'two'],
    ]) {
      await client.query(
        `INSERT INTO workspaces (id, name, slug, plan, credits, created_at, updated_at) VALUES ($1, $2, $3, 'paid', 0, '2026-01-01Z', '2026-01-01Z')`,
        [id, ` ${DECOMPOSED}`, slug],
      );
    }
    const lists = [COMPOSED, DECOMPOSED, ` ${DECOMPOSED.toUpperCase()} `, 'Fine', ' \u0007 ', 'a\nb'];
    for (const [index, list] of lists.entries()) {
      await client.query(
        `INSERT INTO contact_lists (workspace_id, id, name, slug, kind, member_count, created_at, updated_at)
         VALUES ($1, $2, $3, $4, 'static', 0, $5, $5)`,
        [workspace, newId(), list, `s${index}`, new Date(1_800_000_000_000 + index)],
      );
    }
    await client.query(
      `INSERT INTO contact_lists (workspace_id, id, name, slug, kind, member_count, created_at, updated_at)
       VALUES ($1, $2, $3, 's', 'static', 0, now(), now())`,
      [other, newId(), DECOMPOSED],
    );
    const contact = (columns: Record<string, unknown>) => {
      const names = Object.keys(columns);
      return client.query(
        `INSERT INTO contacts (workspace_id, id, original_source, created_at, updated_at, ${names.join(', ')})
         VALUES ($1, $2, 'public_api', '2026-01-01Z', '2026-01-01Z', ${names.map((_name, i) => `$${i + 3}`).join(', ')})`,
        [workspace, newId(), ...Object.values(columns)],
      );
    };
    await contact({
      email: 'a@example.com',
      display_name: DECOMPOSED,
      first_name: 'a\tb',
      last_name: ' c ',
      address: ' ',
      email_domain: 'x',
    });
    await contact({ email: 'b@example.com', display_name: 'x'.repeat(511), email_domain: 'other.example' });
    await contact({ email: 'c@example.com', display_name: 'Plain', custom_fields: { camp: `a\n\u0301${DECOMPOSED}"`, size: 5 } });
    await contact({ email: 'd@example.com', display_name: ' ' });
    return { workspace, other };
  };
  await migrating('names', given, async (client, { workspace, other }) => {
    const { rows: kept } = await client.query('SELECT name FROM contact_lists WHERE workspace_id = $1 AND kind = $2 ORDER BY slug', [
      workspace,
      'static',
    ]);
    expect(kept.map(({ name }) => name)).toEqual([COMPOSED, `${COMPOSED} (2)`, `${COMPOSED.toUpperCase()} (3)`, 'Fine', 'List', 'a b']);
    const { rows: theirs } = await client.query("SELECT name FROM contact_lists WHERE workspace_id = $1 AND kind = 'static'", [other]);
    expect(theirs).toEqual([{ name: COMPOSED }]);
    expect((await client.query('SELECT DISTINCT name FROM workspaces')).rows).toEqual([{ name: COMPOSED }]);
    const { rows } = await client.query('SELECT * FROM contacts ORDER BY email');
    expect(rows).toMatchObject([
      { display_name: COMPOSED, first_name: 'a b', last_name: 'c', address: null, email_domain: 'example.com' },
      { display_name: 'x'.repeat(255), email_domain: 'other.example' },
      { display_name: 'Plain', custom_fields: { camp: `a\n\u0301${COMPOSED}"`, size: 5 } },
      { display_name: 'd' },
    ]);
  });
});
