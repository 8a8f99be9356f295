/** A service with something of everything in it, places to restore to, and how two databases are compared. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, expect } from 'vitest';
import { backUp } from '../../src/backup/back-up.ts';
import { checkBackup, type RestoreOptions, type RestoreSummary, restore } from '../../src/backup/restore.ts';
import { sourceOf, type Table } from '../../src/backup/snapshot.ts';
import { stopUnderWay } from '../../src/campaigns/under-way.ts';
import { KNOWLEDGE } from '../../src/cli/knowledge.ts';
import { makePartitions } from '../../src/outbound/partitions.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { MARKER } from '../../src/platform/installation.ts';
import { signedAddresses } from '../../src/platform/signed-addresses.ts';
import { openStorage } from '../../src/platform/storage.ts';
import { addPageDomain } from '../../src/tents/pages/page-domains.service.ts';
import { createKeys } from '../../src/workspaces/dkim-keys.ts';
import { fileOf, formOf, upload } from '../support/assets.ts';
import { must, people, prepareBlast, sendNow } from '../support/blast.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { execute, runImport, startFile, startRows, straight } from '../support/imports.ts';
import { givenPage } from '../support/pages.ts';
import type { TestService } from '../support/service.ts';
import { TEXT } from '../support/transactional.ts';

export { KNOWLEDGE };
export const SECRET = 'a secret for the tests';
/** Positions of events go on behind those of the backup, whatever numbers another server gives its transactions. */
export const MOVED = { event_positions: expect.stringMatching(/^1 /) };

export interface Laden {
  /** Of a finished export, with its text. */
  download: { url: string; text: string };
  /** Where a file of an email is served. */
  asset: string;
  /** Of a released blast without sent messages. */
  waitingBlast: string;
  /** Of imports that were released and wait for their job: of rows, and of a file. */
  waitingImports: string[];
  /** A request that was answered, and its key. */
  keyed: { key: string; body: { name: string; kind: 'static' }; listId: string };
}

async function ladeMessage({ api }: TestService): Promise<void> {
  const content = Buffer.from('1\n2\t3\r4\\N').toString('base64');
  const attachments = [{ file_name: 'a.txt', content_type: 'text/plain', content }];
  await must(api.POST('/v1/messages', { body: { to: { email: 'one@example.net' }, ...TEXT, tags: ['once'], attachments } }));
}

/** An endpoint with a delivery, a merge, and a segment that is watched: its work would need hours and receivers. */
async function ladeEndpoint({ api, db }: TestService): Promise<void> {
  await must(api.POST('/v1/webhook-endpoints', { body: { url: 'https://hooks.example.com/', event_types: ['*'] } }));
  const statements = [
    `INSERT INTO webhook_deliveries (workspace_id, id, endpoint_id, position, event_id, event_type, status, attempts, created_at, response_body)
     SELECT workspace_id, id, id, 1, id, 'list.member_added', 'delivered', 1, now(), E'1\\n2\\t\\\\N' FROM webhook_endpoints`,
    'INSERT INTO contact_merges SELECT workspace_id, gen_random_uuid(), id, now() FROM contacts LIMIT 1',
    "INSERT INTO topics SELECT id, id, E'Back\\\\slash', 'back', E'a\\tb', 'opt_in', 'public', now(), now() FROM workspaces",
    "INSERT INTO contact_topics SELECT workspace_id, id, workspace_id, 'pending', now() FROM contacts LIMIT 3",
    'INSERT INTO consent_confirmations SELECT workspace_id, id, id, ARRAY[workspace_id], now(), now() FROM contacts LIMIT 1',
    "INSERT INTO consent_entries SELECT workspace_id, id, id, NULL, NULL, 'none', E'a\\\\N', now() FROM contacts LIMIT 3",
    `INSERT INTO erasures (workspace_id, id, contact_id, requested_by, status, counts, created_at, completed_at)
     SELECT workspace_id, id, id, E'Back\\\\slash', 'completed', '{}', now(), now() FROM contacts LIMIT 1`,
    `INSERT INTO contact_jobs (workspace_id, id, action, list_id, parameters, dry_run, requested_by, status, cursor, last_id, created_at, updated_at,
       completed_at)
     SELECT workspace_id, id, 'delete', id, '{}', true, E'Back\\\\slash', 'completed', id, id, now(), now(), now() FROM contacts LIMIT 1`,
    'INSERT INTO flow_segments (workspace_id, list_id, due_at) SELECT workspace_id, id, now() FROM contact_lists LIMIT 1',
    'INSERT INTO flow_segment_members SELECT workspace_id, list_id, gen_random_uuid() FROM flow_segments',
    'INSERT INTO flow_segment_changes SELECT workspace_id, list_id, gen_random_uuid(), gen_random_uuid() FROM flow_segments',
  ];
  for (const text of statements) await db.query({ text, values: [] });
}

