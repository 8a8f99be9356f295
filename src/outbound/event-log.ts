import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';
import { type Ctx, raw, type Scope, type Sql, sql, type Tx } from '../platform/db.ts';
import type { ContactId, WorkspaceId } from '../platform/ids.ts';
import { ALL_TYPES, type EventData, type EventType } from './events/index.ts';

/** An event that is to be written. */
export interface NewEvent<Type extends EventType> {
  /** The contact that it is about. */
  contactId?: ContactId | null;
  data: EventData<Type>;
}

/**
 * Which of these types somebody takes, so that data is read only for those. It is asked in the transaction of the write and not
 * remembered: a feed that has just been switched on misses nothing, whichever process writes.
 */
export async function takenTypes<Type extends EventType>({ db, workspaceId }: Scope, types: readonly Type[]): Promise<ReadonlySet<Type>> {
  const rows = await db.query<{ type: string }>({
    name: 'taken_event_types',
    text: 'SELECT type FROM event_listeners WHERE workspace_id = $1::uuid AND type = ANY($2::text[])',
    values: [workspaceId, [...types, ALL_TYPES]],
  });
  const taken = new Set(rows.map(({ type }) => type));
  return taken.has(ALL_TYPES) ? new Set(types) : new Set(types.filter((type) => taken.has(type)));
}

/** A condition: somebody takes the type. @param workspaceId the column or value that names the workspace */
export const isTaken = (type: EventType, workspaceId: Sql): Sql => sql`EXISTS (
  SELECT FROM event_listeners l WHERE l.workspace_id = ${workspaceId} AND l.type IN (${raw(`'${type}'`)}, '*'))`;

/** Writes events of one type in the transaction that makes them true, in one statement. Nothing is written of a type that nobody takes. */
export const record = <Type extends EventType>(tx: Ctx<Tx>, type: Type, events: readonly NewEvent<Type>[]): Promise<void> =>
  recordAll(
    tx,
    events.map((event) => ({ ...event, type })),
  );

/** The same for events of several types. */
export async function recordAll<Type extends EventType>(
  { db, workspaceId, now }: Ctx<Tx>,
  events: readonly (NewEvent<Type> & { type: Type })[],
): Promise<void> {
  if (events.length === 0) return;
  await db.query({
    name: 'record_events',
    text: RECORD,
    values: [
      workspaceId,
      now,
      events.map(() => newEventId(now)),
      events.map(({ type }) => type),
      events.map(({ contactId }) => contactId ?? null),
      events.map(({ data }) => JSON.stringify(data)),
    ],
  });
}

const RECORD = `
  INSERT INTO events (workspace_id, position, id, type, occurred_at, contact_id, data)
  SELECT $1::uuid, (SELECT event_position()), item.id, item.type, $2::timestamptz, item.contact_id, item.data::jsonb
  FROM unnest($3::uuid[], $4::text[], $5::uuid[], $6::text[]) AS item (id, type, contact_id, data)
  WHERE EXISTS (SELECT FROM event_listeners l WHERE l.workspace_id = $1::uuid AND l.type = '*')
    OR item.type IN (SELECT l.type FROM event_listeners l WHERE l.workspace_id = $1::uuid AND l.type = ANY($4::text[]))`;

let sequence = 0;

const RANDOM_BYTES = 16;
/** For many ids at a time: random bytes for each one would cost more than all the rest of it. */
const randomBytes = new Uint8Array(512 * RANDOM_BYTES);
let used = randomBytes.length;

function nextRandom(): Uint8Array {
  if (used === randomBytes.length) {
    randomFillSync(randomBytes);
    used = 0;
  }
  used += RANDOM_BYTES;
  return randomBytes.subarray(used - RANDOM_BYTES, used);
}

/** Ids of one process grow, also within a millisecond: events of one transaction keep the order in which they are recorded. */
export const newEventId = (now: Date): string => v7({ msecs: now.getTime(), seq: sequence++, random: nextRandom() });

interface Recording {
  /** A CTE with `workspace_id` and `contact_id`, called `e` in what follows. */
  source: string;
  /** What the event says, as JSON. */
  data: Sql;
  /** The rows that it is about. */
  where: Sql;
  /** When it happened, by a column too. */
  at: Sql;
  /** Of all rows, where they have but one: then no row is looked at of a type that nobody takes. */
  workspaceId?: WorkspaceId | undefined;
  /** Where several events follow from one row, the place of this one among them. */
  place?: number;
}

/** The same as part of a statement that has the rows itself. */
export const recording = (type: EventType, { source, data, where, at, workspaceId, place = 0 }: Recording): Sql => sql`
  INSERT INTO events (workspace_id, position, id, type, occurred_at, contact_id, data)
  SELECT e.workspace_id, (SELECT event_position()), uuid_v7(${at} + ${place}::int * interval '1 millisecond'), ${raw(`'${type}'`)}, ${at},
    e.contact_id, ${data}
  FROM ${raw(source)} e WHERE ${where} AND ${isTaken(type, workspaceId === undefined ? sql`e.workspace_id` : sql`${workspaceId}::uuid`)}`;
