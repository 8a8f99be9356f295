import type { components } from '../../../generated/api.d.ts';
import { type ExportSource, type ExportTable, readExport, startExport, toExportEnvelope } from '../../audience/exports/exports.service.ts';
import type { Handlers } from '../../http/handler.types.ts';
import type { Enqueue } from '../../jobs/jobs.ts';
import { fromUlid } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage.ts';
import { slugOf } from '../../shared/text.ts';
import { findBlast } from './blasts.repo.ts';
import { refuseFlow, requireBlast } from './blasts.service.ts';
import { toRecipient } from './blasts.view.ts';
import { pagesOfRecipients, type ReportQuery } from './report.repo.ts';

type Recipient = components['schemas']['EmailBlastRecipient'];
type Category = ReportQuery['category'];

const FIELDS = [
  'recipient_id',
  'contact_id',
  'display_name',
  'email',
  'contact_deleted',
  'sent_at',
  'delivered_at',
  'opened_at',
  'clicked_at',
  'clicked_url',
  'bounced_at',
  'unsubscribed_at',
  'complained_at',
  'status',
  'error',
  'machine_opened_at',
  'machine_clicked_at',
] as const satisfies (keyof Recipient)[];

export const blastExport: ExportSource<ExportTable> = {
  kind: 'email_blast',
  gone: 'The blast was deleted before its file was written.',
  async open(ctx, blastId, { category }) {
    if (!(await findBlast(ctx, blastId))) return null;
    async function* pages() {
      for await (const page of pagesOfRecipients(ctx, blastId, category as Category)) {
        yield page.map(toRecipient).map((recipient) => FIELDS.map((field) => recipient[field]));
      }
    }
    return { header: [...FIELDS], pages: pages() };
  },
};

/** `spring-opening-first-wave-recipients.csv` */
const blastFileName = (name: string, category: Category): string => `${slugOf(name, 'blast').slice(0, 200)}-${category}.csv`;

export const createBlastExportHandlers = ({ enqueue, storage }: { enqueue: Enqueue; storage: Storage }) =>
  ({
    async exportEmailBlastContacts({ path, query: { category } }, ctx) {
      const { id, name } = await requireBlast(ctx, path.blastId);
      const request = { kind: 'email_blast', subjectId: id, fileName: blastFileName(name, category), parameters: { category } } as const;
      return { status: 202, body: toExportEnvelope(await startExport(ctx, enqueue, request)) };
    },

    async getEmailBlastContactsExport({ path }, ctx) {
      // Files outlive their blast, so the blast itself is not required.
      await refuseFlow(ctx, path.blastId);
      const subject = { kind: 'email_blast', subjectId: path.blastId, exportId: fromUlid(path.exportId) } as const;
      return { status: 200, body: toExportEnvelope(await readExport(ctx, storage, subject)) };
    },
  }) satisfies Partial<Handlers>;
