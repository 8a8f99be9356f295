import type { Scope } from '../../platform/db.ts';
import { decodeCursor, encodeCursor } from '../../shared/cursor.ts';
import { notFound } from '../../shared/errors.ts';
import { type GenerationRow, generationsBefore } from '../generation/generations.repo.ts';
import { readDocument } from './documents.repo.ts';
import type { Kind } from './kinds.ts';

/** One page of the generations of a document, the newest first, and where the next one begins. @throws invalid_cursor, not_found */
export async function listGenerations(
  ctx: Scope,
  kind: Kind,
  documentId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ generations: GenerationRow[]; next: { next_cursor?: string } }> {
  const asked = { generations: documentId, limit: String(limit) };
  const isNumber = (key: string) => /^[1-9]\d{0,8}$/.test(key);
  const before = cursor === undefined ? undefined : Number(decodeCursor(asked, cursor, isNumber).key);
  const found = await generationsBefore(ctx, kind, documentId, before, limit + 1);
  if (found.length === 0 && !(await readDocument(ctx, kind, documentId))) throw notFound();
  const last = found[limit - 1];
  const next = found.length > limit && last ? { next_cursor: encodeCursor(asked, { key: String(last.number), id: last.id }) } : {};
  return { generations: found.slice(0, limit), next };
}
