import type { FieldChange } from '../../audience/contacts/changes.service.ts';
import { read } from '../../audience/rules/parse.ts';
import type { CustomFieldCondition, RuleTree } from '../../audience/rules/tree.ts';
import { keyOf } from '../../workspaces/references.ts';
import type { Definition, Step, Trigger } from './definition.ts';
import { changesIn } from './engine/steps/update-contact.ts';
import { edgesOf } from './graph.ts';
import { isStandard } from './triggers/heard.repo.ts';

/** What can be wrong only by what there is beside it: in the workspace, or in the flow. */
export type Target =
  | { of: 'static_list'; id: string | null }
  | { of: 'email'; id: string | null }
  /** As the API writes it. */
  | { of: 'tent_template'; id: string | null }
  | { of: 'tent'; id: string | null }
  | { of: 'form'; id: string | null; tentId: string | null }
  | { of: 'secret'; arn: string | null }
  /** A field with dates, by its name. */
  | { of: 'date_field'; name: string }
  /** What the new value of a field has to be. */
  | { of: 'filter'; name: string; operator: string; value: unknown }
  | { of: 'change'; change: FieldChange }
  | { of: 'custom_field'; condition: CustomFieldCondition }
  | { of: 'step'; to: string }
  | { of: 'email_step'; to: string | null };

/** A target, and the field where it stands; of what takes several fields, what they are in, '' for the whole step or trigger. */
type Found = Target & { path: string };

export type Reference = Found & {
  stepId: string | null;
  /** Counted from 0. */
  trigger: number | null;
};

/** All that a flow refers to: where it begins, its triggers and its steps in their order, and its rules. */
export function referencesOf({ triggers, steps, entryStepId, disqualificationRules }: Definition): Reference[] {
  const at = (place: { stepId?: string; trigger?: number }, found: Found[]): Reference[] =>
    found.map((each) => ({ stepId: null, trigger: null, ...place, ...each }));
  return [
    ...at({}, entryStepId === undefined ? [] : [{ path: 'entry_step_id', of: 'step', to: entryStepId }]),
    ...triggers.flatMap((trigger, place) => at({ trigger: place }, ofTrigger(trigger))),
    ...steps.flatMap((step) => at({ stepId: step.step_id }, [...ofStep(step), ...ofEdges(step)])),
    ...at({}, disqualificationRules === null ? [] : ofRules(disqualificationRules, 'disqualification_rules')),
  ];
}

/** The keys of what a flow refers to, for the register of references. */
export const usesOf = (definition: Definition): string[] => [...new Set(referencesOf(definition).flatMap(keysOf))];

function keysOf(reference: Reference): string[] {
  switch (reference.of) {
    case 'static_list':
      return reference.id === null ? [] : [keyOf('list', reference.id)];
    case 'email':
    case 'tent_template':
    case 'tent':
      return reference.id === null ? [] : [keyOf(reference.of, reference.id)];
    case 'date_field':
    case 'filter':
      return namedField(reference.name);
    case 'change':
      return namedField(reference.change.field);
    case 'custom_field': {
      const { fieldDefinitionId } = reference.condition;
      return fieldDefinitionId === null ? [] : [keyOf('field', fieldDefinitionId)];
    }
    case 'form':
    case 'secret':
    case 'step':
    case 'email_step':
      return [];
  }
}

const namedField = (name: string): string[] => (isStandard(name) ? [] : [keyOf('field_name', name)]);

function ofTrigger(trigger: Trigger): Found[] {
  switch (trigger.type) {
    case 'added_to_static_list':
    case 'removed_from_static_list':
      return [{ path: 'list_id', of: 'static_list', id: trigger.list_id }];
    case 'contact_created':
      return [];
    case 'contact_updated': {
      const { field: name, operator } = trigger;
      return [{ path: '', of: 'filter', name, operator, value: 'value' in trigger ? trigger.value : undefined }];
    }
    case 'date_based':
      return [{ path: 'field', of: 'date_field', name: trigger.field }];
    case 'form_submitted': {
      const { tent_id: tentId, form_id: id } = trigger;
      return [
        { path: 'tent_id', of: 'tent', id: tentId },
        { path: 'form_id', of: 'form', id, tentId },
      ];
    }
  }
}

function ofStep(step: Step): Found[] {
  switch (step.type) {
    case 'send_email':
      return [{ path: 'email_id', of: 'email', id: step.email_id }];
    case 'wait':
      if ('condition' in step) return ofRules(step.condition, 'condition');
      return 'until_date_field' in step ? [{ path: 'until_date_field', of: 'date_field', name: step.until_date_field }] : [];
    case 'update_contact':
      return changesIn(step).map((change, i) => ({ path: `updates.${i}`, of: 'change', change }));
    case 'add_to_list':
    case 'remove_from_list':
      return [{ path: 'list_id', of: 'static_list', id: step.list_id }];
    case 'condition_check':
      return ofRules(step.condition, 'condition');
    case 'create_tent':
      return step.source === 'template' ? [{ path: 'template_id', of: 'tent_template', id: step.template_id }] : [];
    case 'send_webhook':
      return 'secret_arn' in step ? [{ path: 'secret_arn', of: 'secret', arn: step.secret_arn }] : [];
    case 'drop_from_flow':
      return [];
  }
}

const ofEdges = (step: Step): Found[] => edgesOf(step).map(({ field, to }) => ({ path: field, of: 'step', to }));

function ofRules(tree: unknown, path: string): Found[] {
  const { customFields, lists, emailSteps } = read(tree as RuleTree, path, 'nodes');
  return [
    ...customFields.map(({ condition, path }): Found => ({ path, of: 'custom_field', condition })),
    ...lists.map(({ condition: { listId }, path }): Found => ({ path: `${path}.listId`, of: 'static_list', id: listId })),
    ...emailSteps.map(({ condition: { nodeId }, path }): Found => ({ path: `${path}.nodeId`, of: 'email_step', to: nodeId })),
  ];
}
