import type { components } from '../../../generated/api.d.ts';
import type { Handler, Handlers } from '../../http/handler.types.ts';
import type { DayRow, Figures, Range, ReferrerRow, TentRow } from './analytics.repo.ts';
import { tentFigures, workspaceFigures } from './analytics.service.ts';

type Schemas = components['schemas'];

const toTotals = ({ views, uniqueVisitors, submissions }: Figures): Schemas['AnalyticsTotals'] => ({
  views,
  unique_visitors: uniqueVisitors,
  submissions,
  // One visitor may send several forms, and one whose view was not counted may send one.
  conversion_rate: uniqueVisitors === 0 ? 0 : Math.min(1, submissions / uniqueVisitors),
});

const toDay = ({ day, views, uniqueVisitors, submissions }: DayRow): Schemas['AnalyticsDay'] => ({
  date: day,
  views,
  unique_visitors: uniqueVisitors,
  submissions,
});

const sumOf = (days: DayRow[]): Figures =>
  days.reduce(
    (sum, day) => ({
      views: sum.views + day.views,
      uniqueVisitors: sum.uniqueVisitors + day.uniqueVisitors,
      submissions: sum.submissions + day.submissions,
    }),
    { views: 0, uniqueVisitors: 0, submissions: 0 },
  );

const toTentAnalytics = (
  tentId: string,
  { range, days, referrers }: { range: Range; days: DayRow[]; referrers: ReferrerRow[] },
): Schemas['TentAnalytics'] => ({
  tent_id: tentId,
  ...range,
  totals: toTotals(sumOf(days)),
  series: days.map(toDay),
  referrers: referrers.map(({ referrer, views }) => ({ referrer: referrer || null, views })),
});

const toWorkspaceAnalytics = ({
  range,
  days,
  tents,
}: {
  range: Range;
  days: DayRow[];
  tents: TentRow[];
}): Schemas['WorkspaceAnalytics'] => ({
  ...range,
  totals: toTotals(sumOf(days)),
  series: days.map(toDay),
  tents: tents.map(({ tentId, name, ...figures }) => ({ tent_id: tentId, name, totals: toTotals(figures) })),
});

const getTentAnalytics: Handler<'getTentAnalytics'> = async ({ query }, ctx) => ({
  status: 200,
  body: toTentAnalytics(query.tent_id, await tentFigures(ctx, query.tent_id, query)),
});

const getWorkspaceAnalytics: Handler<'getWorkspaceAnalytics'> = async ({ query }, ctx) => ({
  status: 200,
  body: toWorkspaceAnalytics(await workspaceFigures(ctx, query)),
});

export const analyticsHandlers = { getTentAnalytics, getWorkspaceAnalytics } satisfies Partial<Handlers>;