/** Rows in every table that the service has so far, done and waiting. */
export async function lade(service: TestService): Promise<Laden> {
  const { api } = service;
  const body = { name: 'Kept once', kind: 'static' as const };
  const { list_id: listId } = await must(api.POST('/v1/contact-lists', { body, params: { header: { 'Idempotency-Key': 'once' } } }));
  // Every letter that the copy has to take care of: a tab, line breaks, a backslash, another plane.
  await must(api.POST('/v1/contact-fields', { body: { display_name: 'Shoe size', value_type: 'number' } }));
  const awkward = {
    email: 'awkward@example.net',
    company: 'Back\\slash & \\N 🏕',
    custom_fields: { shoe_size: 38.5 },
  };
  const { items } = await must(api.POST('/v1/contacts/upsert', { body: { items: [awkward] } }));
  expect(items).toMatchObject([{ status: 'created' }]);

  await must(api.PATCH('/v1/workspace', { body: { event_feed: true } }));
  await must(
    api.POST('/v1/events', { body: { items: [{ name: 'Back\\slash', contact: { email: awkward.email }, event_id: 'once\\N' }] } }),
  );

  await must(api.POST('/v1/suppressions', { body: { items: [{ address: 'gone@example.net', detail: 'Back\\slash\t\n\\N 🏕' }] } }));

  const sent = await prepareBlast(api, people(20));
  await sendNow(api, sent.blastId);
  await must(api.POST('/v1/emails/{emailId}/test', { params: { path: { emailId: sent.emailId } }, body: { to: ['me@example.com'] } }));
  const session = await startRows(service, [
    { email: 'row1@example.net', first_name: 'Row' },
    { email: 'not an address', first_name: 'Bad' },
  ]);
  await runImport(service, service, session, { mappings: straight('email', 'first_name'), duplicate_strategy: 'update' });
  const params = { path: { listId: sent.listId } };
  const { export_id: exportId } = (await must(api.POST('/v1/contact-lists/{listId}/export', { params }))).export;
  await ladeMessage(service);
  await service.drain();
  const done = await must(api.GET('/v1/contact-lists/{listId}/export/{exportId}', { params: { path: { listId: sent.listId, exportId } } }));
  const url = done.export.download_url as string;
  const text = await (await fetch(`${service.url}${url.slice(new URL(url).origin.length)}`)).text();

  const attached = await upload(service, 'uploadEmailAssets', { emailId: sent.emailId }, formOf(fileOf('a.txt', 'hello')));
  const asset = attached.assets[0]?.url as string;

  // From here on nothing is drained: this is what waits.
  const { email_id: emailId } = await must(api.POST('/v1/emails', { body: { name: 'Short-lived' } }));
  await upload(service, 'uploadEmailAssets', { emailId }, formOf(fileOf('a.txt', 'hello')));
  await must(api.DELETE('/v1/emails/{emailId}', { params: { path: { emailId } } }));
  const waiting = await prepareBlast(api, people(10, 'example.org'));
  await sendNow(api, waiting.blastId);
  const rows = await startRows(service, [{ email: 'late1@example.net', first_name: 'Late' }]);
  const file = await startFile(service, service, 'email,first_name\nlate2@example.net,Later\n');
  const waitingImports: string[] = [];
  for (const id of [rows, file]) {
    const plan = { mappings: straight('email', 'first_name'), duplicate_strategy: 'update' as const };
    waitingImports.push((await must(execute(service, id, plan))).import_run_id);
  }
  await service.db.query({
    text: "INSERT INTO delivery_clicks SELECT workspace_id, id, 0, now() FROM deliveries WHERE status = 'sent' LIMIT 3",
    values: [],
  });
  // The claims of a dead process, and its measured limits of the mail server.
  await service.db.query({
    text: `INSERT INTO claims (workspace_id, run, message_id, ids, lease_until)
      SELECT workspace_id, gen_random_uuid(), message_id, ARRAY[gen_random_uuid(), gen_random_uuid()], now() FROM dispatches LIMIT 1`,
    values: [],
  });
  await service.db.query({
    text: `INSERT INTO message_chores (workspace_id, message_id, kind) SELECT workspace_id, id, 'end' FROM messages WHERE origin = 'test' LIMIT 1`,
    values: [],
  });
  await service.db.query({
    text: `INSERT INTO link_recipients SELECT id, gen_random_uuid(), gen_random_uuid(), '{"dynamic": {"plan": "Back\\\\slash"}}' FROM workspaces`,
    values: [],
  });
  await service.db.query({
    text: `INSERT INTO kept_figures (workspace_id, message_id, kind, subject, count) SELECT workspace_id, id, 'link_people', 'https://a.example/', 2 FROM messages LIMIT 1`,
    values: [],
  });
  await service.db.query({ text: `INSERT INTO transports (name, rate, raised_at) VALUES ('mail.example 25', 2.5, now())`, values: [] });
  await service.db.query({
    text: `INSERT INTO receiver_paces (transport, receiver, rate, free_at, raised_at, cut_at) VALUES ('mail.example 25', 'google', 2.5, now(), now(), now())`,
    values: [],
  });
  await service.db.query({
    text: `INSERT INTO soft_bounces SELECT id, 'full@example.net', ARRAY[now(), now()], now(), gen_random_uuid() FROM workspaces`,
    values: [],
  });
  await service.db.query({
    text: `INSERT INTO send_results (workspace_id, at, delivered, bounced, complained) SELECT id, now(), 100, 2, 1 FROM workspaces`,
    values: [],
  });
  await service.db.query({
    text: `INSERT INTO mailbox_messages (id, received_at, sender, recipients, subject, raw) VALUES (gen_random_uuid(), now(), 'a@b.c', '{"x,y@z.w"}', E'1\\n2\\t3\\r4\\\\N', '\\x000aff5c')`,
    values: [],
  });
  await service.db.query({
    text: `INSERT INTO test_mails (workspace_id, id, delivery_id, received_at, sender, recipient, from_header, subject, body, size_bytes, raw)
      SELECT id, gen_random_uuid(), gen_random_uuid(), now(), 'a@b.c', 'x,y@z.w', 'A', 'B', E'1\\n2', 5, '\\x000aff5c' FROM workspaces`,
    values: [],
  });
  await service.db.query({ text: `INSERT INTO daily_email_allotments SELECT id, current_date, 5 FROM workspaces`, values: [] });
  await service.db.query({ text: `INSERT INTO budget_limits SELECT id, 'test_mails', 30 FROM workspaces`, values: [] });
  await createKeys({ db: service.db, workspaceId: service.id, domain: 'example.com', now: service.clock.now() }, 'ed25519', {
    secret: SECRET,
  });
  await ladeEndpoint(service);
  await ladePages(service);
  await ladeFlow(service);
  return {
    asset,
    download: { url, text },
    waitingBlast: waiting.blastId,
    waitingImports,
    keyed: { key: 'once', body, listId },
  };
}

