import { type Ctx, type Scope, sql, type Tx } from '../../../platform/db.ts';
import type { FlowId, GenerationId, MemberId, TentId } from '../../../platform/ids.ts';
import type { Member } from '../engine/step.types.ts';
import { visited } from '../engine/visits.repo.ts';

interface AwaitedTent {
  tentId: TentId;
  generationId: GenerationId;
  autoPublish: boolean;
}

export interface StandingTent extends AwaitedTent {
  memberId: MemberId;
  createdAt: Date;
  /** Null when the tent is deleted. */
  status: 'pending' | 'generating' | 'completed' | 'failed' | null;
  errorMessage: string | null;
  /** Null while no page is live. */
  path: string | null;
  /** Whether the page is published when a generation ends. */
  isAwaited: boolean;
  /** Why it was not published, or not as asked. */
  message: string | null;
}

export async function findTents({ db, workspaceId }: Scope<Tx>, members: readonly Member[]): Promise<Map<string, StandingTent>> {
  const rows = await db.query<StandingTent>(sql`
    SELECT t.member_id::text AS "memberId", t.tent_id::text AS "tentId", t.generation_id::text AS "generationId",
           t.auto_publish AS "autoPublish", t.created_at AS "createdAt", g.status, g.error_message AS "errorMessage",
           p.path, p.awaited_generation_id IS NOT NULL AS "isAwaited", p.message
    FROM ${visited(members)}
    JOIN flow_tents t ON t.workspace_id = ${workspaceId}::uuid AND t.member_id = v.member_id AND t.visit = v.visit
    LEFT JOIN generations g ON g.workspace_id = t.workspace_id AND g.id = t.generation_id
    LEFT JOIN publications p ON p.workspace_id = t.workspace_id AND p.tent_id = t.tent_id`);
  return new Map(rows.map((row) => [row.memberId, row]));
}

export async function insertTents(
  { db, workspaceId, now }: Ctx<Tx>,
  flowId: FlowId,
  awaited: readonly { member: Member; tent: AwaitedTent }[],
): Promise<void> {
  if (awaited.length === 0) return;
  await db.query(sql`
    INSERT INTO flow_tents (workspace_id, member_id, visit, flow_id, contact_id, tent_id, generation_id, auto_publish, created_at)
    SELECT ${workspaceId}::uuid, a.member_id, a.visit, ${flowId}::uuid, a.contact_id, a.tent_id, a.generation_id, a.auto_publish,
           ${now}::timestamptz
    FROM unnest(
      ${awaited.map(({ member }) => member.id)}::uuid[], ${awaited.map(({ member }) => member.visit)}::int[],
      ${awaited.map(({ member }) => member.contactId)}::uuid[], ${awaited.map(({ tent }) => tent.tentId)}::uuid[],
      ${awaited.map(({ tent }) => tent.generationId)}::uuid[], ${awaited.map(({ tent }) => tent.autoPublish)}::boolean[])
      AS a (member_id, visit, contact_id, tent_id, generation_id, auto_publish)`);
}

/** Makes members due whose generations have ended, in the transaction that ends them. */
export async function lookAtTents({ db, workspaceId, now }: Ctx<Tx>, generationIds: GenerationId[]): Promise<void> {
  await db.query(sql`
    WITH ended AS MATERIALIZED (
      SELECT t.flow_id, t.contact_id FROM flow_tents t
      WHERE t.workspace_id = ${workspaceId}::uuid AND t.generation_id = ANY(${generationIds}::uuid[])
    ), held AS MATERIALIZED (
      -- A flow that is about to be deleted comes to these rows afterwards.
      SELECT f.id FROM flows f
      WHERE f.workspace_id = ${workspaceId}::uuid AND f.id IN (SELECT flow_id FROM ended) ORDER BY f.id FOR KEY SHARE
    )
    INSERT INTO flow_inbox (workspace_id, flow_id, kind, contact_id, at)
    SELECT ${workspaceId}::uuid, e.flow_id, 'look', e.contact_id, ${now}::timestamptz FROM ended e JOIN held h ON h.id = e.flow_id`);
}
