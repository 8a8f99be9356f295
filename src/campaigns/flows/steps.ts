import type { components } from '../../../generated/api.d.ts';
import type { RuleTree } from '../../audience/rules/tree.ts';
import { read } from '../../audience/rules/tree.ts';
import type { StepId } from '../../platform/ids.ts';
import { DomainError, type Issue, invalid, MOST_ISSUES } from '../../shared/errors.ts';
import type { Step } from './definition.ts';
import type { StepInput as Input, StepPatch, Writing } from './step.kind.ts';
import { kindOf } from './steps/index.ts';

/** The flow's steps before the change: a hidden token is that of the step with the same id. */
export type Before = Pick<Writing, 'allowed' | 'tokens'> & { steps: readonly Step[] };

/** @throws campaign_flow_duplicate_step_id; validation_failed with the paths of the faults */
export function readSteps(inputs: readonly Input[], path: string, before: Before): Step[] {
  const seen = new Set<string>();
  for (const { step_id } of inputs) {
    if (seen.has(step_id)) throw duplicate(step_id);
    seen.add(step_id);
  }
  return withoutIssues((issues) => inputs.map((input, i) => readStep(input, `${path}.${i}`, { ...before, issues })));
}

export const readOneStep = (input: Input, path: string, before: Before): Step =>
  withoutIssues((issues) => readStep(input, path, { ...before, issues }));

function withoutIssues<Result>(read: (issues: Issue[]) => Result): Result {
  const issues: Issue[] = [];
  const result = read(issues);
  if (issues.length > 0) throw invalid(...issues.slice(0, MOST_ISSUES));
  return result;
}

export const duplicate = (stepId: StepId): DomainError =>
  new DomainError('campaign_flow_duplicate_step_id', `Two steps have the step_id "${stepId}".`);

function readStep(input: Input, path: string, { steps: before, issues, ...rules }: Before & { issues: Issue[] }): Step {
  const { step_id, label = null } = input;
  return kindOf(input).shape(input, {
    base: { step_id, label },
    next: 'next_step_id' in input ? (input.next_step_id ?? null) : null,
    path,
    issues,
    before,
    ...rules,
    wrong(field, message) {
      if (message !== null) issues.push({ path: `${path}.${field}`, message });
    },
    rules(tree) {
      if (!tree) return null;
      const reading = read(tree as RuleTree, `${path}.condition`, 'nodes');
      if (reading.isTooLarge) issues.push(...reading.issues);
      return reading.tree as components['schemas']['FlowRuleTree'];
    },
  });
}

/**
 * A patched step in the form of requests, to be judged against the document.
 * @throws validation_failed for another `step_id` or `type`, or a change of one field where there are several
 */
export function merge(step: Step, patch: StepPatch, path: string): Input {
  for (const name of ['step_id', 'type'] as const) {
    if (patch[name] !== undefined && patch[name] !== step[name])
      throw invalid({ path: `${path}.${name}`, message: `never changes; it is "${step[name]}"` });
  }
  const merged: Record<string, unknown> = { ...step, ...patch };
  for (const [name, given] of Object.entries(merged)) if (given === null && name !== 'value') delete merged[name];
  kindOf(step).merge?.({ step, patch, path }, merged);
  return merged as Input;
}
