import type { Blast } from '../../../generated/prisma/client.ts';
import { type Ctx, type Scope, sql, type Tx } from '../../platform/db.ts';
import type { BlastId, ListId } from '../../platform/ids.ts';
import type { Audience, AudienceList } from './audience.ts';

type Of = Pick<Blast, 'id' | 'audienceListId'>;

interface Row extends AudienceList {
  blastId: BlastId;
  excluded: boolean;
}

/**
 * The audiences of blasts, by blast, in two statements however many there are. A blast without its first list has none: deleting any list
 * takes that one away, so that people who were left out do not come in.
 */
export async function findAudiences({ db, workspaceId }: Scope, blasts: readonly Of[]): Promise<Map<BlastId, Audience>> {
  const set = blasts.filter(({ audienceListId }) => audienceListId !== null);
  if (set.length === 0) return new Map();
  const rows = await db.query<Row>(sql`
    SELECT b.blast_id::text AS "blastId", b.excluded, l.id::text, l.name, l.kind, l.rules, l.member_count AS "memberCount"
    FROM (
      SELECT blast_id, list_id, false AS excluded, -1 AS place
      FROM unnest(${set.map(({ id }) => id)}::uuid[], ${set.map(({ audienceListId }) => audienceListId)}::uuid[]) AS first (blast_id, list_id)
      UNION ALL
      SELECT blast_id, list_id, excluded, place FROM blast_lists
      WHERE workspace_id = ${workspaceId}::uuid AND blast_id = ANY(${set.map(({ id }) => id)}::uuid[])
    ) b
    JOIN contact_lists l ON l.workspace_id = ${workspaceId}::uuid AND l.id = b.list_id AND l.kind <> 'deleted'
    ORDER BY b.place`);
  const audiences = new Map<BlastId, Audience>();
  for (const { blastId, excluded, ...list } of rows) {
    const audience = audiences.get(blastId);
    if (!audience) audiences.set(blastId, { lists: [list], excluded: [] });
    else (excluded ? audience.excluded : audience.lists).push(list);
  }
  return audiences;
}

export async function readAudience(ctx: Scope, blast: Of): Promise<Audience | null> {
  return (await findAudiences(ctx, [blast])).get(blast.id) ?? null;
}

export interface ChosenLists {
  lists: [ListId, ...ListId[]];
  excluded: ListId[];
}

/**
 * Makes lists the audience of a draft. They are locked first and in one order, as deleting one does.
 * @returns false when the blast is no draft, or a list cannot be an audience
 */
export async function assignLists({ db, workspaceId, now }: Ctx<Tx>, blastId: BlastId, { lists, excluded }: ChosenLists): Promise<boolean> {
  const [first, ...others] = lists;
  const all = [...lists, ...excluded];
  const found = await db.query(sql`
    SELECT 1 AS found FROM contact_lists l
    WHERE l.workspace_id = ${workspaceId}::uuid AND l.id = ANY(${all}::uuid[]) AND l.kind NOT IN ('system', 'deleted') AND l.owner_campaign_id IS NULL
    ORDER BY l.id FOR KEY SHARE`);
  if (found.length < all.length) return false;
  const drafts = await db.query(sql`
    UPDATE blasts SET audience_list_id = ${first}::uuid, audience_source = 'existing', updated_at = ${now}::timestamptz
    WHERE workspace_id = ${workspaceId}::uuid AND id = ${blastId}::uuid AND status = 'draft' RETURNING 1 AS assigned`);
  if (drafts.length === 0) return false;
  await clearLists({ db, workspaceId }, blastId);
  const more = [...others.map((id) => ({ id, excluded: false })), ...excluded.map((id) => ({ id, excluded: true }))];
  if (more.length === 0) return true;
  await db.query(sql`
    INSERT INTO blast_lists (workspace_id, blast_id, list_id, excluded, place)
    SELECT ${workspaceId}::uuid, ${blastId}::uuid, list_id, excluded, place
    FROM unnest(${more.map(({ id }) => id)}::uuid[], ${more.map((one) => one.excluded)}::boolean[]) WITH ORDINALITY AS list (list_id, excluded, place)`);
  return true;
}

/** With the blast held. */
export async function clearLists({ db, workspaceId }: Scope<Tx>, blastId: BlastId): Promise<void> {
  await db.prisma.blastList.deleteMany({ where: { workspaceId, blastId } });
}
