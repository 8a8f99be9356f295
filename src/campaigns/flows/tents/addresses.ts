import type { Step } from '../definition.ts';
import { exitsOf } from '../graph.ts';

/** A use of the address of a page that may lead nowhere. */
export interface DeadAddress {
  stepId: string;
  field: string;
  message: string;
}

/**
 * Steps that use `{{campaign.tents.<step_id>.url}}` where no page is live for certain: the step makes none, does not come before, or does
 * not publish it.
 * @param tagsOf what emails hold of such tags, by email
 */
export function deadAddresses(steps: readonly Step[], tagsOf: ReadonlyMap<string, readonly string[]>): DeadAddress[] {
  const byId = new Map(steps.map((step) => [step.step_id, step]));
  const reached = new Map<string, Set<string>>();
  return steps.flatMap((step) =>
    usesOf(step, tagsOf).flatMap(({ field, page }): DeadAddress[] => {
      const maker = byId.get(page);
      const dead = (why: string) => [
        { stepId: step.step_id, field, message: `The address of the page of step "${page}" is used, but ${why}.` },
      ];
      if (maker?.type !== 'create_tent') return dead('no step of this name makes a page');
      if (!reached.has(page)) reached.set(page, followers(byId, page));
      if (!reached.get(page)?.has(step.step_id)) return dead('that step does not come before');
      return maker.auto_publish ? [] : dead('the step does not publish it: set auto_publish');
    }),
  );
}

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

function usesOf(step: Step, tagsOf: ReadonlyMap<string, readonly string[]>): { field: string; page: string }[] {
  const uses = (field: string, text: string | null | undefined) => pagesIn(text ?? '').map((page) => ({ field, page }));
  switch (step.type) {
    case 'send_email':
      return uses('email_id', (tagsOf.get(step.email_id ?? '') ?? []).join(' ').replaceAll('&quot;', '"'));
    case 'create_tent':
      return [...uses('prompt', step.prompt), ...uses('tent_name', step.tent_name), ...uses('custom_page_alias', step.custom_page_alias)];
    case 'send_webhook':
      // Quotes within a text of JSON have a backslash.
      return [
        ...uses('endpoint_url', step.endpoint_url),
        ...uses('custom_fields', JSON.stringify(step.custom_fields).replaceAll('\\"', '"')),
      ];
    default:
      return [];
  }
}

const TAG = /campaign\.tents(?:\.([\w-]+)|\[\s*["']([^"']+)["']\s*\])\s*\.url/g;

const pagesIn = (text: string): string[] => [...new Set([...text.matchAll(TAG)].map(([, name, quoted]) => name ?? quoted ?? ''))];
