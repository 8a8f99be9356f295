import type { Condition, Node } from '../../../audience/rules/tree.ts';
import type { Trigger } from '../definition.ts';

/** What something that a flow names is called; undefined for what is not there. */
export type NameOf = (id: string) => string | undefined;

const MOST_VALUE = 40;
export const quote = (text: string): string => `“${text.length > MOST_VALUE ? `${text.slice(0, MOST_VALUE - 1)}…` : text}”`;
export const words = (name: string): string => name.replaceAll('_', ' ');
export const counted = (amount: number, unit: string): string => `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`;

/** What lets members in, for people. */
export function triggerText(trigger: Trigger, nameOf: NameOf): string {
  switch (trigger.type) {
    case 'added_to_static_list':
      return `Joins ${called(trigger.list_id, 'list', nameOf)}`;
    case 'removed_from_static_list':
      return `Leaves ${called(trigger.list_id, 'list', nameOf)}`;
    case 'contact_created':
      return 'Is created';
    case 'contact_updated': {
      if (trigger.operator === 'changed') return `${trigger.field} changes`;
      return `${trigger.field} ${words(trigger.operator)}${'value' in trigger ? ` ${quote(String(trigger.value))}` : ''}`;
    }
    case 'date_based': {
      const yearly = trigger.include_anniversaries ? ', every year' : '';
      if (trigger.mode === 'on_date') return `On ${trigger.field}${yearly}`;
      if (trigger.mode === 'before_date') return `${counted(trigger.days_before, 'days')} before ${trigger.field}${yearly}`;
      return `${counted(trigger.days_after, 'days')} after ${trigger.field}${yearly}`;
    }
    case 'form_submitted':
      return `Sends a form of ${called(trigger.tent_id, 'page', nameOf)}`;
  }
}

/** Something that a flow names, as people call it. */
export const called = (id: string | null, kind: string, nameOf: NameOf): string => {
  if (id === null) return `no ${kind} yet`;
  const name = nameOf(id);
  return name === undefined ? `an unknown ${kind}` : quote(name);
};

/** A rule tree in a few words: as it is up to two conditions, and else how many there are. */
export function rulesText(rules: unknown, nameOf: NameOf): string {
  if (rules === null) return 'no rule yet';
  const node = rules as Node;
  if (node.kind === 'condition') return conditionText(node, nameOf);
  const [first, second, ...others] = node.conditions;
  if (first && !second) return rulesText(first, nameOf);
  if (first?.kind === 'condition' && second?.kind === 'condition' && others.length === 0)
    return `${conditionText(first, nameOf)} ${node.operator} ${conditionText(second, nameOf)}`;
  return `${node.operator === 'and' ? 'all' : 'any'} of ${node.conditions.length} rules fit`;
}

function conditionText(condition: Condition, nameOf: NameOf): string {
  const compared = (field: string, { operator, value }: { operator: string; value?: string | number | undefined }) =>
    `${field} ${words(operator)}${value === undefined ? '' : ` ${quote(String(value))}`}`;
  switch (condition.source) {
    case 'contact':
      return compared(condition.field, condition);
    case 'custom_field':
      return compared(fieldName(condition.fieldDefinitionId, nameOf), condition);
    case 'activity':
      return `${quote(words(condition.activityType))} ${condition.operator === 'has_activity' ? 'happened' : 'did not happen'}`;
    case 'list_membership':
      return `${condition.operator === 'is_member' ? 'on' : 'not on'} ${called(condition.listId, 'list', nameOf)}`;
    case 'email_step':
      return `the email of ${condition.nodeId === null ? 'no step yet' : quote(condition.nodeId)} was ${condition.metric}`;
  }
}

const fieldName = (id: string | null, nameOf: NameOf): string => (id === null ? 'no field yet' : (nameOf(id) ?? 'an unknown field'));
