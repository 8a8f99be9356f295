import type { Blast } from '../../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/db.ts';
import { type Content, html } from '../../shared/markup.ts';
import type { EmailBlast } from '../blasts/blasts.view.ts';
import { pageOfLinks } from '../blasts/links.repo.ts';
import { barList, number, share } from './charts.ts';
import type { Zone } from './layout.ts';
import { mailChart } from './mail-chart.ts';
import type { Report } from './report.page.ts';

const MOST_LINKS = 10;

export async function blastReport(ctx: Ctx, blast: Blast, shown: EmailBlast, zone: Zone): Promise<Report> {
  const { details } = shown;
  const since = blast.approvedAt ?? blast.createdAt;
  const chart = await mailChart(ctx, { subjectId: blast.id, since, zone: zone.name });
  const { rows } =
    blast.status === 'draft' ? { rows: [] } : await pageOfLinks(ctx, blast.id, { page: 1, limit: MOST_LINKS, total: 'none' });
  const links = rows.toSorted((one, other) => other.people + other.anonymous - one.people - one.anonymous);
  const recipients = details.blast_recipient_count;
  const handled = details.blast_sent_count + details.blast_failed_count + details.blast_blocked_count;
  const delivered = details.blast_delivered_count;
  const isRunning = shown.status === 'sending';
  return {
    name: shown.name,
    kind: 'Email blast',
    status: shown.status,
    notes: notesOf(shown, zone),
    totals: [
      ['Recipients', number(recipients)],
      ['Sent', number(details.blast_sent_count), share(details.blast_sent_count, recipients)],
      ['Delivered', number(delivered), share(delivered, details.blast_sent_count)],
      ['Opened', number(details.blast_opened_count), share(details.blast_opened_count, delivered)],
      ['Clicked', number(details.blast_clicked_count), share(details.blast_clicked_count, delivered)],
      ['Bounced', number(details.blast_bounced_count), share(details.blast_bounced_count, details.blast_sent_count)],
      ['Unsubscribed', number(details.blast_unsubscribed_count), share(details.blast_unsubscribed_count, delivered)],
      ['Marked as spam', number(details.blast_spam_count), share(details.blast_spam_count, delivered)],
      ['Failed', number(details.blast_failed_count)],
      ['Held back', number(details.blast_blocked_count)],
    ],
    progress: isRunning ? { done: handled, of: recipients, text: `${number(handled)} of ${number(recipients)} handled` } : undefined,
    sections: [
      ...(chart ? [chart] : []),
      ...(links.length > 0
        ? [
            barList(
              'Clicks by link',
              ['Link', 'Clicks'],
              links.map(({ url, people, anonymous }) => ({ name: url, value: people + anonymous })),
            ),
          ]
        : []),
    ],
    refreshSeconds: isRunning ? 10 : undefined,
  };
}

function notesOf({ status, test, scheduled_at, sent_at, details, paused_reason }: EmailBlast, zone: Zone): Content[] {
  return [
    test === true && 'It is a test: its emails are in the test mailbox.',
    status === 'scheduled' && scheduled_at !== null && html`It will be sent on ${zone.time(new Date(scheduled_at))}.`,
    sent_at !== null && html`Its last email was sent on ${zone.time(new Date(sent_at))}.`,
    details.blast_completes_at !== null && html`At this pace it is done on ${zone.time(new Date(details.blast_completes_at))}.`,
    details.blast_error !== null && `The last problem: ${details.blast_error}`,
    paused_reason !== null && `It was paused: ${paused_reason.replaceAll('_', ' ')}.`,
  ].filter((note) => note !== false);
}
