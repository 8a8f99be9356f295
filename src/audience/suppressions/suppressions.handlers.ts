import type { components } from '../../../generated/api.d.ts';
import type { Handler, Handlers } from '../../http/handler.types.ts';
import type { Events } from '../../platform/events.ts';
import { normaliseEmail } from '../../shared/identifiers.ts';
import { pageOfSuppressions, type SuppressionKey, type SuppressionRow } from './suppressions.repo.ts';
import type { Outcome } from './suppressions.service.ts';
import * as service from './suppressions.service.ts';

type Schemas = components['schemas'];

const toSuppression = ({ address, reason, source, detail, since }: SuppressionRow): Schemas['Suppression'] => ({
  address,
  reason,
  source,
  detail,
  since: since.toISOString(),
});

const toAddResult = (outcomes: Outcome[]): Schemas['SuppressionAddResult'] => {
  const count = (status: Outcome['status']) => outcomes.filter((outcome) => outcome.status === status).length;
  return {
    status: 'completed',
    added_count: count('added'),
    known_count: count('known'),
    rejected_count: count('rejected'),
    items: outcomes.map((outcome, index) =>
      outcome.status === 'rejected'
        ? { index, status: 'rejected', error_code: 'validation_failed', message: 'The item is not valid.', issues: outcome.issues }
        : { index, status: outcome.status, address: outcome.address, reason: outcome.reason },
    ),
  };
};

const toRemoveResult = (addresses: string[], removals: SuppressionKey[][]): Schemas['SuppressionRemoveResult'] => ({
  // Two spellings of an address count once.
  removed_count: new Set(removals.flat()).size,
  items: removals.map((removed, index) => ({
    index,
    address: addresses[index] as string,
    status: removed.length > 0 ? 'removed' : 'not_found',
    reasons: removed.map(({ reason }) => reason).sort(),
  })),
});

const listSuppressions: Handler<'listSuppressions'> = async ({ query }, ctx) => {
  // A text that is no address matches none.
  const address = query.address === undefined ? undefined : (normaliseEmail(query.address) ?? '');
  const { rows, paging } = await pageOfSuppressions(ctx, { ...query, address });
  return { status: 200, body: { items: rows.map(toSuppression), ...paging } };
};

const addSuppressions: Handler<'addSuppressions'> = async ({ body: { items }, itemIssues }, ctx) => ({
  status: 200,
  body: toAddResult(await service.addSuppressions(ctx, { items, itemIssues })),
});

const importSuppressions: Handler<'importSuppressions'> = async ({ body: list, query: { reason } }, ctx) => {
  const { added, known, invalid, invalidLines } = await service.importSuppressions(ctx, { list, reason });
  const counts = { added_count: added, known_count: known, invalid_count: invalid };
  return { status: 200, body: { status: 'completed', ...counts, invalid_lines: invalidLines } };
};

export function createSuppressionHandlers({ events }: { events: Events }) {
  const removeSuppressions: Handler<'removeSuppressions'> = async ({ body }, ctx) => ({
    status: 200,
    body: toRemoveResult(body.addresses, await service.removeSuppressions(ctx, events, body)),
  });

  return { listSuppressions, addSuppressions, removeSuppressions, importSuppressions } satisfies Partial<Handlers>;
}
