import type { Workspace } from '../../generated/prisma/client.ts';
import { type Ctx, sql, type Tx } from '../platform/db.ts';
import { TRUST_MS } from './authenticator.ts';
import { insertDeletion } from './deletion.repo.ts';

/**
 * From now on its keys are refused and its work waits. The rest is background work, which begins once no process accepts a key. A repeat
 * changes nothing, unless the deletion was given up: it begins again.
 */
export async function requestDeletion(tx: Ctx<Tx>): Promise<Workspace> {
  const { db, workspaceId: id, now } = tx;
  await db.query(sql`
    UPDATE workspaces SET deleting_at = ${now}::timestamptz, suspended_at = coalesce(suspended_at, ${now}::timestamptz), updated_at = ${now}::timestamptz
    WHERE id = ${id}::uuid AND deleting_at IS NULL`);
  const workspace = await db.prisma.workspace.findFirstOrThrow({ where: { id } });
  const hasKeys = (await db.prisma.apiKey.findFirst({ where: { workspaceId: id }, select: { id: true } })) !== null;
  const refusedSince = workspace.suspendedAt?.getTime() ?? now.getTime();
  await insertDeletion(tx, new Date(hasKeys ? Math.max(now.getTime(), refusedSince + TRUST_MS) : now.getTime()));
  return workspace;
}
