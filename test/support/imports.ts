/** Imports from a request to their end, in one line of a test. */
import { Readable } from 'node:stream';
import type { components } from '../../generated/api.d.ts';
import { uploadKey } from '../../src/audience/imports/keys.ts';
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
  'email phone display_name first_name last_name company job_title address address2 city state country zip_code lead_status lifecycle_stage service_score unsubscribed marketing_email_subscribed marketing_sms_subscribed'.split(
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
  for (let page = 1; ; page++) {
    const found = await must(
      api.GET('/v1/contacts/imports/{import_run_id}/results', { params: { path: { import_run_id: runId }, query: { page, limit: 250 } } }),
    );
    results.push(...found.results);
    if (page >= found.pagination.totalPages) return results;
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
