import { type Db, type Prisma, raw, sql } from '../../platform/db.ts';
import { type Membership, membersOf } from '../contact-lists/membership.ts';
import { COLUMNS, type ContactRow } from '../contacts/contacts.repo.ts';

export type ExportedMember = ContactRow & { added_at: Date | null };

const SELECTED = raw(COLUMNS.map((column) => (column === 'id' ? 'c.id::text AS id' : `c.${column}`)).join(', '));
const FIRST = '00000000-0000-0000-0000-000000000000';
/** Few enough that a page of the largest contacts is some megabytes, many enough that the way there does not count. */
const PAGE_SIZE = 200;

/**
 * The members of a list in the order of their creation, a page at a time. Each page is a statement of its own: nothing is held
 * open while the file is written, and whoever is deleted meanwhile is just not met.
 */
export async function* pagesOfMembers(db: Db, workspaceId: string, list: Membership, now: Date): AsyncGenerator<ExportedMember[]> {
  const source = await sourceOf(db, workspaceId, list, now);
  for (let after = FIRST; ; ) {
    const page = await db.query<ExportedMember>(sql`
      SELECT ${SELECTED}, ${source.addedAt} AS added_at ${source.from} AND ${source.key} > ${after}::uuid
      ORDER BY ${source.key} LIMIT ${PAGE_SIZE}::int`);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return;
    after = last.id;
  }
}

/** A static list is read along its own key, so that a page costs the same however long the list is and wherever the page lies. */
async function sourceOf(db: Db, workspaceId: string, list: Membership, now: Date): Promise<Record<'from' | 'key' | 'addedAt', Prisma.Sql>> {
  if (list.kind === 'static') {
    return {
      from: sql`
        FROM contact_list_members m
        JOIN contacts c ON c.workspace_id = m.workspace_id AND c.id = m.contact_id
        WHERE m.workspace_id = ${workspaceId}::uuid AND m.list_id = ${list.id}::uuid`,
      key: sql`m.contact_id`,
      addedAt: sql`m.added_at`,
    };
  }
  return {
    from: sql`FROM contacts c WHERE c.workspace_id = ${workspaceId}::uuid AND ${await membersOf(db, workspaceId, list, now)}`,
    key: sql`c.id`,
    addedAt: sql`NULL::timestamptz`,
  };
}
