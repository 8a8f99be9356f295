/** Two other ways to bring a file of people into a database: what the import is measured beside. */
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** The columns of the file. */
export const COLUMNS = ['email', 'first_name', 'last_name', 'company', 'city', 'country', 'phone', 'points', 'tier'] as const;
export type Person = Record<(typeof COLUMNS)[number], string>;

/** The contacts that exist before an import. */
export interface Known {
  email: string;
  phone: string | null;
}

export interface Way {
  /** Deletes everything except these people. */
  reset(known: Known[]): Promise<void>;
  /** Brings the people in, who also stand in a CSV file. */
  run(file: string, people: () => Iterable<Person>): Promise<void>;
}

const seconds = (started: number): number => (performance.now() - started) / 1_000;

/** The duration, and the WAL that it writes. */
export async function timed(pool: pg.Pool, work: () => Promise<void>): Promise<{ seconds: number; walBytes: number }> {
  const place = async () => (await pool.query<{ lsn: string }>('SELECT pg_current_wal_insert_lsn() AS lsn')).rows[0]?.lsn;
  const before = await place();
  const started = performance.now();
  await work();
  const took = seconds(started);
  const { rows } = await pool.query<{ bytes: number }>('SELECT pg_wal_lsn_diff($1, $2)::float8 AS bytes', [await place(), before]);
  return { seconds: took, walBytes: rows[0]?.bytes as number };
}

/** One COPY into a table beside, and one statement: contacts, their moments and timelines, and the list, and no results of rows. */
export async function byHand(pool: pg.Pool, workspaceId: string, listId: string, reset: Way['reset']): Promise<Way> {
  await pool.query(`CREATE UNLOGGED TABLE IF NOT EXISTS by_hand (${COLUMNS.map((name) => `${name} text`).join(', ')})`);
  const MERGE = `
    WITH given AS MATERIALIZED (
      SELECT *, jsonb_build_object('points', points::numeric, 'tier', tier) AS custom FROM by_hand
    ), changed AS (
      UPDATE contacts c SET first_name = g.first_name, last_name = g.last_name, company = g.company, city = g.city, country = g.country,
        phone = coalesce(g.phone, c.phone), custom_fields = c.custom_fields || g.custom
      FROM given g
      WHERE c.workspace_id = $1 AND c.email = g.email
        AND (c.first_name, c.last_name, c.company, c.city, c.country, c.phone, c.custom_fields) IS DISTINCT FROM
          (g.first_name, g.last_name, g.company, g.city, g.country, coalesce(g.phone, c.phone), c.custom_fields || g.custom)
      RETURNING c.id
    ), created AS (
      INSERT INTO contacts (workspace_id, id, email, email_domain, display_name, first_name, last_name, company, city, country, phone,
        custom_fields, original_source, original_source_detail, created_at)
      SELECT $1, uuid_v7(now()), email, split_part(email, '@', 2), first_name || ' ' || last_name, first_name, last_name, company, city, country, phone,
        custom, 'import', 'people.csv', now()
      FROM given g WHERE NOT EXISTS (SELECT FROM contacts c WHERE c.workspace_id = $1 AND c.email = g.email)
      RETURNING id
    ), begun AS (
      INSERT INTO contact_moments (workspace_id, contact_id, updated_at) SELECT $1::uuid, id, now() FROM created
    ), moved AS (
      UPDATE contact_moments t SET updated_at = now() FROM changed WHERE t.workspace_id = $1 AND t.contact_id = changed.id
    ), entries AS (
      INSERT INTO contact_activities (workspace_id, contact_id, type, occurred_at, metadata)
      SELECT $1::uuid, id, 'contact_updated', now(),
        '{"source": "import", "fields": ["first_name", "last_name", "company", "city", "country", "phone", "custom_fields.points", "custom_fields.tier"]}'::jsonb
      FROM changed
    ), joined AS (
      INSERT INTO contact_list_members (workspace_id, list_id, contact_id, added_at)
      SELECT $1::uuid, $2::uuid, id, now() FROM (SELECT id FROM created UNION ALL SELECT id FROM changed) AS written
      ON CONFLICT DO NOTHING RETURNING contact_id
    )
    UPDATE contact_lists SET member_count = member_count + (SELECT count(*) FROM joined) WHERE workspace_id = $1 AND id = $2`;
  return {
    async reset(known) {
      await reset(known);
      await pool.query('TRUNCATE by_hand');
    },
    async run(file) {
      const client = await pool.connect();
      try {
        // It is one statement, and takes longer than any of the service's may.
        await client.query('SET statement_timeout = 0');
        await pipeline(createReadStream(file), client.query(copyFrom('COPY by_hand FROM STDIN WITH (FORMAT csv, HEADER)')));
        await client.query('ANALYZE by_hand');
        await client.query(MERGE, [workspaceId, listId]);
      } finally {
        await client.query('RESET statement_timeout');
        client.release();
      }
    },
  };
}

