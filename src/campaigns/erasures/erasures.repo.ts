import type { Erasure } from '../../../generated/prisma/client.ts';
import { type Ctx, empty, type Scope, sql, type Tx } from '../../platform/db.ts';
import type { ContactId } from '../../platform/ids.ts';
import { type Claim, end, heldBy, type Ledger } from '../../queue/ledger.ts';
import { isKept } from '../../queue/suspension.ts';
import type { Position } from '../../shared/cursor.ts';
import type { ErasedChunk, ErasedKind, ErasedPerson } from '../../shared/erased-person.ts';

export type ErasureRow = Omit<Erasure, 'person' | 'counts'> & { person: ErasedPerson | null; counts: Partial<Record<ErasedKind, number>> };

// Prisma has the JSON columns as any JSON; only this file writes them.
const toRow = (erasure: Erasure): ErasureRow => erasure as Omit<Erasure, 'person' | 'counts'> as ErasureRow;

/** People have a right to it, also in a suspended workspace; the deletion of the workspace erases them with the rest. */
export const erasureLedger: Ledger = { table: 'erasures', waiting: 'pending', running: 'processing', mayRun: isKept };

export async function insertErasure(
  { db, workspaceId, now }: Ctx<Tx>,
  row: { id: string; contactId: ContactId; requestedBy: string; person: ErasedPerson; counts: ErasedChunk['counts'] },
): Promise<ErasureRow> {
  const person = { ...row.person };
  return toRow(await db.prisma.erasure.create({ data: { ...row, person, workspaceId, createdAt: now } }));
}

export async function findErasure({ db, workspaceId }: Scope, id: string): Promise<ErasureRow | null> {
  const erasure = await db.prisma.erasure.findFirst({ where: { workspaceId, id } });
  return erasure && toRow(erasure);
}

/** The newest first. */
export async function pageOfErasures({ db, workspaceId }: Scope, after: Position | undefined, most: number): Promise<ErasureRow[]> {
  const where = { workspaceId, ...(after && { id: { lt: after.id } }) };
  return (await db.prisma.erasure.findMany({ where, orderBy: { id: 'desc' }, take: most })).map(toRow);
}

/**
 * Whether all transactions have ended that were open when the contact was deleted: until then one may still write something of the person.
 * Numbers of another cluster, as after a restore, count as ended.
 */
export async function isAlone({ db, workspaceId }: Scope, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    SELECT 1 AS alone FROM erasures
    WHERE workspace_id = ${workspaceId}::uuid AND id = ${id}::uuid
      AND (erased_in < pg_snapshot_xmin(pg_current_snapshot()) OR erased_in >= pg_snapshot_xmax(pg_current_snapshot()))`);
  return rows.length > 0;
}

export interface Progress {
  pass: number;
  /** Null at the beginning of a pass. */
  stage: string | null;
  cursor: string | null;
  person?: ErasedPerson;
}

/** In the transaction of the part. @returns false when the run no longer holds the erasure */
export async function advance(
  tx: Ctx<Tx>,
  claim: Claim,
  { pass, stage, cursor, person }: Progress,
  counts: ErasedChunk['counts'],
): Promise<boolean> {
  const rows = await tx.db.query(sql`
    UPDATE erasures SET pass = ${pass}::int, stage = ${stage}::text, cursor = ${cursor}::text, attempts = 0,
      counts = counts || (
        SELECT coalesce(jsonb_object_agg(kind, coalesce((counts ->> kind)::int, 0) + more::int), '{}')
        FROM jsonb_each_text(${JSON.stringify(counts)}::jsonb) AS added (kind, more))
      ${person ? sql`, person = ${JSON.stringify(person)}::jsonb` : empty}
    ${heldBy(erasureLedger, claim)} RETURNING 1 AS held`);
  return rows.length > 0;
}

export const complete = (ctx: Ctx, claim: Claim): Promise<boolean> =>
  end(
    ctx.db,
    erasureLedger,
    claim,
    sql`status = 'completed', person = NULL, stage = NULL, cursor = NULL, error_message = NULL, completed_at = ${ctx.now}::timestamptz`,
  );

/** What identifies the person stays, so that the erasure can be repeated. */
export const fail = (ctx: Ctx, claim: Claim, message: string): Promise<boolean> =>
  end(ctx.db, erasureLedger, claim, sql`status = 'failed', error_message = ${message}::text, completed_at = ${ctx.now}::timestamptz`);
