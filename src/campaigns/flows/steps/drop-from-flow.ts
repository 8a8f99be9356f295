import type { StepOf } from '../definition.ts';
import { each } from '../engine/results.ts';
import type { StepKind } from '../step.kind.ts';

export const dropFromFlow: StepKind<StepOf<'drop_from_flow'>> = {
  type: 'drop_from_flow',
  shape: ({ type }, { base }) => ({ ...base, type }),
  references: () => [],
  edges: (step) => step,
  exits: () => [],
  execute: () => async (_call, _step, members) => each(members, () => ({ kind: 'dropped', outcome: 'dropped', reason: 'drop_step' })),
  words: () => 'Leaves the flow',
  drawing: { name: 'Drop', tone: 'out', mermaid: ['[\\', '\\]'] },
};
