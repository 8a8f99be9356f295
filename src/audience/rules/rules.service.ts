import type { components } from '../../../generated/api.d.ts';
import { type Ctx, type Scope, type Sql, sql } from '../../platform/db.ts';
import { type Issue, invalid, MOST_ISSUES, notFound, unknown } from '../../shared/errors.ts';
import { keyOf } from '../../workspaces/references.ts';
import { compile, type FlowMember } from './compile.ts';
import { type Reading, read, typeIssues } from './parse.ts';
import type { RuleTree, ValueType } from './tree.ts';

export interface ParseOptions {
  /** Where the tree stands in the request, `rules`; issues begin with it. */
  path: string;
  /** What is counted up to a hundred: groups and conditions, or in a search conditions alone. */
  limit: 'nodes' | 'conditions';
  /** When time windows end. */
  now: Date;
  /** Knows of which emails `email_step` may ask; left out where the schema does not let it. */
  findEmailSteps?: FindEmailSteps;
}

/** The steps of these flows that send email, by flow; those that the workspace does not have are left out. */
export type FindEmailSteps = (ctx: Scope, flowIds: string[]) => Promise<Map<string, Set<string>>>;

export interface ParsedRules {
  /** The tree to store: operators by their own names, groups with theirs. */
  tree: components['schemas']['SearchRuleTree'];
  /** A condition over `contacts c` with its moments, to stand in `WHERE c.workspace_id = … AND (…)`. It may be null, which means no. */
  where: Sql;
}

/**
 * Reads a tree that fits its schema.
 * @throws validation_failed with the paths of what is too much, does not fit a field's type, or refers to what cannot be
 *   asked; not_found for an unknown list or flow
 */
export async function parseRules(
  ctx: Scope,
  tree: RuleTree,
  { path, limit, now, findEmailSteps = async () => new Map() }: ParseOptions,
): Promise<ParsedRules> {
  const reading = read(tree, path, limit);
  // Only a flow is written down before it is complete.
  const issues = [...reading.issues, ...reading.unset.map((at) => ({ path: at, message: 'must be set' }))];
  if (issues.length > 0) throw invalid(...issues.slice(0, MOST_ISSUES));
  const fields = activeOf(await findFields(ctx, fieldIdsIn([reading])));
  await checkReferences(ctx, reading, fields, findEmailSteps);
  return { tree: reading.tree as ParsedRules['tree'], where: compile(reading.tree, { workspaceId: ctx.workspaceId, fields, now }) };
}

/** The keys of what a tree names, for the register of references. */
export function usesOf(tree: RuleTree | null): string[] {
  if (tree === null) return [];
  const reading = read(tree, '', 'nodes');
  return [...fieldIdsIn([reading]).map((id) => keyOf('field', id)), ...listIdsIn([reading]).map((id) => keyOf('list', id))];
}

export type RuleFinding = components['schemas']['RuleFinding'];

/** A stored tree, and what it may ask of beside the workspace. */
export interface StoredTree {
  tree: unknown;
  /** Where the tree is, `rules`; the fields of findings begin with it. */
  path?: string;
  /** In the rules of a flow, the ids of its steps that send email. */
  emailSteps?: ReadonlySet<string>;
}

/**
 * What is gone of that which stored trees name, for each tree. A tree with any finding is broken: it matches nobody, because without one
 * of its conditions it would match other people than it was written for.
 */
export async function findBroken(ctx: Scope, trees: StoredTree[]): Promise<RuleFinding[][]> {
  const readings = trees.map(readStored);
  const known = await findNamed(ctx, readings);
  return readings.map((reading, i) => findingsIn(reading, known, trees[i]?.emailSteps));
}

/** The condition of a stored tree; of a broken one, a condition that nobody meets. */
export const compileStored = (ctx: Ctx, tree: unknown): Promise<Sql> => compileTree(ctx, { tree });

/** The condition of a stored tree of a flow, about one of its members: of the emails of the flow, those of this membership count. */
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

/** Looks up what trees name, by one statement for each kind of it. */
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

/** What the caller can mend comes first; what is missing is told of a tree that is right but for that. None of its references is unset. */
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

/** A custom field, as far as a condition has to know it. */
export interface FieldDefinition {
  id: string;
  apiName: string;
  valueType: ValueType;
}

/** Those of these fields that exist, archived ones too. */
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

/** Those of these lists that exist; one that a blast keeps for itself exists nowhere else. */
export async function findLists({ db, workspaceId }: Scope, ids: string[]): Promise<Map<string, ListKind>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<ListKind>(sql`
    SELECT id::text, kind FROM contact_lists
    WHERE workspace_id = ${workspaceId}::uuid AND id = ANY(${ids}::uuid[]) AND owner_campaign_id IS NULL AND kind <> 'deleted'`);
  return new Map(rows.map((list) => [list.id, list]));
}
