import { OWN_FIRST } from '../../audience/rules/tree.ts';
import type { StepId } from '../../platform/ids.ts';
import { keyOf } from '../../workspaces/references.ts';
import type { Definition, Step } from './definition.ts';
import { isStandard } from './fields.ts';
import { edgesOf } from './graph.ts';
import { kindOf } from './steps/index.ts';
import { type Found, inRules } from './targets.ts';
import { kindOf as kindOfTrigger } from './triggers/index.ts';

export type Reference = Found & {
  stepId: StepId | null;
  trigger: number | null;
};

export function referencesOf({ triggers, steps, entryStepId, disqualificationRules }: Definition): Reference[] {
  const at = (place: { stepId?: StepId; trigger?: number }, found: Found[]): Reference[] =>
    found.map((each) => ({ stepId: null, trigger: null, ...place, ...each }));
  return [
    ...at({}, entryStepId === undefined ? [] : [{ path: 'entry_step_id', of: 'step', to: entryStepId }]),
    ...triggers.flatMap((trigger, place) => at({ trigger: place }, kindOfTrigger(trigger).references(trigger))),
    ...steps.flatMap((step) => at({ stepId: step.step_id }, [...kindOf(step).references(step), ...ofEdges(step)])),
    ...at({}, disqualificationRules === null ? [] : inRules(disqualificationRules, 'disqualification_rules')),
  ];
}

export const usesOf = (definition: Definition): string[] => [
  ...new Set(usesIn(referencesOf(definition)).map(({ kind, id }) => keyOf(kind, id))),
];

/** The ids of those with names that people know. */
export const namedIn = (references: readonly Reference[]): string[] => [
  ...new Set(usesIn(references).flatMap(({ kind, id }) => (kind === 'field_name' ? [] : [id]))),
];

interface Use {
  kind: Parameters<typeof keyOf>[0];
  id: string;
}

const usesIn = (references: readonly Reference[]): Use[] =>
  references.flatMap((reference) => {
    const { kind, id } = usedBy(reference);
    return id === null ? [] : [{ kind, id }];
  });

const NOTHING = { kind: 'list', id: null } as const;

function usedBy(reference: Reference): { kind: Use['kind']; id: string | null } {
  switch (reference.of) {
    case 'static_list':
    case 'dynamic_list':
      return { kind: 'list', id: reference.id };
    case 'email':
    case 'topic':
    case 'tent_template':
    case 'tent':
      return { kind: reference.of, id: reference.id };
    case 'date_field':
    case 'text_field':
    case 'filter':
      return ownField(reference.name);
    case 'change':
      return ownField(reference.change.field);
    case 'custom_field':
      return { kind: 'field', id: reference.condition.fieldDefinitionId };
    default:
      return NOTHING;
  }
}

const ownField = (name: string) => (isStandard(name) && !OWN_FIRST.has(name) ? NOTHING : ({ kind: 'field_name', id: name } as const));

const ofEdges = (step: Step): Found[] => edgesOf(step).map(({ field, to }) => ({ path: field, of: 'step', to }));
