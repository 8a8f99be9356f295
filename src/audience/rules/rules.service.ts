import type { components } from '../../../generated/api.d.ts';
import type { Db, Prisma } from '../../platform/db.ts';
import { type Issue, invalid, MOST_ISSUES, notFound, unknown } from '../../shared/errors.ts';
import { compile, type FlowMember } from './compile.ts';
import { type Reading, read, typeIssues } from './parse.ts';
import { type FieldDefinition, findActiveFields, findLists } from './rules.repo.ts';
import type { Node, RuleTree } from './tree.ts';

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
export type FindEmailSteps = (db: Db, workspaceId: string, flowIds: string[]) => Promise<Map<string, Set<string>>>;

export interface ParsedRules {
  /** The tree to store: operators by their own names, groups with theirs. */
  tree: components['schemas']['SearchRuleTree'];
  /** A condition over `contacts c` with its moments, to stand in `WHERE c.workspace_id = … AND (…)`. It may be null, which means no. */
  where: Prisma.Sql;
}

/**
 * Reads a tree that fits its schema.
 * @throws validation_failed with the paths of what is too much, does not fit a field's type, or refers to what cannot be
 *   asked; not_found for an unknown list or flow
 */
export async function parseRules(
  db: Db,
  workspaceId: string,
  tree: RuleTree,
  { path, limit, now, findEmailSteps = async () => new Map() }: ParseOptions,
): Promise<ParsedRules> {
  const reading = read(tree, path, limit);
  // Only a flow is written down before it is complete.
  const issues = [...reading.issues, ...reading.unset.map((at) => ({ path: at, message: 'must be set' }))];
  if (issues.length > 0) throw invalid(...issues.slice(0, MOST_ISSUES));
  const fields = await findActiveFields(db, workspaceId, idsOf(reading.customFields.map(({ condition }) => condition.fieldDefinitionId)));
  await checkReferences(db, workspaceId, reading, fields, findEmailSteps);
  return { tree: reading.tree as ParsedRules['tree'], where: compile(reading.tree, { workspaceId, fields, now }) };
}

/** The condition of a stored tree. What it refers to may be gone: a deleted list has no members, an archived field is empty. */
export const compileStored = (db: Db, workspaceId: string, tree: unknown, now: Date): Promise<Prisma.Sql> =>
  compileTree(db, workspaceId, tree as Node, now);

/** The condition of a stored tree of a flow, about one of its members: of the emails of the flow, those of this membership count. */
export const compileFlowRules = (
  db: Db,
  workspaceId: string,
  tree: unknown,
  { now, ...flow }: FlowMember & { now: Date },
): Promise<Prisma.Sql> => compileTree(db, workspaceId, tree as Node, now, flow);

async function compileTree(db: Db, workspaceId: string, node: Node, now: Date, flow?: FlowMember): Promise<Prisma.Sql> {
  const fields = await findActiveFields(db, workspaceId, idsOf(fieldIdsIn(node)));
  return compile(node, { workspaceId, fields, now, ...(flow && { flow }) });
}

const idsOf = (ids: (string | null)[]): string[] => [...new Set(ids)].filter((id) => id !== null);

const fieldIdsIn = (node: Node): (string | null)[] =>
  node.kind === 'group' ? node.conditions.flatMap(fieldIdsIn) : node.source === 'custom_field' ? [node.fieldDefinitionId] : [];

/** What the caller can mend comes first; what is missing is told of a tree that is right but for that. None of its references is unset. */
async function checkReferences(
  db: Db,
  workspaceId: string,
  { customFields, lists, emailSteps }: Reading,
  fields: Map<string, FieldDefinition>,
  findEmailSteps: FindEmailSteps,
): Promise<void> {
  const issues: Issue[] = [];
  for (const { condition, path } of customFields) {
    const field = fields.get(condition.fieldDefinitionId as string);
    if (field) issues.push(...typeIssues(field.valueType, condition.operator, condition.value, path));
    else issues.push({ path: `${path}.fieldDefinitionId`, message: 'is no active field of the workspace' });
  }
  const known = await findLists(db, workspaceId, idsOf(lists.map(({ condition }) => condition.listId)));
  for (const { condition, path } of lists) {
    const list = known.get(condition.listId as string);
    if (list && list.kind !== 'static')
      issues.push({ path: `${path}.listId`, message: `is a ${list.kind} list; rules ask about static ones` });
  }
  const flows = await findEmailSteps(db, workspaceId, idsOf(emailSteps.flatMap(({ condition }) => condition.flowId ?? [])));
  for (const { condition, path } of emailSteps) {
    const steps = flows.get(condition.flowId ?? '');
    if (steps && !steps.has(condition.nodeId as string))
      issues.push({ path: `${path}.nodeId`, message: 'is no step of the flow that sends email' });
  }
  if (issues.length > 0) throw invalid(...issues.slice(0, MOST_ISSUES));
  const missing = [
    ...lists.filter(({ condition }) => !known.has(condition.listId as string)).map(({ path }) => unknown(`${path}.listId`)),
    ...emailSteps.filter(({ condition }) => !flows.has(condition.flowId ?? '')).map(({ path }) => unknown(`${path}.flowId`)),
  ];
  if (missing.length > 0) throw notFound(...missing);
}
