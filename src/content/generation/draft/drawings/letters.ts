import { at, box, type Canvas, circle, group, path, stroke } from './draw.ts';

export function letters({ w, h, chance }: Canvas): string {
  const unit = Math.min(w, h) * (w > h ? 0.62 : 0.5);
  const wide = w > h * 1.4;
  const spots: [number, number, number, number][] = wide
    ? [
        [0.14, 0.6, -12, 0.7],
        [0.38, 0.42, 8, 0.85],
        [0.62, 0.58, -6, 1],
        [0.86, 0.44, 14, 0.75],
      ]
    : [
        [0.24, 0.2, -14, 0.62],
        [0.76, 0.3, 12, 0.55],
        [0.5, 0.56, -6, 1],
        [0.2, 0.86, 10, 0.5],
        [0.82, 0.88, -18, 0.6],
      ];
  return spots
    .map(([x, y, turn, scale], i) => {
      const size = unit * scale;
      const lean = turn + chance.between(-4, 4);
      return group(`translate(${at(w * x, h * y)})rotate(${at(lean)})`, i % 2 ? sheet(size * 0.7, i) : envelope(size, i));
    })
    .join('');
}

function envelope(size: number, i: number): string {
  const [w, h] = [size, size * 0.66];
  return [
    box('deep', -w / 2 + 8, -h / 2 + 12, w, h, 6, ' opacity=".16"'),
    box(i % 4 ? 'mid' : 'paper', -w / 2, -h / 2, w, h, 6),
    path(
      i % 4 ? 'near' : 'far',
      `M${at(-w / 2, -h / 2)}h${at(w)}L${at(w * 0.03, h * 0.1)}q${at(-w * 0.03, h * 0.04)} ${at(-w * 0.06, 0)}Z`,
    ),
    circle('glow', 0, h * 0.07, size * 0.075),
    stroke('deep', 2, `M${at(-w * 0.42, h * 0.3)}h${at(w * 0.26)}M${at(-w * 0.42, h * 0.38)}h${at(w * 0.18)}`, ' opacity=".5"'),
  ].join('');
}

function sheet(size: number, i: number): string {
  let lines = '';
  for (let row = 0; row < 7; row++)
    lines += `M${at(-size * 0.36, -size * 0.22 + row * size * 0.12)}h${at(size * (row === 6 ? 0.38 : 0.66 + ((row * 7 + i) % 3) * 0.03))}`;
  return [
    box('deep', -size / 2 + 6, -size * 0.66 + 9, size, size * 1.32, 4, ' opacity=".16"'),
    box('paper', -size / 2, -size * 0.66, size, size * 1.32, 4),
    box(i % 3 ? 'glow' : 'mid', -size * 0.36, -size * 0.52, size * 0.4, size * 0.14, 2),
    stroke('far', size * 0.028, lines),
  ].join('');
}
