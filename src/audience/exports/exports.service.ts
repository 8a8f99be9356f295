import type { components } from '../../../generated/api.d.ts';
import type { Enqueue, Queue } from '../../jobs/jobs.ts';
import { type Ctx, type Scope, transaction } from '../../platform/db.ts';
import { newId, toUlid } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage.ts';
import type { Cell } from '../../shared/csv.ts';
import { notFound } from '../../shared/errors.ts';
import * as repo from './exports.repo.ts';

/**
 * What a wing says about the subjects that it exports, lists or blasts. The rest is the same for all: the ledger, the job,
 * the file and its address.
 */
export interface ExportSource {
  kind: repo.SubjectKind;
  /** Reads what there is now; null when the subject is gone. */
  open(ctx: Ctx, subjectId: string, parameters: Record<string, unknown>): Promise<ExportTable | null>;
  /** Told when the subject is gone before its file was written. A sentence for people. */
  gone: string;
}

export interface ExportTable {
  header: string[];
  /** Rows in pages of a bounded size, read one after the other. */
  pages: AsyncIterable<Cell[][]>;
}

/**
 * Two at once: a file is read page by page, and the API shares the database. The ledger repeats what is worth it; the queue repeats
 * a run that could not even say that it failed.
 */
export const queueOf = (kind: repo.SubjectKind): Queue<object> => ({
  name: `export-${kind.replace('_', '-')}`,
  concurrency: 2,
  retryLimit: 3,
  retryDelay: 5,
  expireInSeconds: 3_600,
});

export interface ExportRequest {
  kind: repo.SubjectKind;
  subjectId: string;
  fileName: string;
  parameters?: object;
}

/** An export and, when it is completed, where its file is fetched. */
export type Exported = repo.ExportRow & { downloadUrl: string | null };

/** Writes an export into the ledger with the job that makes it, both or neither. */
export function startExport(ctx: Ctx, enqueue: Enqueue, request: ExportRequest): Promise<Exported> {
  const { kind, subjectId, fileName, parameters = {} } = request;
  return transaction(ctx, async (tx) => {
    const row = await repo.insertExport(tx, { id: newId(), kind, subjectId, parameters, fileName });
    await enqueue(tx.db, queueOf(kind), {}, row.id);
    return { ...row, downloadUrl: null };
  });
}

const ADDRESS_SECONDS = 60 * 60;
export const CSV = 'text/csv; charset=utf-8';

/** Reads an export of a subject, with a fresh address for its file. @throws not_found, also for another subject's export */
export async function readExport(
  ctx: Scope,
  storage: Storage,
  { kind, subjectId, exportId }: { kind: repo.SubjectKind; subjectId: string; exportId: string },
): Promise<Exported> {
  const row = await repo.findExport(ctx, kind, subjectId, exportId);
  if (!row) throw notFound();
  const file = { fileName: row.fileName, contentType: CSV, expiresIn: ADDRESS_SECONDS };
  return { ...row, downloadUrl: row.storageKey && (await storage.downloadUrl(row.storageKey, file)) };
}

type Schemas = components['schemas'];

export const toExportEnvelope = (row: Exported): Schemas['ExportEnvelope'] => ({
  export: {
    export_id: toUlid(row.id),
    status: row.status,
    file_name: row.fileName,
    row_count: row.rowCount,
    error_message: row.errorMessage,
    download_url: row.downloadUrl,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    completed_at: row.completedAt?.toISOString() ?? null,
  },
});
