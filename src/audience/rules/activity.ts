import { empty, raw, type Sql, sql } from '../../platform/db.ts';
import type { EmailId, WorkspaceId } from '../../platform/ids.ts';
import { CREATED } from '../activities/activities.repo.ts';
import type { ActivityCondition } from './tree.ts';
import { startOf } from './windows.ts';

/** Of mail without tracking it is not known that these did not happen. */
const UNKNOWN_WITHOUT_TRACKING: ReadonlySet<string> = new Set(['email_opened', 'email_clicked']);

const NEVER = sql`false`;
const ALWAYS = sql`true`;

/** A condition about the timeline of the contact `c`, and whether an index of contacts answers it. */
export function activityTest(
  condition: ActivityCondition,
  { workspaceId, now }: { workspaceId: WorkspaceId; now: Date },
): { test: Sql; indexed: boolean } {
  const { activityType, timeWindow } = condition;
  const within = timeWindow
    ? sql`BETWEEN ${startOf(timeWindow, now).toISOString()}::timestamptz AND ${now.toISOString()}::timestamptz`
    : null;
  const { least, most } = boundsOf(condition);
  // Told by the contact itself, which has been created once, in any case.
  if (activityType === CREATED) {
    // Creation is about no mail, link or form.
    if (isNarrowed(condition)) return { test: least === 0 ? ALWAYS : NEVER, indexed: false };
    const ifCreated = most === null || most >= 1;
    if (least > 1) return { test: NEVER, indexed: false };
    if (least === 0 && ifCreated) return { test: ALWAYS, indexed: false };
    if (!within) return { test: ifCreated ? ALWAYS : NEVER, indexed: false };
    return { test: sql`c.created_at ${raw(ifCreated ? '' : 'NOT')} ${within}`, indexed: ifCreated };
  }
  const entries = sql`FROM contact_activities a
    WHERE a.workspace_id = ${workspaceId}::uuid AND a.contact_id = c.id AND a.type = ${activityType}::text
      ${within ? sql`AND a.occurred_at ${within}` : empty} ${narrowing(condition, workspaceId)}`;
  if (most !== null && UNKNOWN_WITHOUT_TRACKING.has(activityType)) {
    // In the words of the index.
    const untracked = sql`FROM contact_activities a
      WHERE a.workspace_id = ${workspaceId}::uuid AND a.contact_id = c.id AND a.type = 'email_delivered' AND a.metadata ? 'tracking'
        ${within ? sql`AND a.occurred_at ${within}` : empty} ${narrowing({ ...condition, linkUrl: undefined }, workspaceId)}`;
    const few = most === 0 ? sql`NOT EXISTS (SELECT 1 ${entries})` : counted(entries, { least, most });
    return { test: sql`(${few} AND NOT EXISTS (SELECT 1 ${untracked}))`, indexed: false };
  }
  if (most === 0) return { test: sql`NOT EXISTS (SELECT 1 ${entries})`, indexed: false };
  if (least <= 1 && most === null) return { test: least === 0 ? ALWAYS : sql`EXISTS (SELECT 1 ${entries})`, indexed: false };
  return { test: counted(entries, { least, most }), indexed: false };
}

interface Bounds {
  least: number;
  /** Null without an upper bound. */
  most: number | null;
}

export function boundsOf({ operator, count }: Pick<ActivityCondition, 'operator' | 'count'>): Bounds {
  if (operator === 'has_no_activity') return { least: 0, most: 0 };
  if (!count) return { least: 1, most: null };
  const { operator: bound, value } = count;
  return { least: bound === 'at_most' ? 0 : value, most: bound === 'at_least' ? null : value };
}

/**
 * Whether as many entries are there as the bounds say. Whether there is any is asked first, since PostgreSQL answers that for many contacts
 * from one hash; only theirs are counted, contact by contact, and no further than the bounds need.
 */
function counted(entries: Sql, { least, most }: Bounds): Sql {
  const enough = (most ?? least - 1) + 1;
  const number = sql`(SELECT count(*) FROM (SELECT 1 ${entries} LIMIT ${enough}::int) AS entry)`;
  const fits = most === null ? sql`${number} >= ${least}::int` : sql`${number} BETWEEN ${least}::int AND ${most}::int`;
  return sql`CASE WHEN EXISTS (SELECT 1 ${entries}) THEN ${fits} ELSE ${raw(String(least === 0))} END`;
}

type Narrowing = { [Key in 'blastId' | 'emailId' | 'linkUrl' | 'tentId' | 'formId']?: ActivityCondition[Key] | undefined };

const isNarrowed = ({ blastId, emailId, linkUrl, tentId, formId }: ActivityCondition): boolean =>
  [blastId, emailId, linkUrl, tentId, formId].some((one) => one !== undefined);

/** What the entries `a` have to be about. Those of blasts and of flows have indexes of their own, which begin with what their metadata has. */
function narrowing({ blastId, emailId, linkUrl, tentId, formId }: Narrowing, workspaceId: WorkspaceId): Sql {
  const has = (key: string, value: string | undefined) =>
    value === undefined ? empty : sql`AND a.metadata ->> ${raw(`'${key}'`)} = ${value}::text`;
  return sql`${blastId === undefined ? empty : sql`AND a.metadata ? 'blast_id' AND a.metadata ->> 'blast_id' = ${blastId}::text`}
    ${emailId === undefined ? empty : sql`AND (${withEmail(workspaceId, emailId)})`}
    ${has('url', linkUrl)} ${has('tent_id', tentId)} ${has('form_id', formId)}`;
}

/** Whether an entry is about the mail of a blast with this email, or of a step that sends it. */
const withEmail = (workspaceId: WorkspaceId, emailId: EmailId): Sql => sql`
  a.metadata ->> 'blast_id' IN (SELECT b.id::text FROM blasts b WHERE b.workspace_id = ${workspaceId}::uuid AND b.email_id = ${emailId}::uuid)
  OR (a.metadata ->> 'flow_id', a.metadata ->> 'step_id') IN (
    SELECT f.id::text, step ->> 'step_id' FROM flows f CROSS JOIN LATERAL jsonb_array_elements(f.steps) AS step
    WHERE f.workspace_id = ${workspaceId}::uuid AND step ->> 'type' = 'send_email' AND step ->> 'email_id' = ${emailId}::text)`;
