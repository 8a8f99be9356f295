import { Graph, layout } from '@dagrejs/dagre';
import { emsOf, linesOf } from './fit.ts';
import type { FlowGraph, GraphEdge, GraphNode } from './graph.ts';

interface BoxText {
  title: string[];
  text: string[];
  figures: string[];
}

export interface Box extends BoxText {
  node: GraphNode;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Arrow {
  edge: GraphEdge;
  points: Point[];
  at: Point | null;
  /** As in loops. */
  isBack: boolean;
}

export interface Point {
  x: number;
  y: number;
}

export interface Drawing {
  width: number;
  height: number;
  boxes: Box[];
  arrows: Arrow[];
}

export const BOX = { width: 216, padding: 12, titleSize: 14, textSize: 12, titleLine: 19, textLine: 16, gap: 5 };
const INNER = BOX.width - 2 * BOX.padding;
export const LABEL = { size: 11, height: 18 };
const MARGIN = 10;

/** Each box stands below those that lead to it, except where a loop goes back. */
export function draw({ nodes, edges }: FlowGraph, figuresOf: (node: GraphNode) => string[]): Drawing {
  const graph = new Graph({ multigraph: true })
    .setGraph({ rankdir: 'TB', nodesep: 20, ranksep: 34, edgesep: 16, marginx: MARGIN, marginy: MARGIN })
    .setDefaultEdgeLabel(() => ({}));
  const texts = new Map(nodes.map((node) => [node.id, { node, ...boxOf(node, figuresOf(node)) }]));
  for (const [id, { width, height }] of texts) graph.setNode(id, { width, height });
  edges.forEach(({ from, to, label }, i) => {
    const room = label === null ? {} : { width: labelWidth(label), height: LABEL.height, labelpos: 'c' as const };
    graph.setEdge(from, to, room, String(i));
  });
  layout(graph);
  const boxes = [...texts].map(([id, box]): Box => {
    const { x, y } = placed(graph.node(id));
    return { ...box, x: x - box.width / 2, y: y - box.height / 2 };
  });
  const arrows = edges.map((edge, i): Arrow => {
    const { points = [], x, y } = graph.edge(edge.from, edge.to, String(i)) as { points?: Point[]; x?: number; y?: number };
    const isBack = (points.at(-1)?.y ?? 0) < (points[0]?.y ?? 0);
    return { edge, points, isBack, at: edge.label !== null && x !== undefined && y !== undefined ? { x, y } : null };
  });
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return { width: Math.max(width, 2 * MARGIN), height: Math.max(height, 2 * MARGIN), boxes, arrows };
}

const placed = ({ x = 0, y = 0 }: Partial<Point>): Point => ({ x, y });

export const labelWidth = (label: string): number => Math.ceil(emsOf(label) * LABEL.size) + 14;

function boxOf({ kind, title, text }: GraphNode, figures: string[]): BoxText & { width: number; height: number } {
  if (kind === 'end') return { title: [title], text: [], figures: [], width: 64, height: 30 };
  const titleEms = INNER / BOX.titleSize;
  const textEms = INNER / BOX.textSize;
  const lines = {
    // Bold is wider.
    title: linesOf(title, titleEms / 1.1, 2),
    text: text === null ? [] : linesOf(text, textEms, kind === 'trigger' ? 14 : 3),
    figures: figures.flatMap((line) => linesOf(line, textEms / 1.1, 2)),
  };
  // The kind of step stands above its title, in small print.
  const height =
    2 * BOX.padding -
    6 +
    BOX.textLine +
    lines.title.length * BOX.titleLine +
    lines.text.length * BOX.textLine +
    (lines.figures.length > 0 ? BOX.gap + lines.figures.length * BOX.textLine : 0);
  return { ...lines, width: BOX.width, height };
}
