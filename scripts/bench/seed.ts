/**
 * Fills a workspace with people like those of real life: names of many scripts, shared providers, phones of several countries,
 * custom fields, lists, timelines. Everybody follows from a number, so that a run is like the last one.
 *
 * `DATABASE_URL=… node scripts/bench/seed.ts WORKSPACE_ID COUNT` fills a database of one's own; benches call `seedContacts`.
 * For a big load the indexes are taken away and built anew, so nobody else should be using the database meanwhile.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { newId } from '../../src/platform/ids.ts';
import * as words from './seed-words.ts';

export interface Seeded {
  /** Seconds for the rows, and for the indexes and statistics. */
  rows: number;
  indexes: number;
  lists: { id: string; name: string; members: number }[];
}

const BLOCK = 20_000;
const CONNECTIONS = 2;

/** The workspace's own fields, whose values the people have under these names. */
const FIELDS: [apiName: string, displayName: string, type: string][] = [
  ['favorite_trail', 'Favorite trail', 'string'],
  ['shoe_size', 'Shoe size', 'number'],
  ['is_member', 'Is a member', 'boolean'],
  ['member_since', 'Member since', 'date'],
  ['notes', 'Notes', 'string'],
];

/** One of so many people is on the list. */
const LISTS: [name: string, oneIn: number][] = [
  ['Spring newsletter', 5],
  ['Customers', 12],
  ['Trail club', 100],
  ['Friends of the house', 1_000],
];

/**
 * Numbers out of a person's own one that look like chance: `r(salt, n)` is one of 0 to n - 1, another for each salt. The
 * division is that of the absolute value of a hash.
 */
const r = (salt: number, below: number): string => `(abs(hashint8extended(p.n, ${salt}) % ${below}))`;
const pick = (list: string, salt: number, length: number): string => `(w.${list})[1 + ${r(salt, length)}]`;
/** The first of a list much oftener than the last. */
const pickOften = (list: string, salt: number, length: number): string =>
  `(w.${list})[1 + floor(power(${r(salt, 10_000)} / 10000.0, 3) * ${length})::int]`;
const column = (values: readonly (readonly unknown[])[], place: number): string[] => values.map((value) => String(value[place]));

const WORDS = {
  first: column(words.FIRST_NAMES, 0),
  first_ascii: column(words.FIRST_NAMES, 1),
  last: column(words.LAST_NAMES, 0),
  last_ascii: column(words.LAST_NAMES, 1),
  domain: words.DOMAINS,
  city: column(words.PLACES, 0),
  village: words.VILLAGE_ENDINGS,
  state: column(words.PLACES, 1),
  country: column(words.PLACES, 2),
  zip: column(words.PLACES, 3),
  dial: column(words.PLACES, 4),
  digits: column(words.PLACES, 5),
  company1: words.COMPANY_FIRST,
  company2: words.COMPANY_SECOND,
  company3: words.COMPANY_FORM,
  job: words.JOB_TITLES,
  lead: words.LEAD_STATUSES,
  stage: words.STAGES,
  trail: words.TRAILS,
  note: words.NOTES,
};
const of = (list: keyof typeof WORDS, salt: number): string => pick(list, salt, WORDS[list].length);

