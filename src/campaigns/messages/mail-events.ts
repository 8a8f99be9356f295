import { recording } from '../../outbound/event-log.ts';
import { raw, type Sql, sql } from '../../platform/db.ts';
import type { WorkspaceId } from '../../platform/ids.ts';
import { aboutMail } from './about.ts';

type MailEvent = 'queued' | 'sent' | 'delivered' | 'opened' | 'clicked' | 'bounced' | 'complained' | 'failed';

/** The email of a blast, as long as there is one. */
const EMAIL = raw(`coalesce((
  SELECT jsonb_build_object('email_id', b.email_id) FROM blasts b
  WHERE e.member_id IS NULL AND b.workspace_id = e.workspace_id AND b.id = e.message_id AND b.email_id IS NOT NULL), '{}')`);

/** An event of a test shows it. */
const TEST = raw(`coalesce((
  SELECT jsonb_build_object('test', true) FROM messages m WHERE m.workspace_id = e.workspace_id AND m.id = e.message_id AND m.test), '{}')`);

interface Writing {
  /**
   * A CTE of the statement, with `workspace_id, id, shown_id, contact_id, email, message_id, member_id` of deliveries. There are events of
   * blasts, flows and the recipients of transactional messages; mail of tests has no contact, and copies are no events of their own.
   */
  source: string;
  where: Sql;
  /** A moment, by a column of the source too. */
  at: Sql;
  /** Of all rows, where they have but one. */
  workspaceId?: WorkspaceId | undefined;
  /** What the event has beside what all have. */
  more?: Sql;
}

/** A part of a statement that writes deliveries, which writes an event for each of the rows. Where nobody takes it, no row is looked at. */
export const logMail = (type: MailEvent, { source, where, at, workspaceId, more }: Writing): Sql =>
  recording(`email.${type}`, {
    source,
    where: sql`${where} AND (e.contact_id IS NOT NULL OR e.id = e.message_id)`,
    at,
    workspaceId,
    place: PLACES[type] ?? 0,
    data: sql`coalesce(${aboutMail('e')}, '{}') - 'recipient_id' || ${EMAIL} || ${TEST}
      || jsonb_strip_nulls(jsonb_build_object('message_id', e.shown_id, 'contact_id', e.contact_id, 'address', coalesce(e.email, '')))${more ? sql` || ${more}` : raw('')}`,
  });

/** What one statement says of a delivery follows in this order. */
const PLACES: Partial<Record<MailEvent, number>> = { delivered: 1 };

/** Why it did not arrive. */
export const because = (column: string): Sql => sql`jsonb_build_object('reason', ${raw(column)})`;
