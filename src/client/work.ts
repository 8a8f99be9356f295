/**
 * Waiting for the work that the service does after its answer. Hand over the answer that began the work; each function reads
 * until the work is over and resolves to its outcome. It throws `WorkFailedError` when the work failed, `PollTimeoutError`
 * when it takes too long, and `ApiError` when it cannot be read.
 */
import type { components } from '../../generated/api.d.ts';
import type { Client } from './client.ts';
import { unwrap } from './errors.ts';
import { type PollOptions, poll, WorkFailedError } from './polling.ts';

type Schemas = components['schemas'];

/** Until a version of an email has been written, or could not be. */
export function waitForEmailGeneration(
  client: Client,
  { email_id, generation_id }: { email_id: string; generation_id: string },
  options?: PollOptions,
): Promise<Schemas['EmailGeneration']> {
  const params = { path: { emailId: email_id, generationId: generation_id } };
  return outcome((signal) => unwrap(client.GET('/v1/emails/{emailId}/generations/{generationId}', { params, signal })), options);
}

/** Until a version of an email template has been written, or could not be. */
export function waitForEmailTemplateGeneration(
  client: Client,
  { template_id, generation_id }: { template_id: string; generation_id: string },
  options?: PollOptions,
): Promise<Schemas['EmailTemplateGeneration']> {
  const params = { path: { templateId: template_id, generationId: generation_id } };
  return outcome(
    (signal) => unwrap(client.GET('/v1/email-templates/{templateId}/generations/{generationId}', { params, signal })),
    options,
  );
}

/** Until a version of a tent template has been written, or could not be. */
export function waitForTentTemplateGeneration(
  client: Client,
  { template_id, generation_id }: { template_id: string; generation_id: string },
  options?: PollOptions,
): Promise<Schemas['TentTemplateGeneration']> {
  const params = { path: { templateId: template_id, generationId: generation_id } };
  return outcome((signal) => unwrap(client.GET('/v1/tent-templates/{templateId}/generations/{generationId}', { params, signal })), options);
}

/**
 * Until the newest version of a tent has been written and, where that was asked for, published. Fails with the generation
 * only: whether the page is live, and where, stands in `publication`.
 */
export async function waitForTent(client: Client, { id }: { id: string }, options?: PollOptions): Promise<Schemas['Tent']> {
  const params = { path: { tentId: id } };
  const tent = await poll(
    (signal) => unwrap(client.GET('/v1/tents/{tentId}', { params, signal })),
    ({ generation, publication }) => [generation, publication].every((part) => !part || isOver(part)),
    options,
  );
  if (tent.generation?.status === 'failed') throw new WorkFailedError(tent, tent.generation.error_message);
  return tent;
}

/** Until every item of a bulk job is done. Fails when none succeeded; with `completed_with_failures`, look at the `items`. */
export function waitForBulkJob(
  client: Client,
  { bulk_job_id }: { bulk_job_id: string },
  options?: PollOptions,
): Promise<Schemas['BulkJob']> {
  const params = { path: { bulkJobId: bulk_job_id } };
  return outcome((signal) => unwrap(client.GET('/v1/bulk-jobs/{bulkJobId}', { params, signal })), options);
}

/** Until an import has gone through all of its rows. Rows that could not be imported do not fail it: they are in `error_count`. */
export function waitForImportRun(
  client: Client,
  { import_run_id }: { import_run_id: string },
  options?: PollOptions,
): Promise<Schemas['ContactImportRun']> {
  const params = { path: { import_run_id } };
  return outcome((signal) => unwrap(client.GET('/v1/contacts/imports/{import_run_id}', { params, signal })), options);
}

/** Until the file is at `download_url`, which needs no key and does not last. */
export function waitForContactListExport(
  client: Client,
  { list_id, export_id }: { list_id: string; export_id: string },
  options?: PollOptions,
): Promise<Schemas['Export']> {
  const params = { path: { listId: list_id, exportId: export_id } };
  const read = (signal?: AbortSignal) => unwrap(client.GET('/v1/contact-lists/{listId}/export/{exportId}', { params, signal }));
  return outcome(async (signal) => (await read(signal)).export, options);
}

/** Until the file is at `download_url`, which needs no key and does not last. */
export function waitForBlastExport(
  client: Client,
  { blast_id, export_id }: { blast_id: string; export_id: string },
  options?: PollOptions,
): Promise<Schemas['Export']> {
  const params = { path: { blastId: blast_id, exportId: export_id } };
  const read = (signal?: AbortSignal) => unwrap(client.GET('/v1/email-blasts/{blastId}/contacts/export/{exportId}', { params, signal }));
  return outcome(async (signal) => (await read(signal)).export, options);
}

/** Until every recipient of a blast has been dealt with; while it is `scheduled`, too. A blast that was called off has failed. */
export async function waitForBlastSent(
  client: Client,
  { blast_id }: { blast_id: string },
  options?: PollOptions,
): Promise<Schemas['EmailBlast']> {
  const params = { path: { blastId: blast_id } };
  const blast = await poll((signal) => unwrap(client.GET('/v1/email-blasts/{blastId}', { params, signal })), isOver, options);
  // Not by its status: an archived blast may have been sent before.
  if (!blast.sent_at) throw new WorkFailedError(blast, blast.details.blast_error ?? `The blast is ${blast.status}.`);
  return blast;
}

const UNDER_WAY = ['pending', 'accepted', 'queued', 'scheduled', 'processing', 'running', 'generating', 'sending'];
const isOver = ({ status }: { status: string }): boolean => !UNDER_WAY.includes(status);

async function outcome<T extends { status: string; error_message?: string | null }>(
  read: (signal?: AbortSignal) => Promise<T>,
  options: PollOptions | undefined,
): Promise<T> {
  const work = await poll(read, isOver, options);
  if (work.status === 'failed') throw new WorkFailedError(work, work.error_message);
  return work;
}
