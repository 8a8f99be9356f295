import type { Wake } from '../../content/generation/generations.service.ts';
import type { Handler, Handlers } from '../../http/handler.types.ts';
import type { Scope } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { fromUlid } from '../../platform/ids.ts';
import { invalid, notFound } from '../../shared/errors.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import { addressesOf, type PagesHost } from '../publishing/addresses.ts';
import { isTooLarge, TOO_LARGE } from './admission.ts';
import { findItems } from './bulk-jobs.repo.ts';
import { cancelBulkJob as cancel, createBulkJob as create, pageOfJobs } from './bulk-jobs.service.ts';
import * as view from './bulk-jobs.view.ts';

const UNNAMED = 'Bulk Tent';

const listBulkJobs: Handler<'listBulkJobs'> = async ({ query: { limit, cursor } }, ctx) => {
  const { jobs, next } = await pageOfJobs(ctx, limit, cursor);
  return { status: 200, body: { bulk_jobs: jobs.map(view.toSummary), ...next } };
};

export function createBulkJobHandlers({ wake, events, ...host }: { wake: Wake; events: Events } & PagesHost) {
  const createBulkJob: Handler<'createBulkJob'> = async ({ body, itemIssues, key }, ctx) => {
    const { items, metadata, reasoning } = body;
    if (metadata && isTooLarge(metadata)) throw invalid({ path: 'metadata', message: TOO_LARGE });
    const request = {
      templateId: fromUlid(body.template_id.replace(/^tt_/, '')),
      ...{ items, itemIssues, reasoning },
      prefix: body.default_tent_name_prefix ?? body.client_job_descriptor ?? UNNAMED,
      startIndex: body.start_index ?? 1,
      autoPublish: body.auto_publish ?? false,
      removeBranding: body.remove_branding,
      createdByName: key.name,
    };
    return { status: 202, body: view.toAdmitted(await create(ctx, wake, request), metadata) };
  };

  const read = async (ctx: Scope, id: string) => {
    const items = await findItems(ctx, [id]);
    if (items.length === 0) throw notFound();
    const { slug } = await findWorkspace(ctx);
    return { status: 200, body: view.toBulkJob(items, addressesOf(host, slug)) } as const;
  };

  const getBulkJob: Handler<'getBulkJob'> = ({ path }, ctx) => read(ctx, fromUlid(path.bulkJobId));

  const cancelBulkJob: Handler<'cancelBulkJob'> = async ({ path }, ctx) => {
    const id = fromUlid(path.bulkJobId);
    await cancel(ctx, events, id);
    return read(ctx, id);
  };

  return { listBulkJobs, createBulkJob, getBulkJob, cancelBulkJob } satisfies Partial<Handlers>;
}
