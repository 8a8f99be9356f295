import { unwrap } from "./errors.js";
import { poll, WorkFailedError } from "./polling.js";
/** Until a version of an email has been written, or could not be. */
export function waitForEmailGeneration(client, { email_id, generation_id }, options) {
    const params = { path: { emailId: email_id, generationId: generation_id } };
    return outcome((signal) => unwrap(client.GET('/v1/emails/{emailId}/generations/{generationId}', { params, signal })), options);
}
/** Until a version of an email template has been written, or could not be. */
export function waitForEmailTemplateGeneration(client, { template_id, generation_id }, options) {
    const params = { path: { templateId: template_id, generationId: generation_id } };
    return outcome((signal) => unwrap(client.GET('/v1/email-templates/{templateId}/generations/{generationId}', { params, signal })), options);
}
/** Until a version of a tent template has been written, or could not be. */
export function waitForTentTemplateGeneration(client, { template_id, generation_id }, options) {
    const params = { path: { templateId: template_id, generationId: generation_id } };
    return outcome((signal) => unwrap(client.GET('/v1/tent-templates/{templateId}/generations/{generationId}', { params, signal })), options);
}
/**
 * Until the newest version of a tent has been written and, where that was asked for, published. Fails with the generation
 * only: whether the page is live, and where, stands in `publication`.
 */
export async function waitForTent(client, { id }, options) {
    const params = { path: { tentId: id } };
    const tent = await poll((signal) => unwrap(client.GET('/v1/tents/{tentId}', { params, signal })), ({ generation, publication }) => [generation, publication].every((part) => !part || isOver(part)), options);
    if (tent.generation?.status === 'failed')
        throw new WorkFailedError(tent, tent.generation.error_message);
    return tent;
}
/** Until every item of a bulk job is done. Fails when none succeeded; with `completed_with_failures`, look at the `items`. */
export function waitForBulkJob(client, { bulk_job_id }, options) {
    const params = { path: { bulkJobId: bulk_job_id } };
    return outcome((signal) => unwrap(client.GET('/v1/bulk-jobs/{bulkJobId}', { params, signal })), options);
}
/** Until an import has gone through all of its rows. Rows that could not be imported do not fail it: they are in `error_count`. */
export function waitForImportRun(client, { import_run_id }, options) {
    const params = { path: { import_run_id } };
    return outcome((signal) => unwrap(client.GET('/v1/contacts/imports/{import_run_id}', { params, signal })), options);
}
/** Until the file is at `download_url`, which needs no key and does not last. */
export function waitForContactListExport(client, { list_id, export_id }, options) {
    const params = { path: { listId: list_id, exportId: export_id } };
    const read = (signal) => unwrap(client.GET('/v1/contact-lists/{listId}/export/{exportId}', { params, signal }));
    return outcome(async (signal) => (await read(signal)).export, options);
}
/** Until the file is at `download_url`, which needs no key and does not last. */
export function waitForBlastExport(client, { blast_id, export_id }, options) {
    const params = { path: { blastId: blast_id, exportId: export_id } };
    const read = (signal) => unwrap(client.GET('/v1/email-blasts/{blastId}/contacts/export/{exportId}', { params, signal }));
    return outcome(async (signal) => (await read(signal)).export, options);
}
/** Until every recipient of a blast has been dealt with; while it is `scheduled`, too. A blast that was called off has failed. */
export async function waitForBlastSent(client, { blast_id }, options) {
    const params = { path: { blastId: blast_id } };
    const blast = await poll((signal) => unwrap(client.GET('/v1/email-blasts/{blastId}', { params, signal })), isOver, options);
    // Not by its status: an archived blast may have been sent before.
    if (!blast.sent_at)
        throw new WorkFailedError(blast, blast.details.blast_error ?? `The blast is ${blast.status}.`);
    return blast;
}
const UNDER_WAY = ['pending', 'accepted', 'queued', 'scheduled', 'processing', 'running', 'generating', 'sending'];
const isOver = ({ status }) => !UNDER_WAY.includes(status);
async function outcome(read, options) {
    const work = await poll(read, isOver, options);
    if (work.status === 'failed')
        throw new WorkFailedError(work, work.error_message);
    return work;
}
