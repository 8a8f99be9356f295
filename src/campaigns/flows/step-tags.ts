import { namesOf } from '../../content/documents/merge-tags.ts';
import type { StepId } from '../../platform/ids.ts';
import type { TagName } from '../../shared/merge-tags.ts';
import type { Definition, Step } from './definition.ts';
import { stepsAfter } from './graph.ts';
import { kindOf } from './steps/index.ts';
import { kindOf as triggerKind } from './triggers/index.ts';

interface StepTags {
  stepId: StepId;
  field: string;
  names: readonly TagName[];
  inEmail: boolean;
}

export const tagsOfSteps = (steps: readonly Step[], emails: ReadonlyMap<string, readonly TagName[]>): StepTags[] =>
  steps.flatMap((step): StepTags[] => {
    const stepId = step.step_id;
    if (step.type === 'send_email') return [{ stepId, field: 'email_id', names: emails.get(step.email_id ?? '') ?? [], inEmail: true }];
    return (kindOf(step).texts?.(step) ?? []).map(({ field, texts }) => ({ stepId, field, names: texts.flatMap(namesOf), inEmail: false }));
  });

interface DeadTag {
  stepId: StepId;
  field: string;
  message: string;
}

/**
 * Uses of `{{campaign.tents.<step_id>.url}}` where the page may not be live: the step makes none, does not come before, or does not publish
 * it.
 */
export function deadAddresses(steps: readonly Step[], tags: readonly StepTags[]): DeadTag[] {
  const byId = new Map(steps.map((step) => [step.step_id, step]));
  const reached = new Map<string, Set<string>>();
  return tags.flatMap(({ stepId, field, names }) =>
    pagesIn(names).flatMap((page): DeadTag[] => {
      const maker = byId.get(page);
      const dead = (why: string) => [{ stepId, field, message: `The address of the page of step "${page}" is used, but ${why}.` }];
      if (maker?.type !== 'create_tent') return dead('no step of this name makes a page');
      if (!reached.has(page)) reached.set(page, stepsAfter(steps, page));
      if (!reached.get(page)?.has(stepId)) return dead('that step does not come before');
      return maker.auto_publish ? [] : dead('the step does not publish it: set auto_publish');
    }),
  );
}

/** Uses of `{{event.…}}` and `{{submission.…}}` whose values no trigger supplies, nor a wait for an event before the step. */
export function unsuppliedTags({ steps, triggers }: Definition, tags: readonly StepTags[]): DeadTag[] {
  const supplied = new Set(triggers.map((trigger) => triggerKind(trigger).supplies));
  const waits = steps.filter((step) => 'event_name' in step).map(({ step_id }) => stepsAfter(steps, step_id));
  return tags.flatMap(({ stepId, field, names }) => {
    const roots = new Set(names.map(([root = '']) => root));
    return (['event', 'submission'] as const).flatMap((root): DeadTag[] => {
      if (!roots.has(root) || supplied.has(root)) return [];
      if (root === 'event' && waits.some((after) => after.has(stepId))) return [];
      return [{ stepId, field, message: `{{${root}.…}} is used, but nothing before it supplies such values.` }];
    });
  });
}

const pagesIn = (names: StepTags['names']): string[] => [
  ...new Set(names.flatMap(([root, kind, page = '', value]) => (root === 'campaign' && kind === 'tents' && value === 'url' ? [page] : []))),
];
