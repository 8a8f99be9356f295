import { toUlid } from '../../../../platform/ids.ts';
import type { StepOf } from '../../definition.ts';
import { fitting } from '../rules.ts';
import type { Executor, Result } from './step.types.ts';

/** Looks once at whether members fit a rule tree, and sends them one way or the other. */
export const conditionCheck: Executor<StepOf<'condition_check'>> = async (call, step, members) => {
  const asked = members.map(({ id, contactId }) => ({ contactId, shownId: toUlid(id) }));
  const fit = await fitting(call, call.definition.flowId, step.condition, asked);
  return new Map(
    members.map(({ id, contactId }): [string, Result] => {
      const edge = fit.has(contactId) ? 'true' : 'false';
      return [id, { kind: 'done', outcome: edge, edge }];
    }),
  );
};
