import type { Handler, Handlers } from '../../http/handler.types.ts';
import { fromUlid } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage.ts';
import { previewImport } from './preview.service.ts';
import { toPreview } from './preview.view.ts';

export function createPreviewHandlers({ storage }: { storage: Storage }) {
  const previewContactImport: Handler<'previewContactImport'> = async ({ path }, { db, workspaceId, now }) => ({
    status: 200,
    body: toPreview(await previewImport(db, storage, workspaceId, fromUlid(path.session_id), now)),
  });

  return { previewContactImport } satisfies Partial<Handlers>;
}
