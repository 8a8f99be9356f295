import type { Flow } from '../../../../generated/prisma/client.ts';
import type { StepId } from '../../../platform/ids.ts';
import { definitionOf } from '../definition.ts';
import { waysOf } from '../graph.ts';
import type { Look } from '../step.kind.ts';
import { kindOf } from '../steps/index.ts';
import { kindOf as kindOfTrigger } from '../triggers/index.ts';
import type { NameOf } from './texts.ts';

export interface FlowGraph {
  nodes: GraphNode[];
  edges: GraphEdge[];
}

export interface GraphNode {
  /** Safe in any output format. */
  id: string;
  kind: 'step' | 'trigger' | 'end' | 'missing';
  look: Look;
  stepId: StepId | null;
  title: string;
  text: string | null;
}

export interface GraphEdge {
  from: string;
  to: string;
  label: string | null;
}

const LOOKS = {
  trigger: { name: 'Entry', tone: 'in', mermaid: ['([', '])'] },
  end: { name: 'End', tone: 'plain', mermaid: ['((', '))'] },
  missing: { name: 'Missing', tone: 'out', mermaid: ['>', ']'] },
} satisfies Record<string, Look>;

/** A missing step that an edge names has a node, too. */
export function graphOf(flow: Flow, nameOf: NameOf): FlowGraph {
  const { steps, triggers, entryStepId } = definitionOf(flow);
  const ids = new Map(steps.map(({ step_id }, i) => [step_id, `s${i + 1}`]));
  const entries: GraphNode[] = triggers.map((trigger, i) => ({
    id: `t${i + 1}`,
    kind: 'trigger',
    look: LOOKS.trigger,
    stepId: null,
    title: kindOfTrigger(trigger).words(trigger, nameOf),
    text: null,
  }));
  if (flow.manualMembershipEnabled)
    entries.push({ id: 't0', kind: 'trigger', look: LOOKS.trigger, stepId: null, title: 'Enrolled by hand', text: null });
  const others: GraphNode[] = [];
  const idOf = (stepId: StepId): string => {
    const known = ids.get(stepId);
    if (known !== undefined) return known;
    const id = `m${ids.size + 1 - steps.length}`;
    ids.set(stepId, id);
    others.push({ id, kind: 'missing', look: LOOKS.missing, stepId: null, title: stepId, text: 'There is no such step' });
    return id;
  };
  const edges: GraphEdge[] = [];
  if (entryStepId !== undefined) for (const { id } of entries) edges.push({ from: id, to: idOf(entryStepId), label: null });
  for (const step of steps) {
    const from = idOf(step.step_id);
    for (const { label, to } of waysOf(step)) {
      // Lines from everywhere to one end would hide the rest.
      const end = `e${from.slice(1)}`;
      if (to === null && !others.some(({ id }) => id === end))
        others.push({ id: end, kind: 'end', look: LOOKS.end, stepId: null, title: 'End', text: null });
      edges.push({ from, to: to === null ? end : idOf(to), label });
    }
  }
  const nodes = steps.map((step): GraphNode => {
    const { step_id, label } = step;
    const { drawing: look, words } = kindOf(step);
    return { id: idOf(step_id), kind: 'step', look, stepId: step_id, title: label ?? step_id, text: words(step, nameOf) };
  });
  return { nodes: [...entries, ...nodes, ...others], edges };
}

export function withOneEntry({ nodes, edges }: FlowGraph): FlowGraph {
  const entries = nodes.filter(({ kind }) => kind === 'trigger');
  const [first, second] = entries;
  if (!first || !second) return { nodes, edges };
  const text = entries.map(({ title }) => title).join('; ');
  const entry: GraphNode = { ...first, title: `Any of ${entries.length} ways in`, text };
  const others = new Set(entries.slice(1));
  const ids = new Set([...others].map(({ id }) => id));
  return {
    nodes: nodes.filter((node) => !others.has(node)).map((node) => (node === first ? entry : node)),
    edges: edges.filter(({ from }) => !ids.has(from)),
  };
}
