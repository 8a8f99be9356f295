import type { Scope } from '../../platform/db.ts';
import { decodeCursor, encodeCursor, isTimestamp } from '../../shared/cursor.ts';
import { type Document, type DocumentListing, type DocumentSort, documentsAfter } from './documents.repo.ts';
import type { Kind } from './kinds.ts';

export interface ListingQuery {
  status: DocumentListing['status'];
  /** Counts only where every status is shown. */
  sort_by: DocumentSort;
  sort_order: DocumentListing['order'];
  limit: number;
  cursor?: string | undefined;
}

/** One page of a kind, and where the next one begins. @throws invalid_cursor */
export async function listDocuments(
  ctx: Scope,
  kind: Kind,
  { status, sort_by, sort_order, limit, cursor }: ListingQuery,
): Promise<{ documents: Document[]; next: { next_cursor?: string } }> {
  const listing = { status, sort: status === 'any' ? sort_by : 'updated_at', order: sort_order } as const;
  const isKey = listing.sort === 'name' ? () => true : isTimestamp;
  // What a cursor is good for: the same list, asked for in the same way.
  const asked = { ...listing, of: kind.name, limit: String(limit) };
  const after = cursor === undefined ? undefined : decodeCursor(asked, cursor, isKey);
  // One more than asked for tells whether there is a next page.
  const found = await documentsAfter(ctx, kind, listing, after, limit + 1);
  const last = found[limit - 1];
  if (found.length <= limit || !last) return { documents: found, next: {} };
  const next_cursor = encodeCursor(asked, { key: sortKey(last, listing.sort), id: last.id });
  return { documents: found.slice(0, limit), next: { next_cursor } };
}

const sortKey = ({ name, updatedAt, createdAt }: Document, sort: DocumentSort): string =>
  sort === 'name' ? name : (sort === 'updated_at' ? updatedAt : createdAt).toISOString();
