import { contactCreated as created } from '../../../audience/events.ts';
import type { Trigger } from '../definition.ts';
import type { TriggerKind } from '../trigger.kind.ts';

export const contactCreated: TriggerKind<Extract<Trigger, { type: 'contact_created' }>> = {
  type: 'contact_created',
  shape: ({ type }) => ({ type }),
  references: () => [],
  subject: () => '',
  happened: ({ of }) => (of(created).length > 0 ? [''] : []),
  contacts: (_subject, { of }) => of(created),
  words: () => 'Is created',
};
