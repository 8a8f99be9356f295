import { type Membership, membersOf } from '../../audience/contact-lists/membership.ts';
import { withMoments } from '../../audience/contacts/contacts.repo.ts';
import { isSuppressed } from '../../audience/suppressions/suppression.ts';
import { type Db, sql } from '../../platform/db.ts';

/** The members of a list who would be mailed if sending started now. */
export async function countMailable(tx: Db, workspaceId: string, list: Membership, operational: boolean, now: Date): Promise<number> {
  const [row] = await tx.query<{ mailable: number }>(sql`
    SELECT count(*)::int AS mailable
    FROM contacts c ${withMoments}
    WHERE c.workspace_id = ${workspaceId}::uuid AND ${await membersOf(tx, workspaceId, list, now)}
      AND c.email IS NOT NULL AND NOT ${isSuppressed(operational)}`);
  return row?.mailable ?? 0;
}