/** A live page with its own host, its figures, and the bulk job that made it. */
async function ladePages({ db, id: workspaceId }: TestService): Promise<void> {
  const tentId = await givenPage({ db, workspaceId }, { path: 'spring' });
  await addPageDomain({ db, workspaceId, now: new Date() }, { domain: 'own.example' }, []);
  const { pool } = db;
  for (const statement of [
    'INSERT INTO tent_days VALUES ($1, $2, current_date, 3, 2, 1)',
    "INSERT INTO tent_referrers VALUES ($1, $2, current_date, 'elsewhere.example', 3)",
    'INSERT INTO tent_visitors (workspace_id, day, tent_id, visitor) VALUES ($1, current_date, $2, gen_random_uuid())',
    `INSERT INTO submissions (workspace_id, tent_id, id, form_id, fields, submitted_at)
       VALUES ($1, $2, gen_random_uuid(), 'signup', '{"email": "ada@example.com"}', now())`,
    "INSERT INTO form_settings (workspace_id, tent_id, form_id, thank_you, updated_at) VALUES ($1, $2, 'signup', 'See you', now())",
    `INSERT INTO form_notices (workspace_id, tent_id, form_id, after_at, after_id, hour_at)
       VALUES ($1, $2, 'signup', now(), gen_random_uuid(), now())`,
    "INSERT INTO tent_settings (workspace_id, tent_id, meta_title, language) VALUES ($1, $2, 'A <title>', 'de')",
    "INSERT INTO tent_schedules (workspace_id, tent_id, unpublish_at, due_at) VALUES ($1, $2, 'infinity', 'infinity')",
    "INSERT INTO former_addresses (workspace_id, path, tent_id, left_at) VALUES ($1, 'winter', $2, now())",
    'INSERT INTO bulk_jobs (workspace_id, id, template_id, auto_publish, created_at) VALUES ($1, $2, gen_random_uuid(), true, now())',
    `INSERT INTO bulk_items (workspace_id, job_id, place, outcome, error_code, message)
       VALUES ($1, $2, 0, 'rejected', 'INVALID_ITEM', 'Neither data nor instructions')`,
  ])
    await pool.query(statement, [workspaceId, tentId]);
  for (const statement of [
    `INSERT INTO page_redirects (workspace_id, id, path, target, status, created_at, updated_at)
       VALUES ($1, gen_random_uuid(), '/old', 'https://www.example.com/', 301, now(), now())`,
    'INSERT INTO workspace_days VALUES ($1, current_date, 3, 2, 1)',
    'INSERT INTO visitor_salts VALUES ($1, current_date)',
    "INSERT INTO spent_challenges VALUES ($1, 'ab', now() + interval '10 minutes')",
    'INSERT INTO workspace_visitors VALUES ($1, current_date, gen_random_uuid())',
  ])
    await pool.query(statement, [workspaceId]);
}

