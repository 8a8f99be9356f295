import type { Condition, Node } from '../../../audience/rules/tree.ts';
import type { Step, Trigger } from '../definition.ts';

/** What something that a flow names is called; undefined for what is not there. */
export type NameOf = (id: string) => string | undefined;

const MOST_VALUE = 40;
const quote = (text: string): string => `“${text.length > MOST_VALUE ? `${text.slice(0, MOST_VALUE - 1)}…` : text}”`;
const words = (name: string): string => name.replaceAll('_', ' ');
const counted = (amount: number, unit: string): string => `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`;

/** What a step does, for people, in a few words. */
export function stepText(step: Step, nameOf: NameOf): string {
  const called = (id: string | null, kind: string) => named(id, kind, nameOf);
  switch (step.type) {
    case 'send_email':
      return `Sends ${called(step.email_id, 'email')}`;
    case 'wait': {
      if ('duration_amount' in step)
        return step.duration_amount === null || step.duration_unit === null
          ? 'Waits for nothing yet'
          : `Waits ${counted(step.duration_amount, step.duration_unit)}`;
      if ('until_date_field' in step) return `Waits until ${step.until_date_field ?? 'no field yet'}`;
      const { timeout_amount: amount, timeout_unit: unit } = step;
      const most = amount !== null && unit !== null ? `, at most ${counted(amount, unit)}` : '';
      return `Waits until ${rulesText(step.condition as Node | null, nameOf)}${most}`;
    }
    case 'update_contact': {
      const [first, ...others] = step.updates;
      if (!first) return 'Changes nothing';
      if (others.length > 0) return `Sets ${first.field} and ${counted(others.length, 'other fields')}`;
      return first.value === null ? `Empties ${first.field}` : `Sets ${first.field} to ${quote(String(first.value))}`;
    }
    case 'add_to_list':
      return `Adds to ${called(step.list_id, 'list')}`;
    case 'remove_from_list':
      return `Removes from ${called(step.list_id, 'list')}`;
    case 'condition_check':
      return `Asks if ${rulesText(step.condition as Node | null, nameOf)}`;
    case 'create_tent':
      return step.source === 'template' ? `Makes a page from ${called(step.template_id, 'template')}` : 'Makes a page';
    case 'send_webhook':
      // The rest of the address may hold secrets.
      return `Calls ${/^[a-z]+:\/\/([^/?#]*)/i.exec(step.endpoint_url ?? '')?.[1] ?? 'no server yet'}`;
    case 'drop_from_flow':
      return 'Leaves the flow';
  }
}

/** What lets members in, for people. */
export function triggerText(trigger: Trigger, nameOf: NameOf): string {
  const called = (id: string | null, kind: string) => named(id, kind, nameOf);
  switch (trigger.type) {
    case 'added_to_static_list':
      return `Joins ${called(trigger.list_id, 'list')}`;
    case 'removed_from_static_list':
      return `Leaves ${called(trigger.list_id, 'list')}`;
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
      return `Sends a form of ${called(trigger.tent_id, 'page')}`;
  }
}

const named = (id: string | null, kind: string, nameOf: NameOf): string => {
  if (id === null) return `no ${kind} yet`;
  const name = nameOf(id);
  return name === undefined ? `an unknown ${kind}` : quote(name);
};

/** A rule tree in a few words: as it is up to two conditions, and else how many there are. */
function rulesText(node: Node | null, nameOf: NameOf): string {
  if (node === null) return 'no rule yet';
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
      return `${condition.operator === 'is_member' ? 'on' : 'not on'} ${named(condition.listId, 'list', nameOf)}`;
    case 'email_step':
      return `the email of ${condition.nodeId === null ? 'no step yet' : quote(condition.nodeId)} was ${condition.metric}`;
  }
}

const fieldName = (id: string | null, nameOf: NameOf): string => (id === null ? 'no field yet' : (nameOf(id) ?? 'an unknown field'));

/** The identifiers of all that the texts of these call by name. */
export function namedIn(parts: readonly (Step | Trigger)[]): string[] {
  const ids = new Set<string>();
  const add = (id: unknown) => {
    if (typeof id === 'string') ids.add(id);
  };
  const walk = (node: Node): void => {
    if (node.kind === 'group') node.conditions.forEach(walk);
    else if (node.source === 'custom_field') add(node.fieldDefinitionId);
    else if (node.source === 'list_membership') add(node.listId);
  };
  for (const part of parts) {
    for (const name of ['email_id', 'list_id', 'template_id', 'tent_id']) add((part as Partial<Record<string, unknown>>)[name]);
    if ('condition' in part && part.condition !== null) walk(part.condition as Node);
  }
  return [...ids];
}
