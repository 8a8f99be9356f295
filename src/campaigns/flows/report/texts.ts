import type { ActivityCondition, Condition, Node, RuleValue } from '../../../audience/rules/tree.ts';

export type NameOf = (id: string) => string | undefined;

const MOST_VALUE = 40;
export const quote = (text: string): string => `“${text.length > MOST_VALUE ? `${text.slice(0, MOST_VALUE - 1)}…` : text}”`;
export const words = (name: string): string => name.replaceAll('_', ' ');
export const counted = (amount: number, unit: string): string => `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`;

export const called = (id: string | null, kind: string, nameOf: NameOf): string => {
  if (id === null) return `no ${kind} yet`;
  const name = nameOf(id);
  return name === undefined ? `an unknown ${kind}` : quote(name);
};

/** Up to two conditions as they are, otherwise their number. */
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
  const compared = (field: string, { operator, value }: { operator: string; value?: RuleValue }) =>
    `${field} ${words(operator)}${value === undefined ? '' : ` ${valueText(value)}`}`;
  switch (condition.source) {
    case 'contact':
      return compared(condition.field, condition);
    case 'custom_field':
      return compared(fieldName(condition.fieldDefinitionId, nameOf), condition);
    case 'activity':
      return `${quote(words(condition.activityType))} ${timesText(condition)}`;
    case 'event':
      return `${quote(condition.name)} ${timesText(condition)}`;
    case 'list_membership':
      return `${condition.operator === 'is_member' ? 'on' : 'not on'} ${called(condition.listId, 'list', nameOf)}`;
    case 'email_step':
      return `the email of ${condition.nodeId === null ? 'no step yet' : quote(condition.nodeId)} was ${condition.metric}`;
  }
}

const valueText = (value: RuleValue): string =>
  typeof value === 'object' && !Array.isArray(value) ? counted(value.amount, `${value.unit}s`) : quote([value].flat().join(', '));

function timesText({ operator, count }: Pick<ActivityCondition, 'operator' | 'count'>): string {
  if (operator === 'has_no_activity') return 'did not happen';
  return count ? `happened ${words(count.operator)} ${counted(count.value, 'times')}` : 'happened';
}

const fieldName = (id: string | null, nameOf: NameOf): string => (id === null ? 'no field yet' : (nameOf(id) ?? 'an unknown field'));
