import type { ContactList } from '../../../generated/prisma/client.ts';
import { type Scope, sql } from '../../platform/db.ts';
import type { ContactId } from '../../platform/ids.ts';
import { offsetOf, type PageRequest, totalOf } from '../../shared/paging.ts';

/** A static list that a contact is on. */
export type ListOfContact = Pick<ContactList, 'id' | 'name' | 'slug' | 'description' | 'kind' | 'memberCount'> & { addedAt: Date };

/** One page of the static lists that a contact is on, the latest first, and how many there are; those that blasts keep for themselves are left out. */
export async function pageOfListsOf(
  { db, workspaceId }: Scope,
  contactId: ContactId,
  page: PageRequest,
): Promise<{ lists: ListOfContact[]; total: number }> {
  const matching = sql`
    FROM contact_list_members m JOIN contact_lists l ON l.workspace_id = m.workspace_id AND l.id = m.list_id
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.contact_id = ${contactId}::uuid AND l.kind = 'static' AND l.owner_campaign_id IS NULL`;
  const lists = await db.query<ListOfContact>(sql`
    SELECT l.id::text, l.name, l.slug, l.description, l.kind, l.member_count AS "memberCount", m.added_at AS "addedAt" ${matching}
    ORDER BY m.added_at DESC, l.id DESC LIMIT ${page.limit}::int OFFSET ${offsetOf(page)}::bigint`);
  const count = async () => (await db.query<{ total: number }>(sql`SELECT count(*)::int AS total ${matching}`))[0]?.total ?? 0;
  return { lists, total: await totalOf(page, lists.length, count) };
}
