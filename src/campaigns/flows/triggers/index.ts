import { type Issue, invalid, MOST_ISSUES } from '../../../shared/errors.ts';
import type { Trigger } from '../definition.ts';
import type { TriggerInput, TriggerKind } from '../trigger.kind.ts';
import { addedToStaticList } from './added-to-static-list.ts';
import { contactCreated } from './contact-created.ts';
import { contactUpdated } from './contact-updated.ts';
import { dateBased } from './date-based.ts';
import { enteredSegment } from './entered-segment.ts';
import { eventReceived } from './event-received.ts';
import { formSubmitted } from './form-submitted.ts';
import { leftSegment } from './left-segment.ts';
import { removedFromStaticList } from './removed-from-static-list.ts';

const KINDS: { [Type in Trigger['type']]: TriggerKind<Extract<Trigger, { type: Type }>> } = {
  added_to_static_list: addedToStaticList,
  removed_from_static_list: removedFromStaticList,
  contact_created: contactCreated,
  contact_updated: contactUpdated,
  date_based: dateBased,
  entered_segment: enteredSegment,
  left_segment: leftSegment,
  event_received: eventReceived,
  form_submitted: formSubmitted,
};

export const kindOf = ({ type }: Pick<Trigger, 'type'>): TriggerKind => KINDS[type] as TriggerKind;

/** A flow checks a write in this order. */
export const triggerKinds: readonly TriggerKind[] = Object.values(KINDS) as TriggerKind[];

/** @throws validation_failed with the paths of the faults */
export function readTriggers(inputs: TriggerInput[], path: string): Trigger[] {
  const issues: Issue[] = [];
  const triggers = inputs.map((input, i) =>
    kindOf(input).shape(input, (field, message) => issues.push({ path: `${path}.${i}.${field}`, message })),
  );
  if (issues.length > 0) throw invalid(...issues.slice(0, MOST_ISSUES));
  return triggers;
}
