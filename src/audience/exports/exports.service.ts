import type { components } from '../../../generated/api.d.ts';
import type { Enqueue, Queue } from '../../jobs/jobs.ts';
import { type Ctx, type Scope, transaction } from '../../platform/db.ts';
import { type ExportId, newId, toUlid } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage.ts';
import type { Cell } from '../../shared/csv.ts';
import { notFound } from '../../shared/errors.ts';
import * as repo from './exports.repo.ts';

/** A wing's part of an export, of lists, blasts or submissions. The ledger, the job, the file and its address are the same for all. */
export interface ExportSource<Of extends ExportTable | ExportArchive = ExportTable | ExportArchive> {
  kind: repo.SubjectKind;
  /** Null when the subject is gone. */
  open(ctx: Ctx, subjectId: string, parameters: Record<string, unknown>): Promise<Of | null>;
  /** The message when the subject is deleted before its file is written. */
  gone: string;
}

export interface ExportTable {
  header: string[];
  /** Each page has a bounded size. */
  pages: AsyncIterable<Cell[][]>;
}

/** Several files in one zip. */
export interface ExportArchive {
  files: readonly ArchivedFile[];
  /** The rows of all files, once they are written. */
  count: () => number;
}

export interface ArchivedFile {
  name: string;
  /** Each of a bounded size. */
  pieces: AsyncIterable<string> | Iterable<string>;
}

/**
 * Two at once, because the API shares the database. The ledger repeats failed runs; the queue repeats one that could not even record its
 * failure.
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

export type Exported = repo.ExportRow & { downloadUrl: string | null };

export function startExport(ctx: Ctx, enqueue: Enqueue, request: ExportRequest): Promise<Exported> {
  const { kind, subjectId, fileName, parameters = {} } = request;
  return transaction(ctx, async (tx) => {
    const row = await repo.insertExport(tx, { id: newId(), subjectKind: kind, subjectId, parameters, fileName });
    await enqueue(tx.db, queueOf(kind), {}, row.id);
    return { ...row, downloadUrl: null };
  });
}

const ADDRESS_SECONDS = 60 * 60;
const CSV = 'text/csv; charset=utf-8';

export const contentTypeOf = (kind: repo.SubjectKind): string => (kind === 'contact' ? 'application/zip' : CSV);

/** With a fresh address for its file. @throws not_found, also for another subject's export */
export async function readExport(
  ctx: Scope,
  storage: Storage,
  { kind, subjectId, exportId }: { kind: repo.SubjectKind; subjectId: string; exportId: ExportId },
): Promise<Exported> {
  const row = await repo.findExport(ctx, kind, subjectId, exportId);
  if (!row) throw notFound();
  const file = { fileName: row.fileName, contentType: contentTypeOf(kind), expiresIn: ADDRESS_SECONDS };
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
