import type { Chance } from '../chance.ts';

export interface Canvas {
  w: number;
  h: number;
  chance: Chance;
}

/** A picture of a subject, drawn to fit any canvas. Colours are named by how far away things are, so that they change at night. */
export type Drawing = (canvas: Canvas) => string;

export type Ink = 'sky' | 'far' | 'mid' | 'near' | 'deep' | 'glow' | 'paper' | 'ink' | 'line';

const n = (value: number): string => String(Math.round(value * 10) / 10);
export const at = (...values: number[]): string => values.map(n).join(' ');

const paint = (fill: Ink | 'none'): string => (fill === 'none' ? 'none' : `var(--${fill})`);

export const path = (fill: Ink | 'none', d: string, more = ''): string => `<path fill="${paint(fill)}" d="${d}"${more}/>`;
export const circle = (fill: Ink, x: number, y: number, r: number, more = ''): string =>
  `<circle fill="${paint(fill)}" cx="${n(x)}" cy="${n(y)}" r="${n(r)}"${more}/>`;
export const ellipse = (fill: Ink, x: number, y: number, rx: number, ry: number, more = ''): string =>
  `<ellipse fill="${paint(fill)}" cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}"${more}/>`;
export const box = (fill: Ink, x: number, y: number, w: number, h: number, r = 0, more = ''): string =>
  `<rect fill="${paint(fill)}" x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"${r ? ` rx="${n(r)}"` : ''}${more}/>`;
export const stroke = (colour: Ink, width: number, d: string, more = ''): string =>
  `<path fill="none" stroke="var(--${colour})" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" d="${d}"${more}/>`;
export const group = (transform: string, content: string): string => `<g transform="${transform}">${content}</g>`;

export function ridge({ w, h, chance }: Canvas, fill: Ink, y: number, height: number, rough = 0.5): string {
  let points = [
    chance.between(-0.4, 0.5),
    chance.between(-1, 0.1),
    chance.between(-0.5, 0.6),
    chance.between(-1, 0.2),
    chance.between(-0.3, 0.5),
  ];
  let jolt = 0.55;
  for (let round = 0; round < 3; round++) {
    points = points.flatMap((point, i) => {
      const next = points[i + 1];
      return next === undefined ? [point] : [point, (point + next) / 2 + chance.between(-jolt, jolt) * rough];
    });
    jolt /= 2;
  }
  const step = w / (points.length - 1);
  return path(fill, `M${points.map((point, i) => at(i * step, y + point * height)).join('L')}V${n(h)}H0Z`);
}

export function swell({ w, h, chance }: Canvas, fill: Ink, y: number, height: number, parts: number): string {
  const step = w / parts;
  let d = `M${at(-step * chance.between(0, 0.9), y)}`;
  for (let i = 0; i < parts + 2; i++) {
    const lift = height * chance.between(0.5, 1) * (i % 2 ? 1 : -1);
    d += `q${at(step / 2, lift)} ${at(step, 0)}`;
  }
  return path(fill, `${d}V${n(h)}H0Z`);
}

export function leaf(fill: Ink, x: number, y: number, length: number, degrees: number, width = 0.3): string {
  return path(
    fill,
    `M0 0C${at(length * 0.25, -length * width)} ${at(length * 0.75, -length * width)} ${at(length, 0)}C${at(length * 0.75, length * width)} ${at(length * 0.25, length * width)} 0 0Z`,
    ` transform="translate(${at(x, y)})rotate(${n(degrees)})"`,
  );
}

/** Seen in the dark scheme only. */
export function stars({ w, h, chance }: Canvas, count: number): string {
  let all = '';
  for (let i = 0; i < count; i++) all += circle('paper', chance.between(0, w), chance.between(0, h * 0.5), chance.between(1, 2.6));
  return `<g class="night">${all}</g>`;
}
