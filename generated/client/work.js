import { unwrap } from "./errors.js";
import { poll, WorkFailedError } from "./polling.js";
/** Until a version of an email has been written, or could not be. */
export const waitForEmailGeneration = waiting((client, { email_id, generation_id }, signal) => {
    const params = { path: { emailId: email_id, generationId: generation_id } };
    return unwrap(client.GET('/v1/emails/{emailId}/generations/{generationId}', { params, signal }));
});
/** Until a version of an email template has been written, or could not be. */
export const waitForEmailTemplateGeneration = waiting((client, { template_id, generation_id }, signal) => {
    const params = { path: { templateId: template_id, generationId: generation_id } };
    return unwrap(client.GET('/v1/email-templates/{templateId}/generations/{generationId}', { params, signal }));
});
/** Until a version of a tent template has been written, or could not be. */
export const waitForTentTemplateGeneration = waiting((client, { template_id, generation_id }, signal) => {
    const params = { path: { templateId: template_id, generationId: generation_id } };
    return unwrap(client.GET('/v1/tent-templates/{templateId}/generations/{generationId}', { params, signal }));
});
/** Until every item of a bulk job is done. Fails when none succeeded; with `completed_with_failures`, look at the `items`. */
export const waitForBulkJob = waiting((client, { bulk_job_id }, signal) => unwrap(client.GET('/v1/bulk-jobs/{bulkJobId}', { params: { path: { bulkJobId: bulk_job_id } }, signal })));
/** Until an import has gone through all of its rows. Rows that could not be imported do not fail it: they are in `error_count`. */
export const waitForImportRun = waiting((client, { import_run_id }, signal) => unwrap(client.GET('/v1/contacts/imports/{import_run_id}', { params: { path: { import_run_id } }, signal })));
/** Until every address of a test of an email has been dealt with: each one's end is in `deliveries`. */
export const waitForEmailTest = waiting((client, { email_id, test_id }, signal) => unwrap(client.GET('/v1/emails/{emailId}/tests/{test_id}', { params: { path: { emailId: email_id, test_id } }, signal })));
/** Until the file of this list is at `download_url`, which needs no key and does not last. */
export const waitForContactListExport = exporting((client, listId, exportId, signal) => unwrap(client.GET('/v1/contact-lists/{listId}/export/{exportId}', { params: { path: { listId, exportId } }, signal })));
/** Until the file of this blast's contacts is at `download_url`, which needs no key and does not last. */
export const waitForBlastExport = exporting((client, blastId, exportId, signal) => unwrap(client.GET('/v1/email-blasts/{blastId}/contacts/export/{exportId}', { params: { path: { blastId, exportId } }, signal })));
/**
 * Until the newest version of a tent has been written and, where that was asked for, published. Fails with the generation
 * only: whether the page is live, and where, stands in `publication`.
 */
export const waitForTent = waiting((client, { id }, signal) => unwrap(client.GET('/v1/tents/{tentId}', { params: { path: { tentId: id } }, signal })), ({ generation, publication }) => [generation, publication?.last_attempt ?? publication].every((part) => !part || isOver(part)), ({ generation }) => generation && reasonOf(generation));
/** Until every recipient of a blast has been dealt with; while it is `scheduled`, too. A blast that was called off has failed. */
export const waitForBlastSent = waiting((client, { blast_id }, signal) => unwrap(client.GET('/v1/email-blasts/{blastId}', { params: { path: { blastId: blast_id } }, signal })), isOver, 
// Not by its status: an archived blast may have been sent before.
({ sent_at, status, details }) => (sent_at ? undefined : (details.blast_error ?? `The blast is ${status}.`)));
const UNDER_WAY = ['pending', 'accepted', 'queued', 'scheduled', 'processing', 'running', 'generating', 'sending'];
function isOver({ status = '' }) {
    return !UNDER_WAY.includes(status);
}
/** Why work has failed; undefined when it has not. */
function reasonOf({ status, error_message, error }) {
    return status === 'failed' ? (error_message ?? error ?? 'The work failed.') : undefined;
}
/** `over` and `failure` are for work that says in its own way that it has ended, and why it has failed. */
function waiting(read, over = isOver, failure = reasonOf) {
    return async (client, started, options) => {
        const outcome = await poll((signal) => read(client, started, signal), over, options);
        const reason = failure(outcome);
        if (reason)
            throw new WorkFailedError(outcome, reason);
        return outcome;
    };
}
function exporting(read) {
    const wait = waiting(async (client, { of, exportId }, signal) => {
        return (await read(client, of, exportId, signal)).export;
    });
    return (client, started, of, options) => wait(client, { of, exportId: started.export.export_id }, options);
}