/** Everything that is derived from a person's number `p.n`; `$1` the workspace, `$2` and `$3` the numbers, `$4` the lists of words. */
const PEOPLE = `
  WITH w AS MATERIALIZED (
    SELECT ${Object.keys(WORDS)
      .map((name) => `ARRAY(SELECT jsonb_array_elements_text($4::jsonb -> '${name}')) AS ${name}`)
      .join(', ')}
  ), drawn AS (
    SELECT p.n, ${of('first', 1)} AS first_name, ${of('first_ascii', 1)} AS first_ascii, ${of('last', 2)} AS last_name,
      ${of('last_ascii', 2)} AS last_ascii,
      CASE WHEN ${r(38, 10)} < 8 THEN ${pickOften('domain', 3, WORDS.domain.length)} ELSE ${of('last_ascii', 39)} || ${r(40, 60)} || '.example' END AS domain,
      CASE WHEN ${r(41, 10)} < 6 THEN ${of('city', 4)} ELSE ${of('last', 42)} || ${of('village', 43)} END AS city, ${of('state', 4)} AS state, ${of('country', 4)} AS country,
      ${of('zip', 4)} || lpad(${r(5, 100)}::text, 2, '0') AS zip_code, ${of('dial', 4)} AS dial, ${of('digits', 4)}::int AS digits,
      ${r(6, 100)} AS has_email, ${r(7, 100)} AS has_phone,
      CASE WHEN ${r(8, 10)} < 7 THEN ${of('company1', 9)} || ' ' || ${of('company2', 10)} || ${of('company3', 11)} ELSE '' END AS company,
      ${of('job', 12)} AS job_title, ${of('lead', 13)} AS lead_status, ${of('stage', 14)} AS lifecycle_stage,
      CASE WHEN ${r(15, 10)} < 4 THEN ${r(16, 1000)} / 10.0 END AS service_score, ${r(17, 100)} < 4 AS unsubscribed,
      CASE WHEN ${r(18, 10)} < 6 THEN ${r(19, 10)} < 7 END AS by_email, CASE WHEN ${r(20, 10)} < 3 THEN ${r(21, 2)} = 0 END AS by_sms,
      CASE WHEN ${r(22, 2)} = 0 THEN ${of('first', 1)} || ' ' || ${of('last', 2)} ELSE 'Storgatan ' || ${r(23, 200)} END AS address,
      jsonb_strip_nulls(jsonb_build_object(
        'favorite_trail', CASE WHEN ${r(24, 10)} < 5 THEN ${of('trail', 25)} END,
        'shoe_size', CASE WHEN ${r(26, 10)} < 4 THEN 34 + ${r(27, 30)} / 2.0 END,
        'is_member', CASE WHEN ${r(28, 10)} < 5 THEN ${r(29, 2)} = 0 END,
        'member_since', CASE WHEN ${r(30, 10)} < 3
          THEN to_char(timestamp '2015-01-01' + ${r(31, 4000)} * interval '1 day', 'YYYY-MM-DD"T00:00:00.000Z"') END,
        'notes', CASE WHEN ${r(32, 10)} < 2 THEN ${of('note', 33)} END
      )) AS custom_fields,
      timestamptz '2023-01-01 00:00:00Z' + p.n * interval '90 seconds' AS created_at,
      CASE WHEN ${r(34, 10)} < 3 THEN ${r(35, 40_000_000)} * interval '1 second' ELSE interval '0' END AS changed_after,
      CASE WHEN ${r(36, 10)} < 4 THEN ${r(37, 40_000_000)} * interval '1 second' END AS active_after
    FROM generate_series($2::bigint, $3::bigint) AS p (n), w
  ), people AS MATERIALIZED (
    SELECT d.*, uuid_v7(d.created_at) AS id,
      CASE WHEN has_email < 95 THEN first_ascii || '.' || last_ascii || n || '@' || domain END AS email,
      CASE WHEN has_email >= 95 OR has_phone < 60 THEN dial || ((2 * power(10, digits - 1))::bigint + n) END AS phone
    FROM drawn d
  ), inserted AS (
    INSERT INTO contacts (workspace_id, id, email, email_domain, phone, display_name, first_name, last_name, company, job_title, address, city, state,
      country, zip_code, lead_status, lifecycle_stage, service_score, unsubscribed, marketing_email_subscribed, marketing_sms_subscribed,
      custom_fields, original_source, original_source_detail, created_at)
    SELECT $1::uuid, id, email, CASE WHEN email IS NOT NULL THEN domain END, phone, first_name || ' ' || last_name, first_name, last_name, company,
      job_title, address, city, state, country, zip_code, lead_status, lifecycle_stage, service_score, unsubscribed, by_email, by_sms, custom_fields,
      CASE n % 3 WHEN 0 THEN 'import' ELSE 'public_api' END, CASE n % 3 WHEN 0 THEN 'people.csv' END,
      created_at
    FROM people
  ), moments AS (
    INSERT INTO contact_moments (workspace_id, contact_id, updated_at, last_activity_at)
    SELECT $1::uuid, id, created_at + changed_after, created_at + active_after FROM people
  ), suppressed AS (
    INSERT INTO suppressions (workspace_id, address, reason, source, since)
    SELECT $1::uuid, email, 'unsubscribed', 'contact', created_at FROM people WHERE unsubscribed AND email IS NOT NULL
  ), entries AS (
    INSERT INTO contact_activities (workspace_id, contact_id, type, occurred_at, metadata)
    SELECT $1::uuid, id, 'contact_updated', created_at + changed_after, '{"source": "public_api", "fields": ["company"]}'
    FROM people WHERE changed_after > interval '0'
    UNION ALL
    SELECT $1::uuid, id, e.type, created_at + active_after, e.metadata
    FROM people, jsonb_to_recordset($6::jsonb) AS e (type text, metadata jsonb) WHERE active_after IS NOT NULL
  )
  INSERT INTO contact_list_members (workspace_id, list_id, contact_id, added_at)
  SELECT $1::uuid, l.id, people.id, people.created_at
  FROM people, jsonb_to_recordset($5::jsonb) AS l (id uuid, one_in int)
  WHERE people.n % l.one_in = 0`;

