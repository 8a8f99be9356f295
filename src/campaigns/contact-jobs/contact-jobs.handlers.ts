import type { components } from '../../../generated/api.d.ts';
import type { Handler, Handlers } from '../../http/handler.types.ts';
import type { Enqueue } from '../../jobs/jobs.ts';
import { fromUlid, toUlid } from '../../platform/ids.ts';
import { cursorPage } from '../../shared/cursor.ts';
import { type JobRow, pageOfJobs } from './contact-jobs.repo.ts';
import { cancelJob, createJob, requireJob } from './contact-jobs.service.ts';

type Schemas = components['schemas'];

const toJob = (job: JobRow): Schemas['ContactJob'] => ({
  job_id: toUlid(job.id),
  action: job.action,
  status: job.status,
  dry_run: job.dryRun,
  rules: job.rules as Schemas['ContactJob']['rules'],
  list_id: job.listId,
  changes: job.parameters.changes ?? null,
  target_list_id: job.parameters.targetListId ?? null,
  flow_id: job.parameters.flowId ?? null,
  total_count: job.totalCount,
  examined_count: job.examinedCount,
  matched_count: job.matchedCount,
  changed_count: job.changedCount,
  unchanged_count: job.unchangedCount,
  failed_count: job.failedCount,
  failures: job.failures.slice(0, 20).map(({ contactId, message }) => ({ contact_id: contactId, message })),
  sample_contact_ids: job.sample,
  requested_by: job.requestedBy,
  error_message: job.errorMessage,
  created_at: job.createdAt.toISOString(),
  updated_at: job.updatedAt.toISOString(),
  completed_at: job.completedAt?.toISOString() ?? null,
});

const getContactJob: Handler<'getContactJob'> = async ({ path }, ctx) => ({
  status: 200,
  body: toJob(await requireJob(ctx, fromUlid(path.job_id))),
});

const cancelContactJob: Handler<'cancelContactJob'> = async ({ path }, ctx) => ({
  status: 200,
  body: toJob(await cancelJob(ctx, fromUlid(path.job_id))),
});

const listContactJobs: Handler<'listContactJobs'> = async ({ query }, ctx) => {
  const { rows, next } = await cursorPage({ list: 'contact_jobs' }, query, {
    isKey: (key) => key === 'id',
    positionOf: ({ id }: JobRow) => ({ key: 'id', id }),
    read: (after, most) => pageOfJobs(ctx, after, most),
  });
  return { status: 200, body: { jobs: rows.map(toJob), ...next } };
};

export function createContactJobHandlers({ enqueue }: { enqueue: Enqueue }) {
  const createContactJob: Handler<'createContactJob'> = async ({ body, key }, ctx) => ({
    status: 202,
    body: toJob(await createJob(ctx, enqueue, { body, requestedBy: key.name })),
  });

  return { createContactJob, getContactJob, cancelContactJob, listContactJobs } satisfies Partial<Handlers>;
}
