import type { Flow } from '../../../generated/prisma/client.ts';
import type { Ctx } from '../../platform/db.ts';
import { html } from '../../shared/markup.ts';
import { findFigures } from '../flows/report/report.repo.ts';
import { toReport } from '../flows/report/report.view.ts';
import { barList, number, share, table } from './charts.ts';
import type { Zone } from './layout.ts';
import { mailChart } from './mail-chart.ts';
import type { Report } from './report.page.ts';

export async function flowReport(ctx: Ctx, flow: Flow, zone: Zone): Promise<Report> {
  const { name, status, details, steps } = toReport(flow, await findFigures(ctx, flow.id));
  const chart = await mailChart(ctx, { subjectId: flow.id, since: flow.createdAt, zone: zone.name });
  const entered = details.total_entered;
  const nameOf = ({ step_id, label, type, removed }: (typeof steps)[number]): string =>
    `${label ?? step_id}${type === null || label !== null ? '' : ` (${type.replaceAll('_', ' ')})`}${removed ? ', removed' : ''}`;
  const emails = steps.flatMap((step) => (step.email && step.email.sent_count > 0 ? [{ name: nameOf(step), email: step.email }] : []));
  const { most_recent_entry_at: recent } = details;
  return {
    name,
    kind: 'Email flow',
    status,
    notes: recent === null ? [] : [html`The last member entered on ${zone.time(new Date(recent))}.`],
    totals: [
      ['Entered ever', number(entered)],
      ['Under way', number(details.active_count + details.waiting_count)],
      ['Completed', number(details.completed_count), share(details.completed_count, entered)],
      ['Dropped', number(details.dropped_count), share(details.dropped_count, entered)],
    ],
    sections: [
      ...(chart ? [chart] : []),
      ...(steps.length > 0
        ? [
            barList(
              'Members by step',
              ['Step', 'Members'],
              steps.map((step) => ({
                name: nameOf(step),
                value: step.entered_count,
                text: `${number(step.entered_count)} came, ${number(step.member_count)} here${step.failed_count > 0 ? `, ${number(step.failed_count)} failed` : ''}`,
              })),
            ),
          ]
        : []),
      ...(emails.length > 0
        ? [
            html`<h2>Emails of the steps</h2>
${table(
  ['Step', 'Sent', 'Delivered', 'Opened', 'Clicked', 'Bounced', 'Unsubscribed'],
  emails.map(({ name: step, email }) => [
    html`<bdi>${step}</bdi>`,
    number(email.sent_count),
    number(email.delivered_count),
    `${number(email.opened_count)} (${share(email.opened_count, email.delivered_count)})`,
    `${number(email.clicked_count)} (${share(email.clicked_count, email.delivered_count)})`,
    number(email.bounced_count),
    number(email.unsubscribed_count),
  ]),
  'Emails of the steps',
)}`,
          ]
        : []),
    ],
    refreshSeconds: status === 'active' ? 60 : undefined,
  };
}
