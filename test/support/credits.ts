/** Checks of the ledger of credits. */
import { type Db, sql } from '../../src/platform/db.ts';

export const creditsOf = async ({ db }: { db: Db }, workspaceId: string): Promise<number> =>
  (await db.prisma.workspace.findFirstOrThrow({ where: { id: workspaceId } })).credits;

/** The faults in the ledger of credits, of all workspaces. */
export const ledgerProblems = ({ db }: { db: Db }): Promise<object[]> =>
  db.query(sql`
    SELECT 'the balance is not what was booked' AS problem, w.id::text AS id FROM workspaces w
    WHERE w.credits <> (SELECT coalesce(sum(amount), 0) FROM credit_entries e WHERE e.workspace_id = w.id) OR w.credits < 0
    UNION ALL
    SELECT 'settled without being reserved, or twice', e.reference::text FROM credit_entries e
    WHERE e.kind IN ('consumed', 'refunded') GROUP BY e.workspace_id, e.reference
    HAVING count(*) > 1 OR NOT EXISTS (
      SELECT FROM credit_entries r WHERE r.workspace_id = e.workspace_id AND r.reference = e.reference AND r.kind = 'reserved')
    UNION ALL
    SELECT 'reserved for nothing that is under way', r.reference::text FROM credit_entries r
    WHERE r.kind = 'reserved' AND NOT EXISTS (
      SELECT FROM credit_entries e WHERE e.workspace_id = r.workspace_id AND e.reference = r.reference AND e.kind IN ('consumed', 'refunded'))
      AND NOT EXISTS (
        SELECT FROM generations g WHERE g.workspace_id = r.workspace_id AND g.id = r.reference AND g.status IN ('pending', 'generating'))
    UNION ALL
    SELECT 'under way without a credit', g.id::text FROM generations g
    JOIN documents d ON d.workspace_id = g.workspace_id AND d.id = g.document_id AND d.kind = 'tent'
    WHERE g.status IN ('pending', 'generating') AND NOT EXISTS (
      SELECT FROM credit_entries r WHERE r.workspace_id = g.workspace_id AND r.reference = g.id AND r.kind = 'reserved')`);
