import type { components } from '../../../generated/api.d.ts';
import { readinessOf } from './readiness.ts';
import type { AudienceList, BlastEmail, Counters, WholeBlast } from './whole-blast.repo.ts';

type EmailBlast = components['schemas']['EmailBlast'];

export const toEmailBlast = ({ blast, list, email, counters }: WholeBlast): EmailBlast => {
  // A source says where a reference comes from; a list or an email that was deleted leaves none behind.
  const audienceSource = blast.audienceListId ? (blast.audienceSource as EmailBlast['audience_source']) : null;
  const emailSource = blast.emailId ? (blast.emailSource as EmailBlast['email_source']) : null;
  return {
    blast_id: blast.id,
    type: 'email_blast',
    name: blast.name,
    description: blast.description,
    status: blast.status as EmailBlast['status'],
    audience_list_id: blast.audienceListId,
    audience_source: audienceSource,
    audience: list && audienceSource && toAudience(list, audienceSource),
    email_id: blast.emailId,
    email_source: emailSource,
    email: email && emailSource && toEmail(email, emailSource),
    operational: blast.operational,
    scheduled_at: toTimestamp(blast.scheduledAt),
    approved_at: toTimestamp(blast.approvedAt),
    approved_email_version: blast.approvedEmailVersion,
    sent_at: toTimestamp(blast.sentAt),
    send_mode: blast.sendMode as EmailBlast['send_mode'],
    cancelled_at: toTimestamp(blast.cancelledAt),
    cancelled_reason: blast.cancelledReason as EmailBlast['cancelled_reason'],
    details: toDetails(counters, blast),
    created_at: blast.createdAt.toISOString(),
    updated_at: blast.updatedAt.toISOString(),
    ...(blast.status === 'draft' && { approval_readiness: readinessOf({ list, email }) }),
  };
};

const toTimestamp = (moment: Date | null): string | null => moment?.toISOString() ?? null;

const toAudience = (list: AudienceList, source: 'existing' | 'inline'): components['schemas']['EmailBlastAudience'] => ({
  list_id: list.id,
  source,
  name: list.name,
  kind: list.kind as 'static' | 'dynamic',
  member_count: list.memberCount,
});

const toEmail = (email: BlastEmail, source: 'existing' | 'inline'): components['schemas']['EmailBlastEmail'] => ({
  email_id: email.id,
  source,
  name: email.name,
  status: email.status as components['schemas']['EmailStatus'],
  subject: email.subject,
  current_version: email.currentVersion,
  approved_version: email.approvedVersion,
});

const toDetails = (
  counters: Counters | null,
  { audienceTruncated, error }: WholeBlast['blast'],
): components['schemas']['EmailBlastDetails'] => ({
  blast_recipient_count: counters?.recipients ?? 0,
  blast_sent_count: counters?.sent ?? 0,
  blast_failed_count: counters?.failed ?? 0,
  blast_blocked_count: counters?.blocked ?? 0,
  blast_qualified_count: counters?.qualified ?? 0,
  blast_audience_truncated: audienceTruncated,
  blast_delivered_count: counters?.delivered ?? 0,
  blast_opened_count: counters?.opened ?? 0,
  blast_clicked_count: counters?.clicked ?? 0,
  blast_bounced_count: counters?.bounced ?? 0,
  blast_spam_count: counters?.complained ?? 0,
  blast_unsubscribed_count: counters?.unsubscribed ?? 0,
  blast_error: error,
});
