import { at, type Canvas, circle, ellipse, leaf, path, stroke, swell } from './draw.ts';

export function soil(canvas: Canvas): string {
  const { w, h, chance } = canvas;
  const surface = h * 0.44;
  const count = Math.max(5, Math.round(w / 150));
  let above = '';
  let below = '';
  for (let i = 0; i < count; i++) {
    const x = (w / count) * (i + chance.between(0.3, 0.7));
    const size = h * chance.between(0.12, 0.34);
    above += sprout(x, surface + h * 0.015, size, canvas, i);
    below += root(x, surface + h * 0.02, size * 1.1, canvas);
  }
  let stones = '';
  for (let i = 0; i < w / 40; i++) {
    const r = h * chance.between(0.006, 0.026);
    stones += ellipse(
      chance.pick(['far', 'mid', 'paper', 'near'] as const),
      chance.between(0, w),
      h * chance.between(0.56, 0.98),
      r * 1.5,
      r,
      ` transform-origin="center" opacity="${chance.pick(['.5', '.8', '.35'])}"`,
    );
  }
  return [
    circle('glow', w * chance.between(0.68, 0.86), h * 0.16, h * 0.09),
    above,
    swell(canvas, 'mid', surface + h * 0.01, h * 0.02, 5),
    swell(canvas, 'near', h * 0.55, h * 0.035, 4),
    swell(canvas, 'deep', h * 0.74, h * 0.045, 3),
    below,
    stones,
    worm(w * chance.between(0.2, 0.7), h * 0.82, h * 0.03),
  ].join('');
}

function sprout(x: number, y: number, size: number, { chance }: Canvas, i: number): string {
  const bend = chance.between(-0.12, 0.12) * size;
  const stem = stroke('near', Math.max(3, size * 0.035), `M${at(x, y)}Q${at(x, y - size * 0.5)} ${at(x + bend, y - size)}`);
  let leaves = '';
  const pairs = size > 110 ? 3 : 2;
  for (let pair = 1; pair <= pairs; pair++) {
    const share = pair / pairs;
    const [lx, ly] = [x + bend * share * share, y - size * share];
    const length = size * (0.5 - share * 0.16);
    leaves +=
      leaf(i % 2 ? 'near' : 'mid', lx, ly, length, -34 - pair * 6) + leaf(i % 2 ? 'mid' : 'near', lx, ly, length, 180 + 34 + pair * 6);
  }
  return stem + leaves;
}

function root(x: number, y: number, size: number, { chance }: Canvas): string {
  let d = `M${at(x, y)}q${at(chance.between(-20, 20), size * 0.5)} ${at(chance.between(-16, 16), size)}`;
  for (const side of [-1, 1, -1, 1]) {
    const from = size * chance.between(0.12, 0.6);
    const reach = side * size * chance.between(0.18, 0.45);
    d += `M${at(x, y + from)}q${at(reach * 0.6, size * 0.08)} ${at(reach, size * chance.between(0.16, 0.36))}`;
  }
  return stroke('paper', 2.4, d, ' opacity=".75"');
}

const worm = (x: number, y: number, size: number): string =>
  stroke('glow', size * 0.42, `M${at(x, y)}q${at(size, -size * 1.2)} ${at(size * 2, 0)}t${at(size * 2, 0)}`) + path('none', 'M0 0');
