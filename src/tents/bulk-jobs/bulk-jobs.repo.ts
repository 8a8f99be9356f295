import { record, takenTypes } from '../../outbound/event-log.ts';
import { type Ctx, empty, type Scope, sql, type Tx } from '../../platform/db.ts';
import { type GenerationId, type TemplateId, type TentId, toUlid } from '../../platform/ids.ts';
import type { PublicationStatus } from '../publishing/publications.repo.ts';
import type { Admitted } from './bulk-jobs.service.ts';

export async function insertJob(
  { db, workspaceId }: Scope<Tx>,
  { id, templateId, autoPublish, items, createdAt }: Admitted,
): Promise<void> {
  await db.prisma.bulkJob.create({ data: { workspaceId, id, templateId, autoPublish, createdAt } });
  await db.prisma.bulkItem.createMany({
    data: items.map(({ index: place, clientItemId, tentName, ...item }) => ({
      ...{ workspaceId, jobId: id, place, clientItemId, tentName },
      ...('code' in item
        ? { outcome: 'rejected', errorCode: item.code, message: item.message }
        : {
            tentId: item.tentId,
            generationId: item.generationId,
            unfilledTags: item.page.unfilled,
            unusedValues: Object.keys(item.page.rest),
          }),
    })),
  });
}

export interface Ended {
  tentId: TentId;
  generationId: GenerationId;
  outcome: 'completed' | 'failed';
  reason: string | null;
}

/**
 * Publications are settled by now. Generations of no item, or of one that has ended before, change nothing.
 * @param unpublished the message of a page that was taken down before it was written
 */
export async function settleItems({ db, workspaceId, now }: Ctx<Tx>, ended: readonly Ended[], unpublished: string): Promise<void> {
  if (ended.length === 0) return;
  const column = <Field extends keyof Ended>(field: Field) => ended.map((entry) => entry[field]);
  const jobs = await db.query<{ jobId: string }>(sql`
    UPDATE bulk_items i SET outcome = e.outcome, settled_at = ${now}::timestamptz,
      publication_status = CASE WHEN j.auto_publish THEN coalesce(p.status, 'failed') END,
      message = CASE WHEN e.outcome = 'failed' THEN e.reason
        WHEN j.auto_publish THEN CASE WHEN p.tent_id IS NULL THEN ${unpublished}::text ELSE p.message END END
    FROM unnest(${column('tentId')}::uuid[], ${column('generationId')}::uuid[], ${column('outcome')}::text[], ${column('reason')}::text[])
      AS e (tent_id, generation_id, outcome, reason)
    LEFT JOIN publications p ON p.workspace_id = ${workspaceId}::uuid AND p.tent_id = e.tent_id, bulk_jobs j
    WHERE i.workspace_id = ${workspaceId}::uuid AND i.generation_id = e.generation_id AND i.outcome IS NULL
      AND j.workspace_id = i.workspace_id AND j.id = i.job_id
    RETURNING i.job_id::text AS "jobId"`);
  const touched = [...new Set(jobs.map(({ jobId }) => jobId))];
  if (touched.length > 0) await recordEnded({ db, workspaceId, now }, touched);
}

/**
 * Writes into the event log which of these jobs have ended. Each job is held, so that of the last items, which may settle at the same time,
 * the later one finds all of them settled.
 */
async function recordEnded({ db, workspaceId, now }: Ctx<Tx>, jobIds: string[]): Promise<void> {
  if (!(await takenTypes({ db, workspaceId }, ['bulk_job.completed'])).has('bulk_job.completed')) return;
  await db.query(sql`
    SELECT 1 AS held FROM bulk_jobs WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${jobIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE`);
  const ended = await db.query<{ id: string; completed: number; accepted: number }>(sql`
    SELECT job_id::text AS id, (count(*) FILTER (WHERE outcome = 'completed'))::int AS completed,
      (count(*) FILTER (WHERE outcome IS DISTINCT FROM 'rejected'))::int AS accepted
    FROM bulk_items WHERE workspace_id = ${workspaceId}::uuid AND job_id = ANY(${jobIds}::uuid[])
    GROUP BY job_id HAVING count(*) FILTER (WHERE outcome IS NULL) = 0`);
  const statusOf = ({ completed, accepted }: (typeof ended)[number]) =>
    completed === 0 ? 'failed' : completed === accepted ? 'completed' : 'completed_with_failures';
  await record(
    { db, workspaceId, now },
    'bulk_job.completed',
    ended.map((job) => ({ data: { bulk_job_id: toUlid(job.id), status: statusOf(job) } })),
  );
}

/** An item whose page and data may not fit together. */
export interface Leftover {
  generationId: GenerationId;
  tentId: TentId;
  autoPublish: boolean;
  unfilledTags: string[];
  unusedValues: string[];
}

export interface WrittenLeftover extends Leftover {
  /** Null where the page is the filled-in template. */
  html: string | null;
  facts: Record<string, string>;
}

/** Expects generations that have made versions. */
export const findLeftovers = ({ db, workspaceId }: Scope<Tx>, generationIds: GenerationId[]): Promise<WrittenLeftover[]> =>
  db.query(sql`
    SELECT i.generation_id::text AS "generationId", i.tent_id::text AS "tentId", j.auto_publish AS "autoPublish",
      i.unfilled_tags AS "unfilledTags", i.unused_values AS "unusedValues", g.facts,
      CASE WHEN g.prompt <> '' OR g.facts <> '{}' THEN v.html END AS html
    FROM bulk_items i
    JOIN bulk_jobs j ON j.workspace_id = i.workspace_id AND j.id = i.job_id
    JOIN generations g ON g.workspace_id = i.workspace_id AND g.id = i.generation_id
    JOIN versions v ON v.workspace_id = i.workspace_id AND v.id = i.generation_id
    WHERE i.workspace_id = ${workspaceId}::uuid AND i.generation_id = ANY(${generationIds}::uuid[]) AND i.outcome IS NULL
      AND (i.unfilled_tags <> '{}' OR i.unused_values <> '{}')`);

