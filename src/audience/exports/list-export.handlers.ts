import type { Handler, Handlers } from '../../http/handler.types.ts';
import type { Enqueue } from '../../jobs/jobs.ts';
import { fromUlid } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage.ts';
import { notFound } from '../../shared/errors.ts';
import { readAnyList, readList } from '../contact-lists/contact-lists.repo.ts';
import { readExport, startExport } from './exports.service.ts';
import { toExportEnvelope } from './exports.view.ts';
import { listFileName } from './list-export.ts';

export function createListExportHandlers({ enqueue, storage }: { enqueue: Enqueue; storage: Storage }) {
  const exportContactList: Handler<'exportContactList'> = async ({ path }, { db, workspaceId, now }) => {
    const list = await readList(db, workspaceId, path.listId);
    if (!list) throw notFound();
    const request = { kind: 'contact_list', subjectId: list.id, fileName: listFileName(list, now) } as const;
    return { status: 202, body: toExportEnvelope(await startExport(db, enqueue, workspaceId, request, now)) };
  };

  const getContactListExport: Handler<'getContactListExport'> = async ({ path }, { db, workspaceId }) => {
    // The file of a list outlives it. That of a list which a blast keeps for itself is the blast's own affair.
    if ((await readAnyList(db, workspaceId, path.listId))?.ownerCampaignId) throw notFound();
    const subject = { kind: 'contact_list', subjectId: path.listId, exportId: fromUlid(path.exportId) } as const;
    return { status: 200, body: toExportEnvelope(await readExport(db, storage, workspaceId, subject)) };
  };

  return { exportContactList, getContactListExport } satisfies Partial<Handlers>;
}