/** The timeline entries of an email; the ids are those of a deleted blast. */
const EMAILED = ['email_sent', 'email_delivered'].map((type) => ({
  type,
  metadata: { blast_id: '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a77', recipient_id: '01JDPJWJRGF9GJ7ARJZCP3PJJW' },
}));

/** Adds the people with the numbers `from` to `to` (without it), their fields, lists and timelines. Numbers may be added later. */
export async function seedContacts(url: string, workspaceId: string, to: number, from = 0): Promise<Seeded> {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    options: '-c synchronous_commit=off -c jit=off -c maintenance_work_mem=512MB',
  });
  try {
    const lists = await prepare(pool, workspaceId);
    // Building an index anew pays when the table grows by a good part.
    const away = to - from >= 50_000 ? await takeIndexesAway(pool) : [];
    let started = performance.now();
    try {
      const blocks = Array.from({ length: Math.ceil((to - from) / BLOCK) }, (_, i) => from + i * BLOCK);
      const values = [
        JSON.stringify(WORDS),
        JSON.stringify(lists.map(({ id, oneIn }) => ({ id, one_in: oneIn }))),
        JSON.stringify(EMAILED),
      ];
      const work = async () => {
        const client = await pool.connect();
        // Everybody referred to is written in the same statement, and so is what triggers would have written of them.
        await client.query('SET session_replication_role = replica');
        for (let start = blocks.shift(); start !== undefined; start = blocks.shift())
          await client.query(PEOPLE, [workspaceId, start, Math.min(start + BLOCK, to) - 1, ...values]);
        await client.query('SET session_replication_role = origin');
        client.release();
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, work));
    } finally {
      await pool.query('SET session_replication_role = origin');
    }
    const rows = seconds(started);
    started = performance.now();
    // Before the indexes are back: it would look through all of them.
    await Promise.all(TABLES.map((table) => settle(pool, table)));
    const recreate = async () => {
      for (let definition = away.shift(); definition; definition = away.shift()) await pool.query(definition);
    };
    await Promise.all([recreate(), recreate()]);
    await pool.query(
      `UPDATE contact_lists l SET member_count = (SELECT count(*) FROM contact_list_members m WHERE m.workspace_id = l.workspace_id AND m.list_id = l.id)
       WHERE l.workspace_id = $1 AND l.kind = 'static'`,
      [workspaceId],
    );
    await Promise.all([
      ...TABLES.map((table) => pool.query(`ANALYZE ${table}`)),
      settle(pool, 'contact_lists').then(() => pool.query('ANALYZE contact_lists')),
    ]);
    const { rows: counted } = await pool.query<{ id: string; name: string; members: number }>(
      'SELECT id, name, member_count AS members FROM contact_lists WHERE workspace_id = $1 AND id = ANY($2) ORDER BY member_count DESC',
      [workspaceId, lists.map(({ id }) => id)],
    );
    return { rows, indexes: seconds(started), lists: counted };
  } finally {
    await pool.end();
  }
}

