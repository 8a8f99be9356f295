import { readExport, startExport, toExportEnvelope } from '../../audience/exports/exports.service.ts';
import type { Handlers } from '../../http/handler.types.ts';
import type { Enqueue } from '../../jobs/jobs.ts';
import { fromUlid } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage.ts';
import { blastFileName } from './blast-export.ts';
import { refuseFlow, requireBlast } from './blasts.service.ts';

export const createBlastExportHandlers = ({ enqueue, storage }: { enqueue: Enqueue; storage: Storage }) =>
  ({
    async exportEmailBlastContacts({ path, query: { category } }, ctx) {
      const { id, name } = await requireBlast(ctx, path.blastId);
      const request = { kind: 'email_blast', subjectId: id, fileName: blastFileName(name, category), parameters: { category } } as const;
      return { status: 202, body: toExportEnvelope(await startExport(ctx, enqueue, request)) };
    },

    async getEmailBlastContactsExport({ path }, ctx) {
      // Files outlive their blast, so that it is not asked for.
      await refuseFlow(ctx, path.blastId);
      const subject = { kind: 'email_blast', subjectId: path.blastId, exportId: fromUlid(path.exportId) } as const;
      return { status: 200, body: toExportEnvelope(await readExport(ctx, storage, subject)) };
    },
  }) satisfies Partial<Handlers>;
