import { OLDEST_MS } from '../../../audience/custom-events/custom-events.repo.ts';
import { fitsFilters } from '../../../audience/rules/events.ts';
import { type Scope, sql } from '../../../platform/db.ts';
import { lowestId } from '../../../platform/ids.ts';
import type { StepOf } from '../definition.ts';
import type { Member } from './step.types.ts';

type EventWait = Extract<StepOf<'wait'>, { event_name: unknown }>;

/** The properties of the first event that each member waits for and that was received since it came to the step, by member. */
export async function receivedBy(
  { db, workspaceId }: Scope,
  { event_name: name, property_filters: filters }: EventWait,
  members: readonly Pick<Member, 'id' | 'contactId' | 'startedAt'>[],
): Promise<Map<string, Record<string, unknown>>> {
  if (members.length === 0 || name === null) return new Map();
  // It may have occurred before it was received; older partitions have nothing.
  const earliest = members.reduce((least, { startedAt }) => Math.min(least, startedAt.getTime()), Number.POSITIVE_INFINITY) - OLDEST_MS;
  const rows = await db.query<{ id: string; properties: Record<string, unknown> }>(sql`
    SELECT m.id::text, received.properties FROM unnest(
      ${members.map(({ id }) => id)}::uuid[], ${members.map(({ contactId }) => contactId)}::uuid[],
      ${members.map(({ startedAt }) => startedAt)}::timestamptz[]) AS m (id, contact_id, started_at)
    CROSS JOIN LATERAL (
      SELECT e.properties FROM custom_events e
      WHERE e.workspace_id = ${workspaceId}::uuid AND e.contact_id = m.contact_id AND e.name = ${name}::text
        AND e.id >= ${lowestId(earliest)}::uuid AND e.received_at > m.started_at AND ${fitsFilters(filters, sql`e.properties`)}
      ORDER BY e.received_at, e.id LIMIT 1
    ) AS received`);
  return new Map(rows.map(({ id, properties }) => [id, properties]));
}
