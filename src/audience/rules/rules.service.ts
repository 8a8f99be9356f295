import type { components } from '../../../generated/api.d.ts';
import { type Ctx, type Scope, type Sql, sql } from '../../platform/db.ts';
import type { FlowId } from '../../platform/ids.ts';
import { type Issue, invalid, MOST_ISSUES, notFound, unknown } from '../../shared/errors.ts';
import { keyOf } from '../../workspaces/references.ts';
import { compile, type FlowMember } from './compile.ts';
import type { RuleTree, ValueType } from './tree.ts';
import { type Reading, read, typeIssues } from './tree.ts';

export interface ParseOptions {
  /** Where the tree is in the request; issues begin with it. */
  path: string;
  /** What is counted up to a hundred: groups and conditions, or in a search conditions alone. */
  limit: 'nodes' | 'conditions';
  /** Left out where the schema allows no `email_step`. */
  findEmailSteps?: FindEmailSteps;
}

/** The steps that send email, by flow; unknown flows are left out. */
export type FindEmailSteps = (ctx: Scope, flowIds: FlowId[]) => Promise<Map<string, Set<string>>>;

export interface ParsedRules {
  /** The tree to store: operators by their own names, groups with theirs. */
  tree: components['schemas']['SearchRuleTree'];
  /** A condition over `contacts c` with its moments, for `WHERE c.workspace_id = … AND (…)`. Null means no. */
  where: Sql;
}

/**
 * Expects a tree that fits its schema.
 * @throws validation_failed with the paths of what is too much, does not fit a field's type, or refers to what cannot be asked; not_found
 * for an unknown list or flow
 */
export async function parseRules(
  ctx: Ctx,
  tree: RuleTree,
  { path, limit, findEmailSteps = async () => new Map() }: ParseOptions,
): Promise<ParsedRules> {
  const reading = read(tree, path, limit);
  // Only flows store incomplete rules.
  const issues = [...reading.issues, ...reading.unset.map((at) => ({ path: at, message: 'must be set' }))];
  if (issues.length > 0) throw invalid(...issues.slice(0, MOST_ISSUES));
  const fields = activeOf(await findFields(ctx, fieldIdsIn([reading])));
  await checkReferences(ctx, reading, fields, findEmailSteps);
  return {
    tree: reading.tree as ParsedRules['tree'],
    where: compile(reading.tree, { workspaceId: ctx.workspaceId, fields, now: ctx.now }),
  };
}

/** For the register of references. */
export function usesOf(tree: RuleTree | null): string[] {
  if (tree === null) return [];
  const reading = read(tree, '', 'nodes');
  return [...fieldIdsIn([reading]).map((id) => keyOf('field', id)), ...listIdsIn([reading]).map((id) => keyOf('list', id))];
}

export type RuleFinding = components['schemas']['RuleFinding'];

export interface StoredTree {
  tree: unknown;
  /** The fields of findings begin with it. */
  path?: string;
  /** In the rules of a flow, the ids of its steps that send email. */
  emailSteps?: ReadonlySet<string>;
}

/**
 * The references of stored trees that no longer exist, for each tree. A tree with a finding is broken and matches no contact: without one
 * of its conditions it would match others than it was written for.
 */
export async function findBroken(ctx: Scope, trees: StoredTree[]): Promise<RuleFinding[][]> {
  const readings = trees.map(readStored);
  const known = await findNamed(ctx, readings);
  return readings.map((reading, i) => findingsIn(reading, known, trees[i]?.emailSteps));
}

/** A broken tree becomes a condition that no contact meets. */
export const compileStored = (ctx: Ctx, tree: unknown): Promise<Sql> => compileTree(ctx, { tree });

/** For a tree of a flow, about one of its members: only emails of this membership count. */
export const compileFlowRules = (ctx: Ctx, tree: unknown, flow: FlowMember): Promise<Sql> => compileTree(ctx, { tree }, flow);

async function compileTree(ctx: Ctx, stored: StoredTree, flow?: FlowMember): Promise<Sql> {
  const reading = readStored(stored);
  const known = await findNamed(ctx, [reading]);
  if (findingsIn(reading, known).length > 0) return sql`FALSE`;
  return compile(reading.tree, { workspaceId: ctx.workspaceId, fields: activeOf(known.fields), now: ctx.now, ...(flow && { flow }) });
}

const readStored = ({ tree, path = 'rules' }: StoredTree): Reading => read(tree as RuleTree, path, 'nodes');

interface Named {
  fields: Map<string, FieldDefinition & { status: string }>;
  lists: Map<string, ListKind>;
}

