import type { StepOf } from '../../definition.ts';
import type { Executor } from './step.types.ts';

export const dropFromFlow: Executor<StepOf<'drop_from_flow'>> = async (_call, _step, members) =>
  new Map(members.map(({ id }) => [id, { kind: 'dropped', outcome: 'dropped', reason: 'drop_step' }]));
