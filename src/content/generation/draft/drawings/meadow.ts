import { at, type Canvas, circle, ellipse, group, leaf, stars, stroke, swell } from './draw.ts';

export function meadow(canvas: Canvas): string {
  const { w, h, chance } = canvas;
  const count = Math.round(w / 62);
  let flowers = '';
  for (let i = 0; i < count; i++) {
    const x = (w / count) * (i + chance.between(0.1, 0.9));
    flowers += flower(x, h, h * chance.between(0.24, 0.66), canvas, chance.whole(0, 3));
  }
  return [
    stars(canvas, 30),
    circle('glow', w * chance.between(0.66, 0.84), h * 0.26, h * 0.11),
    swell(canvas, 'far', h * 0.6, h * 0.1, 3),
    swell(canvas, 'mid', h * 0.76, h * 0.07, 4),
    flowers,
    swell(canvas, 'deep', h * 0.96, h * 0.02, 7),
  ].join('');
}

function flower(x: number, y: number, size: number, { chance }: Canvas, kind: number): string {
  const bend = size * chance.between(-0.14, 0.14);
  const [tx, ty] = [x + bend, y - size];
  const stem = stroke('near', Math.max(3, size * 0.016), `M${at(x, y)}Q${at(x, y - size * 0.5)} ${at(tx, ty)}`);
  const leaves =
    leaf('near', x + bend * 0.1, y - size * 0.28, size * 0.26, -40, 0.2) +
    leaf('near', x + bend * 0.2, y - size * 0.4, size * 0.22, 216, 0.2);
  const r = Math.min(size * 0.13, 44) * chance.between(0.8, 1.2);
  let head = '';
  if (kind === 0)
    for (let i = 0; i < 8; i++)
      head += group(`translate(${at(tx, ty)})rotate(${i * 45})`, ellipse('paper', r * 0.75, 0, r * 0.55, r * 0.24));
  if (kind === 1)
    for (let i = 0; i < 5; i++) head += circle('glow', tx + Math.cos(i * 1.257) * r * 0.55, ty + Math.sin(i * 1.257) * r * 0.55, r * 0.46);
  if (kind === 2)
    head +=
      leaf('deep', tx, ty + r * 0.6, r * 2, -112, 0.34) +
      leaf('glow', tx, ty + r * 0.6, r * 2, -68, 0.34) +
      leaf('paper', tx, ty + r * 0.6, r * 1.9, -90, 0.3);
  if (kind === 3)
    for (let i = 0; i < 7; i++)
      head += circle(i % 2 ? 'deep' : 'glow', tx + (i % 2 ? 1 : -1) * r * 0.3, ty + i * r * 0.42, r * (0.2 + i * 0.035));
  return stem + leaves + head + (kind < 2 ? circle(kind ? 'deep' : 'glow', tx, ty, r * 0.34) : '');
}
