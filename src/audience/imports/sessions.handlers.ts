import type { Handler, Handlers } from '../../http/handler.types.ts';
import type { Storage } from '../../platform/storage.ts';
import { startRows, startUpload } from './sessions.service.ts';
import { toRowsSession, toUploadSession } from './sessions.view.ts';

export function createSessionHandlers({ storage }: { storage: Storage }) {
  const startContactImport: Handler<'startContactImport'> = async ({ body }, ctx) => {
    if (body.source === 'rows') return { status: 201, body: toRowsSession(await startRows(ctx, body)) };
    return { status: 201, body: toUploadSession(await startUpload(ctx, storage, body)) };
  };

  return { startContactImport } satisfies Partial<Handlers>;
}
