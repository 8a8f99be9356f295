import type { components } from '../../../generated/api.d.ts';
import { toUlid } from '../../platform/ids.ts';
import type { ReportRow } from './report.repo.ts';

type Recipient = components['schemas']['EmailBlastRecipient'];

export const toRecipient = (row: ReportRow): Recipient => ({
  recipient_id: toUlid(row.id),
  contact_id: row.contactId,
  display_name: row.displayName,
  email: row.email,
  contact_deleted: row.contactDeleted,
  sent_at: toTimestamp(row.sentAt),
  delivered_at: toTimestamp(row.deliveredAt),
  opened_at: toTimestamp(row.openedAt),
  clicked_at: toTimestamp(row.clickedAt),
  clicked_url: row.clickedUrl,
  bounced_at: toTimestamp(row.bouncedAt),
  unsubscribed_at: toTimestamp(row.unsubscribedAt),
  complained_at: toTimestamp(row.complainedAt),
  status: row.status as Recipient['status'],
  error: row.error,
});

const toTimestamp = (moment: Date | null): string | null => moment?.toISOString() ?? null;
