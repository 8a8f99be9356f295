import type { components } from '../../../generated/api.d.ts';
import type { ContactImportRun } from '../../../generated/prisma/client.ts';
import { toUlid } from '../../platform/ids.ts';
import { CHUNK_ROWS } from './chunks.service.ts';
import type { AttentionRow, ResultRow } from './results.repo.ts';
import { processedRows } from './runs.repo.ts';

type Schemas = components['schemas'];

export const toImportRun = (run: ContactImportRun): Schemas['ContactImportRun'] => ({
  import_run_id: toUlid(run.id),
  import_session_id: toUlid(run.sessionId),
  file_name: run.fileName,
  status: run.status as Schemas['ContactImportRun']['status'],
  created_count: run.createdCount,
  updated_count: run.updatedCount,
  skipped_count: run.skippedCount,
  error_count: run.errorCount,
  progress: {
    total_rows: run.totalRows,
    processed_rows: processedRows(run),
    // Large rows make chunks of fewer.
    total_chunks: run.totalRows === null ? null : run.completedChunks + Math.ceil((run.totalRows - processedRows(run)) / CHUNK_ROWS),
    completed_chunks: run.completedChunks,
  },
  error_message: run.errorMessage,
  created_at: run.createdAt.toISOString(),
  started_at: run.startedAt?.toISOString() ?? null,
  completed_at: run.completedAt?.toISOString() ?? null,
});

export const toImportResult = (row: ResultRow): Schemas['ContactImportResult'] => ({
  row_number: row.row_number,
  status: row.status,
  contact_id: row.contact_id,
  field_issues: (row.field_issues ?? []).map(({ field, header, error_code, message, value }) => ({
    field,
    header,
    error_code,
    message,
    value,
  })),
});

/** The line of a row that needs attention, before its own cells. */
export const toReason = ({ status, field_issues }: AttentionRow): string => {
  const told = (field_issues ?? []).map(({ header, message }) => (header === null ? message : `${header}: ${message}`));
  const isTold = field_issues?.some(({ error_code }) => error_code === 'duplicate_in_file') ?? false;
  return [...(status === 'skipped' && !isTold ? ['The contact exists already.'] : []), ...told].join(' ');
};
