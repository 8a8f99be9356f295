/**
 * Waiting for the work that the service does after its answer. Hand over the answer that began the work; each function reads
 * until the work is over and resolves to its outcome. It throws `WorkFailedError` when the work failed, `PollTimeoutError`
 * when it takes too long, and `ApiError` or `ConnectionError` when it cannot be read.
 */
import type { components } from '../../generated/api.d.ts';
import type { Client } from './calls.ts';
import { unwrap } from './errors.ts';
import { type PollOptions, poll, WorkFailedError } from './polling.ts';

type Schemas = components['schemas'];

/** Waits for what `started` began. */
export type Wait<Started, Outcome> = (client: Client, started: Started, options?: PollOptions) => Promise<Outcome>;
type Read<Started, Outcome> = (client: Client, started: Started, signal: AbortSignal) => Promise<Outcome>;

/** Until a version of an email has been written, or could not be. */
export const waitForEmailGeneration: Wait<
  Pick<Schemas['EmailGenerationStarted'], 'email_id' | 'generation_id'>,
  Schemas['EmailGeneration']
> = waiting((client, { email_id, generation_id }, signal) => {
  const params = { path: { emailId: email_id, generationId: generation_id } };
  return unwrap(client.GET('/v1/emails/{emailId}/generations/{generationId}', { params, signal }));
});

/** Until a version of an email template has been written, or could not be. */
export const waitForEmailTemplateGeneration: Wait<
  Pick<Schemas['EmailTemplateGenerationStarted'], 'template_id' | 'generation_id'>,
  Schemas['EmailTemplateGeneration']
> = waiting((client, { template_id, generation_id }, signal) => {
  const params = { path: { templateId: template_id, generationId: generation_id } };
  return unwrap(client.GET('/v1/email-templates/{templateId}/generations/{generationId}', { params, signal }));
});

/** Until a version of a tent template has been written, or could not be. */
export const waitForTentTemplateGeneration: Wait<
  Pick<Schemas['TentTemplateGenerationStarted'], 'template_id' | 'generation_id'>,
  Schemas['TentTemplateGeneration']
> = waiting((client, { template_id, generation_id }, signal) => {
  const params = { path: { templateId: template_id, generationId: generation_id } };
  return unwrap(client.GET('/v1/tent-templates/{templateId}/generations/{generationId}', { params, signal }));
});

/** Until every item of a bulk job is done. Fails when none succeeded; with `completed_with_failures`, look at the `items`. */
export const waitForBulkJob: Wait<Pick<Schemas['BulkJobAdmitted'], 'bulk_job_id'>, Schemas['BulkJob']> = waiting(
  (client, { bulk_job_id }, signal) =>
    unwrap(client.GET('/v1/bulk-jobs/{bulkJobId}', { params: { path: { bulkJobId: bulk_job_id } }, signal })),
);

/** Until an import has gone through all of its rows. Rows that could not be imported do not fail it: they are in `error_count`. */
export const waitForImportRun: Wait<Schemas['ContactImportStarted'], Schemas['ContactImportRun']> = waiting(
  (client, { import_run_id }, signal) =>
    unwrap(client.GET('/v1/contacts/imports/{import_run_id}', { params: { path: { import_run_id } }, signal })),
);

/** Until every address of a test of an email has been dealt with: each one's end is in `deliveries`. */
export const waitForEmailTest: Wait<Pick<Schemas['EmailTest'], 'email_id' | 'test_id'>, Schemas['EmailTest']> = waiting(
  (client, { email_id, test_id }, signal) =>
    unwrap(client.GET('/v1/emails/{emailId}/tests/{test_id}', { params: { path: { emailId: email_id, test_id } }, signal })),
);

/** Waits for an export; its answer does not name what it is an export of, so that you do. */
export type WaitForExport = (
  client: Client,
  started: { export: Pick<Schemas['Export'], 'export_id'> },
  of: string,
  options?: PollOptions,
) => Promise<Schemas['Export']>;

/** Until the file of this list is at `download_url`, which needs no key and does not last. */
export const waitForContactListExport: WaitForExport = exporting((client, listId, exportId, signal) =>
  unwrap(client.GET('/v1/contact-lists/{listId}/export/{exportId}', { params: { path: { listId, exportId } }, signal })),
);

/** Until the file of this blast's contacts is at `download_url`, which needs no key and does not last. */
export const waitForBlastExport: WaitForExport = exporting((client, blastId, exportId, signal) =>
  unwrap(client.GET('/v1/email-blasts/{blastId}/contacts/export/{exportId}', { params: { path: { blastId, exportId } }, signal })),
);

/**
 * Until the newest version of a tent has been written and, where that was asked for, published. Fails with the generation
 * only: whether the page is live, and where, stands in `publication`.
 */
export const waitForTent: Wait<Pick<Schemas['TentCreated'], 'id'>, Schemas['Tent']> = waiting(
  (client, { id }, signal) => unwrap(client.GET('/v1/tents/{tentId}', { params: { path: { tentId: id } }, signal })),
  ({ generation, publication }) => [generation, publication?.last_attempt ?? publication].every((part) => !part || isOver(part)),
  ({ generation }) => generation && reasonOf(generation),
);

/** Until every recipient of a blast has been dealt with; while it is `scheduled`, too. A blast that was called off has failed. */
export const waitForBlastSent: Wait<Pick<Schemas['EmailBlast'], 'blast_id'>, Schemas['EmailBlast']> = waiting(
  (client, { blast_id }, signal) => unwrap(client.GET('/v1/email-blasts/{blastId}', { params: { path: { blastId: blast_id } }, signal })),
  isOver,
  // Not by its status: an archived blast may have been sent before.
  ({ sent_at, status, details }) => (sent_at ? undefined : (details.blast_error ?? `The blast is ${status}.`)),
);

const UNDER_WAY = ['pending', 'accepted', 'queued', 'scheduled', 'processing', 'running', 'generating', 'sending'];

interface Work {
  status: string;
  error_message?: string | null;
  error?: string | null;
}

function isOver({ status = '' }: Partial<Work>): boolean {
  return !UNDER_WAY.includes(status);
}

/** Why work has failed; undefined when it has not. */
function reasonOf({ status, error_message, error }: Partial<Work>): string | undefined {
  return status === 'failed' ? (error_message ?? error ?? 'The work failed.') : undefined;
}

/** `over` and `failure` are for work that says in its own way that it has ended, and why it has failed. */
function waiting<Started, Outcome extends Partial<Work>>(
  read: Read<Started, Outcome>,
  over: (outcome: Outcome) => boolean = isOver,
  failure: (outcome: Outcome) => string | null | undefined = reasonOf,
): Wait<Started, Outcome> {
  return async (client, started, options) => {
    const outcome = await poll((signal) => read(client, started, signal), over, options);
    const reason = failure(outcome);
    if (reason) throw new WorkFailedError(outcome, reason);
    return outcome;
  };
}

function exporting(
  read: (client: Client, of: string, exportId: string, signal: AbortSignal) => Promise<Schemas['ExportEnvelope']>,
): WaitForExport {
  const wait = waiting(async (client: Client, { of, exportId }: { of: string; exportId: string }, signal: AbortSignal) => {
    return (await read(client, of, exportId, signal)).export;
  });
  return (client, started, of, options) => wait(client, { of, exportId: started.export.export_id }, options);
}