export async function noteLeftovers(
  { db, workspaceId }: Scope<Tx>,
  leftovers: readonly (Leftover & { warning: string | null })[],
): Promise<void> {
  if (leftovers.length === 0) return;
  const rows = sql`json_to_recordset(${JSON.stringify(leftovers)}::json) AS n ("generationId" uuid, "tentId" uuid, "unfilledTags" text[],
    "unusedValues" text[], warning text)`;
  await db.query(sql`
    UPDATE bulk_items i SET unfilled_tags = n."unfilledTags", unused_values = n."unusedValues"
    FROM ${rows} WHERE i.workspace_id = ${workspaceId}::uuid AND i.generation_id = n."generationId"`);
  await db.query(sql`
    UPDATE publications p SET status = 'published_with_warnings', message = concat_ws(' ', p.message, n.warning),
      live_status = 'published_with_warnings', live_message = concat_ws(' ', p.live_message, n.warning)
    FROM ${rows}
    WHERE p.workspace_id = ${workspaceId}::uuid AND p.tent_id = n."tentId" AND p.generation_id = n."generationId"
      AND p.status IN ('published', 'published_with_warnings') AND n.warning IS NOT NULL`);
}

export interface ItemRow {
  jobId: string;
  templateId: TemplateId;
  autoPublish: boolean;
  createdAt: Date;
  place: number;
  clientItemId: string | null;
  tentName: string | null;
  tentId: TentId | null;
  /** Null while its generation is under way. */
  outcome: 'rejected' | 'completed' | 'failed' | null;
  errorCode: string | null;
  message: string | null;
  unfilledTags: string[];
  unusedValues: string[];
  /** Null before the outcome. */
  publicationStatus: Exclude<PublicationStatus, 'pending'> | null;
  settledAt: Date | null;
  /** Null when the generation is gone with its tent. */
  generationStatus: 'pending' | 'generating' | 'completed' | 'failed' | null;
  startedAt: Date | null;
  /** Whether its page is to be published when it is written. */
  awaited: boolean;
  path: string | null;
  reserved: boolean;
  settlement: 'consumed' | 'refunded' | null;
}

/** Older than `after`, the newest first: ids follow time. */
export async function jobsAfter({ db, workspaceId }: Scope, after: string | undefined, limit: number): Promise<string[]> {
  const jobs = await db.query<{ id: string }>(sql`
    SELECT id::text FROM bulk_jobs WHERE workspace_id = ${workspaceId}::uuid ${after ? sql`AND id < ${after}::uuid` : empty}
    ORDER BY id DESC LIMIT ${limit}::int`);
  return jobs.map(({ id }) => id);
}

/** Locks the tents of the open items until the transaction ends. */
export async function holdOpenItems({ db, workspaceId }: Scope<Tx>, jobId: string): Promise<string[]> {
  const items = await db.query<{ generationId: GenerationId }>(sql`
    SELECT i.generation_id::text AS "generationId"
    FROM bulk_items i JOIN documents d ON d.workspace_id = i.workspace_id AND d.id = i.tent_id
    WHERE i.workspace_id = ${workspaceId}::uuid AND i.job_id = ${jobId}::uuid AND i.outcome IS NULL
    ORDER BY d.id FOR UPDATE OF d`);
  return items.map(({ generationId }) => generationId);
}

/** The newest job first, all of one moment. Empty when there is no such job. */
export const findItems = ({ db, workspaceId }: Scope, jobIds: readonly string[]): Promise<ItemRow[]> =>
  db.query(sql`
    SELECT j.id::text AS "jobId", j.template_id::text AS "templateId", j.auto_publish AS "autoPublish", j.created_at AS "createdAt", i.place,
      i.client_item_id AS "clientItemId", i.tent_name AS "tentName", i.tent_id::text AS "tentId", i.outcome, i.error_code AS "errorCode",
      i.message, i.unfilled_tags AS "unfilledTags", i.unused_values AS "unusedValues", i.publication_status AS "publicationStatus", i.settled_at AS "settledAt", g.status AS "generationStatus",
      g.started_at AS "startedAt", p.awaited_generation_id IS NOT DISTINCT FROM i.generation_id AS awaited, p.path,
      r.id IS NOT NULL AS reserved, s.kind AS settlement
    FROM bulk_jobs j
    JOIN bulk_items i ON i.workspace_id = j.workspace_id AND i.job_id = j.id
    LEFT JOIN generations g ON g.workspace_id = i.workspace_id AND g.id = i.generation_id
    LEFT JOIN publications p ON p.workspace_id = i.workspace_id AND p.tent_id = i.tent_id
    LEFT JOIN credit_entries r ON r.workspace_id = i.workspace_id AND r.reference = i.generation_id AND r.kind = 'reserved'
    LEFT JOIN credit_entries s ON s.workspace_id = i.workspace_id AND s.reference = i.generation_id AND s.kind IN ('consumed', 'refunded')
    WHERE j.workspace_id = ${workspaceId}::uuid AND j.id = ANY (${[...jobIds]}::uuid[])
    ORDER BY j.id DESC, i.place`);
