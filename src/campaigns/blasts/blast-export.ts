import type { components } from '../../../generated/api.d.ts';
import type { ExportSource } from '../../audience/exports/exports.service.ts';
import { slugOf } from '../../shared/text.ts';
import { findBlast } from './blasts.repo.ts';
import { pagesOfRecipients, type ReportQuery } from './report.repo.ts';
import { toRecipient } from './report.view.ts';

type Recipient = components['schemas']['EmailBlastRecipient'];
export type Category = ReportQuery['category'];

/** The fields of a recipient, in the order in which the document lists them. */
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
] as const satisfies (keyof Recipient)[];

/** The recipients of a blast, one category of them, in the order in which they were taken down. */
export const blastExport: ExportSource = {
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
export const blastFileName = (name: string, category: Category): string => `${slugOf(name, 'blast').slice(0, 200)}-${category}.csv`;
