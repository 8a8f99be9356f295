/**
 * Waiting for the work that the service does after its answer. Hand over the answer that began the work; each function reads
 * until the work is over and resolves to its outcome. It throws `WorkFailedError` when the work failed, `PollTimeoutError`
 * when it takes too long, and `ApiError` when it cannot be read.
 */
import type { components } from '../../generated/api.d.ts';
import type { Client } from './client.ts';
import { type PollOptions } from './polling.ts';
type Schemas = components['schemas'];
/** Until a version of an email has been written, or could not be. */
export declare function waitForEmailGeneration(client: Client, { email_id, generation_id }: {
    email_id: string;
    generation_id: string;
}, options?: PollOptions): Promise<Schemas['EmailGeneration']>;
/** Until a version of an email template has been written, or could not be. */
export declare function waitForEmailTemplateGeneration(client: Client, { template_id, generation_id }: {
    template_id: string;
    generation_id: string;
}, options?: PollOptions): Promise<Schemas['EmailTemplateGeneration']>;
/** Until a version of a tent template has been written, or could not be. */
export declare function waitForTentTemplateGeneration(client: Client, { template_id, generation_id }: {
    template_id: string;
    generation_id: string;
}, options?: PollOptions): Promise<Schemas['TentTemplateGeneration']>;
/**
 * Until the newest version of a tent has been written and, where that was asked for, published. Fails with the generation
 * only: whether the page is live, and where, stands in `publication`.
 */
export declare function waitForTent(client: Client, { id }: {
    id: string;
}, options?: PollOptions): Promise<Schemas['Tent']>;
/** Until every item of a bulk job is done. Fails when none succeeded; with `completed_with_failures`, look at the `items`. */
export declare function waitForBulkJob(client: Client, { bulk_job_id }: {
    bulk_job_id: string;
}, options?: PollOptions): Promise<Schemas['BulkJob']>;
/** Until an import has gone through all of its rows. Rows that could not be imported do not fail it: they are in `error_count`. */
export declare function waitForImportRun(client: Client, { import_run_id }: {
    import_run_id: string;
}, options?: PollOptions): Promise<Schemas['ContactImportRun']>;
/** Until the file is at `download_url`, which needs no key and does not last. */
export declare function waitForContactListExport(client: Client, { list_id, export_id }: {
    list_id: string;
    export_id: string;
}, options?: PollOptions): Promise<Schemas['Export']>;
/** Until the file is at `download_url`, which needs no key and does not last. */
export declare function waitForBlastExport(client: Client, { blast_id, export_id }: {
    blast_id: string;
    export_id: string;
}, options?: PollOptions): Promise<Schemas['Export']>;
/** Until every recipient of a blast has been dealt with; while it is `scheduled`, too. A blast that was called off has failed. */
export declare function waitForBlastSent(client: Client, { blast_id }: {
    blast_id: string;
}, options?: PollOptions): Promise<Schemas['EmailBlast']>;
export {};
