import type { Trigger } from '../definition.ts';
import { called } from '../report/texts.ts';
import { ofSegmentTriggers } from '../segment-triggers.ts';
import type { TriggerKind } from '../trigger.kind.ts';

export const leftSegment: TriggerKind<Extract<Trigger, { type: 'left_segment' }>> = {
  type: 'left_segment',
  ...ofSegmentTriggers,
  words: ({ list_id }, nameOf) => `No longer fits ${called(list_id, 'list', nameOf)}`,
};
