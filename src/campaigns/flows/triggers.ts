import { type Issue, invalid, MOST_ISSUES } from '../../shared/errors.ts';
import type { Trigger } from './definition.ts';
import type { TriggerInput } from './trigger.kind.ts';
import { kindOf } from './triggers/index.ts';

/**
 * Triggers as they are kept: what was left out is filled in, and operators have their own names.
 * @throws DomainError `validation_failed` with the paths of what cannot be kept
 */
export function readTriggers(inputs: TriggerInput[], path: string): Trigger[] {
  const issues: Issue[] = [];
  const triggers = inputs.map((input, i) =>
    kindOf(input).shape(input, (field, message) => issues.push({ path: `${path}.${i}.${field}`, message })),
  );
  if (issues.length > 0) throw invalid(...issues.slice(0, MOST_ISSUES));
  return triggers;
}
