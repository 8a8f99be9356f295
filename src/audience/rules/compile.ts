import { empty, join, raw, type Sql, sql } from '../../platform/db.ts';
import type { FlowId, WorkspaceId } from '../../platform/ids.ts';
import { type Span, spanOf } from '../../shared/dates.ts';
import { phonePart } from '../../shared/identifiers.ts';
import { containing } from '../../shared/paging.ts';
import { isSuppressedIn } from '../suppressions/suppression.ts';
import { activityTest } from './activity.ts';
import { eventTest } from './events.ts';
import type { FieldDefinition } from './rules.service.ts';
import {
  type CustomFieldCondition,
  type EmailStepCondition,
  FIELDS,
  type FieldCondition,
  type ListCondition,
  type Node,
  type Operator,
  type RuleValue,
} from './tree.ts';
import { endOf, startOf } from './windows.ts';

/**
 * Turns a tree into one SQL condition over `contacts c` with its moments `t`. Values and names of fields are always parameters.
 *
 * A condition may be null instead of false: a tree has no "not" above its conditions, and those that hold for empty values use IS NOT TRUE.
 * Texts are compared by `fold_case`, which the migration explains.
 */

export interface Context {
  workspaceId: WorkspaceId;
  /** The active fields that the tree names, by id. A condition on any other field is false. */
  fields: Map<string, FieldDefinition>;
  /** When time windows end. */
  now: Date;
  /** Set for the rules of a flow. Elsewhere `email_step` names its flow, and covers all memberships. */
  flow?: FlowMember;
}

export interface FlowMember {
  flowId: FlowId;
  /** An expression: the id of the membership in the form that clients see. */
  member: Sql;
}

export const compile = (node: Node, context: Context): Sql => partOf(node, context).asked;

/** For contacts that are already selected, without the parts for an index. */
export const compileExact = (node: Node, context: Context): Sql => partOf(node, context).exact;

/** `exact` is the condition without the parts that are there for an index of contacts. */
interface Part {
  asked: Sql;
  exact: Sql;
  indexed: boolean;
}

/**
 * An "and" can use an index if one of its conditions has one, an "or" only if each has. Else all contacts are read, and the parts for the
 * index would be computed for each.
 */
function partOf(node: Node, context: Context): Part {
  if (node.kind === 'condition') return ofCondition(node, context);
  const parts = node.conditions.map((condition) => partOf(condition, context));
  const isOr = node.operator === 'or';
  const both = (forms: Sql[]) => sql`(${join(forms, isOr ? ' OR ' : ' AND ')})`;
  const exact = both(parts.map((part) => part.exact));
  const indexed = isOr ? parts.every((part) => part.indexed) : parts.some((part) => part.indexed);
  return { asked: indexed ? both(parts.map((part) => part.asked)) : exact, exact, indexed };
}

function ofCondition(node: Exclude<Node, { kind: 'group' }>, context: Context): Part {
  switch (node.source) {
    case 'contact':
      return ofField(node, context);
    case 'custom_field':
      return ofCustomField(node, context);
    case 'activity': {
      const { test, indexed } = activityTest(node, context);
      return as(test, indexed);
    }
    case 'event':
      return as(eventTest(node, context));
    case 'list_membership':
      return as(ofList(node, context));
    case 'email_step':
      return as(ofEmailStep(node, context));
  }
}

const as = (test: Sql, indexed = false): Part => ({ asked: test, exact: test, indexed });

