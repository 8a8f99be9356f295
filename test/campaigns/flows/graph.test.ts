/** Paths through flows: loops and unreachable steps, compared with a plainer algorithm. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Step } from '../../../src/campaigns/flows/definition.ts';
import { exitsOf, loopingSteps, unreachableSteps } from '../../../src/campaigns/flows/graph.ts';
import { rounds } from '../../support/at-length.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
/** Also steps that do not exist, the end, and no edge at all. */
const edge = fc.constantFrom<(string | null)[]>(...names, 'gone', 'end', null, null);

const kinds = fc.constantFrom('send', 'wait', 'until', 'watch', 'watch for a time', 'hour', 'check', 'split', 'drop');
const step = fc.record({ kind: kinds, next: edge, other: edge, third: edge });

function toStep(
  { kind, next, other, third }: { kind: string; next: string | null; other: string | null; third: string | null },
  id: string,
): Step {
  const base = { step_id: id, label: null, next_step_id: next };
  const condition = {} as never;
  switch (kind) {
    case 'send':
      return { ...base, type: 'send_email', email_id: null, operational: false };
    case 'wait':
      return { ...base, type: 'wait', duration_amount: 1, duration_unit: 'minutes' };
    case 'until':
      return { ...base, type: 'wait', until_date_field: 'createdAt' };
    case 'watch':
      return { ...base, type: 'wait', condition, timeout_amount: null, timeout_unit: null, timeout_step_id: null };
    case 'watch for a time':
      return { ...base, type: 'wait', condition, timeout_amount: 1, timeout_unit: 'hours', timeout_step_id: other };
    case 'hour':
      return { ...base, type: 'wait', until_time: '09:00', until_days: null, timezone: null, timezone_field: null };
    case 'split':
      return {
        ...{ step_id: id, label: null, type: 'split', default_step_id: third },
        ways: [next, other].map((next_step_id, i) => ({ name: `way ${i}`, weight: 1, next_step_id })),
      };
    case 'check':
      return {
        ...{ step_id: id, label: null, type: 'condition_check', condition },
        ...{ true_step_id: next, false_step_id: other, default_step_id: third },
      };
    default:
      return { step_id: id, label: null, type: 'drop_from_flow' };
  }
}

const flow = fc
  .array(step, { minLength: 1, maxLength: names.length })
  .map((steps) => steps.map((each, i) => toStep(each, names[i] as string)));

/** Where a step may lead, said once more. */
function leadsTo(step: Step): (string | null)[] {
  if (step.type === 'drop_from_flow') return [];
  if (step.type === 'condition_check')
    return [step.true_step_id, step.false_step_id].map((own) => (own === null ? step.default_step_id : own) ?? null);
  if (step.type === 'split') return step.ways.map((way) => (way.next_step_id === null ? step.default_step_id : way.next_step_id));
  if ('timeout_amount' in step && step.timeout_amount !== null) return [step.next_step_id, step.timeout_step_id ?? step.next_step_id];
  return [step.next_step_id];
}

/** Whether so many steps at most lead from one to another, by trying all ways; `through` says where one may go on. */
function leads(steps: Step[], from: Step, to: string, through: (step: Step) => boolean, most = steps.length): boolean {
  if (most === 0 || !through(from)) return false;
  return leadsTo(from).some((exit) => {
    if (exit === to) return true;
    const next = steps.find(({ step_id }) => step_id === exit);
    return next !== undefined && leads(steps, next, to, through, most - 1);
  });
}

describe('ways through a flow', () => {
  it('lead where the edges of the steps do', () => {
    fc.assert(
      fc.property(flow, (steps) => {
        for (const each of steps) {
          const named = leadsTo(each).filter((exit) => exit !== null && exit !== 'end');
          expect(exitsOf(each).toSorted()).toEqual([...new Set(named)].toSorted());
        }
      }),
    );
  });

  it('are loops where they lead back without a wait that takes time', () => {
    const takesNoTime = (step: Step) => !(step.type === 'wait' && ('duration_amount' in step || 'until_time' in step));
    fc.assert(
      fc.property(flow, (steps) => {
        const looping = steps.filter((each) => leads(steps, each, each.step_id, takesNoTime)).map(({ step_id }) => step_id);
        expect(loopingSteps(steps)).toEqual(looping);
      }),
      { numRuns: rounds(100, 1_000) },
    );
  });

  it('miss the steps to which nothing leads from the first', () => {
    fc.assert(
      fc.property(flow, fc.constantFrom(...names), (steps, entryStepId) => {
        const entry = steps.find(({ step_id }) => step_id === entryStepId);
        const missed = steps.filter((each) => entry && each !== entry && !leads(steps, entry, each.step_id, () => true));
        expect(unreachableSteps({ steps, entryStepId })).toEqual(missed.map(({ step_id }) => step_id));
      }),
      { numRuns: rounds(100, 1_000) },
    );
  });

  it('are found among as many steps as a flow may have, all leading everywhere', () => {
    const ids = Array.from({ length: 100 }, (_value, i) => `step${i}`);
    const steps = ids.map((id, i) =>
      toStep({ kind: 'check', next: ids[(i + 1) % 100] as string, other: ids[(i * 7) % 100] as string, third: null }, id),
    );
    expect(loopingSteps(steps)).toEqual(ids);
    expect(unreachableSteps({ steps, entryStepId: 'step50' })).toEqual([]);
  });
});
