import { type Scope, sql } from '../../../platform/db.ts';
import type { MergeValues } from '../../../shared/merge-tags.ts';
import { campaignValues, mergeValues } from '../../messages/merge-values.ts';
import type { Member } from './step.types.ts';

/** By member, for existing contacts. There is no unsubscribe link. */
export async function valuesOf(
  { db, workspaceId }: Scope,
  members: readonly Pick<Member, 'id' | 'contactId' | 'visit'>[],
): Promise<Map<string, MergeValues>> {
  const rows = await db.query<Pick<MergeValues, 'contact' | 'campaign'> & { memberId: string; workspaceName: string }>(sql`
    SELECT d.member_id::text AS "memberId", w.name AS "workspaceName", ${mergeValues(workspaceId, sql`c.email`)} AS contact,
           ${campaignValues} AS campaign
    FROM (
      SELECT ${workspaceId}::uuid AS workspace_id, * FROM unnest(
        ${members.map(({ id }) => id)}::uuid[], ${members.map(({ contactId }) => contactId)}::uuid[], ${members.map(({ visit }) => visit)}::int[])
        AS visited (member_id, contact_id, visit)
    ) AS d
    JOIN contacts c ON c.workspace_id = d.workspace_id AND c.id = d.contact_id
    JOIN workspaces w ON w.id = d.workspace_id`);
  return new Map(
    rows.map(({ memberId, workspaceName, contact, campaign }) => [
      memberId,
      { contact, campaign, workspace: { name: workspaceName }, unsubscribe_url: '' },
    ]),
  );
}
