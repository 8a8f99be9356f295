import type { Handler, Handlers } from '../../http/handler.types.ts';
import type { Enqueue } from '../../jobs/jobs.ts';
import { fromUlid } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage.ts';
import { requireReadable } from '../contact-lists/contact-lists.service.ts';
import { readExport, startExport } from './exports.service.ts';
import { toExportEnvelope } from './exports.view.ts';
import { listFileName } from './list-export.ts';

export function createListExportHandlers({ enqueue, storage }: { enqueue: Enqueue; storage: Storage }) {
  const exportContactList: Handler<'exportContactList'> = async ({ path }, { db, workspaceId, now }) => {
    const list = await requireReadable(db, workspaceId, path.listId);
    const request = { kind: 'contact_list', subjectId: list.id, fileName: listFileName(list, now) } as const;
    return { status: 202, body: toExportEnvelope(await startExport(db, enqueue, workspaceId, request, now)) };
  };

  const getContactListExport: Handler<'getContactListExport'> = async ({ path }, { db, workspaceId }) => {
    // The file of a list outlives it.
    const subject = { kind: 'contact_list', subjectId: path.listId, exportId: fromUlid(path.exportId) } as const;
    return { status: 200, body: toExportEnvelope(await readExport(db, storage, workspaceId, subject)) };
  };

  return { exportContactList, getContactListExport } satisfies Partial<Handlers>;
}
