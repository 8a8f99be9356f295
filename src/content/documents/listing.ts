import type { Scope } from '../../platform/db.ts';
import { cursorPage, isTimestamp } from '../../shared/cursor.ts';
import { notFound } from '../../shared/errors.ts';
import { type GenerationRow, generationsBefore } from '../generation/generations.repo.ts';
import { type Document, type DocumentListing, type DocumentSort, documentsAfter, readDocument } from './documents.repo.ts';
import type { Kind } from './kinds.ts';

export interface ListingQuery {
  status: DocumentListing['status'];
  /** Counts only where every status is shown. */
  sort_by: DocumentSort;
  sort_order: DocumentListing['order'];
  limit: number;
  cursor?: string | undefined;
}

/** @throws invalid_cursor */
export async function listDocuments(
  ctx: Scope,
  kind: Kind,
  { status, sort_by, sort_order, limit, cursor }: ListingQuery,
): Promise<{ documents: Document[]; next: { next_cursor?: string } }> {
  const listing = { status, sort: status === 'any' ? sort_by : 'updated_at', order: sort_order } as const;
  const { rows, next } = await cursorPage(
    { ...listing, of: kind.name },
    { limit, cursor },
    {
      isKey: listing.sort === 'name' ? () => true : isTimestamp,
      read: (after, most) => documentsAfter(ctx, kind, listing, after, most),
      positionOf: (document) => ({ key: sortKey(document, listing.sort), id: document.id }),
    },
  );
  return { documents: rows, next };
}

const sortKey = ({ name, updatedAt, createdAt }: Document, sort: DocumentSort): string =>
  sort === 'name' ? name : (sort === 'updated_at' ? updatedAt : createdAt).toISOString();

/** The newest first. @throws invalid_cursor, not_found */
export async function listGenerations(
  ctx: Scope,
  kind: Kind,
  documentId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ generations: GenerationRow[]; next: { next_cursor?: string } }> {
  const { rows, next } = await cursorPage(
    { generations: documentId },
    { limit, cursor },
    {
      isKey: (key) => /^[1-9]\d{0,8}$/.test(key),
      read: (after, most) => generationsBefore(ctx, kind, documentId, after && Number(after.key), most),
      positionOf: ({ number, id }) => ({ key: String(number), id }),
    },
  );
  if (rows.length === 0 && !(await readDocument(ctx, kind, documentId))) throw notFound();
  return { generations: rows, next };
}
