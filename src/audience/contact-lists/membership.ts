import type { ContactList } from '../../../generated/prisma/client.ts';
import { type Ctx, empty, raw, type Sql, sql } from '../../platform/db.ts';
import { compileStored } from '../rules/rules.service.ts';

/** What says who is on a list. */
export type Membership = Pick<ContactList, 'id' | 'kind' | 'rules'>;

/** A part of the contacts in the order of their ids: above `after`, up to and including `upTo`. */
export interface IdSpan {
  after: string;
  upTo: string;
}

/**
 * The members of a list of any kind at that moment, as a condition on the contact `c` with its moments (`withTimestamps`), to be put
 * beside `c.workspace_id = …`. The one place that knows who is on a list, for whatever lists, counts, exports or mails them.
 * @param span keeps those in this part alone, so that a large list is read by several short statements
 */
export async function membersOf(ctx: Ctx, { id, kind, rules }: Membership, span?: IdSpan): Promise<Sql> {
  const within = (column: 'c.id' | 'm.contact_id') =>
    span ? sql`AND ${raw(column)} > ${span.after}::uuid AND ${raw(column)} <= ${span.upTo}::uuid` : empty;
  // The key of the table makes these contacts distinct, which the planner knows: it is free to join them in any order.
  if (kind === 'static') {
    return sql`c.id IN (
      SELECT m.contact_id FROM contact_list_members m WHERE m.workspace_id = ${ctx.workspaceId}::uuid AND m.list_id = ${id}::uuid ${within('m.contact_id')})
      ${within('c.id')}`;
  }
  // Without rules the system's list holds everybody, and one of the workspace's own nobody.
  if (rules === null) return kind === 'system' ? sql`TRUE ${within('c.id')}` : sql`FALSE`;
  return sql`(${await compileStored(ctx, rules)}) ${within('c.id')}`;
}
