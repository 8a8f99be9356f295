import type { Trigger } from '../definition.ts';
import type { TriggerKind } from '../trigger.kind.ts';
import { addedToStaticList } from './added-to-static-list.ts';
import { contactCreated } from './contact-created.ts';
import { contactUpdated } from './contact-updated.ts';
import { dateBased } from './date-based.ts';
import { formSubmitted } from './form-submitted.ts';
import { removedFromStaticList } from './removed-from-static-list.ts';

/** Every type of trigger that the document names. */
const KINDS: { [Type in Trigger['type']]: TriggerKind<Extract<Trigger, { type: Type }>> } = {
  added_to_static_list: addedToStaticList,
  removed_from_static_list: removedFromStaticList,
  contact_created: contactCreated,
  contact_updated: contactUpdated,
  date_based: dateBased,
  form_submitted: formSubmitted,
};

/** What there is to know about a trigger. */
export const kindOf = ({ type }: Pick<Trigger, 'type'>): TriggerKind => KINDS[type] as TriggerKind;

/** In the order in which a flow looks at what a write has done. */
export const triggerKinds: readonly TriggerKind[] = Object.values(KINDS) as TriggerKind[];
