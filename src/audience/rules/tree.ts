import type { components } from '../../../generated/api.d.ts';
import type { BlastId, EmailId, FlowId, ListId, TentId } from '../../platform/ids.ts';
import { momentOf, NOT_A_DATE } from '../../shared/dates.ts';
import type { Issue } from '../../shared/errors.ts';
import { CONTACT_FIELDS, type FieldName, fieldsWith, type StandardField, type ValueType } from '../contact-field-catalogue.ts';
import { filterIssues } from './events.ts';

type Schemas = components['schemas'];

/** As the document takes it: with aliases, and groups that leave their operator out. */
export type RuleTree = Schemas['RuleTreeInput'] | Schemas['SearchRuleTree'];

export type { ValueType };

export type Operator = Schemas['RuleOperator'];
export type FieldKey = Schemas['RuleField'];
export type ActivityType = Schemas['ContactActivityType'];

/** As it is stored, shown and compiled: every operator has its own name. */
export type Node = Group | Condition;
export interface Group {
  kind: 'group';
  operator: 'and' | 'or';
  conditions: Node[];
}
export type Condition = FieldCondition | CustomFieldCondition | ActivityCondition | EventCondition | ListCondition | EmailStepCondition;
/** One value, several of them, or a length of time. */
export type RuleValue = string | number | (string | number)[] | Schemas['RuleTimeWindow'];
export interface FieldCondition {
  kind: 'condition';
  source: 'contact';
  field: FieldKey;
  operator: Operator;
  value?: RuleValue;
}
export interface CustomFieldCondition {
  kind: 'condition';
  source: 'custom_field';
  /** Null in the unfinished rules of a flow, like the other references. */
  fieldDefinitionId: string | null;
  operator: Operator;
  value?: RuleValue;
}
export interface ActivityCondition {
  kind: 'condition';
  source: 'activity';
  activityType: ActivityType;
  blastId?: BlastId;
  emailId?: EmailId;
  linkUrl?: string;
  tentId?: TentId;
  formId?: string;
  timeWindow?: Schemas['RuleTimeWindow'];
  count?: Schemas['RuleActivityCount'];
  operator: 'has_activity' | 'has_no_activity';
}
export interface EventCondition {
  kind: 'condition';
  source: 'event';
  name: string;
  properties?: Schemas['EventPropertyFilter'][];
  timeWindow?: Schemas['RuleTimeWindow'];
  count?: Schemas['RuleActivityCount'];
  operator: ActivityCondition['operator'];
}
export interface ListCondition {
  kind: 'condition';
  source: 'list_membership';
  listId: ListId | null;
  operator: 'is_member' | 'is_not_member';
}
export interface EmailStepCondition {
  kind: 'condition';
  source: 'email_step';
  /** Left out in the rules of a flow, which test its own steps. */
  flowId?: FlowId;
  nodeId: string | null;
  metric: Schemas['RuleEmailStepSearch']['metric'];
  operator: 'has_activity';
}

export const ALIASES: Record<string, Operator> = {
  eq: 'equals',
  is_equal: 'equals',
  neq: 'not_equals',
  is_not_equal: 'not_equals',
  gt: 'greater_than',
  after: 'greater_than',
  gte: 'greater_than_or_equal',
  on_or_after: 'greater_than_or_equal',
  lt: 'less_than',
  before: 'less_than',
  lte: 'less_than_or_equal',
  on_or_before: 'less_than_or_equal',
  starts: 'starts_with',
  ends: 'ends_with',
  true: 'is_true',
  false: 'is_false',
  empty: 'is_empty',
  not_empty: 'is_not_empty',
  occurred: 'has_activity',
  not_occurred: 'has_no_activity',
  member_of: 'is_member',
  in_list: 'is_member',
  not_member_of: 'is_not_member',
  not_in_list: 'is_not_member',
};

const EMPTINESS: Operator[] = ['is_empty', 'is_not_empty'];
const COMPARISONS: Operator[] = ['equals', 'not_equals', 'greater_than', 'greater_than_or_equal', 'less_than', 'less_than_or_equal'];

export const OPERATORS: Record<ValueType, Operator[]> = {
  string: ['equals', 'not_equals', 'contains', 'not_contains', 'starts_with', 'ends_with', 'in', 'not_in', ...EMPTINESS],
  number: [...COMPARISONS, 'in', 'not_in', ...EMPTINESS],
  date: [...COMPARISONS, 'in_last', 'in_next', 'not_in_last', ...EMPTINESS],
  boolean: ['is_true', 'is_false', ...EMPTINESS],
  list: ['has_tag', 'has_no_tag', 'in', 'not_in', ...EMPTINESS],
};

const EMAIL_EVENTS: ActivityType[] = [
  'email_sent',
  'email_delivered',
  'email_opened',
  'email_clicked',
  'email_bounced',
  'email_unsubscribed',
  'email_complained',
];
/** The types that each selector of an activity fits. */
export const SELECTORS: Record<'blastId' | 'emailId' | 'linkUrl' | 'tentId' | 'formId', readonly ActivityType[]> = {
  blastId: EMAIL_EVENTS,
  emailId: EMAIL_EVENTS,
  linkUrl: ['email_clicked'],
  tentId: ['form_submission'],
  formId: ['form_submission'],
};

export type AskedField = Pick<StandardField, 'label' | 'type' | 'moment'> &
  NonNullable<StandardField['rule']> & {
    /** Null for a field that no column holds. */
    column: FieldName | null;
  };

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** By their keys in rules, in the order of display. */
export const FIELDS = {
  ...Object.fromEntries(
    fieldsWith('rule').map((column) => {
      const { label, type, moment, rule }: StandardField = CONTACT_FIELDS[column];
      return [camelCase(column), { label, type, moment, ...rule, column }];
    }),
  ),
  // It belongs to the address, not to the contact.
  suppressed: { label: 'Suppressed', type: 'boolean', column: null },
} as Record<FieldKey, AskedField>;

/**
 * Standard fields that are younger than the first workspaces. Where fields are named alike, a custom field by such a name goes first, so
 * that flows keep their meaning.
 */
export const OWN_FIRST: ReadonlySet<string> = new Set(['timezone', 'language', 'tracking', 'tags']);

/** As a record, so that a type that the document adds does not compile without a line here. */
const ACTIVITIES: Record<ActivityType, true> = {
  contact_created: true,
  contact_updated: true,
  email_sent: true,
  email_delivered: true,
  email_opened: true,
  email_clicked: true,
  email_bounced: true,
  email_unsubscribed: true,
  email_complained: true,
  form_submission: true,
  flow_entered: true,
  flow_exited: true,
  contact_merged: true,
};
export const ACTIVITY_TYPES = Object.keys(ACTIVITIES) as ActivityType[];

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
      case 'event':
        reading.issues.push(...filterIssues(own.properties ?? [], `${at}.properties`), ...countIssues(own, at));
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
  const { activityType } = condition;
  const names = Object.keys(SELECTORS) as (keyof typeof SELECTORS)[];
  const unfit = names.filter((name) => condition[name] !== undefined && !SELECTORS[name].includes(activityType));
  const issues = unfit.map((name) => ({ path: `${path}.${name}`, message: `fits only ${SELECTORS[name].join(', ')}` }));
  return [...issues, ...countIssues(condition, path)];
}

const countIssues = ({ count, operator }: Pick<ActivityCondition, 'count' | 'operator'>, path: string): Issue[] =>
  count && operator === 'has_no_activity' ? [{ path: `${path}.count`, message: 'fits only has_activity' }] : [];

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
