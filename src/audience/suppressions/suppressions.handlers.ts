import type { Handler, Handlers } from '../../http/handler.types.ts';
import type { Events } from '../../platform/events.ts';
import { normaliseEmail } from '../../shared/identifiers.ts';
import { paginationOf } from '../../shared/paging.ts';
import { pageOfSuppressions } from './suppressions.repo.ts';
import * as service from './suppressions.service.ts';
import { toAddResult, toImportResult, toRemoveResult, toSuppression } from './suppressions.view.ts';

const listSuppressions: Handler<'listSuppressions'> = async ({ query }, ctx) => {
  const { address, reason, search, page, limit } = query;
  // What is no address is nobody's.
  const wanted = address === undefined ? undefined : (normaliseEmail(address) ?? '');
  const { rows, total } = await pageOfSuppressions(ctx, { address: wanted, reason, search, page, limit });
  return { status: 200, body: { items: rows.map(toSuppression), pagination: paginationOf(query, total) } };
};

const addSuppressions: Handler<'addSuppressions'> = async ({ body: { items }, itemIssues }, ctx) => ({
  status: 200,
  body: toAddResult(await service.addSuppressions(ctx, { items, itemIssues })),
});

const importSuppressions: Handler<'importSuppressions'> = async ({ body: list, query: { reason } }, ctx) => ({
  status: 200,
  body: toImportResult(await service.importSuppressions(ctx, { list, reason })),
});

export function createSuppressionHandlers({ events }: { events: Events }) {
  const removeSuppressions: Handler<'removeSuppressions'> = async ({ body }, ctx) => ({
    status: 200,
    body: toRemoveResult(body.addresses, await service.removeSuppressions(ctx, events, body)),
  });

  return { listSuppressions, addSuppressions, removeSuppressions, importSuppressions } satisfies Partial<Handlers>;
}
