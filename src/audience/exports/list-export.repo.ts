import { type Ctx, raw, type Sql, sql } from '../../platform/db.ts';
import { type Membership, membersOf } from '../contact-lists/membership.ts';
import { ALL, type ContactRow, withTimestamps } from '../contacts/contacts.repo.ts';

export type ExportedMember = ContactRow & { added_at: Date | null };

const SELECTED = raw(ALL);
const FIRST = '00000000-0000-0000-0000-000000000000';
/** Few enough that a page of the largest contacts is some megabytes, many enough that the way there does not count. */
const PAGE_SIZE = 200;

/**
 * The members of a list in the order of their creation, a page at a time. Each page is a statement of its own: nothing is held
 * open while the file is written, and whoever is deleted meanwhile is just not met.
 */
export async function* pagesOfMembers(ctx: Ctx, list: Membership): AsyncGenerator<ExportedMember[]> {
  const statement = await statementOf(ctx, list);
  for (let after = FIRST; ; ) {
    const page = await ctx.db.query<ExportedMember>(statement(after));
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE_SIZE) return;
    after = last.id;
  }
}

/** Asks for the page that follows a contact. */
async function statementOf(ctx: Ctx, list: Membership): Promise<(after: string) => Sql> {
  if (list.kind === 'static') {
    // Read along its own key before anything is joined, so that a page costs the same however long the list is and wherever the page lies.
    return (after) => sql`
      SELECT ${SELECTED}, m.added_at FROM (
        SELECT contact_id, added_at FROM contact_list_members
        WHERE workspace_id = ${ctx.workspaceId}::uuid AND list_id = ${list.id}::uuid AND contact_id > ${after}::uuid
        ORDER BY contact_id LIMIT ${PAGE_SIZE}::int
      ) m JOIN contacts c ON c.workspace_id = ${ctx.workspaceId}::uuid AND c.id = m.contact_id ${withTimestamps}
      ORDER BY c.id`;
  }
  const members = await membersOf(ctx, list);
  return (after) => sql`
    SELECT ${SELECTED}, NULL::timestamptz AS added_at FROM contacts c ${withTimestamps}
    WHERE c.workspace_id = ${ctx.workspaceId}::uuid AND ${members} AND c.id > ${after}::uuid
    ORDER BY c.id LIMIT ${PAGE_SIZE}::int`;
}
