import type { ContactList } from '../../../generated/prisma/client.ts';
import { type Scope, sql } from '../../platform/db.ts';
import type { ContactId } from '../../platform/ids.ts';
import { type Positioned, readPage, type SortKey } from '../../platform/listing.ts';
import type { Page, PageRequest } from '../../shared/paging.ts';

/** A static list that a contact is on. */
export type ListOfContact = Pick<ContactList, 'id' | 'name' | 'slug' | 'description' | 'kind' | 'memberCount'> & { addedAt: Date };

const LATEST_FIRST: SortKey[] = [
  { by: 'm.added_at', type: 'timestamptz', order: 'desc' },
  { by: 'l.id', type: 'uuid', order: 'desc' },
];

/** The lists that blasts keep for themselves are left out. */
export function pageOfListsOf(ctx: Scope, contactId: ContactId, request: PageRequest): Promise<Page<ListOfContact>> {
  const { db, workspaceId } = ctx;
  const from = sql`
    FROM contact_list_members m JOIN contact_lists l ON l.workspace_id = m.workspace_id AND l.id = m.list_id
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.contact_id = ${contactId}::uuid AND l.kind = 'static' AND l.owner_campaign_id IS NULL`;
  return readPage<ListOfContact>(
    ctx,
    { of: 'lists of a contact', contactId, ...request },
    {
      keys: LATEST_FIRST,
      from,
      read: ({ rows, position }) =>
        db.query<Positioned<ListOfContact>>(sql`
          SELECT l.id::text, l.name, l.slug, l.description, l.kind, l.member_count AS "memberCount", m.added_at AS "addedAt", ${position} ${rows}`),
    },
  );
}