function ofField({ field, operator, value: given }: FieldCondition, context: Context): Part {
  const { workspaceId } = context;
  const { type, column, moment = false, plain = false, exact = false, searched = false, term = false } = FIELDS[field];
  if (column === null) return as(ofBoolean(sql`(${isSuppressedIn(workspaceId)})`, operator));
  const value = field === 'phone' ? phonesIn(given) : given;
  const it = raw(`${moment ? 't' : 'c'}.${column}`);
  switch (type) {
    case 'string': {
      const form = plain ? 'lower' : exact ? 'exact' : 'folded';
      const test = ofText({ raw: it, folded: form === 'folded' ? sql`fold_case(${it})` : it, form }, operator, value);
      const isEqual = operator === 'equals' || operator === 'in';
      // Equality of these has indexes of its own.
      if (form !== 'folded' && isEqual) return as(test, true);
      if (term && isEqual) return among(having(workspaceId, `${column}:`, textsOf(value)), test);
      return searched && POSITIVE.has(operator) && hasTrigram(value)
        ? among(sql`c.search_text LIKE fold_case(${containing(String(value))}::text)`, test)
        : as(test);
    }
    case 'number':
      return as(ofNumber(it, operator, numbersOf(value, 'double precision')));
    case 'date': {
      const test = ofDate(it, { operator, value }, (moment) => sql`${timestampOf(moment)}::timestamptz`, context);
      return as(test, !moment && (operator in COMPARISONS || operator === 'in_last' || operator === 'in_next'));
    }
    case 'list': {
      const entries = sql`(SELECT array_agg(fold_case(entry)) FROM unnest(${it}) AS entry)`;
      const test = ofEntries({ entries, filled: sql`${it} <> '{}'` }, operator, value);
      return isPresence(operator) ? among(having(workspaceId, `${column}:`, textsOf(value)), test) : as(test);
    }
    case 'boolean':
      return as(ofBoolean(it, operator), field === 'unsubscribed' && operator === 'is_true');
  }
}

const NEVER = sql`false`;
const ALWAYS = sql`true`;
/** Operators that hold for an empty value. */
const TRUE_OF_EMPTY = new Set<Operator>(['is_empty', 'not_equals', 'not_contains', 'not_in', 'not_in_last', 'has_no_tag']);
/** Operators that only a text can meet which contains the value. */
const POSITIVE = new Set<Operator>(['equals', 'contains', 'starts_with', 'ends_with']);

const hasTrigram = (text: unknown): boolean => /[\p{L}\p{N}]{3}/u.test(String(text));

/**
 * An index finds candidates for the exact test. The test stands in a CASE, which the planner estimates as one half: else two estimates of
 * one thing would be multiplied, few rows expected, and thousands of candidates sorted for a first page.
 */
const among = (candidates: Sql, exact: Sql): Part => ({
  asked: sql`(${candidates} AND CASE WHEN ${exact} THEN true END)`,
  exact,
  indexed: true,
});

/** Matches the contacts that have one of the values under that name, and seldom another, by the numbers that the migration makes of a contact. */
function having(workspaceId: WorkspaceId, name: string, values: Sql[]): Sql {
  const terms = values.map((value) => sql`contact_term(${workspaceId}::uuid, ${name}::text, ${value})`);
  return sql`contact_terms(c.workspace_id, c.city, c.email_domain, c.tags, c.custom_fields)
    ${raw(terms.length > 1 ? '&&' : '@>')} ARRAY[${join(terms)}]`;
}

const allOf = (value: RuleValue | undefined): (string | number)[] =>
  Array.isArray(value) ? value : typeof value === 'object' || value === undefined ? [] : [value];
const textsOf = (value: RuleValue | undefined): Sql[] => allOf(value).map((one) => sql`${String(one).normalize('NFC')}::text`);
const numbersOf = (value: RuleValue | undefined, type: 'double precision' | 'numeric'): Sql[] =>
  allOf(value).map((one) => sql`${String(one)}::${raw(type)}`);

/** Phones are stored without blanks and punctuation. */
function phonesIn(value: RuleValue | undefined): RuleValue | undefined {
  const stored = (one: string | number) => (typeof one === 'string' ? (phonePart(one) ?? one) : one);
  return Array.isArray(value) ? value.map(stored) : typeof value === 'string' ? stored(value) : value;
}

/** Operators that only a list with an entry can meet. */
const isPresence = (operator: Operator): boolean => operator === 'has_tag' || operator === 'in';

