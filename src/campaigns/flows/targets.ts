import type { FieldChange } from '../../audience/contacts/changes.service.ts';
import type { CustomFieldCondition, RuleTree } from '../../audience/rules/tree.ts';
import { read } from '../../audience/rules/tree.ts';
import type { TentId } from '../../platform/ids.ts';

export type Target =
  | { of: 'static_list'; id: string | null }
  | { of: 'dynamic_list'; id: string | null }
  | { of: 'email'; id: string | null }
  | { of: 'topic'; id: string }
  /** As the API writes it. */
  | { of: 'tent_template'; id: string | null }
  | { of: 'tent'; id: string | null }
  | { of: 'form'; id: string | null; tentId: TentId | null }
  | { of: 'secret'; arn: string | null }
  | { of: 'date_field'; name: string }
  | { of: 'text_field'; name: string }
  | { of: 'filter'; name: string; operator: string; value: unknown }
  | { of: 'change'; change: FieldChange }
  | { of: 'custom_field'; condition: CustomFieldCondition }
  | { of: 'step'; to: string }
  | { of: 'email_step'; to: string | null }
  | { of: 'value'; message: string };

/** `path`: the field, or what several fields are in; '' for the whole step or trigger. */
export type Found = Target & { path: string };

export const unset = (path: string, message: string): Found[] => [{ path, of: 'value', message }];

export function inRules(tree: unknown, path: string): Found[] {
  if (tree === null) return unset(path, 'No rule is set.');
  const { customFields, lists, emailSteps, emptyGroups } = read(tree as RuleTree, path, 'nodes');
  return [
    ...emptyGroups.flatMap((group) => unset(`${group}.conditions`, 'The group has no rule.')),
    ...customFields.map(({ condition, path }): Found => ({ path, of: 'custom_field', condition })),
    ...lists.map(({ condition: { listId }, path }): Found => ({ path: `${path}.listId`, of: 'static_list', id: listId })),
    ...emailSteps.map(({ condition: { nodeId }, path }): Found => ({ path: `${path}.nodeId`, of: 'email_step', to: nodeId })),
  ];
}