const seconds = (started: number): number => (performance.now() - started) / 1_000;

const TABLES = ['contacts', 'contact_moments', 'contact_activities', 'contact_list_members', 'suppressions'];
/** Longer than any snapshot of a bench; an autovacuum on a busy machine may take this long. */
const MOST_SETTLING_MS = 120_000;

/**
 * Vacuums a table completely. A vacuum skips pages that an older snapshot, of autovacuum for instance, may still see in another
 * state, and index-only scans do not cover those.
 *
 * Statistics are the caller's: those of an index can only be taken when it is there.
 * @throws when an older snapshot stays open
 */
export async function settle(pool: pg.Pool, table: string): Promise<void> {
  for (const since = performance.now(); ; await delay(50)) {
    await pool.query(`VACUUM ${table}`);
    const { rows } = await pool.query<{ visible: boolean }>(
      'SELECT relallvisible >= relpages * 0.99 AS visible FROM pg_class WHERE oid = $1::regclass',
      [table],
    );
    if (rows[0]?.visible) return;
    if (performance.now() - since > MOST_SETTLING_MS) throw new Error(`Somebody has been looking at ${table} as it was all the time`);
  }
}

/** The definitions of the fields and the lists, unless they are there already. */
async function prepare(pool: pg.Pool, workspaceId: string): Promise<{ id: string; oneIn: number }[]> {
  await pool.query(
    `INSERT INTO contact_field_definitions (workspace_id, id, api_name, display_name, value_type, created_by_name, created_at, updated_at)
     SELECT $1, id, api_name, display_name, value_type, 'Seed', now(), now()
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) AS f (id, api_name, display_name, value_type)
     WHERE NOT EXISTS (SELECT FROM contact_field_definitions d WHERE d.workspace_id = $1 AND lower(d.api_name) = f.api_name)`,
    [workspaceId, FIELDS.map(newId), ...[0, 1, 2].map((place) => column(FIELDS, place))],
  );
  await pool.query(
    `INSERT INTO contact_lists (workspace_id, id, name, slug, kind, member_count, created_at, updated_at)
     SELECT $1, id, name, replace(lower(name), ' ', '-'), 'static', 0, now(), now() FROM unnest($2::uuid[], $3::text[]) AS l (id, name)
     ON CONFLICT (workspace_id, slug) DO NOTHING`,
    [workspaceId, LISTS.map(newId), column(LISTS, 0)],
  );
  const { rows } = await pool.query<{ id: string; name: string }>(
    'SELECT id, name FROM contact_lists WHERE workspace_id = $1 AND name = ANY($2)',
    [workspaceId, column(LISTS, 0)],
  );
  return rows.map(({ id, name }) => ({ id, oneIn: LISTS.find(([known]) => known === name)?.[1] as number }));
}

/** Drops the indexes that no constraint needs, and returns how to make them again, the one that takes longest first. */
async function takeIndexesAway(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `SELECT x.indexrelid::regclass::text AS name, pg_get_indexdef(x.indexrelid) AS definition
     FROM pg_index x
     WHERE x.indrelid = ANY('{contacts,contact_moments,contact_activities,contact_list_members}'::regclass[])
       AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = x.indexrelid)
     ORDER BY pg_get_indexdef(x.indexrelid) LIKE '%USING gin%' DESC, x.indrelid DESC`,
  );
  for (const { name } of rows) await pool.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

if (import.meta.main) {
  const [workspaceId, count] = process.argv.slice(2);
  const url = process.env.DATABASE_URL;
  if (!url || !workspaceId || !Number(count)) {
    console.error('Usage: DATABASE_URL=… node scripts/bench/seed.ts WORKSPACE_ID COUNT');
    process.exit(1);
  }
  const { rows, indexes, lists } = await seedContacts(url, workspaceId, Number(count));
  console.log(`${count} people: rows in ${rows.toFixed(1)} s, indexes and statistics in ${indexes.toFixed(1)} s`);
  console.table(lists);
}
