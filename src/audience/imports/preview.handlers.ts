import type { Handler, Handlers } from '../../http/handler.types.ts';
import { fromUlid } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage.ts';
import { previewImport } from './preview.service.ts';
import { toPreview } from './preview.view.ts';

export function createPreviewHandlers({ storage }: { storage: Storage }) {
  const previewContactImport: Handler<'previewContactImport'> = async ({ path }, ctx) => ({
    status: 200,
    body: toPreview(await previewImport(ctx, storage, fromUlid(path.session_id))),
  });

  return { previewContactImport } satisfies Partial<Handlers>;
}
