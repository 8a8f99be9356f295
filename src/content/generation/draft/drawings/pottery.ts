import { at, box, type Canvas, circle, ellipse, type Ink, leaf, path, stroke } from './draw.ts';

export function pottery(canvas: Canvas): string {
  const { w, h, chance } = canvas;
  const rows = h > w * 0.8 ? 3 : 1;
  const inks: Ink[] = ['paper', 'mid', 'near', 'glow', 'far', 'deep'];
  let all = circle(rows === 1 ? 'far' : 'paper', w * chance.between(0.3, 0.7), h * 0.3, Math.min(w, h) * 0.26, ' opacity=".6"');
  for (let row = 0; row < rows; row++) {
    const shelf = rows === 1 ? h * 0.86 : h * (0.34 + row * 0.28);
    const tallest = rows === 1 ? h * 0.66 : h * 0.21;
    const count = rows === 1 ? Math.round(w / (tallest * 0.85)) : chance.pick([3, 4, 4]);
    const slot = (w * 0.86) / count;
    for (let i = 0; i < count; i++) {
      const tall = tallest * chance.between(0.45, 1);
      const wide = Math.min(slot * 0.8, tall * chance.between(0.55, 1.3));
      all += vessel(w * 0.07 + slot * (i + 0.5), shelf, wide, tall, inks[(row * 2 + i + chance.whole(0, 1)) % 5] as Ink, canvas);
    }
    all += box('deep', w * 0.04, shelf, w * 0.92, Math.max(8, h * 0.014), 3);
  }
  return all;
}

function vessel(x: number, y: number, w: number, h: number, fill: Ink, { chance }: Canvas): string {
  const neck = w * chance.between(0.14, 0.46);
  const foot = w * chance.between(0.2, 0.34);
  const belly = h * chance.between(0.35, 0.7);
  const open = neck > w * 0.36;
  const half = w / 2;
  const body = path(
    fill,
    `M${at(x - neck, y - h)}C${at(x - neck * 0.8, y - h * 0.82)} ${at(x - half, y - belly - h * 0.1)} ${at(x - half, y - belly)}C${at(x - half, y - belly * 0.5)} ${at(x - foot, y - h * 0.1)} ${at(x - foot, y)}H${at(x + foot)}C${at(x + foot, y - h * 0.1)} ${at(x + half, y - belly * 0.5)} ${at(x + half, y - belly)}C${at(x + half, y - belly - h * 0.1)} ${at(x + neck * 0.8, y - h * 0.82)} ${at(x + neck, y - h)}Z`,
  );
  const rim = ellipse('deep', x, y - h, neck, Math.max(3, neck * 0.16), ' opacity=".75"');
  const glaze = chance.pick([
    '',
    stroke(
      fill === 'paper' ? 'mid' : 'paper',
      3,
      `M${at(x - half * 0.99, y - belly)}h${at(w * 0.99)}M${at(x - half * 0.96, y - belly + 10)}h${at(w * 0.96)}`,
      ' opacity=".7"',
    ),
    stroke(
      fill === 'paper' ? 'near' : 'paper',
      2.4,
      `M${at(x - half * 0.98, y - belly)}${`q${at(w * 0.06, -14)} ${at(w * 0.12, 0)}`.repeat(8)}`,
      ' opacity=".65"',
    ),
  ]);
  const twigs = open ? '' : twig(x, y - h, h * chance.between(0.4, 0.7), chance.pick([-1, 1]));
  return twigs + body + rim + glaze;
}

function twig(x: number, y: number, size: number, side: number): string {
  const d = `M${at(x, y)}q${at(side * size * 0.1, -size * 0.6)} ${at(side * size * 0.4, -size)}`;
  return (
    stroke('deep', 3, d) +
    [0.35, 0.6, 0.85]
      .map((share, i) => leaf('near', x + side * size * 0.4 * share * share, y - size * share, size * 0.34, i % 2 ? -20 : -150, 0.28))
      .join('')
  );
}
