import { hash } from 'node:crypto';
import type { MemberId, StepId } from '../../../platform/ids.ts';
import type { StepOf } from '../definition.ts';
import { each, failed } from '../engine/results.ts';
import type { Executor } from '../engine/step.types.ts';
import { leadsTo, type StepKind } from '../step.kind.ts';
import { unset } from '../targets.ts';

type Split = StepOf<'split'>;
type Way = Split['ways'][number];

/** Follows from the two ids alone, so the same member always takes the same way, with nothing stored. */
export function wayOf(ways: readonly Way[], memberId: MemberId, stepId: StepId): Way | undefined {
  const total = ways.reduce((sum, { weight }) => sum + weight, 0);
  // 48 bits are the most that `readUIntBE` takes, and enough for any sum of weights.
  let left = (hash('sha256', `${memberId}/${stepId}`, 'buffer').readUIntBE(0, 6) / 2 ** 48) * total;
  return ways.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
}

const execute: Executor<Split> = async (_call, { ways, step_id }, members) =>
  each(members, ({ id }) => {
    const name = wayOf(ways, id, step_id)?.name;
    return name === undefined ? failed('The step has no ways.') : { kind: 'done', outcome: 'drawn', edge: name, details: { way: name } };
  });

function label({ name, weight }: Way, ways: readonly Way[]): string {
  const share = (100 * weight) / ways.reduce((sum, way) => sum + way.weight, 0);
  const short = [...name].length > MOST_NAME ? `${[...name].slice(0, MOST_NAME - 1).join('')}…` : name;
  return `${short} (${share < 1 ? '<1' : Math.round(share)}%)`;
}
const MOST_NAME = 24;

export const split: StepKind<Split> = {
  type: 'split',
  shape({ type, ways, default_step_id = null }, { base, wrong }) {
    const names = (ways ?? []).map(({ name }) => name);
    names.forEach((name, i) => {
      if (names.indexOf(name) < i) wrong(`ways.${i}.name`, 'is the name of another way too');
    });
    const kept = (ways ?? []).map(({ name, weight = 1, next_step_id = null }) => ({ name, weight, next_step_id }));
    return { ...base, type, ways: kept, default_step_id };
  },
  references: ({ ways }) => (ways.length < 2 ? unset('ways', 'There are fewer than two ways.') : []),
  edges: (step, lead) => ({
    ...step,
    ways: step.ways.map((way, i) => ({ ...way, next_step_id: lead(way.next_step_id, `ways.${i}.next_step_id`) })),
    default_step_id: lead(step.default_step_id, 'default_step_id'),
  }),
  exits: ({ ways, default_step_id }) =>
    ways.map((way) => ({ edge: way.name, label: label(way, ways), to: leadsTo(way.next_step_id, default_step_id) })),
  execute: () => execute,
  words: ({ ways }) => (ways.length === 0 ? 'Leads nowhere yet' : `Picks one of ${ways.length} ways by chance`),
  drawing: { name: 'Split', tone: 'ask', mermaid: ['{', '}'] },
};
