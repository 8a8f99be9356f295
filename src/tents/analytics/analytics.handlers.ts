import type { components } from '../../../generated/api.d.ts';
import type { Handler, Handlers } from '../../http/handler.types.ts';
import type { Ctx } from '../../platform/db.ts';
import type { TentId } from '../../platform/ids.ts';
import { DomainError, invalid } from '../../shared/errors.ts';
import type { DayRow, Figures, Range, ReferrerRow, TentRow } from './analytics.repo.ts';
import * as repo from './analytics.repo.ts';

const USUAL_DAYS = 30;
const MOST_DAYS = 366;
const MOST_REFERRERS = 50;
const MOST_TENTS = 100;

/** ISO dates of the workspace's time zone. */
export interface Asked {
  from?: string | undefined;
  to?: string | undefined;
}

export async function tentFigures(ctx: Ctx, tentId: TentId, asked: Asked) {
  const range = rangeOf(asked, await repo.dayAt(ctx, ctx.now));
  if (!(await repo.isTent(ctx, tentId))) throw new DomainError('not_found', 'There is no such tent.');
  const days = await repo.daysOfTent(ctx, tentId, range);
  const referrers = await repo.referrersOf(ctx, tentId, range, MOST_REFERRERS);
  return { range, days, referrers };
}

export async function workspaceFigures(ctx: Ctx, asked: Asked) {
  const range = rangeOf(asked, await repo.dayAt(ctx, ctx.now));
  const days = await repo.daysOfWorkspace(ctx, range);
  const tents = await repo.tentsOf(ctx, range, MOST_TENTS);
  return { range, days, tents };
}

/**
 * A `to` in the future means today; without `from` the range has thirty days.
 * @throws validation_failed when they do not fit together
 */
function rangeOf({ from: first, to: last }: Asked, today: string): repo.Range {
  for (const [path, day] of Object.entries({ from: first, to: last })) {
    if (day !== undefined && day < FIRST_DAY) throw invalid({ path, message: 'must not lie before the year 1' });
  }
  const to = last === undefined || last > today ? today : last;
  const from = first ?? daysBefore(to, USUAL_DAYS - 1);
  if (last !== undefined && from > last) throw wrong('must not lie after to');
  if (from > to) throw wrong('must not lie in the future');
  if (from < daysBefore(to, MOST_DAYS - 1)) throw wrong(`must lie at most ${MOST_DAYS - 1} days before to`);
  return { from, to };
}

const wrong = (message: string) => invalid({ path: 'from', message });

/** The first day that the database supports. */
const FIRST_DAY = '0001-01-01';

function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.getUTCFullYear() < 1 ? FIRST_DAY : date.toISOString().slice(0, 10);
}

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
  tentId: TentId,
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
