import type { components } from '../../../generated/api.d.ts';
import type { Db, Prisma } from '../../platform/db.ts';
import { notImplemented } from '../../shared/errors.ts';

type Schemas = components['schemas'];

/** A tree as the document takes it: with aliases, and groups that leave their operator out. */
export type RuleTree = Schemas['RuleTree'] | Schemas['SearchRuleTree'];

export interface ParseOptions {
  /** Where the tree stands in the request, `rules`; issues begin with it. */
  path: string;
  /** What is counted up to a hundred: groups and conditions, or in a search conditions alone. */
  limit: 'nodes' | 'conditions';
  /** When time windows end. */
  now: Date;
}

export interface ParsedRules {
  /** The tree to store: operators by their own names, groups with theirs. */
  tree: Schemas['SearchRuleTree'];
  /** A condition over `contacts c`, to stand in `WHERE c.workspace_id = … AND (…)`. It may be null, which means no. */
  where: Prisma.Sql;
}

/**
 * Reads a tree that fits its schema.
 * @throws validation_failed with the paths of what is too much, does not fit a field's type, or refers to what can not be
 *   asked; not_found for an unknown list or flow
 */
export async function parseRules(_db: Db, _workspaceId: string, _tree: RuleTree, _options: ParseOptions): Promise<ParsedRules> {
  throw notImplemented('rule trees');
}

/** The condition of a stored tree. What it refers to may be gone: a deleted list has no members, an archived field is empty. */
export async function compileStored(_db: Db, _workspaceId: string, _tree: unknown, _now: Date): Promise<Prisma.Sql> {
  throw notImplemented('rule trees');
}
