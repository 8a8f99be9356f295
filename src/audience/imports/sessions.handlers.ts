import type { Handler, Handlers } from '../../http/handler.types.ts';
import type { Storage } from '../../platform/storage.ts';
import { startRows, startUpload } from './sessions.service.ts';
import { toRowsSession, toUploadSession } from './sessions.view.ts';

export function createSessionHandlers({ storage }: { storage: Storage }) {
  const startContactImport: Handler<'startContactImport'> = async ({ body }, { db, workspaceId, now }) => {
    if (body.source === 'rows') return { status: 201, body: toRowsSession(await startRows(db, workspaceId, body, now)) };
    return { status: 201, body: toUploadSession(await startUpload(db, storage, workspaceId, body, now)) };
  };

  return { startContactImport } satisfies Partial<Handlers>;
}