/** A paused flow with a member, its finished work, and its waiting work. */
async function ladeFlow({ db, id: workspaceId }: TestService): Promise<void> {
  const { pool } = db;
  const { rows } = await pool.query<{ flow: string; member: string; contact: string; message: string }>(
    `SELECT gen_random_uuid() AS flow, gen_random_uuid() AS member,
       (SELECT id FROM contacts WHERE workspace_id = $1 AND email = 'awkward@example.net') AS contact,
       (SELECT message_id FROM deliveries WHERE workspace_id = $1 AND status = 'sent' LIMIT 1) AS message`,
    [workspaceId],
  );
  const { flow, member, contact, message } = rows[0] as (typeof rows)[0];
  const of = [workspaceId, flow];
  const statements: [string, unknown[]][] = [
    [
      `INSERT INTO flows (workspace_id, id, name, status, steps, uses, reentry_policy, created_at, updated_at)
         VALUES ($1, $2, E'Back\\\\slash\\t\\n', 'paused', '[{"step_id":"rest","type":"wait","settings":{"days":1}}]', '{field_name:visits}', 'allow', now(), now())`,
      of,
    ],
    [
      `INSERT INTO flow_triggers (workspace_id, flow_id, position, type, subject, trigger)
         VALUES ($1, $2, 0, 'contact_created', '', '{"type":"contact_created"}')`,
      of,
    ],
    [`INSERT INTO flow_runs (workspace_id, flow_id, state, wake_at) VALUES ($1, $2, 'frozen', now())`, of],
    [
      `INSERT INTO flow_memberships (workspace_id, flow_id, id, contact_id, entered_via, entered_at, status, dynamic_context)
         VALUES ($1, $2, $3, $4, 'manual', now(), 'under_way', '{"plan":"Back\\\\slash"}')`,
      [...of, member, contact],
    ],
    [
      `INSERT INTO flow_positions (workspace_id, flow_id, member_id, contact_id, step_id, visit, status, due_at, wait_until, started_at)
         VALUES ($1, $2, $3, $4, 'rest', 2, 'waiting', now(), now(), now())`,
      [...of, member, contact],
    ],
    [
      `INSERT INTO flow_visits (workspace_id, flow_id, member_id, visit, step_id, type, status, outcome, started_at, completed_at, details)
         VALUES ($1, $2, $3, 1, 'call', 'send_webhook', 'failed', 'failed', now(), now(), '{"error":"No answer"}')`,
      [...of, member],
    ],
    [
      `INSERT INTO flow_webhooks (workspace_id, flow_id, member_id, visit, contact_id, step_id, status, attempts, response, created_at)
         VALUES ($1, $2, $3, 1, $4, 'call', 'failed', 5, '{"status":500}', now())`,
      [...of, member, contact],
    ],
    [
      `INSERT INTO flow_tents (workspace_id, flow_id, member_id, visit, contact_id, tent_id, generation_id, auto_publish, created_at)
         VALUES ($1, $2, $3, 1, $4, gen_random_uuid(), gen_random_uuid(), true, now())`,
      [...of, member, contact],
    ],
    [`INSERT INTO flow_inbox (workspace_id, flow_id, kind, contact_id, at) VALUES ($1, $2, 'look', $3, now())`, [...of, contact]],
    [`INSERT INTO flow_chores (workspace_id, flow_id, kind, step_id) VALUES ($1, $2, 'restamp', 'rest')`, of],
    [
      `INSERT INTO flow_tallies (workspace_id, flow_id, step_id, name, count) VALUES ($1, $2, '', 'entered', 1), ($1, $2, 'rest', 'waiting', 1)`,
      of,
    ],
    [`INSERT INTO flow_dates VALUES ($1, $2, $3, 0, current_date, now())`, [...of, contact]],
    [`INSERT INTO flow_messages VALUES ($1, $2, 'mail', 'a fingerprint', $3)`, [...of, message]],
    [`INSERT INTO delivery_endings (workspace_id, message_id, delivery_id) VALUES ($1, $2, gen_random_uuid())`, [workspaceId, message]],
  ];
  for (const [statement, values] of statements) await pool.query(statement, values);
}

