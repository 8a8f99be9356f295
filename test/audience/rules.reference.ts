/** What rule trees mean, said a second time: plainly, over one person at a time, and without a database. */
import { FIELDS, type FieldKey, type Node, type Operator } from '../../src/audience/rules/tree.ts';

export type Custom = string | number | boolean;
export interface Person {
  id: string;
  fields: Record<FieldKey, string | number | boolean | null>;
  /** By `fieldDefinitionId`; what an archived or unknown field holds is not among them. */
  custom: Record<string, Custom | undefined>;
  activities: { type: string; at: number; flowId?: string; stepId?: string }[];
  lists: string[];
}
export interface World {
  now: Date;
  customTypes: Record<string, 'string' | 'number' | 'boolean' | 'date'>;
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
      return holdsOf(FIELDS[node.field].type, person.fields[node.field], node.operator, node.value);
    case 'custom_field': {
      const type = world.customTypes[node.fieldDefinitionId ?? ''];
      return holdsOf(type ?? 'string', type ? (person.custom[node.fieldDefinitionId ?? ''] ?? null) : null, node.operator, node.value);
    }
    case 'activity': {
      const from = node.timeWindow ? before(world.now, node.timeWindow.amount, node.timeWindow.unit) : Number.NEGATIVE_INFINITY;
      const to = node.timeWindow ? world.now.getTime() : Number.POSITIVE_INFINITY;
      // What a contact's creation is, the contact says itself.
      const created = { type: 'contact_created', at: Date.parse(person.fields.createdAt as string) };
      const entries = [created, ...person.activities.filter(({ type }) => type !== 'contact_created')];
      const has = entries.some(({ type, at }) => type === node.activityType && at >= from && at <= to);
      return has === (node.operator === 'has_activity');
    }
    case 'list_membership':
      return person.lists.includes(node.listId ?? '') === (node.operator === 'is_member');
    case 'email_step':
      return person.activities.some(
        ({ type, flowId, stepId }) => type === `email_${node.metric}` && flowId === node.flowId && stepId === node.nodeId,
      );
  }
}

function holdsOf(type: string, value: unknown, operator: Operator, wanted: unknown): boolean {
  const isEmpty = value === null || value === '';
  if (operator === 'is_empty') return isEmpty;
  if (operator === 'is_not_empty') return !isEmpty;
  if (isEmpty) return operator === 'not_equals' || operator === 'not_contains';
  if (operator === 'is_true' || operator === 'is_false') return value === (operator === 'is_true');
  if (type === 'string') {
    const [it, part] = [fold(value as string), fold(wanted as string)];
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
