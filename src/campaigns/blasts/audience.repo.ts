import { hasAgreed, isMailable, type MailPolicy } from '../../audience/consent/mail-policy.ts';
import { withTimestamps } from '../../audience/contacts/contacts.repo.ts';
import { FIRST_ID } from '../../platform/chunks.ts';
import { type Ctx, sql, type Tx } from '../../platform/db.ts';
import { type Audience, audienceOf, staticListOf } from './audience.ts';

const LOOKED_AT = 10_000;

export interface AudienceLook {
  members: number;
  reachable: number;
  /** Those with an email address who are not blocked. */
  mailable: number;
  /** Mailable ones who agreed to marketing mail, or joined the topic. */
  consenting: number;
  examined: number;
  isAll: boolean;
}

type Counts = Pick<AudienceLook, 'members' | 'reachable' | 'mailable' | 'consenting'>;

/** Looks at the first members of a single static list, or else at the first contacts of the workspace, ordered by id. */
export async function lookAtAudience(
  ctx: Ctx,
  audience: Audience,
  { policy, most = LOOKED_AT }: { policy: MailPolicy; most?: number },
): Promise<AudienceLook> {
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
  const [found] = await ctx.db.query<Counts>(sql`
    SELECT count(*)::int AS members, count(c.email)::int AS reachable,
           (count(*) FILTER (WHERE c.email IS NOT NULL AND ${isMailable(policy)}))::int AS mailable,
           (count(*) FILTER (WHERE c.email IS NOT NULL AND ${isMailable(policy)} AND ${hasAgreed(policy)}))::int AS consenting
    FROM contacts c ${withTimestamps}
    WHERE c.workspace_id = ${ctx.workspaceId}::uuid AND ${await audienceOf(ctx, audience, span)}`);
  return { ...(found as Counts), examined: Math.min(count, most), isAll };
}

export async function countMailable(tx: Ctx<Tx>, audience: Audience, policy: MailPolicy): Promise<number> {
  const [row] = await tx.db.query<{ mailable: number }>(sql`
    SELECT count(*)::int AS mailable
    FROM contacts c ${withTimestamps}
    WHERE c.workspace_id = ${tx.workspaceId}::uuid AND ${await audienceOf(tx, audience)}
      AND c.email IS NOT NULL AND ${isMailable(policy)}`);
  return row?.mailable ?? 0;
}
