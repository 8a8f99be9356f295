import { withMoments } from '../../../audience/contacts/contacts.repo.ts';
import { compileFlowRules, compileStored } from '../../../audience/rules/rules.service.ts';
import { type Db, type Prisma, sql } from '../../../platform/db.ts';
import type { Definition } from '../definition.ts';

/** Whether a contact `c` with its moments `t` fits the rules that keep it out of a flow; never null. */
export async function disqualified(tx: Db, { workspaceId, disqualificationRules }: Definition, now: Date): Promise<Prisma.Sql> {
  if (disqualificationRules === null) return sql`FALSE`;
  return sql`((${await compileStored(tx, workspaceId, disqualificationRules, now)}) IS TRUE)`;
}

/**
 * Which members fit a rule tree of their flow; nobody fits one that is not set.
 * @param members their contacts, and the ids of the memberships as timelines show them
 * @returns the ids of the contacts
 */
export async function fitting(
  tx: Db,
  { workspaceId, flowId }: Definition,
  tree: unknown,
  members: { contactId: string; shownId: string }[],
  now: Date,
): Promise<Set<string>> {
  if (members.length === 0 || tree === null) return new Set();
  const rows = await tx.query<{ id: string }>(sql`
    SELECT c.id::text FROM unnest(
      ${members.map(({ contactId }) => contactId)}::uuid[], ${members.map(({ shownId }) => shownId)}::text[]) AS m (contact_id, shown_id)
    JOIN contacts c ON c.workspace_id = ${workspaceId}::uuid AND c.id = m.contact_id ${withMoments}
    WHERE ${await compileFlowRules(tx, workspaceId, tree, { now, flowId, member: sql`m.shown_id` })}`);
  return new Set(rows.map(({ id }) => id));
}
