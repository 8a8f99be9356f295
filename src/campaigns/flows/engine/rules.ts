import { definitionsOf } from '../../../audience/contact-fields/contact-fields.repo.ts';
import { withTimestamps } from '../../../audience/contacts/contacts.repo.ts';
import { compileFlowRules, compileStored, findBroken, type StoredTree } from '../../../audience/rules/rules.service.ts';
import { type Ctx, type Scope, type Sql, sql } from '../../../platform/db.ts';
import { type ContactId, type FlowId, toUlid } from '../../../platform/ids.ts';
import type { Definition, Step } from '../definition.ts';
import { isStandard } from '../fields.ts';

/**
 * Whether a contact `c` with its moments `t` is disqualified; never null. Broken rules keep nobody out; `isHeld` keeps all members where
 * they are.
 */
export async function disqualified(ctx: Ctx, { disqualificationRules }: Pick<Definition, 'disqualificationRules'>): Promise<Sql> {
  if (disqualificationRules === null) return sql`FALSE`;
  return sql`((${await compileStored(ctx, disqualificationRules)}) IS TRUE)`;
}

/** The contacts that fit a rule tree of their flow; none fits one that is not set. */
export async function fitting(
  ctx: Ctx,
  flowId: FlowId,
  { tree, members }: { tree: unknown; members: readonly { id: string; contactId: ContactId }[] },
): Promise<Set<string>> {
  if (members.length === 0 || tree === null) return new Set();
  const rows = await ctx.db.query<{ id: string }>(sql`
    SELECT c.id::text FROM unnest(
      ${members.map(({ contactId }) => contactId)}::uuid[], ${members.map(({ id }) => toUlid(id))}::text[]) AS m (contact_id, shown_id)
    JOIN contacts c ON c.workspace_id = ${ctx.workspaceId}::uuid AND c.id = m.contact_id ${withTimestamps}
    WHERE ${await compileFlowRules(ctx, tree, { flowId, member: sql`m.shown_id` })}`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Whether members stay at a step because a rule or the date field that it needs is broken. Otherwise a rule that names something deleted
 * would mail contacts whom it was written to leave out.
 */
export async function isHeld(ctx: Scope, definition: Definition, step: Step): Promise<boolean> {
  const { steps, disqualificationRules } = definition;
  if ('until_date_field' in step && step.until_date_field !== null && !isStandard(step.until_date_field)) {
    const fields = await definitionsOf(ctx, { includeArchived: false });
    if (!fields.some(({ apiName, valueType }) => apiName === step.until_date_field && valueType === 'date')) return true;
  }
  const trees: StoredTree[] = disqualificationRules === null ? [] : [{ tree: disqualificationRules }];
  if ('condition' in step && step.condition !== null) {
    const emailSteps = new Set(steps.filter(({ type }) => type === 'send_email').map(({ step_id }) => step_id));
    trees.push({ tree: step.condition, emailSteps });
  }
  return trees.length > 0 && (await findBroken(ctx, trees)).some((findings) => findings.length > 0);
}
