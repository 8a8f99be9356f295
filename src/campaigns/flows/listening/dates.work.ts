import type { Sweep } from '../../../jobs/jobs.ts';
import { FIRST_ID } from '../../../platform/chunks.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Db, join, sql, type Tx } from '../../../platform/db.ts';
import type { WorkspaceId } from '../../../platform/ids.ts';
import type { ArmedTrigger } from '../trigger.kind.ts';
import { hasDates, isDue } from '../triggers/date-based.ts';
import { type DateTrigger, daysOf, nextMoment } from './dates.ts';
import { FIELD, firing } from './inbox.repo.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A moment missed while no service ran is made up for until then. */
const LATEST_MS = DAY_MS;
/** The day is over everywhere by then, and so is the time to make up for it. */
const KEPT_MS = 3 * DAY_MS;
/** The transaction is short, since pausing the flow waits for it. */
const AT_ONCE = 5_000;

/**
 * Lets contacts into flows when their dates come. Each date trigger has one moment a day, and a row holds the next, so an idle sweep is one
 * look at an index. A date that becomes known later on the day is handled by the write (`listening.ts`), and on a later day not at all.
 * Moments before the activation do not count.
 */
export function dateSweep({ db, clock }: { db: Db; clock: Clock }, { atOnce = AT_ONCE } = {}): Sweep {
  return {
    name: 'flow-dates',
    everySeconds: 15,
    async run(stopping) {
      // A failing trigger does not hold up the others.
      const failed = new Set<string>();
      const failures: unknown[] = [];
      for (let busy = true; busy; ) {
        stopping.throwIfAborted();
        let taken: DueTrigger | undefined;
        try {
          taken = undefined;
          await db.transaction(async (tx) => {
            taken = await takeDue(tx, failed, clock.now());
            if (taken) await lookAfter(tx, taken, { now: clock.now(), most: atOnce });
          });
          busy = taken !== undefined;
        } catch (error) {
          if (!taken) throw error;
          failed.add(nameOf(taken));
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

async function lookAfter(tx: Tx, due: DueTrigger, { now, most }: { now: Date; most: number }): Promise<void> {
  const oldest = new Date(now.getTime() - LATEST_MS);
  if (due.dueAt <= oldest) return goOn(tx, due, { dueAt: nextMoment(due.trigger, oldest) });
  const cursor = hasDates(due) ? await fire(tx, due, { days: daysOf(due.trigger, due.dueAt), most, now }) : null;
  if (cursor) return goOn(tx, due, { dueAt: due.dueAt, cursor });
  await forgetFired(tx, due, new Date(now.getTime() - KEPT_MS));
  await goOn(tx, due, { dueAt: nextMoment(due.trigger, due.dueAt) });
}

interface DueTrigger extends ArmedTrigger<DateTrigger> {
  workspaceId: WorkspaceId;
  dueAt: Date;
  /** Contacts up to this one are done for that moment. */
  cursor: string;
}

/** Locks the trigger that is due the longest, passing over those that are locked or about to be deleted. @param passing by `nameOf` */
async function takeDue(tx: Tx, passing: ReadonlySet<string>, now: Date): Promise<DueTrigger | undefined> {
  const [due] = await tx.query<DueTrigger>(sql`
    SELECT h.workspace_id::text AS "workspaceId", h.flow_id::text AS "flowId", h.position, h.subject, h.trigger, ${FIELD} AS field,
           h.due_at AS "dueAt", h.cursor::text AS cursor
    FROM flow_triggers h JOIN flows f ON f.workspace_id = h.workspace_id AND f.id = h.flow_id
    WHERE h.due_at <= ${now}::timestamptz AND NOT (h.flow_id || ' ' || h.position) = ANY(${[...passing]}::text[])
    ORDER BY h.due_at LIMIT 1
    FOR NO KEY UPDATE OF h SKIP LOCKED FOR KEY SHARE OF f SKIP LOCKED`);
  return due;
}

const nameOf = ({ flowId, position }: ArmedTrigger<DateTrigger>): string => `${flowId} ${position}`;

/**
 * Lets in contacts with this date, up to `most` from the cursor on, once for each date.
 * @param days of one moment; a contact has its date on one of them at most
 * @returns the last contact; null when there are no more
 */
async function fire(
  tx: Tx,
  { workspaceId, flowId, position, trigger, cursor }: DueTrigger,
  { days, most, now }: { days: string[]; most: number; now: Date },
): Promise<string | null> {
  const due = days.map((day) => sql`SELECT ${day}::date AS day WHERE ${isDue(trigger, day)}`);
  const [looked] = await tx.query<{ count: number; last: string | null }>(sql`
    WITH due AS MATERIALIZED (
      SELECT ${flowId}::uuid AS flow_id, ${position}::int AS position, c.id AS contact_id, its.day
      FROM contacts c CROSS JOIN LATERAL (${join(due, ' UNION ALL ')}) AS its
      WHERE c.workspace_id = ${workspaceId}::uuid AND c.id > ${cursor}::uuid
      ORDER BY c.id LIMIT ${most}::int
    ), fired AS (
      ${firing(workspaceId, sql`SELECT flow_id, position, contact_id, day FROM due`, now)}
    ), entries AS (
      INSERT INTO flow_inbox (workspace_id, flow_id, kind, contact_id, at, entered_via)
      SELECT ${workspaceId}::uuid, flow_id, 'entry', contact_id, ${now}::timestamptz, 'date_based' FROM fired ORDER BY contact_id
    )
    SELECT count(*)::int AS count, (array_agg(contact_id ORDER BY contact_id DESC))[1]::text AS last FROM due`);
  return looked && looked.count === most ? looked.last : null;
}

/** From a contact, or from the next moment. */
async function goOn(
  tx: Tx,
  { workspaceId, flowId, position }: DueTrigger,
  { dueAt, cursor = FIRST_ID }: { dueAt: Date; cursor?: string },
): Promise<void> {
  await tx.query(sql`
    UPDATE flow_triggers SET due_at = ${dueAt}::timestamptz, cursor = ${cursor}::uuid
    WHERE workspace_id = ${workspaceId}::uuid AND flow_id = ${flowId}::uuid AND position = ${position}::int`);
}

async function forgetFired(tx: Tx, { workspaceId, flowId }: DueTrigger, before: Date): Promise<void> {
  await tx.query(sql`
    DELETE FROM flow_dates
    WHERE workspace_id = ${workspaceId}::uuid AND flow_id = ${flowId}::uuid AND fired_at < ${before}::timestamptz`);
}
