import type { ContactImportRun } from '../../../generated/prisma/client.ts';
import type { Handler, Handlers } from '../../http/handler.types.ts';
import type { Enqueue } from '../../jobs/jobs.ts';
import type { Db } from '../../platform/db.ts';
import { fromUlid, toUlid } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage.ts';
import { csvLine } from '../../shared/csv.ts';
import { DomainError, notFound } from '../../shared/errors.ts';
import { paginationOf } from '../../shared/paging.ts';
import { executeImport } from './execute.service.ts';
import { pageOfResults, pagesOfAttention } from './results.repo.ts';
import { enqueueImport } from './runs.jobs.ts';
import { cancel, findRun, pageOfRuns, processedRows } from './runs.repo.ts';
import { toImportResult, toImportRun, toReason } from './runs.view.ts';

export function createImportRunHandlers({ enqueue, storage }: { enqueue: Enqueue; storage: Storage }) {
  const executeContactImport: Handler<'executeContactImport'> = async ({ path, body }, { db, workspaceId, now }) => {
    const runId = await executeImport(db, storage, workspaceId, fromUlid(path.session_id), {
      plan: body,
      now,
      enqueue: (tx, id) => enqueueImport(enqueue, tx, id),
    });
    return { status: 202, body: { import_run_id: toUlid(runId) } };
  };

  const getContactImportRun: Handler<'getContactImportRun'> = async ({ path }, { db, workspaceId }) => {
    return { status: 200, body: toImportRun(await requireRun(db, workspaceId, path.import_run_id)) };
  };

  const listContactImports: Handler<'listContactImports'> = async ({ query }, { db, workspaceId }) => {
    const { rows, total } = await pageOfRuns(db, workspaceId, query);
    return { status: 200, body: { imports: rows.map(toImportRun), pagination: paginationOf(query, total) } };
  };

  const cancelContactImport: Handler<'cancelContactImport'> = async ({ path }, { db, workspaceId, now }) => {
    const isCancelled = await cancel(db, workspaceId, fromUlid(path.import_run_id), now);
    const run = await requireRun(db, workspaceId, path.import_run_id);
    if (!isCancelled && run.status !== 'cancelled')
      throw new DomainError('conflict', `This import has ended already: it is ${run.status}.`);
    return { status: 200, body: toImportRun(run) };
  };

  const listContactImportResults: Handler<'listContactImportResults'> = async ({ path, query }, { db, workspaceId }) => {
    const run = await requireRun(db, workspaceId, path.import_run_id);
    const results = await pageOfResults(db, workspaceId, run.id, query);
    const counts = { created: run.createdCount, updated: run.updatedCount, skipped: run.skippedCount, failed: run.errorCount };
    const total = query.status ? counts[query.status] : processedRows(run);
    return { status: 200, body: { results: results.map(toImportResult), pagination: paginationOf(query, total) } };
  };

  const exportContactImportResults: Handler<'exportContactImportResults'> = async ({ path }, { db, workspaceId }) => {
    const run = await requireRun(db, workspaceId, path.import_run_id);
    async function* lines() {
      yield csvLine(['row_number', 'status', 'reason', ...run.headers]);
      for await (const page of pagesOfAttention(db, workspaceId, run.id)) {
        yield page.map((row) => csvLine([row.row_number, row.status, toReason(row), ...row.cells])).join('');
      }
    }
    return { status: 200, csv: { name: fileNameOf(run), lines: lines() } };
  };

  return {
    executeContactImport,
    getContactImportRun,
    listContactImports,
    cancelContactImport,
    listContactImportResults,
    exportContactImportResults,
  } satisfies Partial<Handlers>;
}

/** @throws not_found */
async function requireRun(db: Db, workspaceId: string, id: string): Promise<ContactImportRun> {
  const run = await findRun(db, workspaceId, fromUlid(id));
  if (!run) throw notFound();
  return run;
}

/** `spring-fair-results.csv` */
const fileNameOf = ({ fileName }: ContactImportRun): string => `${(fileName ?? 'import').replace(/\.[^.]{1,5}$/, '')}-results.csv`;
