import { withTimestamps } from '../../audience/contacts/contacts.repo.ts';
import { isSuppressed } from '../../audience/suppressions/suppression.ts';
import { FIRST_ID } from '../../platform/chunks.ts';
import { type Ctx, sql, type Tx } from '../../platform/db.ts';
import { type Audience, audienceOf, staticListOf } from './audience.ts';

const LOOKED_AT = 10_000;

export interface AudienceLook {
  members: number;
  reachable: number;
  /** Those with an email address that is not suppressed. */
  mailable: number;
  examined: number;
  isAll: boolean;
}

/** Looks at the first members of a single static list, or else at the first contacts of the workspace, ordered by id. */
export async function lookAtAudience(ctx: Ctx, audience: Audience, most = LOOKED_AT): Promise<AudienceLook> {
  const list = staticListOf(audience);
  const ids =
    list !== null
      ? sql`SELECT contact_id AS id FROM contact_list_members WHERE workspace_id = ${ctx.workspaceId}::uuid AND list_id = ${list.id}::uuid`
      : sql`SELECT id FROM contacts WHERE workspace_id = ${ctx.workspaceId}::uuid`;
  const [part] = await ctx.db.query<{ count: number; last: string | null }>(sql`
    WITH part AS MATERIALIZED (${ids} ORDER BY 1 LIMIT ${most + 1}::int)
    SELECT count(*)::int AS count, (SELECT id::text FROM part ORDER BY id LIMIT 1 OFFSET ${most - 1}::int) AS last FROM part`);
  const { count, last } = part as { count: number; last: string | null };
  const isAll = count <= most;
  const span = isAll || last === null ? undefined : { after: FIRST_ID, upTo: last };
  const [found] = await ctx.db.query<Pick<AudienceLook, 'members' | 'reachable' | 'mailable'>>(sql`
    SELECT count(*)::int AS members, count(c.email)::int AS reachable,
           (count(*) FILTER (WHERE c.email IS NOT NULL AND NOT ${isSuppressed(false)}))::int AS mailable
    FROM contacts c ${withTimestamps}
    WHERE c.workspace_id = ${ctx.workspaceId}::uuid AND ${await audienceOf(ctx, audience, span)}`);
  return { ...(found as Pick<AudienceLook, 'members' | 'reachable' | 'mailable'>), examined: Math.min(count, most), isAll };
}

export async function countMailable(tx: Ctx<Tx>, audience: Audience, operational: boolean): Promise<number> {
  const [row] = await tx.db.query<{ mailable: number }>(sql`
    SELECT count(*)::int AS mailable
    FROM contacts c ${withTimestamps}
    WHERE c.workspace_id = ${tx.workspaceId}::uuid AND ${await audienceOf(tx, audience)}
      AND c.email IS NOT NULL AND NOT ${isSuppressed(operational)}`);
  return row?.mailable ?? 0;
}
