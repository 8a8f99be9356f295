import type { Step } from '../definition.ts';
import { exitsOf } from '../graph.ts';
import type { StepTags } from '../step-tags.ts';

/** A use of the address of a page that may lead nowhere. */
export interface DeadAddress {
  stepId: string;
  field: string;
  message: string;
}

/**
 * Steps that use `{{campaign.tents.<step_id>.url}}` where no page is live for certain: the step makes none, does not come before, or does
 * not publish it.
 */
export function deadAddresses(steps: readonly Step[], tags: readonly StepTags[]): DeadAddress[] {
  const byId = new Map(steps.map((step) => [step.step_id, step]));
  const reached = new Map<string, Set<string>>();
  return tags.flatMap(({ stepId, field, names }) =>
    pagesIn(names).flatMap((page): DeadAddress[] => {
      const maker = byId.get(page);
      const dead = (why: string) => [{ stepId, field, message: `The address of the page of step "${page}" is used, but ${why}.` }];
      if (maker?.type !== 'create_tent') return dead('no step of this name makes a page');
      if (!reached.has(page)) reached.set(page, followers(byId, page));
      if (!reached.get(page)?.has(stepId)) return dead('that step does not come before');
      return maker.auto_publish ? [] : dead('the step does not publish it: set auto_publish');
    }),
  );
}

const pagesIn = (names: StepTags['names']): string[] => [
  ...new Set(names.flatMap(([root, kind, page = '', value]) => (root === 'campaign' && kind === 'tents' && value === 'url' ? [page] : []))),
];

/** The steps to which ways lead from one. */
function followers(steps: ReadonlyMap<string, Step>, first: string): Set<string> {
  const reached = new Set<string>();
  const next = [first];
  for (let id = next.pop(); id !== undefined; id = next.pop()) {
    const step = steps.get(id);
    for (const exit of step ? exitsOf(step) : []) {
      if (reached.has(exit)) continue;
      reached.add(exit);
      next.push(exit);
    }
  }
  return reached;
}
