import type { Scope } from '../../platform/db.ts';
import { cursorPage } from '../../shared/cursor.ts';
import { notFound } from '../../shared/errors.ts';
import { type GenerationRow, generationsBefore } from '../generation/generations.repo.ts';
import { readDocument } from './documents.repo.ts';
import type { Kind } from './kinds.ts';

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
