/**
 * Turns a tree into one SQL condition over `contacts c` with its moments `t`. Values and names of fields are parameters, without exception.
 *
 * A condition may be null instead of false: a tree has no "not" above its conditions, and those that are true of what is
 * empty say so themselves (IS NOT TRUE). Texts are compared by `fold_case`, which stands in the migration with its reasons.
 */
import { empty, join, raw, type Sql, sql } from '../../platform/db.ts';
import { type Span, spanOf } from '../../shared/dates.ts';
import { phonePart } from '../../shared/identifiers.ts';
import { containing } from '../../shared/paging.ts';
import { suppressed } from '../suppressions/suppression.ts';
import { activityTest } from './activity.ts';
import { endOf, startOf } from './moments.ts';
import type { FieldDefinition } from './rules.repo.ts';
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

export interface Context {
  workspaceId: string;
  /** The active fields that the tree asks about, by their identifier. Nobody meets a condition about any other. */
  fields: Map<string, FieldDefinition>;
  /** When time windows end. */
  now: Date;
  /** Where the rules are a flow's: whom they ask of. Elsewhere `email_step` names its flow, and asks of all memberships. */
  flow?: FlowMember;
}

/** A member of a flow. */
export interface FlowMember {
  flowId: string;
  /** An expression: the id of the membership in the form that clients see. */
  member: Sql;
}

export const compile = (node: Node, context: Context): Sql => partOf(node, context).asked;

/** The same for contacts who are found already, without what helps an index to find them. */
export const compileExact = (node: Node, context: Context): Sql => partOf(node, context).exact;

/** A condition, and whether an index of contacts answers it: `exact` is the same without the words that are there for the index. */
interface Part {
  asked: Sql;
  exact: Sql;
  indexed: boolean;
}

/**
 * An index helps all of a group's conditions if one of them must hold, and if any may hold, only when each has one. Else everybody is
 * looked at, and what would be asked of the index were worked out for each.
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
    case 'list_membership':
      return as(ofList(node, context));
    case 'email_step':
      return as(ofEmailStep(node, context));
  }
}

const as = (test: Sql, indexed = false): Part => ({ asked: test, exact: test, indexed });

function ofField({ field, operator, value: given }: FieldCondition, context: Context): Part {
  const { workspaceId } = context;
  // Phones are kept without blanks and punctuation.
  const kept = (text: string | number) => (field === 'phone' && typeof text === 'string' ? (phonePart(text) ?? text) : text);
  const value = Array.isArray(given) ? given.map(kept) : typeof given === 'object' ? given : given === undefined ? given : kept(given);
  const { type, column, moment = false, plain = false, exact = false, searched = false, term = false } = FIELDS[field];
  if (column === null) return as(ofBoolean(sql`(${suppressed(workspaceId)})`, operator));
  const it = raw(`${moment ? 't' : 'c'}.${column}`);
  switch (type) {
    case 'string': {
      const form = plain ? 'lower' : exact ? 'exact' : 'folded';
      const test = ofText({ raw: it, folded: form === 'folded' ? sql`fold_case(${it})` : it, form }, operator, value);
      // Equal ones among these have indexes of their own.
      if (form !== 'folded' && (operator === 'equals' || operator === 'in')) return as(test, true);
      if (term && (operator === 'equals' || operator === 'in')) return among(having(workspaceId, `${column}:`, textsOf(value)), test);
      // Looked for as a part of the text that is indexed.
      return searched && POSITIVE.has(operator) && hasTrigram(value)
        ? among(sql`c.search_text LIKE fold_case(${containing(String(value))}::text)`, test)
        : as(test);
    }
    case 'number':
      return as(ofNumber(it, operator, (one) => sql`${String(one)}::double precision`, value));
    case 'date': {
      const test = ofDate(it, operator, value, (moment) => sql`${timestampOf(moment)}::timestamptz`, context);
      return as(test, !moment && (operator in COMPARISONS || operator === 'in_last' || operator === 'in_next'));
    }
    case 'list': {
      const entries = sql`(SELECT array_agg(fold_case(entry)) FROM unnest(${it}) AS entry)`;
      const test = ofEntries(entries, sql`${it} <> '{}'`, operator, value);
      return isPresence(operator) ? among(having(workspaceId, `${column}:`, textsOf(value)), test) : as(test);
    }
    case 'boolean':
      return as(ofBoolean(it, operator), field === 'unsubscribed' && operator === 'is_true');
  }
}

const NEVER = sql`false`;
const ALWAYS = sql`true`;
/** The operators that an empty value answers with yes. */
const TRUE_OF_EMPTY = new Set<Operator>(['is_empty', 'not_equals', 'not_contains', 'not_in', 'not_in_last', 'has_no_tag']);
/** The operators of text that only a value can meet which contains the text. */
const POSITIVE = new Set<Operator>(['equals', 'contains', 'starts_with', 'ends_with']);

