import type { Definition, Step } from './definition.ts';
import { END, nextOf } from './engine/edges.ts';

/*
 * The steps of a flow and the ways between them. An edge may name a step that does not exist, or not yet: no way leads there.
 */

/** The fields of steps that name the step that comes next, in the order in which they are shown. */
export const EDGES = ['next_step_id', 'true_step_id', 'false_step_id', 'default_step_id', 'timeout_step_id'] as const;

export interface Edge {
  field: (typeof EDGES)[number];
  /** The `step_id`. */
  to: string;
}

/** The edges of a step that name a step, whether members ever take them or not. */
export const edgesOf = (step: Step): Edge[] =>
  EDGES.flatMap((field) => {
    const to = (step as Partial<Record<string, unknown>>)[field];
    return typeof to === 'string' && to !== END ? [{ field, to }] : [];
  });

/** What a way out of a step is taken for. */
export type WayLabel = 'true' | 'false' | 'default' | 'timeout';

/** Where a step leads, as the engine takes it; null is the end. */
export function waysOf(step: Step): { label: WayLabel | null; to: string | null }[] {
  if (step.type === 'drop_from_flow') return [];
  if (step.type === 'condition_check') {
    const way = (outcome: 'true' | 'false', own: string | null) => ({
      label: own === null && step.default_step_id !== null ? ('default' as const) : outcome,
      to: nextOf(step, outcome),
    });
    const ways = [way('true', step.true_step_id), way('false', step.false_step_id)];
    return ways.every(({ label }) => label === 'default') ? ways.slice(0, 1) : ways;
  }
  const next = { label: null, to: nextOf(step, undefined) };
  if (!('timeout_amount' in step) || step.timeout_amount === null) return [next];
  return [next, { label: 'timeout' as const, to: nextOf(step, 'timeout') }];
}

/** The ids of the steps where members may go from a step. */
export const exitsOf = (step: Step): string[] => [...new Set(waysOf(step).flatMap(({ to }) => to ?? []))];

/** The ids of the steps that no member ever comes to, in the order of the array. None where it is not known at which step members begin. */
export function unreachableSteps({ steps, entryStepId }: Pick<Definition, 'steps' | 'entryStepId'>): string[] {
  const known = new Map(steps.map((step) => [step.step_id, step]));
  const entry = known.get(entryStepId ?? '');
  if (!entry) return [];
  const reached = new Set([entry]);
  // A set goes on to what is added to it meanwhile.
  for (const step of reached) {
    for (const exit of exitsOf(step)) {
      const next = known.get(exit);
      if (next) reached.add(next);
    }
  }
  return steps.filter((step) => !reached.has(step)).map(({ step_id }) => step_id);
}

/**
 * The ids of the steps from which a way leads back to them that passes no `wait` with a duration, in the order of the array: members
 * would go round and round in no time.
 */
export function loopingSteps(steps: Step[]): string[] {
  const exits = new Map(steps.filter((step) => !takesTime(step)).map((step) => [step.step_id, exitsOf(step)]));
  const looping = new Set(roundsIn(exits).flat());
  return steps.map(({ step_id }) => step_id).filter((id) => looping.has(id));
}

const takesTime = (step: Step): boolean => step.type === 'wait' && 'duration_amount' in step;

/** The groups of nodes that lead to one another, and single ones that lead to themselves (Tarjan's algorithm, in linear time). */
function roundsIn(exits: Map<string, string[]>): string[][] {
  const rounds: string[][] = [];
  const numbers = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();

  /** @returns the smallest number of an open node that can be reached */
  const visit = (node: string): number => {
    const number = numbers.size;
    numbers.set(node, number);
    open.push(node);
    isOpen.add(node);
    let lowest = number;
    for (const next of exits.get(node) ?? []) {
      if (!exits.has(next)) continue;
      const seen = numbers.get(next);
      if (seen === undefined) lowest = Math.min(lowest, visit(next));
      else if (isOpen.has(next)) lowest = Math.min(lowest, seen);
    }
    if (lowest === number) {
      const group = open.splice(open.indexOf(node));
      for (const member of group) isOpen.delete(member);
      if (group.length > 1 || exits.get(node)?.includes(node)) rounds.push(group);
    }
    return lowest;
  };

  for (const node of exits.keys()) if (!numbers.has(node)) visit(node);
  return rounds;
}
