import { type Scope, sql } from '../../platform/db.ts';
import type { BlastId } from '../../platform/ids.ts';
import { type Positioned, readPage, type Window } from '../../platform/listing.ts';
import type { Page, PageRequest } from '../../shared/paging.ts';
import { keptClicks } from '../retention/figures.repo.ts';

export interface LinkRow {
  url: string;
  places: number;
  unique: number;
  people: number;
  machines: number;
  anonymous: number;
}

/** The addresses that a blast leads to. Clicks are found through the deliveries that have one, and counted once for all links. */
export async function pageOfLinks(ctx: Scope, blastId: BlastId, request: PageRequest): Promise<Page<LinkRow>> {
  const { db, workspaceId } = ctx;
  const withFigures = ({ rows, position }: Window) => sql`
    WITH link AS MATERIALIZED (
      SELECT url, array_agg(position) AS positions, min(position) AS first, ${position} ${rows}
    ), place AS (
      SELECT link.url, one.position FROM link CROSS JOIN unnest(link.positions) AS one (position)
    ), people AS (
      SELECT place.url, count(*)::int AS clicks, count(DISTINCT k.delivery_id)::int AS unique_clicks
      FROM deliveries d
      JOIN delivery_clicks k ON k.workspace_id = d.workspace_id AND k.delivery_id = d.id
      JOIN place ON place.position = k.position
      WHERE d.workspace_id = ${workspaceId}::uuid AND d.message_id = ${blastId}::uuid AND d.clicked_at IS NOT NULL
      GROUP BY place.url
    ), machine AS (
      SELECT place.url, count(*)::int AS clicks
      FROM machine_hits m JOIN place ON place.position = m.position
      WHERE m.workspace_id = ${workspaceId}::uuid AND m.message_id = ${blastId}::uuid
      GROUP BY place.url
    ), figure AS (
      SELECT place.url, sum(a.count)::int AS clicks
      FROM anonymous_hits a JOIN place ON place.position = a.position
      WHERE a.workspace_id = ${workspaceId}::uuid AND a.message_id = ${blastId}::uuid
      GROUP BY place.url
    )
    SELECT link.url, cardinality(link.positions) AS places, coalesce(people.unique_clicks, 0) AS unique, coalesce(people.clicks, 0) AS people,
      coalesce(machine.clicks, 0) AS machines, coalesce(figure.clicks, 0) AS anonymous, link.position
    FROM link LEFT JOIN people USING (url) LEFT JOIN machine USING (url) LEFT JOIN figure USING (url) ORDER BY link.first`;
  const { rows, paging } = await readPage<LinkRow>(
    ctx,
    { of: 'links', blastId, ...request },
    {
      keys: [{ by: 'min(position)', type: 'int8', order: 'asc' }],
      from: sql`FROM message_links WHERE workspace_id = ${workspaceId}::uuid AND message_id = ${blastId}::uuid GROUP BY url HAVING true`,
      read: (window) => db.query<Positioned<LinkRow>>(withFigures(window)),
    },
  );
  const kept = await keptClicks(ctx, blastId);
  const withKept = (link: LinkRow): LinkRow => {
    const { people = 0, unique = 0, machines = 0 } = kept.get(link.url) ?? {};
    return { ...link, people: link.people + people, unique: link.unique + unique, machines: link.machines + machines };
  };
  return { rows: rows.map(withKept), paging };
}
