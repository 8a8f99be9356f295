import { readExport, startExport } from '../../audience/exports/exports.service.ts';
import { toExportEnvelope } from '../../audience/exports/exports.view.ts';
import type { Handlers } from '../../http/handler.types.ts';
import type { Enqueue } from '../../jobs/jobs.ts';
import { fromUlid } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage.ts';
import { blastFileName } from './blast-export.ts';
import { refuseFlow, requireBlast } from './blasts.service.ts';

export const createBlastExportHandlers = ({ enqueue, storage }: { enqueue: Enqueue; storage: Storage }) =>
  ({
    async exportEmailBlastContacts({ path, query: { category } }, { db, workspaceId, now }) {
      const { id, name } = await requireBlast({ db, workspaceId }, path.blastId);
      const request = { kind: 'email_blast', subjectId: id, fileName: blastFileName(name, category), parameters: { category } } as const;
      return { status: 202, body: toExportEnvelope(await startExport({ db, workspaceId, now }, enqueue, request)) };
    },

    async getEmailBlastContactsExport({ path }, { db, workspaceId }) {
      // Files outlive their blast, so that it is not asked for.
      await refuseFlow({ db, workspaceId }, path.blastId);
      const subject = { kind: 'email_blast', subjectId: path.blastId, exportId: fromUlid(path.exportId) } as const;
      return { status: 200, body: toExportEnvelope(await readExport({ db, workspaceId }, storage, subject)) };
    },
  }) satisfies Partial<Handlers>;