/** One statement for each kind of reference. */
const findNamed = async (ctx: Scope, readings: Reading[]): Promise<Named> => ({
  fields: await findFields(ctx, fieldIdsIn(readings)),
  lists: await findLists(ctx, listIdsIn(readings)),
});

function findingsIn({ customFields, lists, emailSteps }: Reading, named: Named, steps?: ReadonlySet<string>): RuleFinding[] {
  const findings: RuleFinding[] = [];
  const add = (field: string, code: RuleFinding['code'], message: string) => findings.push({ field, code, message });
  for (const { condition, path } of customFields) {
    const field = named.fields.get(condition.fieldDefinitionId ?? '');
    if (!field) add(`${path}.fieldDefinitionId`, 'unknown', 'There is no such contact field.');
    else if (field.status !== 'active')
      add(`${path}.fieldDefinitionId`, 'archived_field', `The contact field "${field.apiName}" is archived.`);
  }
  for (const { condition, path } of lists)
    if (!named.lists.has(condition.listId ?? '')) add(`${path}.listId`, 'unknown', 'There is no such list.');
  for (const { condition, path } of emailSteps)
    if (steps && !steps.has(condition.nodeId ?? '')) add(`${path}.nodeId`, 'unknown', 'The flow has no such step that sends an email.');
  return findings;
}

const activeOf = (fields: Named['fields']): Map<string, FieldDefinition> =>
  new Map([...fields].filter(([, { status }]) => status === 'active'));

const idsOf = (ids: (string | null)[]): string[] => [...new Set(ids)].filter((id) => id !== null);
const fieldIdsIn = (readings: Reading[]): string[] =>
  idsOf(readings.flatMap(({ customFields }) => customFields.map(({ condition }) => condition.fieldDefinitionId)));
const listIdsIn = (readings: Reading[]): string[] => idsOf(readings.flatMap(({ lists }) => lists.map(({ condition }) => condition.listId)));

/** Issues that the caller can mend come first; missing references are reported only for a tree without them. No reference is unset. */
async function checkReferences(
  ctx: Scope,
  { customFields, lists, emailSteps }: Reading,
  fields: Map<string, FieldDefinition>,
  findEmailSteps: FindEmailSteps,
): Promise<void> {
  const issues: Issue[] = [];
  for (const { condition, path } of customFields) {
    const field = fields.get(condition.fieldDefinitionId as string);
    if (field) issues.push(...typeIssues(field.valueType, condition.operator, condition.value, path));
    else issues.push({ path: `${path}.fieldDefinitionId`, message: 'is not an active custom field of this workspace' });
  }
  const known = await findLists(ctx, idsOf(lists.map(({ condition }) => condition.listId)));
  for (const { condition, path } of lists) {
    const list = known.get(condition.listId as string);
    if (list && list.kind !== 'static')
      issues.push({ path: `${path}.listId`, message: `is a ${list.kind} list; rules ask about static ones` });
  }
  const flows = await findEmailSteps(ctx, idsOf(emailSteps.flatMap(({ condition }) => condition.flowId ?? [])));
  for (const { condition, path } of emailSteps) {
    const steps = flows.get(condition.flowId ?? '');
    if (steps && !steps.has(condition.nodeId as string))
      issues.push({ path: `${path}.nodeId`, message: 'is not a step of this flow that sends email' });
  }
  if (issues.length > 0) throw invalid(...issues.slice(0, MOST_ISSUES));
  const missing = [
    ...lists.filter(({ condition }) => !known.has(condition.listId as string)).map(({ path }) => unknown(`${path}.listId`)),
    ...emailSteps.filter(({ condition }) => !flows.has(condition.flowId ?? '')).map(({ path }) => unknown(`${path}.flowId`)),
  ];
  if (missing.length > 0) throw notFound(...missing);
}

export interface FieldDefinition {
  id: string;
  apiName: string;
  valueType: ValueType;
}

/** Archived ones too. */
export async function findFields({ db, workspaceId }: Scope, ids: string[]): Promise<Map<string, FieldDefinition & { status: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<FieldDefinition & { status: string }>(sql`
    SELECT id::text, api_name AS "apiName", value_type AS "valueType", status FROM contact_field_definitions
    WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${ids}::uuid[])`);
  return new Map(rows.map((field) => [field.id, field]));
}

export interface ListKind {
  id: string;
  kind: string;
}

/** Without private lists. */
export async function findLists({ db, workspaceId }: Scope, ids: string[]): Promise<Map<string, ListKind>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<ListKind>(sql`
    SELECT id::text, kind FROM contact_lists
    WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${ids}::uuid[]) AND owner_campaign_id IS NULL AND kind <> 'deleted'`);
  return new Map(rows.map((list) => [list.id, list]));
}
