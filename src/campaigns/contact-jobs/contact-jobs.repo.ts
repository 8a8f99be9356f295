import type { components } from '../../../generated/api.d.ts';
import type { ContactJob } from '../../../generated/prisma/client.ts';
import type { IdSpan, Membership } from '../../audience/contact-lists/members.repo.ts';
import { membersOf } from '../../audience/contact-lists/members.repo.ts';
import { withTimestamps } from '../../audience/contacts/contacts.repo.ts';
import type { RuleTree } from '../../audience/rules/tree.ts';
import { FIRST_ID } from '../../platform/chunks.ts';
import { type Ctx, type Scope, type Sql, sql, type Tx } from '../../platform/db.ts';
import type { ContactId, FlowId, ListId } from '../../platform/ids.ts';
import { type Claim, end, heldBy, type Ledger } from '../../queue/ledger.ts';
import type { Position } from '../../shared/cursor.ts';

type Schemas = components['schemas'];

/** The values of the actions. */
export interface Parameters {
  changes?: Schemas['ContactJobChanges'] | undefined;
  targetListId?: ListId | undefined;
  flowId?: FlowId | undefined;
  dynamicContext?: Readonly<Record<string, unknown>> | undefined;
  /** A test key asked: flows that the job starts are tests. */
  isTest?: boolean | undefined;
}

export interface Failure {
  contactId: ContactId;
  message: string;
}

export type JobRow = Omit<ContactJob, 'action' | 'status' | 'rules' | 'parameters' | 'failures'> & {
  action: Schemas['ContactJobAction'];
  status: Schemas['ContactJobStatus'];
  rules: RuleTree | null;
  parameters: Parameters;
  failures: Failure[];
};

// Prisma has the JSON columns as any JSON; only this file writes them.
const toRow = (job: ContactJob): JobRow => job as Omit<ContactJob, 'rules' | 'parameters' | 'failures'> as JobRow;

export const contactJobLedger: Ledger = { table: 'contact_jobs', waiting: 'pending', running: 'processing', takesTurns: true };

export interface NewJob {
  id: string;
  action: JobRow['action'];
  /** The one list whose members are handled, or null for rules. */
  list: Membership | null;
  rules: RuleTree | null;
  parameters: Parameters;
  dryRun: boolean;
  requestedBy: string;
}

/** Contacts that come later are not part of the job. */
export async function insertJob(ctx: Ctx<Tx>, job: NewJob): Promise<JobRow> {
  const { db, workspaceId, now } = ctx;
  const { id, action, list, rules, parameters, dryRun, requestedBy } = job;
  await db.query(sql`
    INSERT INTO contact_jobs (workspace_id, id, action, rules, list_id, parameters, dry_run, requested_by, cursor, last_id, created_at, updated_at)
    SELECT ${workspaceId}::uuid, ${id}::uuid, ${action}::text, ${rules && JSON.stringify(rules)}::text::jsonb, ${list?.id ?? null}::uuid,
      ${JSON.stringify(parameters)}::text::jsonb, ${dryRun}::boolean, ${requestedBy}::text, ${FIRST_ID}::uuid,
      coalesce((SELECT id FROM (${idsOf(ctx, list)}) AS everyone (id) ORDER BY id DESC LIMIT 1), ${FIRST_ID}::uuid),
      ${now}::timestamptz, ${now}::timestamptz`);
  return (await findJob(ctx, id)) as JobRow;
}

export async function findJob({ db, workspaceId }: Scope, id: string): Promise<JobRow | null> {
  const job = await db.prisma.contactJob.findFirst({ where: { workspaceId, id } });
  return job && toRow(job);
}

/** The newest first. */
export async function pageOfJobs({ db, workspaceId }: Scope, after: Position | undefined, most: number): Promise<JobRow[]> {
  const where = { workspaceId, ...(after && { id: { lt: after.id } }) };
  return (await db.prisma.contactJob.findMany({ where, orderBy: { id: 'desc' }, take: most })).map(toRow);
}

/** The contacts to look through: a static list has an index of its own. */
const idsOf = ({ workspaceId }: Scope, list: Membership | null): Sql =>
  list?.kind === 'static'
    ? sql`SELECT contact_id FROM contact_list_members WHERE workspace_id = ${workspaceId}::uuid AND list_id = ${list.id}::uuid`
    : sql`SELECT id FROM contacts WHERE workspace_id = ${workspaceId}::uuid`;

