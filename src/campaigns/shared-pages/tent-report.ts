import type { WholeDocument } from '../../content/documents/documents.service.ts';
import type { Ctx } from '../../platform/db.ts';
import type { TentId } from '../../platform/ids.ts';
import { tentFigures } from '../../tents/analytics/analytics.handlers.ts';
import { barList, number, share, timeChart } from './charts.ts';
import type { Report } from './report.page.ts';

const MOST_SOURCES = 10;

export async function tentReport(ctx: Ctx, { id, name, status }: WholeDocument): Promise<Report> {
  const { range, days, referrers } = await tentFigures(ctx, id as TentId, {});
  const total = (figure: 'views' | 'uniqueVisitors' | 'submissions'): number => days.reduce((sum, day) => sum + day[figure], 0);
  const [views, visitors, submissions] = [total('views'), total('uniqueVisitors'), total('submissions')];
  return {
    name,
    kind: 'Page',
    status,
    notes: [`The figures are of the ${days.length} days from ${dayName(range.from)} to ${dayName(range.to)}.`],
    totals: [
      ['Views', number(views)],
      ['Visitors', number(visitors)],
      ['Forms sent', number(submissions)],
      ['Conversion', share(Math.min(submissions, visitors), visitors), 'of the visitors'],
    ],
    sections: [
      timeChart(
        'By day',
        days.map(({ day }) => dayName(day)),
        [
          { name: 'Views', values: days.map((day) => day.views) },
          { name: 'Visitors', values: days.map((day) => day.uniqueVisitors) },
          { name: 'Forms sent', values: days.map((day) => day.submissions) },
        ],
      ),
      ...(referrers.length > 0
        ? [
            barList(
              'Where views came from',
              ['Source', 'Views'],
              referrers.slice(0, MOST_SOURCES).map(({ referrer, views: count }) => ({ name: referrer || 'No source', value: count })),
            ),
          ]
        : []),
    ],
    refreshSeconds: status === 'published' ? 60 : undefined,
  };
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });

const dayName = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`));
