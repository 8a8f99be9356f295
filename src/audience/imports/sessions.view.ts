import type { components } from '../../../generated/api.d.ts';
import { toUlid } from '../../platform/ids.ts';
import type { RowsSession, UploadSession } from './sessions.service.ts';

type Schemas = components['schemas'];

export const toUploadSession = ({ id, uploadUrl, uploadUntil }: UploadSession): Schemas['ContactImportUploadSession'] => ({
  import_session_id: toUlid(id),
  upload_url: uploadUrl,
  expires_at: uploadUntil.toISOString(),
});

export const toRowsSession = ({ id, headers, rowCount }: RowsSession): Schemas['ContactImportRowsSession'] => ({
  import_session_id: toUlid(id),
  row_count: rowCount,
  headers,
});
