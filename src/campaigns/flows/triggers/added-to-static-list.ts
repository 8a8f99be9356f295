import { addedToStaticList as event } from '../../../audience/events.ts';
import type { Trigger } from '../definition.ts';
import { ofListTriggers } from '../list-triggers.ts';
import { called } from '../report/texts.ts';
import type { TriggerKind } from '../trigger.kind.ts';

export const addedToStaticList: TriggerKind<Extract<Trigger, { type: 'added_to_static_list' }>> = {
  type: 'added_to_static_list',
  ...ofListTriggers(event),
  words: ({ list_id }, nameOf) => `Joins ${called(list_id, 'list', nameOf)}`,
};
