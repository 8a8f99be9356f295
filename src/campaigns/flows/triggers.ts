import type { components } from '../../../generated/api.d.ts';
import { ALIASES } from '../../audience/rules/tree.ts';
import { type Issue, invalid, MOST_ISSUES } from '../../shared/errors.ts';
import { isTimeZone } from './calendar.ts';
import type { Trigger } from './definition.ts';

type Input = components['schemas']['FlowTriggerInput'];

/** Fields that the service changes by itself, all the time: nothing can start with them. */
const NEVER = ['updatedAt', 'lastActivityAt'];

/**
 * Triggers as they are kept: what was left out is filled in, and operators have their own names.
 * @throws DomainError `validation_failed` with the paths of what cannot be kept
 */
export function readTriggers(inputs: Input[], path: string): Trigger[] {
  const issues: Issue[] = [];
  const triggers = inputs.map((input, i) =>
    readTrigger(input, (field, message) => issues.push({ path: `${path}.${i}.${field}`, message })),
  );
  if (issues.length > 0) throw invalid(...issues.slice(0, MOST_ISSUES));
  return triggers;
}

function readTrigger(input: Input, wrong: (field: string, message: string) => void): Trigger {
  switch (input.type) {
    case 'added_to_static_list':
    case 'removed_from_static_list':
      return { type: input.type, list_id: input.list_id ?? null };
    case 'contact_created':
      return { type: input.type };
    case 'form_submitted':
      return { type: input.type, tent_id: input.tent_id ?? null, form_id: input.form_id ?? null };
    case 'contact_updated': {
      const { type, field, operator = 'changed' } = input;
      if (NEVER.includes(field)) wrong('field', 'changes with everything that happens, so that nothing can start with it');
      const own = (ALIASES[operator] ?? operator) as never;
      return 'value' in input ? { type, field, operator: own, value: input.value } : { type, field, operator: own };
    }
    case 'date_based': {
      const { trigger_time = '09:00', timezone = 'UTC', include_anniversaries = false } = input;
      if (NEVER.includes(input.field)) wrong('field', 'changes with everything that happens, so that nothing can start with it');
      if (!isTimeZone(timezone)) wrong('timezone', 'is not a known time zone');
      return { ...input, trigger_time, timezone, include_anniversaries };
    }
  }
}