function ofCustomField({ fieldDefinitionId, operator, value }: CustomFieldCondition, context: Context): Part {
  const { workspaceId, fields } = context;
  const field = fields.get(fieldDefinitionId ?? '');
  if (!field) return as(NEVER);
  const json = sql`(c.custom_fields -> ${field.apiName}::text)`;
  const text = sql`(c.custom_fields ->> ${field.apiName}::text)`;
  const found = (terms: Sql[], test: Sql): Part => among(having(workspaceId, field.apiName, terms), test);
  const isEqual = operator === 'equals' || operator === 'in';
  switch (field.valueType) {
    case 'string': {
      const test = ofText({ raw: text, folded: sql`fold_case(${text})`, form: 'folded' }, operator, value);
      return isEqual ? found(textsOf(value), test) : as(test);
    }
    case 'number': {
      const numbers = numbersOf(value, 'numeric');
      // A value of another type must not fail the whole query.
      const it = sql`(CASE jsonb_typeof${json} WHEN 'number' THEN ${json}::numeric END)`;
      const test = ofNumber(it, operator, numbers);
      const terms = numbers.map((number) => sql`trim_scale(${number})::text`);
      return isEqual ? found(terms, test) : as(test);
    }
    case 'date':
      // Stored as text in UTC with milliseconds, which sorts as time does.
      return as(ofDate(sql`nullif(${text}, '') COLLATE "C"`, { operator, value }, (moment) => sql`${isoOf(moment)}::text`, context));
    case 'boolean': {
      if (operator === 'is_true' || operator === 'is_false') {
        const wanted = operator === 'is_true' ? 'true' : 'false';
        return found([sql`${wanted}::text`], sql`${json} = ${wanted}::jsonb`);
      }
      return as(ofBoolean(text, operator));
    }
    case 'list': {
      const list = sql`(CASE jsonb_typeof${json} WHEN 'array' THEN ${json} END)`;
      const entries = sql`(SELECT array_agg(fold_case(entry)) FROM jsonb_array_elements_text${list} AS entry)`;
      const test = ofEntries({ entries, filled: sql`${list} <> '[]'` }, operator, value);
      return isPresence(operator) ? found(textsOf(value), test) : as(test);
    }
  }
}

/** `entries` are folded, and null for an empty list. */
function ofEntries({ entries, filled }: { entries: Sql; filled: Sql }, operator: Operator, value: RuleValue | undefined): Sql {
  const hasAny = () => sql`${entries} && ARRAY[${join(textsOf(value).map((text) => sql`fold_case(${text})`))}]`;
  switch (operator) {
    case 'has_tag':
    case 'in':
      return hasAny();
    case 'has_no_tag':
    case 'not_in':
      return sql`(${hasAny()}) IS NOT TRUE`;
    case 'is_empty':
      return sql`(${filled}) IS NOT TRUE`;
    case 'is_not_empty':
      return filled;
    default:
      return NEVER;
  }
}

/** Texts in lower case are ASCII. They and exact ones are compared without folding, by their own indexes. */
interface Text {
  raw: Sql;
  folded: Sql;
  form: 'folded' | 'lower' | 'exact';
}

function ofText({ raw: text, folded, form }: Text, operator: Operator, value: RuleValue | undefined): Sql {
  const fold = (given: string): Sql => {
    const wanted = given.normalize('NFC');
    if (form === 'exact') return sql`${wanted}::text`;
    return form === 'lower' ? sql`lower(fold_case(${wanted}::text))` : sql`fold_case(${wanted}::text)`;
  };
  const isAny = () => sql`${folded} = ANY(ARRAY[${join(allOf(value).map((one) => fold(String(one))))}])`;
  const contained = containing(String(value));
  switch (operator) {
    case 'equals':
      return sql`${folded} = ${fold(String(value))}`;
    case 'not_equals':
      return sql`(${folded} = ${fold(String(value))}) IS NOT TRUE`;
    case 'in':
      return isAny();
    case 'not_in':
      return sql`(${isAny()}) IS NOT TRUE`;
    case 'contains':
      return sql`${folded} LIKE ${fold(contained)}`;
    case 'not_contains':
      return sql`(${folded} LIKE ${fold(contained)}) IS NOT TRUE`;
    case 'starts_with':
      return sql`${folded} LIKE ${fold(contained.slice(1))}`;
    case 'ends_with':
      return sql`${folded} LIKE ${fold(contained.slice(0, -1))}`;
    case 'is_empty':
      return sql`(${text} <> '') IS NOT TRUE`;
    case 'is_not_empty':
      return sql`${text} <> ''`;
    default:
      return NEVER;
  }
}

const COMPARISONS: Partial<Record<Operator, string>> = {
  equals: '=',
  greater_than: '>',
  greater_than_or_equal: '>=',
  less_than: '<',
  less_than_or_equal: '<=',
};

