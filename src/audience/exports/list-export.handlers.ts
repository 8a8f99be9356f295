import type { Handler, Handlers } from '../../http/handler.types.ts';
import type { Enqueue } from '../../jobs/jobs.ts';
import { fromUlid } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage.ts';
import { requireReadable } from '../contact-lists/contact-lists.service.ts';
import { readExport, startExport } from './exports.service.ts';
import { toExportEnvelope } from './exports.view.ts';
import { listFileName } from './list-export.ts';

export function createListExportHandlers({ enqueue, storage }: { enqueue: Enqueue; storage: Storage }) {
  const exportContactList: Handler<'exportContactList'> = async ({ path }, ctx) => {
    const list = await requireReadable(ctx, path.listId);
    const request = { kind: 'contact_list', subjectId: list.id, fileName: listFileName(list, ctx.now) } as const;
    return { status: 202, body: toExportEnvelope(await startExport(ctx, enqueue, request)) };
  };

  const getContactListExport: Handler<'getContactListExport'> = async ({ path }, ctx) => {
    // The file of a list outlives it.
    const subject = { kind: 'contact_list', subjectId: path.listId, exportId: fromUlid(path.exportId) } as const;
    return { status: 200, body: toExportEnvelope(await readExport(ctx, storage, subject)) };
  };

  return { exportContactList, getContactListExport } satisfies Partial<Handlers>;
}
