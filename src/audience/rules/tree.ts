import type { components } from '../../../generated/api.d.ts';

type Schemas = components['schemas'];

/** A tree as the document takes it: with aliases, and groups that leave their operator out. */
export type RuleTree = Schemas['RuleTreeInput'] | Schemas['SearchRuleTree'];

export type Operator = Schemas['RuleOperator'];
export type FieldKey = Schemas['RuleField'];
export type ValueType = Schemas['ContactFieldType'];
export type ActivityType = Schemas['ContactActivityType'];

/** A tree with every operator by its own name: what is stored, shown and compiled. */
export type Node = Group | Condition;
export interface Group {
  kind: 'group';
  operator: 'and' | 'or';
  conditions: Node[];
}
export type Condition = FieldCondition | CustomFieldCondition | ActivityCondition | ListCondition | EmailStepCondition;
export interface FieldCondition {
  kind: 'condition';
  source: 'contact';
  field: FieldKey;
  operator: Operator;
  value?: string | number;
}
export interface CustomFieldCondition {
  kind: 'condition';
  source: 'custom_field';
  /** Null in the rules of a flow that are not complete yet, like the other references. */
  fieldDefinitionId: string | null;
  operator: Operator;
  value?: string | number;
}
export interface ActivityCondition {
  kind: 'condition';
  source: 'activity';
  activityType: ActivityType;
  timeWindow?: Schemas['RuleTimeWindow'];
  operator: 'has_activity' | 'has_no_activity';
}
export interface ListCondition {
  kind: 'condition';
  source: 'list_membership';
  listId: string | null;
  operator: 'is_member' | 'is_not_member';
}
export interface EmailStepCondition {
  kind: 'condition';
  source: 'email_step';
  /** Left out in the rules of a flow, which ask of its own steps. */
  flowId?: string;
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

/** The operators that fit a type. */
export const OPERATORS: Record<ValueType, Operator[]> = {
  string: ['equals', 'not_equals', 'contains', 'not_contains', 'starts_with', 'ends_with', ...EMPTINESS],
  number: [...COMPARISONS, ...EMPTINESS],
  date: [...COMPARISONS, ...EMPTINESS],
  boolean: ['is_true', 'is_false', ...EMPTINESS],
};

export interface StandardField {
  label: string;
  type: ValueType;
  column: string;
  /** Is a column of the contact's moments. */
  moment?: boolean;
  /** Holds nothing but ASCII in lower case, so that it needs no folding. */
  plain?: boolean;
  /** A part of `search_text`, whose index can find candidates. */
  searched?: boolean;
  /** One of a contact's terms, whose index can find who has an equal value. */
  term?: boolean;
}

/** The standard fields, in the order in which they are shown. */
export const FIELDS: Record<FieldKey, StandardField> = {
  displayName: { label: 'Name', type: 'string', column: 'display_name', searched: true },
  firstName: { label: 'First name', type: 'string', column: 'first_name', searched: true },
  lastName: { label: 'Last name', type: 'string', column: 'last_name', searched: true },
  email: { label: 'Email', type: 'string', column: 'email', plain: true, searched: true },
  emailDomain: { label: 'Email domain', type: 'string', column: 'email_domain', term: true },
  phone: { label: 'Phone', type: 'string', column: 'phone', plain: true, searched: true },
  company: { label: 'Company', type: 'string', column: 'company', searched: true },
  jobTitle: { label: 'Job title', type: 'string', column: 'job_title' },
  address: { label: 'Address', type: 'string', column: 'address' },
  address2: { label: 'Address, second line', type: 'string', column: 'address2' },
  city: { label: 'City', type: 'string', column: 'city', term: true },
  state: { label: 'State', type: 'string', column: 'state' },
  country: { label: 'Country', type: 'string', column: 'country' },
  zipCode: { label: 'Postal code', type: 'string', column: 'zip_code' },
  leadStatus: { label: 'Lead status', type: 'string', column: 'lead_status' },
  lifecycleStage: { label: 'Lifecycle stage', type: 'string', column: 'lifecycle_stage' },
  serviceScore: { label: 'Score', type: 'number', column: 'service_score' },
  unsubscribed: { label: 'Unsubscribed', type: 'boolean', column: 'unsubscribed' },
  marketingEmailSubscribed: { label: 'Marketing by email', type: 'boolean', column: 'marketing_email_subscribed' },
  marketingSmsSubscribed: { label: 'Marketing by text message', type: 'boolean', column: 'marketing_sms_subscribed' },
  originalSource: { label: 'Source', type: 'string', column: 'original_source', plain: true },
  createdAt: { label: 'Created', type: 'date', column: 'created_at' },
  updatedAt: { label: 'Updated', type: 'date', column: 'updated_at', moment: true },
  lastActivityAt: { label: 'Last activity', type: 'date', column: 'last_activity_at', moment: true },
};

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
};
export const ACTIVITY_TYPES = Object.keys(ACTIVITIES) as ActivityType[];
