import { momentOf, NOT_A_DATE } from '../../shared/dates.ts';
import type { Issue } from '../../shared/errors.ts';
import {
  type ActivityCondition,
  ALIASES,
  type Condition,
  type CustomFieldCondition,
  type EmailStepCondition,
  FIELDS,
  type Group,
  type ListCondition,
  type Node,
  OPERATORS,
  type Operator,
  type RuleTree,
  SELECTORS,
  type ValueType,
} from './tree.ts';

const MOST_GROUPS_DEEP = 5;
const MOST_COUNTED = 100;

export interface Reference<Of extends Condition> {
  condition: Of;
  path: string;
}

export interface Reading {
  tree: Node;
  issues: Issue[];
  /** A tree that is too large has no other issues, and must not be compiled. */
  isTooLarge: boolean;
  customFields: Reference<CustomFieldCondition>[];
  lists: Reference<ListCondition>[];
  emailSteps: Reference<EmailStepCondition>[];
  /** The paths of references that are still to be set. */
  unset: string[];
  /** The paths of groups without a condition; only flows may keep them. */
  emptyGroups: string[];
}

/**
 * Expects a tree that fits its schema.
 * @param counts what is counted up to a hundred: groups and conditions, or conditions alone
 */
export function read(tree: RuleTree, path: string, counts: 'nodes' | 'conditions'): Reading {
  const reading: Omit<Reading, 'tree' | 'isTooLarge'> = {
    issues: [],
    customFields: [],
    lists: [],
    emailSteps: [],
    unset: [],
    emptyGroups: [],
  };
  const tooLarge: Issue[] = [];
  let counted = 0;

  const node = (given: RuleTree, at: string, depth: number): Node => {
    if (given.kind === 'condition') {
      counted += 1;
      return condition(given, at);
    }
    if (counts === 'nodes') counted += 1;
    const group: Group = { kind: 'group', operator: given.operator ?? 'and', conditions: [] };
    if (given.conditions.length === 0) reading.emptyGroups.push(at);
    if (depth > MOST_GROUPS_DEEP) tooLarge.push({ path: at, message: `is in more than ${MOST_GROUPS_DEEP} groups, itself counted` });
    else group.conditions = given.conditions.map((child, i) => node(child, `${at}.conditions.${i}`, depth + 1));
    return group;
  };

  const condition = (given: Exclude<RuleTree, { kind: 'group' }>, at: string): Condition => {
    // The schema has checked that each condition has the operators and values of its kind.
    const own = { ...given, operator: ALIASES[given.operator] ?? given.operator } as Condition;
    switch (own.source) {
      case 'contact':
        reading.issues.push(...typeIssues(FIELDS[own.field].type, own.operator, own.value, at));
        break;
      case 'activity':
        reading.issues.push(...activityIssues(own, at));
        break;
      case 'custom_field':
        reading.customFields.push({ condition: own, path: at });
        if (own.fieldDefinitionId === null) reading.unset.push(`${at}.fieldDefinitionId`);
        break;
      case 'list_membership':
        reading.lists.push({ condition: own, path: at });
        if (own.listId === null) reading.unset.push(`${at}.listId`);
        break;
      case 'email_step':
        reading.emailSteps.push({ condition: own, path: at });
        if (own.nodeId === null) reading.unset.push(`${at}.nodeId`);
        break;
    }
    return own;
  };

  const root = node(tree, path, 1);
  if (counted > MOST_COUNTED) {
    const what = counts === 'nodes' ? 'groups and conditions together' : 'conditions';
    tooLarge.push({ path, message: `has ${counted} ${what}; at most ${MOST_COUNTED} are possible` });
  }
  const isTooLarge = tooLarge.length > 0;
  return { ...reading, issues: isTooLarge ? tooLarge : reading.issues, isTooLarge, tree: root };
}

function activityIssues(condition: ActivityCondition, path: string): Issue[] {
  const { activityType, operator, count } = condition;
  const names = Object.keys(SELECTORS) as (keyof typeof SELECTORS)[];
  const unfit = names.filter((name) => condition[name] !== undefined && !SELECTORS[name].includes(activityType));
  const issues = unfit.map((name) => ({ path: `${path}.${name}`, message: `fits only ${SELECTORS[name].join(', ')}` }));
  if (count && operator === 'has_no_activity') issues.push({ path: `${path}.count`, message: 'fits only has_activity' });
  return issues;
}

export function typeIssues(type: ValueType, operator: Operator, value: unknown, path: string): Issue[] {
  const fitting = OPERATORS[type];
  if (!fitting.includes(operator))
    return [{ path: `${path}.operator`, message: `does not fit a field of type ${type}, which takes ${fitting.join(', ')}` }];
  // A length of time, which the schema has checked.
  if (operator === 'in_last' || operator === 'in_next' || operator === 'not_in_last') return [];
  if (!Array.isArray(value)) return valueIssues(type, value, path);
  return value.flatMap((one, i) => valueIssues(type, one, path).map(({ message }) => ({ path: `${path}.value.${i}`, message })));
}

function valueIssues(type: ValueType, value: unknown, path: string): Issue[] {
  const wrong = (message: string): Issue[] => [{ path: `${path}.value`, message }];
  if (value === undefined) return [];
  switch (type) {
    case 'string':
    case 'list':
      return typeof value === 'string' ? [] : wrong(`must be a text, as the field is of type ${type}`);
    case 'number':
      return typeof value === 'number' ? [] : wrong('must be a number, as the field is of type number');
    case 'date':
      return typeof value === 'string' && momentOf(value) ? [] : wrong(NOT_A_DATE);
    case 'boolean':
      return [];
  }
}
