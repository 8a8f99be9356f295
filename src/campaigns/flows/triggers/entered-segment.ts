import type { Trigger } from '../definition.ts';
import { called } from '../report/texts.ts';
import { ofSegmentTriggers } from '../segment-triggers.ts';
import type { TriggerKind } from '../trigger.kind.ts';

export const enteredSegment: TriggerKind<Extract<Trigger, { type: 'entered_segment' }>> = {
  type: 'entered_segment',
  ...ofSegmentTriggers,
  words: ({ list_id }, nameOf) => `Begins to fit ${called(list_id, 'list', nameOf)}`,
};
