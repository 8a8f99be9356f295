/** Imports from a request to their end, in one line of a test. */
import { Readable } from 'node:stream';
import { expect } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { uploadKey } from '../../src/audience/imports/tables.ts';
import { type Db, sql } from '../../src/platform/db.ts';
import { fromUlid } from '../../src/platform/ids.ts';
import { signedAddresses } from '../../src/platform/signed-addresses.ts';
import { openStorage } from '../../src/platform/storage.ts';
import { must } from './blast.ts';
import type { TestService, TestWorkspace } from './service.ts';

type Schemas = components['schemas'];
type Workspace = Pick<TestWorkspace, 'api'>;
export type Mappings = Schemas['ExecuteContactImportRequest']['mappings'];

/** Columns named like the built-in fields that they go to; others go to custom fields of the name. */
export const straight = (...fields: string[]): Mappings =>
  fields.map((field) =>
    STANDARD.has(field)
      ? { header: field, target_kind: 'standard', target_field: field as Schemas['ContactImportStandardField'] }
      : { header: field, target_kind: 'custom_field', target_field: field },
  );

const STANDARD = new Set(
  'email phone external_id timezone language tags display_name first_name last_name company job_title address address2 city state country zip_code lead_status lifecycle_stage service_score unsubscribed marketing_email_subscribed marketing_sms_subscribed'.split(
    ' ',
  ),
);

export async function startRows({ api }: Workspace, rows: Schemas['StartContactImportRows']['rows'], fileName?: string): Promise<string> {
  const body = { source: 'rows' as const, rows, ...(fileName && { file_name: fileName }) };
  return (await must(api.POST('/v1/contacts/imports', { body }))).import_session_id;
}

/** A session whose file has been uploaded. */
export async function startFile(
  service: TestService,
  { api }: Workspace,
  content: string | Buffer | Readable,
  fileName = 'people.csv',
): Promise<string> {
  const session = await must(api.POST('/v1/contacts/imports', { body: { source: 'upload', file_name: fileName } }));
  const { config } = service.service;
  const storage = await openStorage(
    config,
    signedAddresses({ secret: 'a secret for the tests', baseUrl: service.url, clock: service.clock }),
  );
  const stream = content instanceof Readable ? content : Readable.from([Buffer.from(content)]);
  await storage.put(uploadKey(fromUlid(session.import_session_id)), stream, { contentType: 'text/csv' });
  return session.import_session_id;
}

export const execute = ({ api }: Workspace, sessionId: string, body: Schemas['ExecuteContactImportRequest']) =>
  api.POST('/v1/contacts/imports/{session_id}/execute', { params: { path: { session_id: sessionId } }, body });

export const getRun = async ({ api }: Workspace, runId: string): Promise<Schemas['ContactImportRun']> =>
  must(api.GET('/v1/contacts/imports/{import_run_id}', { params: { path: { import_run_id: runId } } }));

export async function resultsOf({ api }: Workspace, runId: string): Promise<Schemas['ContactImportResult'][]> {
  const results: Schemas['ContactImportResult'][] = [];
  const path = { import_run_id: runId };
  for (let cursor: string | undefined; ; ) {
    const query = { limit: 250, ...(cursor !== undefined && { cursor }) };
    const found = await must(api.GET('/v1/contacts/imports/{import_run_id}/results', { params: { path, query } }));
    results.push(...found.results);
    if (found.next_cursor === undefined) return results;
    cursor = found.next_cursor;
  }
}

/** Executes a session and drains the queue. */
export async function runImport(
  service: TestService,
  workspace: Workspace,
  sessionId: string,
  plan: Schemas['ExecuteContactImportRequest'],
) {
  const { import_run_id: runId } = await must(execute(workspace, sessionId, plan));
  await service.drain();
  return { runId, run: await getRun(workspace, runId), results: await resultsOf(workspace, runId) };
}

/** A session whose file has come through its address, to the service at `url`: addresses begin with BASE_URL, which is not where it listens. */
export async function upload(
  { api, url }: Workspace & { url: string },
  content: string | Buffer | AsyncIterable<Uint8Array | string>,
): Promise<string> {
  const session = await must(api.POST('/v1/contacts/imports', { body: { source: 'upload', file_name: 'people.csv' } }));
  if (!('upload_url' in session)) throw new Error('The session takes no file');
  const address = `${url}${session.upload_url.slice(new URL(session.upload_url).origin.length)}`;
  const body = typeof content === 'string' || Buffer.isBuffer(content) ? content : Readable.from(content);
  const response = await fetch(address, { method: 'PUT', body: body as never, headers: { 'content-type': 'text/csv' }, duplex: 'half' });
  if (response.status !== 204) throw new Error(`The file was not taken: ${await response.text()}`);
  return session.import_session_id;
}

/** The invariants of an ended run: each row has one result, and the counts match the results. */
export async function expectWhole(db: Db, runId: string): Promise<void> {
  const look = async () => {
    const [found] = await db.query<Record<'run' | 'results', object>>(sql`
      SELECT jsonb_build_object('rows', r.total_rows, 'last', r.total_rows + 1, 'created', r.created_count, 'updated', r.updated_count,
          'skipped', r.skipped_count, 'failed', r.error_count, 'claimed_by', r.claimed_by, 'file_key', r.file_key) AS run,
        (SELECT jsonb_build_object('rows', count(*), 'last', max(o.row_number),
            'created', count(*) FILTER (WHERE o.status = 'created'), 'updated', count(*) FILTER (WHERE o.status = 'updated'),
            'skipped', count(*) FILTER (WHERE o.status = 'skipped'), 'failed', count(*) FILTER (WHERE o.status = 'failed'),
            'claimed_by', NULL, 'file_key', NULL)
          FROM contact_import_results o WHERE o.workspace_id = r.workspace_id AND o.run_id = r.id) AS results
      FROM contact_import_runs r WHERE r.id = ${fromUlid(runId)}::uuid`);
    return found as { run: object; results: object };
  };
  // The file is deleted right after the end.
  await expect.poll(async () => (await look()).run).toEqual((await look()).results);
}

/** Fails on drifted counters and orphaned entries in any workspace. */
export async function expectNothingAdrift(db: Db): Promise<void> {
  const [adrift] = await db.query(sql`
    SELECT (SELECT count(*)::int FROM contact_lists l WHERE l.kind = 'static' AND l.member_count <>
        (SELECT count(*) FROM contact_list_members m WHERE m.workspace_id = l.workspace_id AND m.list_id = l.id)) AS lists,
      (SELECT count(*)::int FROM contact_activities a WHERE NOT EXISTS
        (SELECT FROM contacts c WHERE c.workspace_id = a.workspace_id AND c.id = a.contact_id)) AS entries`);
  expect(adrift).toEqual({ lists: 0, entries: 0 });
}
