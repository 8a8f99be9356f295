/** A blast that a version without dispatches was sending. */
import { describe, expect, it } from 'vitest';
import { claim } from '../../../src/campaigns/deliveries/deliveries.repo.ts';
import { openDatabase, sql } from '../../../src/platform/db.ts';
import { newId } from '../../../src/platform/ids.ts';
import { migrating } from '../../support/migration.ts';

const NOW = new Date();
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

describe('a blast in the middle of being sent', () => {
  it('goes on, and nobody is claimed twice', async () => {
    const [workspaceId, blastId] = [newId(), newId()];
    // In the order of their ids.
    const PEOPLE = [
      { name: 'sent', status: 'sent' },
      { name: 'passed over', status: 'pending' },
      { name: 'blocked', status: 'blocked' },
      { name: 'tried before', status: 'pending', next: at(-60) },
      { name: 'fresh', status: 'pending' },
      { name: 'in hand', status: 'sending', lease: at(-30) },
      { name: 'later', status: 'pending', next: at(3_600) },
      { name: 'fresh, too', status: 'pending' },
      { name: 'unqualified', status: 'unqualified' },
      { name: 'the last', status: 'pending' },
    ].map((person) => ({ ...person, id: newId() }));
    await migrating(
      'deliveries',
      async (client) => {
        await client.query(
          `INSERT INTO workspaces (id, name, slug, plan, credits, created_at, updated_at) VALUES ($1, 'W', 'w', 'paid', 0, now(), now())`,
          [workspaceId],
        );
        await client.query(
          `INSERT INTO blasts (workspace_id, id, name, status, prepared_at, created_at, updated_at) VALUES ($1, $2, 'B', 'sending', now(), now(), $3)`,
          [workspaceId, blastId, at(-600)],
        );
        await client.query("INSERT INTO blast_messages VALUES ($1, $2, 's', 'n', 'f', 'r', 'h', 't')", [workspaceId, blastId]);
        for (const { id, name, status, next, lease } of PEOPLE) {
          const contactId = newId();
          await client.query(
            `INSERT INTO contacts (workspace_id, id, email, display_name, original_source, created_at) VALUES ($1, $2, $3, $4, 'import', now())`,
            [workspaceId, contactId, `${contactId}@mail.example`, name],
          );
          await client.query(
            `INSERT INTO recipients (workspace_id, id, blast_id, contact_id, display_name, email, status, next_attempt_at, claimed_by, lease_until)
             VALUES ($1, $2, $3, $4, $5, 'e', $6, $7, $8, $9)`,
            [workspaceId, id, blastId, contactId, name, status, next, lease && newId(), lease],
          );
        }
      },
      async (client) => {
        const db = openDatabase(`postgres://${client.user}:${client.password}@${client.host}:${client.port}/${client.database}`, () => {});
        const order: string[] = [];
        try {
          for (let i = 0; i < 12; i++) {
            const options = { limit: 2, now: NOW, leaseUntil: at(30), policy: { operational: false, topic: null }, stillWanted: sql`TRUE` };
            const { claimed } = await claim({ db, workspaceId, now: NOW }, blastId, { run: newId(), ...options });
            order.push(...claimed.map(({ id }) => PEOPLE.find((person) => person.id === id)?.name ?? '?'));
          }
        } finally {
          await db.close();
        }
        expect(order.sort()).toEqual(['fresh', 'fresh, too', 'in hand', 'passed over', 'the last', 'tried before']);
        expect((await client.query('SELECT state, lane, repeatable FROM dispatches')).rows).toEqual([
          { state: 'open', lane: 'bulk', repeatable: true },
        ]);
      },
    );
  });
});
