/** The tables keep the rules of a database that spans machines. */
import { describe, expect, inject, it } from 'vitest';
import { BY_ITSELF } from '../support/by-hand.ts';
import { openTestDatabase } from '../support/database.ts';
import { DIRECTORY, type Kind, ON_COORDINATOR, planDistribution } from '../support/distribution.ts';

const { url, db } = await openTestDatabase();
const citusUrl = inject('citusUrl');

const planned = await planDistribution(url);
const of = (kind: Kind) => planned.filter((one) => one.kind === kind).map(({ table }) => table);
const rows = async (text: string, values: unknown[] = []) => (await db.pool.query(text, values)).rows;

describe('the tables', () => {
  it('go to the nodes, but for those of the whole installation and for the notes of changed pages', () => {
    expect(of('reference')).toEqual([...DIRECTORY].sort());
    // Each belongs to the installation and not to a workspace; `page_changes` is read by the coordinator's snapshots.
    expect(of('coordinator')).toEqual(
      [
        '_prisma_migrations',
        'event_positions',
        'installation',
        'mailbox_messages',
        'receiver_paces',
        'transports',
        ...ON_COORDINATOR,
      ].sort(),
    );
    expect(of('distributed').length).toBeGreaterThan(90);
  });

  it('have no triggers', async () => {
    // Those of the template are for what tests write by hand.
    await db.pool.query(BY_ITSELF);
    expect(await rows('SELECT tgname FROM pg_trigger WHERE NOT tgisinternal')).toEqual([]);
  });

  it('have no foreign key that changes a column', async () => {
    expect(
      await rows(
        "SELECT conname FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND (confdeltype IN ('n', 'd') OR confupdtype <> 'a')",
      ),
    ).toEqual([]);
  });

  it('have the workspace in every unique index, but for the directory', async () => {
    const found = await rows(
      `SELECT i.indexrelid::regclass::text AS index FROM pg_index i
       WHERE i.indisunique AND i.indrelid = ANY($1::text[]::regclass[]) AND NOT EXISTS (
         SELECT FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attname = 'workspace_id' AND a.attnum = ANY(i.indkey::int2[]))`,
      [of('distributed')],
    );
    expect(found).toEqual([]);
  });

  it('refer to rows of the same workspace or to the directory, and the directory to nothing else', async () => {
    const found = await rows(
      `SELECT c.conname FROM pg_constraint c
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
       JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = c.confkey[1]
       WHERE c.contype = 'f' AND c.conparentid = 0 AND c.conrelid::regclass::text = ANY($3) AND NOT (
         a.attname = 'workspace_id' AND (c.confrelid::regclass::text = ANY($1)
           OR b.attname = 'workspace_id' AND c.confrelid::regclass::text = ANY($2) AND c.conrelid::regclass::text = ANY($2)))`,
      [of('reference'), of('distributed'), planned.map(({ table }) => table)],
    );
    expect(found).toEqual([]);
  });

  it('count in 8 bytes, of which each node has a range of its own', async () => {
    const found = await rows(
      `SELECT attrelid::regclass::text FROM pg_attribute
       WHERE attidentity <> '' AND atttypid <> 'int8'::regtype AND attrelid = ANY($1::text[]::regclass[])`,
      [of('distributed')],
    );
    expect(found).toEqual([]);
  });
});

describe.runIf(citusUrl)('with Citus', () => {
  it('all tables are in their place, with their foreign keys on, and a second run finds nothing to do', async () => {
    expect(planned.filter(({ isDone }) => !isDone)).toEqual([]);
    expect(await rows("SELECT to_regclass('distribution_keys')::text AS left")).toEqual([{ left: null }]);
    const keys = await rows("SELECT count(*)::int AS count FROM pg_constraint WHERE contype = 'f' AND conparentid = 0");
    expect(keys[0].count).toBeGreaterThan(85);
  });
});
