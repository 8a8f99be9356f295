/** A second implementation of rule trees: plain, for one person at a time, and without a database. */
import { FIELDS, type FieldKey, type Node, type Operator } from '../../src/audience/rules/tree.ts';

export type Custom = string | number | boolean | string[];
export interface Person {
  id: string;
  fields: Record<FieldKey, string | number | boolean | string[] | null>;
  /** By `fieldDefinitionId`; what an archived or unknown field holds is not among them. */
  custom: Record<string, Custom | undefined>;
  activities: {
    type: string;
    at: number;
    flowId?: string;
    stepId?: string;
    blastId?: string;
    url?: string;
    tentId?: string;
    formId?: string;
  }[];
  lists: string[];
}
export interface World {
  now: Date;
  customTypes: Record<string, 'string' | 'number' | 'boolean' | 'date' | 'list'>;
}

/** Case mappings of one code point to one; JavaScript only knows the full ones, which may be longer. */
function upper(character: string): string {
  const mapped = character.toUpperCase();
  if ([...mapped].length === 1) return mapped;
  const code = character.codePointAt(0) as number;
  // Small letters with an iota below have capitals of their own.
  if (code >= 0x1f80 && code <= 0x1faf) return String.fromCodePoint(code | 8);
  if ([0x1fb3, 0x1fc3, 0x1ff3].includes(code)) return String.fromCodePoint(code + 9);
  return character;
}
function lower(character: string): string {
  if (character === 'İ') return 'i';
  const mapped = character.toLowerCase();
  return [...mapped].length === 1 ? mapped : character;
}
export const fold = (text: string): string => [...text].map((character) => upper(lower(character))).join('');

export function holds(node: Node, person: Person, world: World): boolean {
  if (node.kind === 'group') {
    const answers = node.conditions.map((child) => holds(child, person, world));
    return node.operator === 'or' ? answers.includes(true) : !answers.includes(false);
  }
  switch (node.source) {
    case 'contact':
      return holdsOf(FIELDS[node.field], person.fields[node.field], node.operator, node.value, world.now);
    case 'custom_field': {
      const type = world.customTypes[node.fieldDefinitionId ?? ''];
      const value = type ? (person.custom[node.fieldDefinitionId ?? ''] ?? null) : null;
      return type !== undefined && holdsOf({ type }, value, node.operator, node.value, world.now);
    }
    case 'activity': {
      const from = node.timeWindow ? before(world.now, node.timeWindow.amount, node.timeWindow.unit) : Number.NEGATIVE_INFINITY;
      const to = node.timeWindow ? world.now.getTime() : Number.POSITIVE_INFINITY;
      // The contact's own row has its creation.
      const created: Person['activities'][number] = { type: 'contact_created', at: Date.parse(person.fields.createdAt as string) };
      const entries = [created, ...person.activities.filter(({ type }) => type !== 'contact_created')];
      const isAbout = (wanted: string | undefined, is: string | undefined) => wanted === undefined || wanted === is;
      const fitting = entries.filter(
        ({ type, at, blastId, url, tentId, formId }) =>
          type === node.activityType &&
          at >= from &&
          at <= to &&
          isAbout(node.blastId, blastId) &&
          isAbout(node.linkUrl, url) &&
          isAbout(node.tentId, tentId) &&
          isAbout(node.formId, formId),
      ).length;
      if (!node.count) return fitting > 0 === (node.operator === 'has_activity');
      const { operator, value } = node.count;
      return { at_least: fitting >= value, at_most: fitting <= value, exactly: fitting === value }[operator];
    }
    case 'event':
      throw new Error('The model has no custom events');
    case 'list_membership':
      return person.lists.includes(node.listId ?? '') === (node.operator === 'is_member');
    case 'email_step':
      return person.activities.some(
        ({ type, flowId, stepId }) => type === `email_${node.metric}` && flowId === node.flowId && stepId === node.nodeId,
      );
  }
}

/** Operators that are true of an empty value, too. */
const TRUE_OF_EMPTY = ['not_equals', 'not_contains', 'not_in', 'not_in_last', 'has_no_tag'];

function holdsOf({ type, exact }: { type: string; exact?: true }, value: unknown, operator: Operator, wanted: unknown, now: Date): boolean {
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (operator === 'is_empty') return isEmpty;
  if (operator === 'is_not_empty') return !isEmpty;
  if (isEmpty) return TRUE_OF_EMPTY.includes(operator);
  if (operator === 'is_true' || operator === 'is_false') return value === (operator === 'is_true');
  if (operator === 'in' || operator === 'not_in') {
    const equal = type === 'list' ? ('has_tag' as const) : ('equals' as const);
    const isAmong = (wanted as unknown[]).some((one) => holdsOf({ type, ...(exact && { exact }) }, value, equal, one, now));
    return isAmong === (operator === 'in');
  }
  if (operator === 'in_last' || operator === 'in_next' || operator === 'not_in_last') {
    const { amount, unit } = wanted as { amount: number; unit: string };
    const moment = Date.parse(value as string);
    if (operator === 'in_next') return moment >= now.getTime() && moment <= before(now, -amount, unit);
    return (moment >= before(now, amount, unit) && moment <= now.getTime()) === (operator === 'in_last');
  }
  if (type === 'list') return (value as string[]).some((entry) => fold(entry) === fold(wanted as string)) === (operator === 'has_tag');
  if (type === 'string') {
    const form = exact ? (text: string) => text : fold;
    const [it, part] = [form(value as string), form(wanted as string)];
    const answers = {
      equals: it === part,
      not_equals: it !== part,
      contains: it.includes(part),
      not_contains: !it.includes(part),
      starts_with: it.startsWith(part),
      ends_with: it.endsWith(part),
    };
    return answers[operator as keyof typeof answers];
  }
  const it = type === 'date' ? Date.parse(value as string) : (value as number);
  const [first, last] = type === 'date' ? bounds(wanted as string) : [wanted as number, wanted as number];
  const answers = {
    equals: it >= first && it <= last,
    not_equals: it < first || it > last,
    greater_than: it > last,
    greater_than_or_equal: it >= first,
    less_than: it < first,
    less_than_or_equal: it <= last,
  };
  return answers[operator as keyof typeof answers];
}

/** The first and the last millisecond. */
function bounds(text: string): [number, number] {
  if (text.length === 10) return [Date.parse(`${text}T00:00:00.000Z`), Date.parse(`${text}T23:59:59.999Z`)];
  const moment = Date.parse(text);
  return [moment, moment];
}

function before(now: Date, amount: number, unit: string): number {
  const lengths: Record<string, number> = { minute: 60, hour: 3_600, day: 86_400, week: 604_800 };
  if (lengths[unit]) return now.getTime() - amount * lengths[unit] * 1_000;
  const months = now.getUTCFullYear() * 12 + now.getUTCMonth() - amount * (unit === 'year' ? 12 : 1);
  const [year, month] = [Math.floor(months / 12), ((months % 12) + 12) % 12];
  const days = new Date(Date.UTC(2000, month + 1, 0)).setUTCFullYear(year, month + 1, 0);
  const day = Math.min(now.getUTCDate(), new Date(days).getUTCDate());
  return new Date(now).setUTCFullYear(year, month, day);
}
