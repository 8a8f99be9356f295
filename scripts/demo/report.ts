import type { components } from '../../generated/api.d.ts';
import { count, table } from './terminal.ts';

type Blast = components['schemas']['EmailBlast'];
type Recipient = components['schemas']['EmailBlastRecipient'];

/** The results of the audience, each number as a share of its maximum. */
export function summary({ details }: Blast): string {
  const { blast_recipient_count: audience, blast_qualified_count: qualified, blast_blocked_count: blocked } = details;
  const { blast_sent_count: sent, blast_delivered_count: delivered } = details;
  const rows: [string, number, number, string][] = [
    ['Blocked', blocked, audience, 'the audience'],
    ['Without an address', audience - qualified - blocked, audience, 'the audience'],
    ['Sent', sent, audience, 'the audience'],
    ['Failed', details.blast_failed_count, qualified, 'those to send to'],
    ['Bounced', details.blast_bounced_count, qualified, 'those to send to'],
    ['Delivered', delivered, sent, 'those sent'],
    ['Opened', details.blast_opened_count, delivered, 'those delivered'],
    ['Clicked', details.blast_clicked_count, delivered, 'those delivered'],
    ['Unsubscribed', details.blast_unsubscribed_count, delivered, 'those delivered'],
    ['Reported as spam', details.blast_spam_count, delivered, 'those delivered'],
  ];
  const share = (number: number, whole: number) => (whole > 0 ? `${((100 * number) / whole).toFixed(1)} %` : '–');
  return table(
    [
      ['Audience', count(audience), '', ''],
      ...rows.map(([name, number, whole, of]) => [name, count(number), share(number, whole), `of ${of}`]),
    ],
    [1, 2],
  );
}

const ADDRESS_WIDTH = 40;

export function recipients(people: Recipient[]): string {
  const time = (at: string | null) => (at ? new Date(at).toLocaleTimeString('sv') : '–');
  const address = (email: string) => (email.length > ADDRESS_WIDTH ? `${email.slice(0, ADDRESS_WIDTH - 1)}…` : email);
  const rows = people.map(({ display_name, email, opened_at, clicked_at, clicked_url }) => [
    display_name,
    address(email ?? '–'),
    time(opened_at),
    time(clicked_at),
    clicked_url ? new URL(clicked_url).pathname : '–',
  ]);
  return table([['Name', 'Email', 'Opened', 'Clicked', 'Link'], ...rows]);
}

/** How long the sending took, from the release to the last recipient. */
export function pace({ approved_at, sent_at, details }: Blast): string {
  const seconds = (Date.parse(sent_at ?? '') - Date.parse(approved_at ?? '')) / 1_000;
  const messages = `${count(details.blast_sent_count)} messages`;
  return seconds > 0
    ? `${messages} in ${seconds.toFixed(1)} s, ${count(Math.round(details.blast_sent_count / seconds))} a second`
    : messages;
}
