import { keyOf } from '../../workspaces/references.ts';
import type { Definition, Step } from './definition.ts';
import { isStandard } from './fields.ts';
import { edgesOf } from './graph.ts';
import { kindOf } from './steps/index.ts';
import { type Found, inRules } from './targets.ts';
import { kindOf as kindOfTrigger } from './triggers/index.ts';

export type Reference = Found & {
  stepId: string | null;
  trigger: number | null;
};

export function referencesOf({ triggers, steps, entryStepId, disqualificationRules }: Definition): Reference[] {
  const at = (place: { stepId?: string; trigger?: number }, found: Found[]): Reference[] =>
    found.map((each) => ({ stepId: null, trigger: null, ...place, ...each }));
  return [
    ...at({}, entryStepId === undefined ? [] : [{ path: 'entry_step_id', of: 'step', to: entryStepId }]),
    ...triggers.flatMap((trigger, place) => at({ trigger: place }, kindOfTrigger(trigger).references(trigger))),
    ...steps.flatMap((step) => at({ stepId: step.step_id }, [...kindOf(step).references(step), ...ofEdges(step)])),
    ...at({}, disqualificationRules === null ? [] : inRules(disqualificationRules, 'disqualification_rules')),
  ];
}

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
    case 'text_field':
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
    case 'value':
      return [];
  }
}

const namedField = (name: string): string[] => (isStandard(name) ? [] : [keyOf('field_name', name)]);

const ofEdges = (step: Step): Found[] => edgesOf(step).map(({ field, to }) => ({ path: field, of: 'step', to }));

/** Those with names that people know. */
export const namedIn = (references: readonly Reference[]): string[] => [
  ...new Set(references.flatMap((reference) => idOf(reference) ?? [])),
];

function idOf(reference: Reference): string | null {
  switch (reference.of) {
    case 'static_list':
    case 'email':
    case 'tent_template':
    case 'tent':
      return reference.id;
    case 'custom_field':
      return reference.condition.fieldDefinitionId;
    default:
      return null;
  }
}
