import { at, box, type Canvas, circle, path, ridge, stars, stroke, swell } from './draw.ts';

export function camping(canvas: Canvas): string {
  const { w, h, chance } = canvas;
  const sunX = w * chance.between(0.52, 0.86);
  const ground = h * 0.84;
  const tentX = w * chance.between(0.5, 0.66);
  let trees = '';
  for (let i = 0; i < 34; i++) {
    const left = i % 2 === 0;
    const x = left ? w * chance.between(-0.02, 0.34) : w * chance.between(0.76, 1.02);
    const size = h * chance.between(0.1, left ? 0.27 : 0.22);
    trees += pine(x, ground + chance.between(0, h * 0.04), size, i % 3 ? 'near' : 'deep');
  }
  return [
    stars(canvas, 40),
    circle('glow', sunX, h * chance.between(0.26, 0.36), h * 0.1),
    ridge(canvas, 'far', h * 0.52, h * 0.26),
    ridge(canvas, 'mid', h * 0.68, h * 0.17),
    swell(canvas, 'near', h * 0.8, h * 0.06, 4),
    trees,
    swell(canvas, 'deep', ground + h * 0.02, h * 0.025, 5),
    tent(tentX, ground + h * 0.06, h * 0.25),
    tent(tentX + h * 0.62, ground + h * 0.03, h * 0.15),
    fire(tentX - h * 0.3, ground + h * 0.075, h * 0.05, canvas),
  ].join('');
}

function pine(x: number, y: number, size: number, fill: 'near' | 'deep'): string {
  const half = size * 0.2;
  return path(
    fill,
    `M${at(x, y - size)}l${at(half * 0.6, size * 0.38)}h${at(-half * 0.2)}l${at(half * 0.4, size * 0.28)}h${at(-half * 0.2)}l${at(half * 0.4, size * 0.34)}h${at(-half * 2)}l${at(half * 0.4, -size * 0.34)}h${at(-half * 0.2)}l${at(half * 0.4, -size * 0.28)}h${at(-half * 0.2)}Z`,
  );
}

function tent(x: number, y: number, size: number): string {
  return [
    path(
      'glow',
      `M${at(x, y - size)}L${at(x + size * 1.25, y - size * 0.86)}Q${at(x + size * 1.5, y - size * 0.3)} ${at(x + size * 1.85, y)}H${at(x + size * 0.62)}Z`,
    ),
    path('near', `M${at(x, y - size)}L${at(x + size * 0.62, y)}h${at(size * 0.5)}Z`, ' opacity=".28"'),
    path('paper', `M${at(x, y - size)}Q${at(x - size * 0.35, y - size * 0.4)} ${at(x - size * 0.78, y)}H${at(x + size * 0.62)}Z`),
    path('deep', `M${at(x, y - size * 0.82)}Q${at(x - size * 0.06, y - size * 0.3)} ${at(x - size * 0.26, y)}H${at(x + size * 0.24)}Z`),
    stroke(
      'paper',
      size * 0.012,
      `M${at(x - size * 0.78, y)}l${at(-size * 0.3, size * 0.06)}M${at(x + size * 1.85, y)}l${at(size * 0.22, size * 0.05)}`,
    ),
  ].join('');
}

const fire = (x: number, y: number, size: number, { chance }: Canvas): string =>
  path(
    'glow',
    `M${at(x - size * 0.4, y)}q${at(-size * 0.3, -size * 0.8)} ${at(size * 0.3, -size * chance.between(1.4, 1.8))}q${at(size * 0.15, size * 0.6)} ${at(size * 0.45, size * 0.5)}q${at(size * 0.4, size * 0.7)} ${at(-size * 0.05, size)}Z`,
  ) + box('paper', x - size * 0.7, y, size * 1.4, size * 0.14, size * 0.07);
