import type { components, operations } from '../../../generated/api.d.ts';
import type { Handler, Handlers } from '../../http/handler.types.ts';
import type { Ctx } from '../../platform/db.ts';
import { invalid, notFound, unknown } from '../../shared/errors.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import { dayIn, type Figures, hasSubject, type Interval, isZone, type SeriesQuery, type Subject, seriesOf } from './series.repo.ts';

type Query = NonNullable<operations['getEmailAnalytics']['parameters']['query']>;

const USUAL_DAYS = 30;
/** So that an answer has at most some hundred points. */
const MOST_DAYS: Record<Interval, number> = { hour: 31, day: 731, week: 731 };
const FIRST_DAY = '0001-01-01';

async function readQuery(ctx: Ctx, query: Query): Promise<SeriesQuery> {
  const interval = query.interval ?? 'day';
  const zone = query.time_zone ?? (await findWorkspace(ctx)).timezone;
  if (query.time_zone !== undefined && !(await isZone(ctx, zone)))
    throw invalid({ path: 'time_zone', message: 'must be the IANA name of a time zone, such as Europe/Stockholm' });
  return { ...rangeOf(query, interval, await dayIn(ctx, ctx.now, zone)), interval, zone, subjectId: await subjectOf(ctx, query) };
}

/** A `to` in the future means today. @throws validation_failed when the days do not fit together */
function rangeOf({ from: first, to: last }: Query, interval: Interval, today: string): { from: string; to: string } {
  for (const [path, day] of Object.entries({ from: first, to: last })) {
    if (day !== undefined && day < FIRST_DAY) throw invalid({ path, message: 'must not lie before the year 1' });
  }
  const to = last === undefined || last > today ? today : last;
  const from = first ?? daysBefore(to, USUAL_DAYS - 1);
  const most = MOST_DAYS[interval];
  if (last !== undefined && from > last) throw wrong('must not lie after to');
  if (from > to) throw wrong('must not lie in the future');
  if (from < daysBefore(to, most - 1)) throw wrong(`must lie at most ${most - 1} days before to with interval=${interval}`);
  return { from, to };
}

const wrong = (message: string) => invalid({ path: 'from', message });

function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.getUTCFullYear() < 1 ? FIRST_DAY : date.toISOString().slice(0, 10);
}

const SUBJECTS = ['blast', 'flow', 'email', 'topic'] as const satisfies Subject[];

/** @throws not_found, validation_failed for more than one */
async function subjectOf(ctx: Ctx, query: Query): Promise<string | undefined> {
  const [first, second] = SUBJECTS.flatMap((subject) => {
    const path = `${subject}_id` as const;
    const id = query[path];
    return id === undefined ? [] : [{ subject, path, id }];
  });
  if (second) throw invalid({ path: second.path, message: `must not be given together with ${first?.path}` });
  if (!first) return undefined;
  if (!(await hasSubject(ctx, first.subject, first.id))) throw notFound(unknown(first.path));
  return first.id;
}

type EmailFigures = components['schemas']['EmailFigures'];

const toFigures = (figures: Figures): EmailFigures => ({
  sent: figures.sent,
  delivered: figures.delivered,
  opened: figures.opened,
  clicked: figures.clicked,
  bounced: figures.bounced,
  complained: figures.complained,
  unsubscribed: figures.unsubscribed,
  machine_opened: figures.machine_opened,
  machine_clicked: figures.machine_clicked,
  anonymous_opened: figures.anonymous_opened,
  anonymous_clicked: figures.anonymous_clicked,
});

function sumOf(points: readonly EmailFigures[]): EmailFigures {
  const [first, ...others] = points as [EmailFigures, ...EmailFigures[]];
  const sum = { ...first };
  for (const point of others) for (const name of Object.keys(sum) as (keyof EmailFigures)[]) sum[name] += point[name];
  return sum;
}

const getEmailAnalytics: Handler<'getEmailAnalytics'> = async ({ query }, ctx) => {
  const asked = await readQuery(ctx, query);
  const points = (await seriesOf(ctx, asked)).map(({ at, ...figures }) => ({ at, figures: toFigures(figures) }));
  return {
    status: 200,
    body: {
      from: asked.from,
      to: asked.to,
      interval: asked.interval,
      time_zone: asked.zone,
      totals: sumOf(points.map(({ figures }) => figures)),
      series: points.map(({ at, figures }) => ({ at: at.toISOString(), ...figures })),
    },
  };
};

export const seriesHandlers = { getEmailAnalytics } satisfies Partial<Handlers>;