/** A count and a checksum for each table's rows, in the types' own text. */
export async function fingerprints(client: pg.ClientBase, tables: Table[]): Promise<Record<string, string>> {
  for (const setting of ["datestyle = 'ISO'", "timezone = 'UTC'", "client_encoding = 'UTF8'"]) await client.query(`SET ${setting}`);
  const found: Record<string, string> = {};
  for (const table of tables) {
    const { rows } = await client.query<{ line: string }>(`SELECT t::text AS line FROM (${sourceOf(table)}) t`);
    const lines = rows.map(({ line }) => line).sort();
    found[table.name] = `${lines.length} ${createHash('sha256').update(lines.join('\n')).digest('hex')}`;
  }
  return found;
}

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** The files of a folder by path, without the registration of its installation. */
export async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const found: Record<string, string> = {};
  for (const entry of entries) {
    if (entry.isFile() && entry.name !== MARKER)
      found[join(entry.parentPath, entry.name).slice(folder.length)] = await readFile(join(entry.parentPath, entry.name), 'utf8');
  }
  return found;
}

export interface Places {
  folder: string;
  newFolder(): Promise<string>;
  /** A database with nothing in it at all. */
  emptyDatabase(): Promise<string>;
}

/** Gone after the last test of the file. Call it at the top. */
export async function openPlaces(): Promise<Places> {
  const folder = await mkdtemp(join(tmpdir(), 'bivouac-backup-'));
  const databases: TestDatabase[] = [];
  afterAll(async () => {
    for (const database of databases) await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    folder,
    newFolder: () => mkdtemp(join(folder, 'files-')),
    async emptyDatabase() {
      const database = await createDatabase({ isEmpty: true });
      databases.push(database);
      return database.url;
    },
  };
}

export async function rowsOf(url: string): Promise<number> {
  const client = await connect(url);
  const { rows } = await client.query<{ count: number }>('SELECT count(*)::int AS count FROM contacts').finally(() => client.end());
  return rows[0]?.count ?? Number.NaN;
}

export const folderOf = ({ service: { config } }: TestService): string => fileURLToPath(config.storageUrl);

export const backUpTo = (service: TestService, file: string) =>
  backUp(
    {
      databaseUrl: service.service.config.databaseUrl as string,
      storageUrl: service.service.config.storageUrl,
      secret: SECRET,
      version: '0.0.0',
    },
    KNOWLEDGE,
    createWriteStream(file),
  );

/** Restores into a database and a folder: a file as the command does, or a stream. */
export async function restoreTo(
  input: string | Readable,
  databaseUrl: string,
  folder: string,
  options: Partial<Pick<RestoreOptions, 'sending' | 'checkSecret'>> = {},
): Promise<RestoreSummary> {
  const addresses = signedAddresses({ secret: SECRET, baseUrl: 'http://localhost', clock: systemClock });
  const storage = await openStorage({ storageUrl: pathToFileURL(folder).href, dataDir: folder }, addresses);
  const { signal } = new AbortController();
  if (typeof input === 'string') await checkBackup(input, signal);
  return restore(typeof input === 'string' ? createReadStream(input) : input, {
    databaseUrl,
    storage,
    signal,
    sending: 'continue',
    checkSecret: async () => {},
    makePartitions,
    stopSending: stopUnderWay,
    ...options,
  });
}
