import type { StepOf } from '../definition.ts';
import { each } from '../engine/results.ts';
import { fitting } from '../engine/rules.ts';
import type { Executor } from '../engine/step.types.ts';
import { rulesText } from '../report/texts.ts';
import { leadsTo, type StepKind } from '../step.kind.ts';
import { inRules } from '../targets.ts';

type ConditionCheck = StepOf<'condition_check'>;

const execute: Executor<ConditionCheck> = async (call, step, members) => {
  const fit = await fitting(call, call.definition.flowId, { tree: step.condition, members });
  return each(members, ({ contactId }) => {
    const edge = fit.has(contactId) ? 'true' : 'false';
    return { kind: 'done', outcome: edge, edge };
  });
};

export const conditionCheck: StepKind<ConditionCheck> = {
  type: 'condition_check',
  shape({ type, true_step_id = null, false_step_id = null, default_step_id = null, condition }, { base, rules }) {
    return { ...base, type, true_step_id, false_step_id, default_step_id, condition: rules(condition) };
  },
  references: ({ condition }) => inRules(condition, 'condition'),
  edges: (step, lead) => ({
    ...step,
    true_step_id: lead(step.true_step_id, 'true_step_id'),
    false_step_id: lead(step.false_step_id, 'false_step_id'),
    default_step_id: lead(step.default_step_id, 'default_step_id'),
  }),
  exits({ true_step_id, false_step_id, default_step_id }) {
    const exit = (edge: 'true' | 'false', own: string | null) => ({
      edge,
      label: own === null && default_step_id !== null ? 'default' : edge,
      to: leadsTo(own, default_step_id),
    });
    return [exit('true', true_step_id), exit('false', false_step_id)];
  },
  execute: () => execute,
  words: ({ condition }, nameOf) => `Asks if ${rulesText(condition, nameOf)}`,
  drawing: { name: 'Condition', tone: 'ask', mermaid: ['{', '}'] },
};
