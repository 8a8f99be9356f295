import type { Definition, Step } from './definition.ts';
import type { Place } from './engine/moves.repo.ts';
import type { Done } from './engine/step.types.ts';
import { END, type Exit } from './step.kind.ts';
import { kindOf } from './steps/index.ts';

/* An edge may name a step that does not exist yet: no way leads there. */

interface Edge {
  field: string;
  to: string;
}

/** Whether members ever take them or not. */
export function edgesOf(step: Step): Edge[] {
  const edges: Edge[] = [];
  kindOf(step).edges(step, (to, field) => {
    if (to !== null && to !== END) edges.push({ field, to });
    return to;
  });
  return edges;
}

export const redirected = (step: Step, from: string, to: string | null): Step =>
  kindOf(step).edges(step, (edge) => (edge === from && edge !== END ? to : edge));

export const arrivalAt = (step: Step, moment: Date): Place =>
  kindOf(step).arrival?.(step, moment) ?? { status: 'active', dueAt: moment, waitUntil: null, watches: false };

/** Null ends the flow. A failed step takes the last exit. */
export function nextOf(step: Step, edge: Done['edge']): string | null {
  const exits = kindOf(step).exits(step);
  return (exits.find((exit) => exit.edge === edge) ?? exits.at(-1))?.to ?? null;
}

/** Ways that fall back to one default are one. */
export const waysOf = (step: Step): Pick<Exit, 'label' | 'to'>[] => [
  ...new Map(
    kindOf(step)
      .exits(step)
      .map((exit) => [`${exit.label} ${exit.to}`, exit]),
  ).values(),
];

export const exitsOf = (step: Step): string[] => [...new Set(waysOf(step).flatMap(({ to }) => to ?? []))];

/** The ids of the steps that ways from a step lead to, itself only through a loop. */
export function stepsAfter(steps: readonly Step[], first: string): Set<string> {
  const known = new Map(steps.map((step) => [step.step_id, step]));
  const reached = new Set<string>();
  const next = [first];
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    const step = known.get(id);
    for (const exit of step ? exitsOf(step) : []) {
      if (reached.has(exit)) continue;
      reached.add(exit);
      next.push(exit);
    }
  }
  return reached;
}

/** In the order of the array. None where the entry is unknown. */
export function unreachableSteps({ steps, entryStepId }: Pick<Definition, 'steps' | 'entryStepId'>): string[] {
  const ids = steps.map(({ step_id }) => step_id);
  if (entryStepId === undefined || !ids.includes(entryStepId)) return [];
  const reached = stepsAfter(steps, entryStepId);
  return ids.filter((id) => id !== entryStepId && !reached.has(id));
}

/** Steps in a loop without a `wait` that takes time, in the order of the array: members would go round without end. */
export function loopingSteps(steps: Step[]): string[] {
  const exits = new Map(steps.filter((step) => !takesTime(step)).map((step) => [step.step_id, exitsOf(step)]));
  const looping = new Set(roundsIn(exits).flat());
  return steps.map(({ step_id }) => step_id).filter((id) => looping.has(id));
}

const takesTime = (step: Step): boolean => kindOf(step).takesTime?.(step) ?? false;

/** Strongly connected groups, and nodes that lead to themselves (Tarjan's algorithm, in linear time). */
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
