import type { Wake } from '../../content/generation/generations.service.ts';
import type { Handler, Handlers } from '../../http/handler.types.ts';
import { fromUlid } from '../../platform/ids.ts';
import { invalid, notFound } from '../../shared/errors.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import { addressesOf, type PagesHost } from '../publishing/addresses.ts';
import { isTooLarge, TOO_LARGE } from './admission.ts';
import { findItems } from './bulk-jobs.repo.ts';
import { createBulkJob as create } from './bulk-jobs.service.ts';
import * as view from './bulk-jobs.view.ts';

/** What tents are called that nothing else names. */
const UNNAMED = 'Bulk Tent';

export function createBulkJobHandlers({ wake, ...host }: { wake: Wake } & PagesHost) {
  const createBulkJob: Handler<'createBulkJob'> = async ({ body, itemIssues }, { db, workspaceId, key, now }) => {
    const { items, metadata, reasoning } = body;
    if (metadata && isTooLarge(metadata)) throw invalid({ path: 'metadata', message: TOO_LARGE });
    const request = {
      templateId: fromUlid(body.template_id.replace(/^tt_/, '')),
      ...{ items, itemIssues, reasoning },
      prefix: body.default_tent_name_prefix ?? body.client_job_descriptor ?? UNNAMED,
      startIndex: body.start_index ?? 1,
      autoPublish: body.auto_publish ?? false,
      createdByName: key.name,
    };
    return { status: 202, body: view.toAdmitted(await create(db, wake, workspaceId, request, now), metadata) };
  };

  const getBulkJob: Handler<'getBulkJob'> = async ({ path }, { db, workspaceId }) => {
    const id = fromUlid(path.bulkJobId);
    const items = await findItems(db, workspaceId, id);
    if (items.length === 0) throw notFound();
    const { slug } = await findWorkspace(db, workspaceId);
    return { status: 200, body: view.toBulkJob(id, items, addressesOf(host, slug)) };
  };

  return { createBulkJob, getBulkJob } satisfies Partial<Handlers>;
}
