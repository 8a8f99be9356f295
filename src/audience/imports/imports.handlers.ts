import type { ContactImportRun } from '../../../generated/prisma/client.ts';
import type { Handler, Handlers } from '../../http/handler.types.ts';
import type { Enqueue } from '../../jobs/jobs.ts';
import type { Scope } from '../../platform/db.ts';
import { fromUlid, toUlid } from '../../platform/ids.ts';
import type { PageLinks } from '../../platform/page-links.ts';
import type { Storage } from '../../platform/storage.ts';
import { csvLine } from '../../shared/csv.ts';
import { DomainError, notFound } from '../../shared/errors.ts';
import { executeImport } from './execute.service.ts';
import { enqueueImport } from './import.work.ts';
import { toImportResult, toImportRun, toPreview, toReason } from './imports.view.ts';
import { previewImport } from './preview.service.ts';
import { cancel, findRun, pageOfResults, pageOfRuns, pagesOfAttention } from './runs.repo.ts';
import { startRows, startUpload } from './sessions.service.ts';

export function createImportHandlers({ enqueue, storage, links }: { enqueue: Enqueue; storage: Storage; links: PageLinks }) {
  const startContactImport: Handler<'startContactImport'> = async ({ body }, ctx) => {
    if (body.source === 'rows') {
      const { id, headers, rowCount } = await startRows(ctx, body);
      return { status: 201, body: { import_session_id: toUlid(id), row_count: rowCount, headers } };
    }
    const { id, uploadUrl, uploadUntil } = await startUpload(ctx, storage, body);
    return { status: 201, body: { import_session_id: toUlid(id), upload_url: uploadUrl, expires_at: uploadUntil.toISOString() } };
  };

  const previewContactImport: Handler<'previewContactImport'> = async ({ path }, ctx) => ({
    status: 200,
    body: toPreview(await previewImport(ctx, storage, fromUlid(path.session_id))),
  });

  const executeContactImport: Handler<'executeContactImport'> = async ({ path, body }, ctx) => {
    const runId = await executeImport(ctx, storage, {
      sessionId: fromUlid(path.session_id),
      plan: body,
      enqueue: (tx, id) => enqueueImport(enqueue, tx, id),
    });
    return { status: 202, body: { import_run_id: toUlid(runId) } };
  };

  const getContactImportRun: Handler<'getContactImportRun'> = async ({ path }, ctx) => {
    return { status: 200, body: toImportRun(await requireRun(ctx, path.import_run_id), links) };
  };

  const listContactImports: Handler<'listContactImports'> = async ({ query }, ctx) => {
    const { rows, paging } = await pageOfRuns(ctx, query);
    return { status: 200, body: { imports: rows.map((run) => toImportRun(run, links)), ...paging } };
  };

  const cancelContactImport: Handler<'cancelContactImport'> = async ({ path }, ctx) => {
    const isCancelled = await cancel(ctx, fromUlid(path.import_run_id));
    const run = await requireRun(ctx, path.import_run_id);
    if (!isCancelled && run.status !== 'cancelled')
      throw new DomainError('conflict', `This import has ended already: it is ${run.status}.`);
    return { status: 200, body: toImportRun(run, links) };
  };

  const listContactImportResults: Handler<'listContactImportResults'> = async ({ path, query }, ctx) => {
    const run = await requireRun(ctx, path.import_run_id);
    const { rows, paging } = await pageOfResults(ctx, run, query);
    return { status: 200, body: { results: rows.map(toImportResult), ...paging } };
  };

  const exportContactImportResults: Handler<'exportContactImportResults'> = async ({ path }, ctx) => {
    const run = await requireRun(ctx, path.import_run_id);
    async function* lines() {
      yield csvLine(['row_number', 'status', 'reason', ...run.headers]);
      for await (const page of pagesOfAttention(ctx, run.id)) {
        yield page.map((row) => csvLine([row.row_number, row.status, toReason(row), ...row.cells])).join('');
      }
    }
    return { status: 200, csv: { name: fileNameOf(run), lines: lines() } };
  };

  return {
    startContactImport,
    previewContactImport,
    executeContactImport,
    getContactImportRun,
    listContactImports,
    cancelContactImport,
    listContactImportResults,
    exportContactImportResults,
  } satisfies Partial<Handlers>;
}

/** @throws not_found */
async function requireRun(ctx: Scope, id: string): Promise<ContactImportRun> {
  const run = await findRun(ctx, fromUlid(id));
  if (!run) throw notFound();
  return run;
}

/** `spring-fair-results.csv` */
const fileNameOf = ({ fileName }: ContactImportRun): string => `${(fileName ?? 'import').replace(/\.[^.]{1,5}$/, '')}-results.csv`;