const ROWS_A_TRANSACTION = 10_000;

/**
 * One prepared upsert of a subscriber and its place on the list for each row, 10,000 of them a transaction, into tables such as a tool
 * has that works like this: numbers as keys, a unique uuid, a unique index over the email in lower case, attributes as JSON, foreign
 * keys both ways, and the indexes that its pages ask for.
 */
export async function rowByRow(pool: pg.Pool): Promise<Way & { drop(): Promise<void> }> {
  await pool.query(`
    DROP SCHEMA IF EXISTS row_by_row CASCADE;
    CREATE SCHEMA row_by_row;
    CREATE TYPE row_by_row.subscriber_status AS ENUM ('enabled', 'disabled', 'blocklisted');
    CREATE TYPE row_by_row.membership_status AS ENUM ('unconfirmed', 'confirmed', 'unsubscribed');
    CREATE TABLE row_by_row.subscribers (
      id serial PRIMARY KEY, uuid uuid NOT NULL UNIQUE, email text NOT NULL UNIQUE, name text NOT NULL, attribs jsonb NOT NULL DEFAULT '{}',
      status row_by_row.subscriber_status NOT NULL DEFAULT 'enabled', created_at timestamptz DEFAULT now(), updated_at timestamptz DEFAULT now());
    CREATE UNIQUE INDEX ON row_by_row.subscribers (lower(email));
    CREATE INDEX ON row_by_row.subscribers (status);
    CREATE INDEX ON row_by_row.subscribers (id, status);
    CREATE INDEX ON row_by_row.subscribers (created_at);
    CREATE INDEX ON row_by_row.subscribers (updated_at);
    CREATE TABLE row_by_row.lists (
      id serial PRIMARY KEY, uuid uuid NOT NULL UNIQUE, name text NOT NULL, created_at timestamptz DEFAULT now(), updated_at timestamptz DEFAULT now());
    CREATE TABLE row_by_row.subscriber_lists (
      subscriber_id int REFERENCES row_by_row.subscribers ON DELETE CASCADE ON UPDATE CASCADE,
      list_id int REFERENCES row_by_row.lists ON DELETE CASCADE ON UPDATE CASCADE,
      meta jsonb NOT NULL DEFAULT '{}', status row_by_row.membership_status NOT NULL DEFAULT 'unconfirmed',
      created_at timestamptz DEFAULT now(), updated_at timestamptz DEFAULT now(), PRIMARY KEY (subscriber_id, list_id));
    CREATE INDEX ON row_by_row.subscriber_lists (subscriber_id);
    CREATE INDEX ON row_by_row.subscriber_lists (list_id);
    CREATE INDEX ON row_by_row.subscriber_lists (status);
    INSERT INTO row_by_row.lists (uuid, name) VALUES (gen_random_uuid(), 'People')`);
  const UPSERT = `
    WITH subscriber AS (
      INSERT INTO row_by_row.subscribers AS s (uuid, email, name, attribs) VALUES (gen_random_uuid(), $1, $2, $3)
      ON CONFLICT (email) DO UPDATE SET name = $2, attribs = $3, updated_at = now()
      RETURNING id
    )
    INSERT INTO row_by_row.subscriber_lists (subscriber_id, list_id, status)
    SELECT subscriber.id, lists.id, 'confirmed' FROM subscriber, row_by_row.lists
    ON CONFLICT (subscriber_id, list_id) DO UPDATE SET updated_at = now(), status = 'confirmed'`;
  return {
    async reset(known) {
      await pool.query('TRUNCATE row_by_row.subscribers CASCADE');
      await pool.query(
        `INSERT INTO row_by_row.subscribers (uuid, email, name) SELECT gen_random_uuid(), email, 'Some Body' FROM unnest($1::text[]) AS email`,
        [known.map(({ email }) => email)],
      );
      await pool.query('VACUUM ANALYZE row_by_row.subscribers');
      await pool.query('CHECKPOINT');
    },
    async run(_file, people) {
      const client = await pool.connect();
      try {
        let open = 0;
        for (const { email, first_name, last_name, ...attribs } of people()) {
          if (open === 0) await client.query('BEGIN');
          await client.query({ name: 'row_by_row', text: UPSERT, values: [email, `${first_name} ${last_name}`, JSON.stringify(attribs)] });
          open += 1;
          if (open < ROWS_A_TRANSACTION) continue;
          await client.query('COMMIT');
          open = 0;
        }
        if (open > 0) await client.query('COMMIT');
      } finally {
        client.release();
      }
    },
    async drop() {
      await pool.query('DROP SCHEMA row_by_row CASCADE');
    },
  };
}
