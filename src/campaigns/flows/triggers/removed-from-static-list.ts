import { removedFromStaticList as event } from '../../../audience/events.ts';
import type { Trigger } from '../definition.ts';
import { ofListTriggers } from '../list-triggers.ts';
import { called } from '../report/texts.ts';
import type { TriggerKind } from '../trigger.kind.ts';

export const removedFromStaticList: TriggerKind<Extract<Trigger, { type: 'removed_from_static_list' }>> = {
  type: 'removed_from_static_list',
  ...ofListTriggers(event),
  words: ({ list_id }, nameOf) => `Leaves ${called(list_id, 'list', nameOf)}`,
};