/** Whether a text is one that a trigram index can look for. */
const hasTrigram = (text: unknown): boolean => /[\p{L}\p{N}]{3}/u.test(String(text));

/**
 * A condition that an index answers for candidates, and the exact test of these. The test follows from nothing the planner
 * has counted, and stands in a CASE, which is taken for one half: else two guesses for one thing were multiplied, hardly
 * anybody expected, and thousands of candidates fetched and sorted for a first page.
 */
const among = (candidates: Sql, exact: Sql): Part => ({
  asked: sql`(${candidates} AND CASE WHEN ${exact} THEN true END)`,
  exact,
  indexed: true,
});

/** Who has, by one of the numbers that the migration makes of a contact, one of the values under that name: those who have, and seldom another. */
const having = (workspaceId: string, name: string, values: Sql[]): Sql => {
  const terms = values.map((value) => sql`contact_term(${workspaceId}::uuid, ${name}::text, ${value})`);
  return sql`contact_terms(c.workspace_id, c.city, c.email_domain, c.tags, c.custom_fields)
    ${raw(terms.length > 1 ? '&&' : '@>')} ARRAY[${join(terms)}]`;
};

/** The values of a condition, one or several. */
const allOf = (value: RuleValue | undefined): (string | number)[] =>
  Array.isArray(value) ? value : typeof value === 'object' || value === undefined ? [] : [value];
const textsOf = (value: RuleValue | undefined): Sql[] => allOf(value).map((one) => sql`${String(one).normalize('NFC')}::text`);

/** The operators that a list answers with yes only if it has an entry. */
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
      const literal = (one: string | number) => sql`${String(one)}::numeric`;
      // A value of another type, which nothing writes, must not end the whole question.
      const it = sql`(CASE jsonb_typeof${json} WHEN 'number' THEN ${json}::numeric END)`;
      const test = ofNumber(it, operator, literal, value);
      const terms = () => allOf(value).map((one) => sql`trim_scale(${literal(one)})::text`);
      return isEqual ? found(terms(), test) : as(test);
    }
    case 'date':
      // Kept as text in UTC with milliseconds, which sorts as time does.
      return as(ofDate(sql`nullif(${text}, '') COLLATE "C"`, operator, value, (moment) => sql`${isoOf(moment)}::text`, context));
    case 'boolean': {
      if (operator === 'is_true' || operator === 'is_false') {
        const wanted = operator === 'is_true' ? 'true' : 'false';
        return found([sql`${wanted}::text`], sql`${json} = ${wanted}::jsonb`);
      }
      return as(ofBoolean(text, operator));
    }
    case 'list': {
      const list = sql`(CASE jsonb_typeof${json} WHEN 'array' THEN ${json} END)`;
      const test = ofEntries(sql`(SELECT array_agg(fold_case(entry)) FROM jsonb_array_elements_text${list} AS entry)`, sql`${list} <> '[]'`, operator, value);
      return isPresence(operator) ? found(textsOf(value), test) : as(test);
    }
  }
}

