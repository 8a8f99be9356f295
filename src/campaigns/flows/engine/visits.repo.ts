import { type Scope, sql } from '../../../platform/db.ts';
import type { MemberId } from '../../../platform/ids.ts';
import type { MergeValues } from '../../../shared/merge-tags.ts';
import { type CampaignValues, campaignValues, flowValues, mergeValues } from '../../messages/merge-values.ts';
import type { Member } from './step.types.ts';

export type Visit = Pick<Member, 'id' | 'contactId' | 'visit'>;

/** Rows `v (member_id, contact_id, visit)`. */
export const visited = (visits: readonly Visit[]) => sql`
  unnest(${visits.map(({ id }) => id)}::uuid[], ${visits.map(({ contactId }) => contactId)}::uuid[], ${visits.map(({ visit }) => visit)}::int[])
    AS v (member_id, contact_id, visit)`;

/** By member, for existing contacts. There is no unsubscribe link. */
export async function valuesOf({ db, workspaceId }: Scope, visits: readonly Visit[]): Promise<Map<string, MergeValues>> {
  const rows = await db.query<
    Pick<MergeValues, 'contact'> & { campaign: CampaignValues | null; memberId: MemberId; workspaceName: string }
  >(sql`
    SELECT d.member_id::text AS "memberId", w.name AS "workspaceName", ${mergeValues(workspaceId, sql`c.email`)} AS contact,
           ${campaignValues} AS campaign
    FROM (SELECT ${workspaceId}::uuid AS workspace_id, * FROM ${visited(visits)}) AS d
    JOIN contacts c ON c.workspace_id = d.workspace_id AND c.id = d.contact_id
    JOIN workspaces w ON w.id = d.workspace_id`);
  return new Map(
    rows.map(({ memberId, workspaceName, contact, campaign }) => [
      memberId,
      { contact, ...flowValues(campaign), workspace: { name: workspaceName }, unsubscribe_url: '' },
    ]),
  );
}
