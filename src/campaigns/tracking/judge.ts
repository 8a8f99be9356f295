import type { MachineReason } from './machines.ts';

/** A person needs longer to see a message that a mail server has just taken. */
export const SOONEST_MS = 2_000;
/** Filters follow all links of a message within this time. People do not where there are at least `FEWEST_LINKS`. */
export const BURST_MS = 10_000;
export const FEWEST_LINKS = 3;
/** So many different links within that time are enough in a message that has more. */
export const MOST_LINKS = 10;

export interface JudgedHit {
  at: Date;
  /** Null for an open. */
  position: number | null;
  reasons: MachineReason[];
}

interface Mail<Hit> {
  sentAt: Date | null;
  /** Tracked links of the message. */
  links: number;
  /** Of one delivery. Their reasons grow. */
  hits: Hit[];
  /** What counted as a person's before, and may turn out to be a machine's. */
  earlier: JudgedHit[];
}

/**
 * Adds the reasons that show only beside the time of sending, or beside other hits of the same delivery.
 * @returns the earlier hits that were a machine's
 */
export function judgeHits<Hit extends JudgedHit>({ sentAt, links, hits, earlier }: Mail<Hit>): JudgedHit[] {
  for (const hit of hits) {
    // Before it is noted as sent, nothing is known about the time.
    if (sentAt !== null && hit.at.getTime() - sentAt.getTime() < SOONEST_MS) hit.reasons.push('seconds_since_sending');
  }
  const burst = burstOf([...earlier, ...hits], links) ?? spanOf(earlier.filter(({ reasons }) => reasons.includes('all_links')));
  if (burst === null) return [];
  // The filter loads the pictures along with the links.
  const isWithin = ({ at, position }: JudgedHit) => {
    const margin = position === null ? SOONEST_MS : 0;
    return at.getTime() >= burst.from - margin && at.getTime() <= burst.to + margin;
  };
  for (const hit of hits) if (isWithin(hit)) hit.reasons.push('all_links');
  return earlier.filter((hit) => hit.reasons.length === 0 && isWithin(hit));
}

interface Span {
  from: number;
  to: number;
}

/** The first stretch of time in which enough different links were followed, as far as one such time goes over into the next. */
function burstOf(hits: readonly JudgedHit[], links: number): Span | null {
  if (links < FEWEST_LINKS) return null;
  const clicks = hits
    .flatMap(({ at, position }) => (position === null ? [] : { at: at.getTime(), position }))
    .sort((one, other) => one.at - other.at);
  const enough = Math.min(links, MOST_LINKS);
  const within = new Map<number, number>();
  let burst: Span | null = null;
  let start = 0;
  for (const { at, position } of clicks) {
    within.set(position, (within.get(position) ?? 0) + 1);
    for (; ; start++) {
      const oldest = clicks[start] as (typeof clicks)[number];
      if (at - oldest.at <= BURST_MS) break;
      const left = (within.get(oldest.position) as number) - 1;
      if (left > 0) within.set(oldest.position, left);
      else within.delete(oldest.position);
    }
    if (within.size < enough) continue;
    const { at: from } = clicks[start] as (typeof clicks)[number];
    if (burst === null) burst = { from, to: at };
    else if (from <= burst.to) burst.to = at;
  }
  return burst;
}

function spanOf(hits: readonly JudgedHit[]): Span | null {
  const times = hits.map(({ at }) => at.getTime());
  return times.length === 0 ? null : { from: Math.min(...times), to: Math.max(...times) };
}