/** @param entries the folded entries, null without any. @param filled true of a list that has some */
function ofEntries(entries: Sql, filled: Sql, operator: Operator, value: RuleValue | undefined): Sql {
  const has = () => sql`${entries} && ARRAY[${join(textsOf(value).map((text) => sql`fold_case(${text})`))}]`;
  switch (operator) {
    case 'has_tag':
    case 'in':
      return has();
    case 'has_no_tag':
    case 'not_in':
      return sql`(${has()}) IS NOT TRUE`;
    case 'is_empty':
      return sql`(${filled}) IS NOT TRUE`;
    case 'is_not_empty':
      return filled;
    default:
      return NEVER;
  }
}

/**
 * A text, and how it is compared. One in lower case holds ASCII in lower case only: it is compared as it is, by its own indexes. An exact
 * one is compared as it is, and as it is asked for.
 */
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
  const anyOf = () => sql`${folded} = ANY(ARRAY[${join(allOf(value).map((one) => fold(String(one))))}])`;
  const contained = containing(String(value));
  switch (operator) {
    case 'equals':
      return sql`${folded} = ${fold(String(value))}`;
    case 'not_equals':
      return sql`(${folded} = ${fold(String(value))}) IS NOT TRUE`;
    case 'in':
      return anyOf();
    case 'not_in':
      return sql`(${anyOf()}) IS NOT TRUE`;
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

function ofNumber(it: Sql, operator: Operator, literal: (one: string | number) => Sql, value: RuleValue | undefined): Sql {
  const comparison = COMPARISONS[operator];
  const [first = ''] = allOf(value);
  if (comparison) return sql`${it} ${raw(comparison)} ${literal(first)}`;
  const anyOf = () => sql`${it} = ANY(ARRAY[${join(allOf(value).map(literal))}])`;
  switch (operator) {
    case 'not_equals':
      return sql`${it} IS DISTINCT FROM ${literal(first)}`;
    case 'in':
      return anyOf();
    case 'not_in':
      return sql`(${anyOf()}) IS NOT TRUE`;
    default:
      return ofBoolean(it, operator);
  }
}

function ofDate(it: Sql, operator: Operator, value: RuleValue | undefined, literal: (moment: Date) => Sql, { now }: Context): Sql {
  if (operator === 'is_empty' || operator === 'is_not_empty') return ofBoolean(it, operator);
  if (typeof value === 'object' && !Array.isArray(value)) {
    const [from, to] = operator === 'in_next' ? [now, endOf(value, now)] : [startOf(value, now), now];
    const within = sql`(${it} >= ${literal(from)} AND ${it} <= ${literal(to)})`;
    return operator === 'not_in_last' ? sql`${within} IS NOT TRUE` : within;
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

/** Also what every type but text says of emptiness. */
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
 * What follows looks into other tables by EXISTS: PostgreSQL joins or hashes it where many are asked about, and looks
 * contacts up one by one where few are, within "or" too. For the hash, the workspace is a value and not the contact's.
 */

function ofList({ listId, operator }: ListCondition, { workspaceId }: Context): Sql {
  return sql`${raw(operator === 'is_member' ? '' : 'NOT')} EXISTS (SELECT 1 FROM contact_list_members m
    WHERE m.workspace_id = ${workspaceId}::uuid AND m.list_id = ${listId}::uuid AND m.contact_id = c.id)`;
}

/**
 * Of a flow, one look at the index of such entries for each contact (`OFFSET` keeps the planner from reading all of the step for a few
 * members); which membership they are of is asked of those that are found.
 */
function ofEmailStep({ flowId, nodeId, metric }: EmailStepCondition, { workspaceId, flow }: Context): Sql {
  return sql`EXISTS (SELECT 1 FROM contact_activities a
    WHERE a.workspace_id = ${workspaceId}::uuid AND a.contact_id = c.id AND a.type = ${`email_${metric}`}::text
      AND a.metadata ? 'flow_id' AND a.metadata->>'flow_id' = ${flow?.flowId ?? flowId}::text AND a.metadata->>'step_id' = ${nodeId}::text
      ${flow ? sql`AND a.metadata->>'membership_id' = ${flow.member} OFFSET 0` : empty})`;
}
