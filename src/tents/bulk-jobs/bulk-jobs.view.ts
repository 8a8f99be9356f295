import type { components } from '../../../generated/api.d.ts';
import { toUlid } from '../../platform/ids.ts';
import type { AddressOf } from '../publishing/publications.view.ts';
import type { Rejected } from './admission.ts';
import type { ItemRow } from './bulk-jobs.repo.ts';
import { type Accepted, type Admitted, isAccepted, UNPUBLISHED } from './bulk-jobs.service.ts';

type Schemas = components['schemas'];

export function toAdmitted(
  { id, templateId, autoPublish, items, createdAt }: Admitted,
  metadata: Schemas['BulkMetadata'] | undefined,
): Schemas['BulkJobAdmitted'] {
  const accepted = items.filter(isAccepted).length;
  return {
    bulk_job_id: toUlid(id),
    status: accepted > 0 ? 'accepted' : 'failed',
    template_id: toUlid(templateId),
    auto_publish: autoPublish,
    accepted_count: accepted,
    rejected_count: items.length - accepted,
    items: items.map(toAdmittedItem),
    ...(metadata && { metadata }),
    created_at: createdAt.toISOString(),
  };
}

function toAdmittedItem(item: Accepted | Rejected): Schemas['BulkJobAdmitted']['items'][number] {
  const given = { index: item.index, client_item_id: item.clientItemId, ...(item.alias !== null && { custom_page_alias: item.alias }) };
  return isAccepted(item)
    ? {
        ...given,
        tent_id: item.tentId,
        tent_name: item.tentName,
        status: 'accepted',
        unfilled_tags: item.page.unfilled,
        unused_values: Object.keys(item.page.rest),
      }
    : { ...given, tent_name: item.tentName, status: 'rejected', error_code: item.code, message: item.message };
}

export const toBulkJob = (rows: readonly ItemRow[], addressOf: AddressOf): Schemas['BulkJob'] => ({
  ...toSummary(rows),
  items: rows.map((row) => toItem(row, addressOf)),
});

/** Expects at least one item. */
export function toSummary(rows: readonly ItemRow[]): Schemas['BulkJobSummary'] {
  const { jobId, templateId, autoPublish, createdAt } = rows[0] as ItemRow;
  const accepted = rows.filter(({ outcome }) => outcome !== 'rejected');
  const statuses = accepted.map(statusOf);
  const count = (status: Schemas['BulkItemProgress']['status']) => statuses.filter((one) => one === status).length;
  const counts = { queued: count('queued'), generating: count('generating'), completed: count('completed'), failed: count('failed') };
  const consumed = accepted.filter(({ settlement }) => settlement === 'consumed').length;
  const refunded = accepted.filter(({ settlement }) => settlement === 'refunded').length;
  const reserved = accepted.filter((row) => row.reserved).length;
  return {
    bulk_job_id: toUlid(jobId),
    status: jobStatus(accepted),
    template_id: toUlid(templateId),
    auto_publish: autoPublish,
    total: accepted.length,
    ...counts,
    credits: { reserved, consumed, refunded, pending_reconciliation: reserved - consumed - refunded },
    created_at: createdAt.toISOString(),
    updated_at: new Date(Math.max(...momentsOf(rows))).toISOString(),
  };
}

function jobStatus(accepted: readonly ItemRow[]): Schemas['BulkJobStatus'] {
  const completed = accepted.filter(({ outcome }) => outcome === 'completed').length;
  // A job does not go back to `accepted` when its only item has to begin anew.
  if (accepted.some(({ outcome }) => outcome === null)) return accepted.some(hasBegun) ? 'running' : 'accepted';
  if (completed === 0) return 'failed';
  return completed === accepted.length ? 'completed' : 'completed_with_failures';
}

const hasBegun = ({ outcome, startedAt }: ItemRow): boolean => outcome !== null || startedAt !== null;

const momentsOf = (rows: readonly ItemRow[]): number[] =>
  rows.flatMap(({ createdAt, startedAt, settledAt }) => [createdAt, startedAt, settledAt].flatMap((moment) => moment?.getTime() ?? []));

function statusOf({ outcome, generationStatus }: ItemRow): Schemas['BulkItemProgress']['status'] {
  if (outcome === 'completed' || outcome === 'failed') return outcome;
  return generationStatus === 'generating' ? 'generating' : 'queued';
}

function toItem(row: ItemRow, addressOf: AddressOf): Schemas['BulkJob']['items'][number] {
  const given = { index: row.place, client_item_id: row.clientItemId };
  if (row.outcome === 'rejected') {
    const { error_code, message } = { error_code: row.errorCode as Rejected['code'], message: row.message as string };
    return { ...given, tent_name: row.tentName, status: 'rejected', error_code, message };
  }
  const unpublished = row.autoPublish && row.outcome === null && !row.awaited;
  return {
    ...given,
    tent_id: row.tentId as string,
    tent_name: row.tentName as string,
    status: statusOf(row),
    publication_status: row.autoPublish ? (row.publicationStatus ?? (row.awaited ? 'pending' : 'failed')) : null,
    published_url: row.path === null ? null : addressOf(row.path),
    message: unpublished ? UNPUBLISHED : row.message,
    unfilled_tags: row.unfilledTags,
    unused_values: row.unusedValues,
  };
}
