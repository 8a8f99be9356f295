import type { components } from '../../../generated/api.d.ts';
import type { SuppressionRow } from './suppressions.repo.ts';
import type { ImportCounts, Outcome, Removal } from './suppressions.service.ts';

type Schemas = components['schemas'];

export const toSuppression = ({ address, reason, source, detail, since }: SuppressionRow): Schemas['Suppression'] => ({
  address,
  reason,
  source,
  detail,
  since: since.toISOString(),
});

export const toAddResult = (outcomes: Outcome[]): Schemas['SuppressionAddResult'] => {
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

export const toRemoveResult = (addresses: string[], removals: Removal[]): Schemas['SuppressionRemoveResult'] => ({
  // An address that is spelt in two ways is one.
  removed_count: new Set(removals.flatMap(({ removed }) => removed)).size,
  items: removals.map(({ removed }, index) => ({
    index,
    address: addresses[index] as string,
    status: removed.length > 0 ? 'removed' : 'not_found',
    reasons: removed.map(({ reason }) => reason).sort(),
  })),
});

export const toImportResult = ({ added, known, invalid, invalidLines }: ImportCounts): Schemas['SuppressionImportResult'] => ({
  status: 'completed',
  added_count: added,
  known_count: known,
  invalid_count: invalid,
  invalid_lines: invalidLines,
});
