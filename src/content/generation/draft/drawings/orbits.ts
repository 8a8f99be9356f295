import { at, type Canvas, circle, stroke } from './draw.ts';

export function orbits({ w, h, chance }: Canvas): string {
  const gap = Math.min(w, h) * chance.between(0.048, 0.06);
  const rings = Math.ceil(Math.hypot(w, h) / gap);
  const sources = [
    [w * chance.between(0.28, 0.36), h * chance.between(0.6, 0.7)],
    [w * chance.between(0.66, 0.76), h * chance.between(0.3, 0.4)],
  ] as const;
  let all = '';
  for (const [index, [x, y]] of sources.entries()) {
    let d = '';
    for (let i = 1; i < rings * 0.62; i++)
      d += `M${at(x - i * gap, y)}a${at(i * gap, i * gap)} 0 1 0 ${at(i * gap * 2, 0)}a${at(i * gap, i * gap)} 0 1 0 ${at(-i * gap * 2, 0)}`;
    all += stroke(index ? 'near' : 'mid', index ? 2 : 3, d, ' opacity=".85"');
    all += circle(index ? 'glow' : 'deep', x, y, gap * 0.55);
  }
  // Where crests of both meet, the water stands highest.
  for (let a = 2; a < 16; a++) {
    for (const meeting of crossings(sources, a * gap, (a + 1) * gap)) all += circle('deep', meeting[0], meeting[1], gap * 0.14);
  }
  return all;
}

type Point = readonly [number, number];

function crossings([one, other]: readonly [Point, Point], r1: number, r2: number): Point[] {
  const [dx, dy] = [other[0] - one[0], other[1] - one[1]];
  const d = Math.hypot(dx, dy);
  const along = (r1 * r1 - r2 * r2 + d * d) / (2 * d);
  const aside = r1 * r1 - along * along;
  if (aside <= 0) return [];
  const across = Math.sqrt(aside);
  return [1, -1].map((side) => [one[0] + (along * dx - side * across * dy) / d, one[1] + (along * dy + side * across * dx) / d] as const);
}
