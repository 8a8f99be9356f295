import type { components } from '../../../generated/api.d.ts';
import { toUlid } from '../../platform/ids.ts';
import type { Exported } from './exports.service.ts';

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
