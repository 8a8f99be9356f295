import type { Ctx } from '../../platform/db.ts';
import type { Html } from '../../shared/markup.ts';
import { dayIn, type Interval, seriesOf } from '../series/series.repo.ts';
import { timeChart } from './charts.ts';

interface Span {
  subjectId: string;
  since: Date;
  zone: string;
}

const DAY_MS = 86_400_000;
const LONGEST_DAYS = 730;
/** Fewer would be drawn as columns as wide as the page. */
const FEWEST_POINTS = 12;

/** Sent, opened and clicked over time: by hour for what is new, else by day or week. Undefined before anything happened. */
export async function mailChart(ctx: Ctx, { subjectId, since, zone }: Span): Promise<Html | undefined> {
  const days = (ctx.now.getTime() - since.getTime()) / DAY_MS;
  const interval: Interval = days <= 3 ? 'hour' : days <= 92 ? 'day' : 'week';
  const first = new Date(Math.max(since.getTime(), ctx.now.getTime() - LONGEST_DAYS * DAY_MS));
  const [from, to] = [await dayIn(ctx, first, zone), await dayIn(ctx, ctx.now, zone)];
  const points = await seriesOf(ctx, { from, to, interval, zone, subjectId });
  const isActive = ({ sent, opened, clicked }: (typeof points)[number]): boolean => sent + opened + clicked > 0;
  const begin = points.findIndex(isActive);
  if (begin === -1) return undefined;
  const end = Math.max(points.findLastIndex(isActive) + 1, begin + FEWEST_POINTS);
  const shown = points.slice(Math.max(0, Math.min(begin, points.length - FEWEST_POINTS)), end);
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    day: 'numeric',
    month: 'short',
    ...(interval === 'hour' && { hour: '2-digit', minute: '2-digit' }),
  });
  const names = { hour: 'by hour', day: 'by day', week: 'by week' };
  return timeChart(
    `Emails ${names[interval]}`,
    shown.map(({ at }) => format.format(at)),
    [
      { name: 'Sent', values: shown.map(({ sent }) => sent) },
      { name: 'Opened', values: shown.map(({ opened }) => opened) },
      { name: 'Clicked', values: shown.map(({ clicked }) => clicked) },
    ],
  );
}