function ofNumber(it: Sql, operator: Operator, values: Sql[]): Sql {
  const [value = sql`NULL`] = values;
  const comparison = COMPARISONS[operator];
  if (comparison) return sql`${it} ${raw(comparison)} ${value}`;
  const isAny = () => sql`${it} = ANY(ARRAY[${join(values)}])`;
  switch (operator) {
    case 'not_equals':
      return sql`${it} IS DISTINCT FROM ${value}`;
    case 'in':
      return isAny();
    case 'not_in':
      return sql`(${isAny()}) IS NOT TRUE`;
    default:
      return ofBoolean(it, operator);
  }
}

function ofDate(
  it: Sql,
  { operator, value }: { operator: Operator; value: RuleValue | undefined },
  literal: (moment: Date) => Sql,
  { now }: Context,
): Sql {
  if (operator === 'is_empty' || operator === 'is_not_empty') return ofBoolean(it, operator);
  if (typeof value === 'object' && !Array.isArray(value)) {
    const [from, to] = operator === 'in_next' ? [now, endOf(value, now)] : [startOf(value, now), now];
    const isWithin = sql`(${it} >= ${literal(from)} AND ${it} <= ${literal(to)})`;
    return operator === 'not_in_last' ? sql`${isWithin} IS NOT TRUE` : isWithin;
  }
  const span = spanOf(String(value));
  if (!span) return TRUE_OF_EMPTY.has(operator) ? ALWAYS : NEVER;
  return within(it, operator, literal, span);
}

function within(it: Sql, operator: Operator, literal: (moment: Date) => Sql, { from, to }: Span): Sql {
  switch (operator) {
    case 'equals':
      return sql`(${it} >= ${literal(from)} AND ${it} < ${literal(to)})`;
    case 'not_equals':
      return sql`(${it} >= ${literal(from)} AND ${it} < ${literal(to)}) IS NOT TRUE`;
    case 'greater_than':
      return sql`${it} >= ${literal(to)}`;
    case 'greater_than_or_equal':
      return sql`${it} >= ${literal(from)}`;
    case 'less_than':
      return sql`${it} < ${literal(from)}`;
    case 'less_than_or_equal':
      return sql`${it} < ${literal(to)}`;
    default:
      return NEVER;
  }
}

/** Emptiness works the same for every type but text. */
function ofBoolean(it: Sql, operator: Operator): Sql {
  switch (operator) {
    case 'is_true':
      return sql`${it} IS TRUE`;
    case 'is_false':
      return sql`${it} IS FALSE`;
    case 'is_empty':
      return sql`${it} IS NULL`;
    case 'is_not_empty':
      return sql`${it} IS NOT NULL`;
    default:
      return NEVER;
  }
}

/** The end of the last day of the year 9999 lies after everything that is stored. */
const isBeyond = (moment: Date): boolean => moment.getUTCFullYear() > 9999;
const timestampOf = (moment: Date): string => (isBeyond(moment) ? 'infinity' : moment.toISOString());
const isoOf = (moment: Date): string => (isBeyond(moment) ? '~' : moment.toISOString());

/*
 * These conditions use EXISTS: PostgreSQL joins or hashes it for many contacts, and looks contacts up one by one for few, within "or" too.
 * For the hash, the workspace is a value and not the contact's.
 */

function ofList({ listId, operator }: ListCondition, { workspaceId }: Context): Sql {
  return sql`${raw(operator === 'is_member' ? '' : 'NOT')} EXISTS (SELECT 1 FROM contact_list_members m
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.list_id = ${listId}::uuid AND m.contact_id = c.id)`;
}

/**
 * In a flow, one look at the index of such entries for each contact (`OFFSET` keeps the planner from reading the whole step for a few
 * members); the membership is tested on the entries that it finds.
 */
function ofEmailStep({ flowId, nodeId, metric }: EmailStepCondition, { workspaceId, flow }: Context): Sql {
  return sql`EXISTS (SELECT 1 FROM contact_activities a
    WHERE a.workspace_id = ${workspaceId}::uuid AND a.contact_id = c.id AND a.type = ${`email_${metric}`}::text
      AND a.metadata ? 'flow_id' AND a.metadata->>'flow_id' = ${flow?.flowId ?? flowId}::text AND a.metadata->>'step_id' = ${nodeId}::text
      ${flow ? sql`AND a.metadata->>'membership_id' = ${flow.member} OFFSET 0` : empty})`;
}
