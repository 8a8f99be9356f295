import { namesOf } from '../../content/documents/merge-tags.ts';
import type { TagName } from '../../shared/merge-tags.ts';
import type { Step } from './definition.ts';
import { kindOf } from './steps/index.ts';

/** The merge tags in one field of a step. */
export interface StepTags {
  stepId: string;
  field: string;
  names: readonly TagName[];
  /** Whether they are those of an email. */
  inEmail: boolean;
}

/** All merge tags of a flow, by step and field. @param emails what the tags of emails name, by email */
export const tagsOfSteps = (steps: readonly Step[], emails: ReadonlyMap<string, readonly TagName[]>): StepTags[] =>
  steps.flatMap((step): StepTags[] => {
    const stepId = step.step_id;
    if (step.type === 'send_email') return [{ stepId, field: 'email_id', names: emails.get(step.email_id ?? '') ?? [], inEmail: true }];
    return (kindOf(step).texts?.(step) ?? []).map(({ field, texts }) => ({ stepId, field, names: texts.flatMap(namesOf), inEmail: false }));
  });
