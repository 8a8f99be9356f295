import type { components } from '../../../generated/api.d.ts';
import { toUlid } from '../../platform/ids.ts';
import type { PageLinks } from '../../platform/page-links.ts';
import type { SendableEmail } from '../messages/emails.repo.ts';
import type { Utm } from '../messages/utm.ts';
import type { AudienceLook } from './audience.repo.ts';
import { type Audience, staticListOf } from './audience.ts';
import type { LinkRow } from './links.repo.ts';
import { readinessOfDraft, type Showing } from './readiness.ts';
import type { ReportRow } from './report.repo.ts';
import type { WholeBlast } from './whole-blast.repo.ts';

export type EmailBlast = components['schemas']['EmailBlast'];

export const toEmailBlast = (whole: WholeBlast, showing: Showing, links: PageLinks): EmailBlast => {
  const { blast, audience, look, email } = whole;
  // A list or an email that was deleted leaves no source behind.
  const audienceSource = blast.audienceListId ? (blast.audienceSource as EmailBlast['audience_source']) : null;
  const emailSource = blast.emailId ? (blast.emailSource as EmailBlast['email_source']) : null;
  return {
    blast_id: blast.id,
    type: 'email_blast',
    ...(blast.test && { test: true as const }),
    name: blast.name,
    description: blast.description,
    status: blast.status as EmailBlast['status'],
    audience_list_id: blast.audienceListId,
    audience_source: audienceSource,
    audience: audience && audienceSource && toAudience(audience, look, audienceSource),
    email_id: blast.emailId,
    email_source: emailSource,
    email: email && emailSource && toEmail(email, emailSource),
    utm: blast.utm as Utm | null,
    topic_id: blast.topicId,
    operational: blast.operational,
    scheduled_at: toTimestamp(blast.scheduledAt),
    approved_at: toTimestamp(blast.approvedAt),
    approved_email_version: blast.approvedEmailVersion,
    sent_at: toTimestamp(blast.sentAt),
    send_mode: blast.sendMode as EmailBlast['send_mode'],
    cancelled_at: toTimestamp(blast.cancelledAt),
    paused_reason: blast.status === 'paused' ? (blast.pausedReason as EmailBlast['paused_reason']) : null,
    cancelled_reason: blast.cancelledReason as EmailBlast['cancelled_reason'],
    details: toDetails(whole),
    created_at: blast.createdAt.toISOString(),
    updated_at: blast.updatedAt.toISOString(),
    report_url: links.report('blast', blast),
    ...(blast.status === 'draft' && { approval_readiness: readinessOfDraft(whole, showing) }),
  };
};

const toTimestamp = (moment: Date | null): string | null => moment?.toISOString() ?? null;

const toAudience = (
  audience: Audience,
  look: AudienceLook | null,
  source: 'existing' | 'inline',
): components['schemas']['EmailBlastAudience'] => ({
  list_id: audience.lists[0].id,
  source,
  name: audience.lists[0].name,
  kind: audience.lists[0].kind as 'static' | 'dynamic',
  member_count: staticListOf(audience)?.memberCount ?? null,
  list_ids: audience.lists.map(({ id }) => id),
  exclude_list_ids: audience.excluded.map(({ id }) => id),
  estimate: look && {
    member_count: look.members,
    mailable_count: look.mailable,
    examined_count: look.examined,
    complete: look.isAll,
  },
});

const toEmail = (email: SendableEmail, source: 'existing' | 'inline'): components['schemas']['EmailBlastEmail'] => ({
  email_id: email.id,
  source,
  name: email.name,
  status: email.status as components['schemas']['EmailStatus'],
  subject: email.subject,
  current_version: email.currentVersion,
  approved_version: email.approvedVersion,
});

const toDetails = (whole: WholeBlast): components['schemas']['EmailBlastDetails'] => {
  const { blast, counters, machines, anonymous } = whole;
  return {
    blast_recipient_count: counters?.recipients ?? 0,
    blast_sent_count: counters?.sent ?? 0,
    blast_failed_count: counters?.failed ?? 0,
    blast_blocked_count: counters?.blocked ?? 0,
    blast_qualified_count: counters?.qualified ?? 0,
    blast_audience_truncated: blast.audienceTruncated,
    blast_delivered_count: counters?.delivered ?? 0,
    blast_opened_count: counters?.opened ?? 0,
    blast_clicked_count: counters?.clicked ?? 0,
    blast_bounced_count: counters?.bounced ?? 0,
    blast_spam_count: counters?.complained ?? 0,
    blast_unsubscribed_count: counters?.unsubscribed ?? 0,
    machine_opens: machines.opens,
    machine_clicks: machines.clicks,
    machine_reasons: machines.reasons,
    anonymous_opens: anonymous.opens,
    anonymous_clicks: anonymous.clicks,
    preparation: toPreparation(whole),
    ...toProgress(whole),
  };
};

function toPreparation({ blast: { status }, preparation }: WholeBlast): components['schemas']['EmailBlastPreparation'] | null {
  if (!preparation) return null;
  const unfinished = status === 'sending' ? 'running' : status === 'failed' ? 'failed' : 'stopped';
  return {
    status: preparation.completedAt ? 'completed' : unfinished,
    processed_count: preparation.processedCount,
    total_count: preparation.totalCount,
    started_at: preparation.startedAt.toISOString(),
    attempts: preparation.attempts,
    error: preparation.error,
  };
}

function toProgress({ blast, counters, progress, now }: WholeBlast) {
  const still = { blast_resumes_at: null, blast_pace_per_second: null, blast_completes_at: null };
  if (blast.status !== 'sending') return { blast_error: blast.error, blast_waiting_for: null, ...still };
  if (!progress) return { blast_error: null, blast_waiting_for: 'preparing' as const, ...still };
  const { waitingFor, trouble, wakeAt, pace } = progress;
  return {
    blast_error: trouble,
    blast_waiting_for: waitingFor,
    blast_resumes_at: waitingFor && wakeAt > now ? wakeAt.toISOString() : null,
    blast_pace_per_second: pace === null ? null : Math.round(pace * 100) / 100,
    blast_completes_at: toTimestamp(completesAt({ waitingFor, pace, pending: counters?.pending ?? 0 }, now)),
  };
}

/** How long a mail server is in trouble cannot be predicted, nor the result of retries. */
function completesAt({ waitingFor, pace, pending }: { waitingFor: string | null; pace: number | null; pending: number }, now: Date) {
  if (!pace || waitingFor === 'mail_server' || waitingFor === 'retries') return null;
  const at = new Date(now.getTime() + (pending / pace) * 1_000);
  return at.getUTCFullYear() <= 9999 ? at : null;
}

export const toLink = ({ url, places, unique, people, machines, anonymous }: LinkRow): components['schemas']['EmailBlastLink'] => ({
  url,
  places,
  unique_clicks: unique,
  people_clicks: people,
  machine_clicks: machines,
  anonymous_clicks: anonymous,
});

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
  machine_opened_at: toTimestamp(row.machineOpenedAt),
  machine_clicked_at: toTimestamp(row.machineClickedAt),
  machine_reasons: row.machineReasons,
  bounced_at: toTimestamp(row.bouncedAt),
  unsubscribed_at: toTimestamp(row.unsubscribedAt),
  complained_at: toTimestamp(row.complainedAt),
  tracking: row.tracking as Recipient['tracking'],
  status: row.status as Recipient['status'],
  error: row.error,
});
