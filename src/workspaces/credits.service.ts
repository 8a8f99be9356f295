import { type Ctx, sql, type Tx } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import { DomainError } from '../shared/errors.ts';

/*
 * Credits are a ledger: granted, reserved for a generation, and in the end consumed or refunded, once. The balance is a column of the
 * workspace, and never below zero. A change locks the workspace's row, which is the last that a transaction locks.
 */

/**
 * Reserves a credit for each of these, in their order, as far as there are any.
 * @returns how many were reserved
 */
export async function reserveCredits({ db, workspaceId, now }: Ctx<Tx>, references: readonly string[]): Promise<number> {
  if (references.length === 0) return 0;
  const [workspace] = await db.query<{ credits: number }>(
    sql`SELECT credits FROM workspaces WHERE id = ${workspaceId}::uuid FOR NO KEY UPDATE`,
  );
  const reserved = references.slice(0, workspace?.credits ?? 0);
  if (reserved.length > 0) {
    await db.query(sql`
      WITH reserved AS (
        INSERT INTO credit_entries (workspace_id, id, kind, amount, reference, created_at)
        SELECT ${workspaceId}::uuid, id, 'reserved', -1, reference, ${now}::timestamptz
        FROM unnest(${reserved.map(() => newId())}::uuid[], ${reserved}::uuid[]) AS entry (id, reference)
        RETURNING amount
      )
      UPDATE workspaces SET credits = credits + (SELECT sum(amount) FROM reserved) WHERE id = ${workspaceId}::uuid`);
  }
  return reserved.length;
}

/** @throws insufficient_credits */
export async function reserveCredit(tx: Ctx<Tx>, reference: string): Promise<void> {
  if ((await reserveCredits(tx, [reference])) === 0) {
    throw new DomainError('insufficient_credits', 'The workspace has no credit left. Ask the operator of the service for more.');
  }
}

/** Reservations that do not exist or are settled stay as they are. */
export async function settleCredits(
  { db, workspaceId, now }: Ctx<Tx>,
  outcome: 'consumed' | 'refunded',
  references: readonly string[],
): Promise<void> {
  if (references.length === 0) return;
  const ids = references.map(() => newId());
  const settled = await db.query(sql`
    INSERT INTO credit_entries (workspace_id, id, kind, amount, reference, created_at)
    SELECT r.workspace_id, entry.id, ${outcome}::text, ${outcome === 'refunded' ? 1 : 0}::int, r.reference, ${now}::timestamptz
    FROM unnest(${ids}::uuid[], ${[...references]}::uuid[]) AS entry (id, reference)
    JOIN credit_entries r ON r.workspace_id = ${workspaceId}::uuid AND r.reference = entry.reference AND r.kind = 'reserved'
    ON CONFLICT (workspace_id, reference) WHERE kind IN ('consumed', 'refunded') DO NOTHING
    RETURNING 1 AS settled`);
  if (outcome === 'refunded' && settled.length > 0) {
    await db.query(sql`UPDATE workspaces SET credits = credits + ${settled.length}::int WHERE id = ${workspaceId}::uuid`);
  }
}

export async function noteGrant({ db, workspaceId, now }: Ctx<Tx>, amount: number): Promise<void> {
  if (amount === 0) return;
  await db.query(sql`
    INSERT INTO credit_entries (workspace_id, id, kind, amount, created_at)
    VALUES (${workspaceId}::uuid, ${newId()}::uuid, 'granted', ${amount}::int, ${now}::timestamptz)`);
}
