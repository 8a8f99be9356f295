import { escapeHtml } from '../../../shared/html.ts';
import { type Arrow, BOX, type Box, type Drawing, LABEL, labelWidth, type Point } from './drawing.layout.ts';

/** Its colours come from the style sheet of the page. */
export function toSvg({ width, height, boxes, arrows }: Drawing, name: string): string {
  const w = Math.ceil(width);
  const h = Math.ceil(height);
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="drawing-title drawing-text" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">
<title id="drawing-title">${escapeHtml(name)}</title>
<desc id="drawing-text">The steps of the flow as boxes, from top to bottom, with arrows from each to the next. The list below says the same in words.</desc>
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="tip" d="M0 0 8 4 0 8z"/></marker></defs>
${arrows.map(lineOf).join('\n')}
${boxes.map(boxOf).join('\n')}
${arrows.map(labelOf).join('\n')}
</svg>`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
const at = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** A soft curve, pulled by each corner and passing halfway between them. */
function lineOf({ points, isBack }: Arrow): string {
  const [first, ...rest] = points;
  const last = rest.pop();
  if (!first || !last) return '';
  const corners = rest.map((corner, i) => `Q${at(corner)} ${at(middle(corner, rest[i + 1] ?? last))}`);
  return `<path class="edge${isBack ? ' back' : ''}" d="M${at(first)} ${corners.join(' ')} L${at(last)}" marker-end="url(#tip)"/>`;
}

function labelOf({ edge, at: place }: Arrow): string {
  if (edge.label === null || place === null) return '';
  const width = labelWidth(edge.label);
  return `<g class="way"><rect x="${round(place.x - width / 2)}" y="${round(place.y - LABEL.height / 2)}" width="${width}" height="${LABEL.height}" rx="9"/><text x="${round(place.x)}" y="${round(place.y + 4)}" text-anchor="middle">${escapeHtml(edge.label)}</text></g>`;
}

/** A frame of its own cuts off text that a strange font makes too wide. */
function boxOf(box: Box): string {
  const { node, x, y, width, height } = box;
  const frame = `<svg class="box ${node.kind} ${node.look.tone}" x="${round(x)}" y="${round(y)}" width="${width}" height="${round(height)}">`;
  const inner = { x: 0.75, y: 0.75, width: width - 1.5, height: round(height - 1.5) };
  const radius = node.kind === 'end' ? 15 : 10;
  const card = `<rect class="card" x="${inner.x}" y="${inner.y}" width="${inner.width}" height="${inner.height}" rx="${round(radius)}"/>`;
  return `${frame}${card}${textsOf(box)}</svg>`;
}

function textsOf({ node, title, text, figures, width }: Box): string {
  const line = (kind: string, words: string, x: number, y: number, more = '') =>
    `<text class="${kind}" x="${x}" y="${round(y)}"${more}>${escapeHtml(words)}</text>`;
  if (node.kind === 'end') return line('text', node.title, width / 2, 19, ' text-anchor="middle"');
  let y = BOX.padding - 2;
  const next = (kind: string, words: string, height: number) => {
    y += height;
    return line(kind, words, BOX.padding, y - 4);
  };
  const parts = [next('kind', node.look.name, BOX.textLine)];
  for (const words of title) parts.push(next('title', words, BOX.titleLine));
  for (const words of text) parts.push(next('text', words, BOX.textLine));
  if (figures.length > 0) y += BOX.gap;
  for (const words of figures) parts.push(next('figures', words, BOX.textLine));
  return parts.join('');
}
