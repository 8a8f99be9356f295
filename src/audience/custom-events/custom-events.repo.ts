import type { Sweep } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Ctx, type Db, type Scope, sql, type Tx } from '../../platform/db.ts';
import type { ContactId } from '../../platform/ids.ts';

/** How contacts are named: one of the four, as it is stored. */
export interface ContactReference {
  id?: string;
  email?: string;
  phone?: string;
  externalId?: string;
}

export interface NewCustomEvent {
  id: string;
  contactId: ContactId;
  name: string;
  /** As JSON. */
  json: string;
}

const COLUMNS: Record<keyof ContactReference, string> = { id: 'id', email: 'email', phone: 'phone', externalId: 'external_id' };

/** The workspace comes through rows, so that the plan does not depend on the statistics of that workspace. */
const FIND = Object.fromEntries(
  (Object.keys(COLUMNS) as (keyof ContactReference)[]).map((kind) => [
    kind,
    `WITH key AS MATERIALIZED (
      SELECT $1::uuid AS workspace_id, key, place FROM unnest($2::${kind === 'id' ? 'uuid' : 'text'}[]) WITH ORDINALITY AS item (key, place)
    )
    SELECT place::int, c.id::text FROM key JOIN contacts c ON c.workspace_id = key.workspace_id AND c.${COLUMNS[kind]} = key.key`,
  ]),
);

/** In the order of the references; undefined for contacts that there are not. Requests name their contacts by one kind of key, as a rule. */
export async function findReferenced({ db, workspaceId }: Scope, references: readonly ContactReference[]): Promise<(string | undefined)[]> {
  const contacts: (string | undefined)[] = references.map(() => undefined);
  for (const [kind, column] of Object.entries(COLUMNS) as [keyof ContactReference, string][]) {
    const named = references.flatMap((reference, index) => (reference[kind] === undefined ? [] : index));
    if (named.length === 0) continue;
    const rows = await db.query<{ place: number; id: string }>({
      name: `find_contacts_of_events_by_${column}`,
      text: FIND[kind] as string,
      values: [workspaceId, named.map((index) => references[index]?.[kind])],
    });
    for (const { place, id } of rows) contacts[named[place - 1] as number] = id;
  }
  return contacts;
}

/**
 * Takes ids of events, in one order, so that two requests with the same ids do not wait for each other in a circle.
 * @returns those that were free
 */
export async function takeEventIds({ db, workspaceId, now }: Ctx<Tx>, eventIds: string[]): Promise<Set<string>> {
  if (eventIds.length === 0) return new Set();
  const rows = await db.query<{ eventId: string }>({
    name: 'take_custom_event_ids',
    text: `INSERT INTO custom_event_ids (workspace_id, event_id, received_at)
      SELECT $1::uuid, item.event_id, $2::timestamptz FROM unnest($3::text[]) AS item (event_id) ORDER BY item.event_id COLLATE "C"
      ON CONFLICT DO NOTHING
      RETURNING event_id AS "eventId"`,
    values: [workspaceId, now, eventIds],
  });
  return new Set(rows.map(({ eventId }) => eventId));
}

/** Of events that are rejected after all. */
export async function freeEventIds({ db, workspaceId }: Scope<Tx>, eventIds: string[]): Promise<void> {
  if (eventIds.length === 0) return;
  await db.query(sql`DELETE FROM custom_event_ids WHERE workspace_id = ${workspaceId}::uuid AND event_id = ANY(${eventIds}::text[])`);
}

/**
 * Writes events of contacts that there still are, and holds these against deletion, which would leave events behind.
 * @returns the ids of the events that were written
 */
export async function insertCustomEvents({ db, workspaceId, now }: Ctx<Tx>, events: readonly NewCustomEvent[]): Promise<Set<string>> {
  if (events.length === 0) return new Set();
  const rows = await db.query<{ id: string }>({
    name: 'insert_custom_events',
    text: `
      WITH held AS MATERIALIZED (
        SELECT id FROM contacts WHERE workspace_id = $1::uuid AND id = ANY($4::uuid[]) ORDER BY id FOR KEY SHARE
      )
      INSERT INTO custom_events (workspace_id, contact_id, name, id, received_at, properties)
      SELECT $1::uuid, item.contact_id, item.name, item.id, $2::timestamptz, item.properties::jsonb
      FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[]) AS item (id, contact_id, name, properties)
      JOIN held ON held.id = item.contact_id
      RETURNING id::text`,
    values: [
      workspaceId,
      now,
      events.map(({ id }) => id),
      events.map(({ contactId }) => contactId),
      events.map(({ name }) => name),
      events.map(({ json }) => json),
    ],
  });
  return new Set(rows.map(({ id }) => id));
}

/** Of contacts that the transaction has deleted: no event can be added to them any more. */
export async function deleteEventsOf({ db, workspaceId }: Scope<Tx>, contactIds: ContactId[]): Promise<void> {
  await db.query(sql`DELETE FROM custom_events WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ANY(${contactIds}::uuid[])`);
}

/** Makes the events of contacts another's. */
export async function giveEvents({ db, workspaceId }: Scope<Tx>, toId: string, fromIds: string[]): Promise<void> {
  await db.query(sql`
    UPDATE custom_events SET contact_id = ${toId}::uuid
    WHERE workspace_id = ${workspaceId}::uuid AND contact_id = ANY(${fromIds}::uuid[])`);
}

const DAY_MS = 24 * 60 * 60_000;
/** An event may not be older when it is sent. */
export const OLDEST_MS = 30 * DAY_MS;
const AT_ONCE = 10_000;

/** Forgets ids of events after the time for which senders may repeat them. */
export const eventIdSweep = ({ db, clock }: { db: Db; clock: Clock }): Sweep => ({
  name: 'custom-event-ids',
  everySeconds: 300,
  run: async (stopping) => {
    const before = new Date(clock.now().getTime() - OLDEST_MS);
    for (let deleted = AT_ONCE; deleted === AT_ONCE && !stopping.aborted; ) {
      const [gone] = await db.query<{ count: number }>(sql`
        WITH old AS MATERIALIZED (
          SELECT ctid FROM custom_event_ids WHERE received_at < ${before}::timestamptz LIMIT ${AT_ONCE}::int FOR UPDATE SKIP LOCKED
        ), gone AS (
          DELETE FROM custom_event_ids WHERE ctid = ANY(ARRAY(SELECT ctid FROM old)) RETURNING 1
        )
        SELECT count(*)::int AS count FROM gone`);
      deleted = gone?.count ?? 0;
    }
  },
});