export interface Selection {
  /** The list of the job, or its rules as those of a dynamic list. */
  members: Membership;
  span: IdSpan;
}

/** The next contacts to look through, by id, at most so many. */
export async function nextIds(ctx: Scope, { members, span }: Selection, most: number): Promise<ContactId[]> {
  const rows = await ctx.db.query<{ id: ContactId }>(sql`
    SELECT everyone.id::text FROM (${idsOf(ctx, members)}) AS everyone (id)
    WHERE everyone.id > ${span.after}::uuid AND everyone.id <= ${span.upTo}::uuid
    -- By the column and not by its text, which no index has.
    ORDER BY everyone.id LIMIT ${most}::int`);
  return rows.map(({ id }) => id);
}

/** Those in the span that the job is about, by id. */
export async function selectedIds(ctx: Ctx, { members, span }: Selection): Promise<ContactId[]> {
  const rows = await ctx.db.query<{ id: ContactId }>(sql`
    SELECT c.id::text FROM contacts c ${withTimestamps}
    WHERE c.workspace_id = ${ctx.workspaceId}::uuid AND ${await membersOf(ctx, members, span)} ORDER BY c.id`);
  return rows.map(({ id }) => id);
}

/** Once for each job, by its first run. */
export async function countAll(ctx: Scope, claim: Claim, { members, span }: Selection): Promise<void> {
  await ctx.db.query(sql`
    UPDATE contact_jobs SET total_count = (
      SELECT count(*)::int FROM (${idsOf(ctx, members)}) AS everyone (id) WHERE id <= ${span.upTo}::uuid
    ) ${heldBy(contactJobLedger, claim)} AND total_count IS NULL`);
}

export interface Progress {
  cursor: ContactId;
  examined: number;
  /** Null where nothing was selected. */
  selected: readonly ContactId[];
  changed: number;
  unchanged: number;
  failures: readonly Failure[];
}

const MOST_SHOWN = 20;

/** In the transaction of the part, so that no contact is handled twice. @returns false when the run no longer holds the job */
export async function advance({ db, now }: Ctx<Tx>, claim: Claim, progress: Progress): Promise<boolean> {
  const { cursor, examined, selected, changed, unchanged, failures } = progress;
  const rows = await db.query(sql`
    UPDATE contact_jobs SET cursor = ${cursor}::uuid, attempts = 0, examined_count = examined_count + ${examined}::int,
      matched_count = matched_count + ${selected.length}::int, changed_count = changed_count + ${changed}::int,
      unchanged_count = unchanged_count + ${unchanged}::int, failed_count = failed_count + ${failures.length}::int,
      failures = CASE WHEN jsonb_array_length(failures) >= ${MOST_SHOWN}::int THEN failures
        ELSE failures || ${JSON.stringify(failures.slice(0, MOST_SHOWN))}::text::jsonb END,
      sample = CASE WHEN dry_run THEN (sample || ${selected.slice(0, MOST_SHOWN)}::uuid[])[1:${MOST_SHOWN}::int] ELSE sample END,
      updated_at = ${now}::timestamptz
    ${heldBy(contactJobLedger, claim)} RETURNING 1 AS held`);
  return rows.length > 0;
}

export const complete = ({ db, now }: Ctx, claim: Claim): Promise<boolean> =>
  end(
    db,
    contactJobLedger,
    claim,
    sql`status = 'completed', error_message = NULL, updated_at = ${now}::timestamptz, completed_at = ${now}::timestamptz`,
  );

export const fail = ({ db, now }: Ctx, claim: Claim, message: string): Promise<boolean> =>
  end(
    db,
    contactJobLedger,
    claim,
    sql`status = 'failed', error_message = ${message}::text, updated_at = ${now}::timestamptz, completed_at = ${now}::timestamptz`,
  );

/** The run at work loses the job, and with it the part that it has not committed. @returns false when there is no such job, or it has ended */
export async function cancel({ db, workspaceId, now }: Ctx<Tx>, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    UPDATE contact_jobs SET status = 'cancelled', claimed_by = NULL, lease_until = NULL, updated_at = ${now}::timestamptz,
      completed_at = ${now}::timestamptz
    WHERE workspace_id = ${workspaceId}::uuid AND id = ${id}::uuid AND status IN ('pending', 'processing') RETURNING 1 AS cancelled`);
  return rows.length > 0;
}
