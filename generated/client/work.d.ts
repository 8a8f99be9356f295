/**
 * Waiting for the work that the service does after its answer. Hand over the answer that began the work; each function reads
 * until the work is over and resolves to its outcome. It throws `WorkFailedError` when the work failed, `PollTimeoutError`
 * when it takes too long, and `ApiError` or `ConnectionError` when it cannot be read.
 */
import type { components } from './api.d.ts';
import type { Client } from './calls.ts';
import { type PollOptions } from './polling.ts';
type Schemas = components['schemas'];
/** Waits for what `started` began. */
export type Wait<Started, Outcome> = (client: Client, started: Started, options?: PollOptions) => Promise<Outcome>;
/** Until a version of an email has been written, or could not be. */
export declare const waitForEmailGeneration: Wait<Pick<Schemas['EmailGenerationStarted'], 'email_id' | 'generation_id'>, Schemas['EmailGeneration']>;
/** Until a version of an email template has been written, or could not be. */
export declare const waitForEmailTemplateGeneration: Wait<Pick<Schemas['EmailTemplateGenerationStarted'], 'template_id' | 'generation_id'>, Schemas['EmailTemplateGeneration']>;
/** Until a version of a tent template has been written, or could not be. */
export declare const waitForTentTemplateGeneration: Wait<Pick<Schemas['TentTemplateGenerationStarted'], 'template_id' | 'generation_id'>, Schemas['TentTemplateGeneration']>;
/** Until every item of a bulk job is done. Fails when none succeeded; with `completed_with_failures`, look at the `items`. */
export declare const waitForBulkJob: Wait<Pick<Schemas['BulkJobAdmitted'], 'bulk_job_id'>, Schemas['BulkJob']>;
/** Until an import has gone through all of its rows. Rows that could not be imported do not fail it: they are in `error_count`. */
export declare const waitForImportRun: Wait<Schemas['ContactImportStarted'], Schemas['ContactImportRun']>;
/** Until every address of a test of an email has been dealt with: each one's end is in `deliveries`. */
export declare const waitForEmailTest: Wait<Pick<Schemas['EmailTest'], 'email_id' | 'test_id'>, Schemas['EmailTest']>;
/** Waits for an export; its answer does not name what it is an export of, so that you do. */
export type WaitForExport = (client: Client, started: {
    export: Pick<Schemas['Export'], 'export_id'>;
}, of: string, options?: PollOptions) => Promise<Schemas['Export']>;
/** Until the file of this list is at `download_url`, which needs no key and does not last. */
export declare const waitForContactListExport: WaitForExport;
/** Until the file of this blast's contacts is at `download_url`, which needs no key and does not last. */
export declare const waitForBlastExport: WaitForExport;
/**
 * Until the newest version of a tent has been written and, where that was asked for, published. Fails with the generation
 * only: whether the page is live, and where, stands in `publication`.
 */
export declare const waitForTent: Wait<Pick<Schemas['TentCreated'], 'id'>, Schemas['Tent']>;
/** Until every recipient of a blast has been dealt with; while it is `scheduled`, too. A blast that was called off has failed. */
export declare const waitForBlastSent: Wait<Pick<Schemas['EmailBlast'], 'blast_id'>, Schemas['EmailBlast']>;
export {};
