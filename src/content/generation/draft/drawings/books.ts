import { at, box, type Canvas, circle, type Ink, leaf, path, stroke } from './draw.ts';

export function books(canvas: Canvas): string {
  const { w, h } = canvas;
  const rows = h > w * 0.8 ? 3 : 1;
  let all = '';
  for (let row = 0; row < rows; row++) {
    const floor = rows === 1 ? h * 0.86 : h * (0.32 + row * 0.3);
    all += shelf(canvas, floor, rows === 1 ? h * 0.62 : h * 0.24, row);
  }
  return all;
}

const INKS: Ink[] = ['near', 'mid', 'glow', 'deep', 'paper', 'far', 'near'];

function shelf({ w, h, chance }: Canvas, floor: number, tallest: number, row: number): string {
  let all = '';
  const pause = chance.between(0.25, 0.7) * w;
  for (let x = w * 0.06; x < w * 0.9; ) {
    const wide = tallest * chance.between(0.12, 0.26);
    const tall = tallest * chance.between(0.68, 1);
    const ink = chance.pick(INKS);
    if (Math.abs(x - pause) < wide) {
      all += row % 2 ? globe(x + tallest * 0.4, floor, tallest * 0.34) : plant(x + tallest * 0.36, floor, tallest * 0.8, chance);
      x += tallest * 0.84;
      continue;
    }
    const lean = chance.whole(0, 9) === 0 ? 9 : 0;
    const trim = ink === 'paper' || ink === 'far' ? 'near' : 'paper';
    const title =
      wide > tallest * 0.17
        ? box(trim, wide * 0.2, -tall * 0.8, wide * 0.6, tall * 0.24, 2, ' opacity=".75"')
        : stroke(
            trim,
            3,
            `M${at(wide * 0.25, -tall * 0.85)}h${at(wide * 0.5)}M${at(wide * 0.25, -tall * 0.16)}h${at(wide * 0.5)}`,
            ' opacity=".7"',
          );
    all += `<g transform="translate(${at(x + lean * tallest * 0.012, floor)})${lean ? `rotate(${lean})` : ''}">${box(ink, 0, -tall, wide - 2, tall, 3)}${title}</g>`;
    x += wide + lean * tallest * 0.022;
  }
  return all + box('deep', w * 0.03, floor, w * 0.94, Math.max(9, h * 0.014), 3);
}

const globe = (x: number, y: number, r: number): string =>
  path('deep', `M${at(x - r * 0.5, y)}h${at(r)}l${at(-r * 0.3, -r * 0.36)}h${at(-r * 0.4)}Z`) +
  circle('mid', x, y - r * 1.3, r) +
  stroke(
    'paper',
    3,
    `M${at(x - r, y - r * 1.3)}h${at(r * 2)}M${at(x, y - r * 2.3)}c${at(-r * 0.7, r * 0.6)} ${at(-r * 0.7, r * 1.4)} ${at(0, r * 2)}c${at(r * 0.7, -r * 0.6)} ${at(r * 0.7, -r * 1.4)} ${at(0, -r * 2)}`,
    ' opacity=".7"',
  );

function plant(x: number, y: number, size: number, chance: Canvas['chance']): string {
  let leaves = '';
  for (let i = 0; i < 7; i++)
    leaves += leaf(i % 2 ? 'near' : 'mid', x, y - size * 0.34, size * chance.between(0.45, 0.75), -155 + i * 22, 0.2);
  return (
    leaves +
    path('paper', `M${at(x - size * 0.24, y - size * 0.38)}h${at(size * 0.48)}l${at(-size * 0.07, size * 0.38)}h${at(-size * 0.34)}Z`)
  );
}
