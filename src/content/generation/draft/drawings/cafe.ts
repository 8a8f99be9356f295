import { at, box, type Canvas, circle, ellipse, leaf, path, stroke } from './draw.ts';

export function cafe(canvas: Canvas): string {
  const { w, h, chance } = canvas;
  const table = h * 0.76;
  const unit = Math.min(w, h);
  const window = unit * 0.6;
  const windowX = w * chance.between(0.42, 0.58) - window / 2;
  const windowTop = h * 0.12;
  const lamps = [0.2, 0.5, 0.8]
    .map((share) => lamp(w * share + chance.between(-w * 0.05, w * 0.05), h * chance.between(0.16, 0.3), unit * 0.075))
    .join('');
  const cups = [cup(w * 0.24, table, unit * 0.25, 'paper', canvas), cup(w * 0.47, table, unit * 0.17, 'glow', canvas)].join('');
  return [
    path('far', `M${at(windowX, table)}V${at(windowTop + window / 2)}a${at(window / 2, window / 2)} 0 0 1 ${at(window, 0)}V${at(table)}Z`),
    circle('paper', windowX + window * chance.between(0.3, 0.7), windowTop + window * 0.55, unit * 0.09, ' opacity=".75"'),
    stroke(
      'sky',
      unit * 0.012,
      `M${at(windowX + window / 2, windowTop)}V${at(table)}M${at(windowX, windowTop + window / 2)}h${at(window)}M${at(windowX, windowTop + window)}h${at(window)}`,
    ),
    lamps,
    box('near', 0, table, w, h - table),
    box('deep', 0, table, w, unit * 0.028),
    planks(w, table + unit * 0.028, h),
    plant(w * 0.92, table, unit * 0.26, canvas),
    cups,
    cake(w * 0.72, table, unit * 0.3),
  ].join('');
}

function cup(x: number, y: number, size: number, fill: 'paper' | 'glow', { chance }: Canvas): string {
  const [w, h] = [size, size * 0.72];
  const steam = [0.3, 0.52, 0.72]
    .map((share) => {
      const sx = x - w / 2 + w * share;
      const rise = size * chance.between(0.35, 0.6);
      return stroke(
        'paper',
        size * 0.035,
        `M${at(sx, y - h - size * 0.14)}c${at(-size * 0.1, -rise * 0.35)} ${at(size * 0.1, -rise * 0.65)} ${at(0, -rise)}`,
        ' opacity=".8"',
      );
    })
    .join('');
  return [
    steam,
    stroke(
      fill,
      size * 0.08,
      `M${at(x + w * 0.42, y - h * 0.8)}c${at(size * 0.32, -size * 0.02)} ${at(size * 0.26, size * 0.42)} ${at(-size * 0.06, size * 0.36)}`,
    ),
    path(
      fill,
      `M${at(x - w / 2, y - h)}h${at(w)}c0 ${at(h * 0.55)} ${at(-w * 0.12, h * 0.9)} ${at(-w * 0.28, h * 0.94)}h${at(-w * 0.44)}c${at(-w * 0.16, -h * 0.04)} ${at(-w * 0.28, -h * 0.39)} ${at(-w * 0.28, -h * 0.94)}Z`,
    ),
    ellipse('deep', x, y - h, w / 2, size * 0.07),
    ellipse('mid', x, y - h + size * 0.012, w * 0.44, size * 0.048),
    ellipse(fill, x, y - size * 0.02, w * 0.62, size * 0.06),
  ].join('');
}

function cake(x: number, y: number, size: number): string {
  const plate = y - size * 0.34;
  return [
    path(
      'paper',
      `M${at(x - size * 0.06, plate)}h${at(size * 0.12)}l${at(size * 0.05, size * 0.28)}q${at(size * 0.12, size * 0.02)} ${at(size * 0.14, size * 0.06)}h${at(-size * 0.5)}q${at(size * 0.02, -size * 0.04)} ${at(size * 0.14, -size * 0.06)}Z`,
    ),
    ellipse('paper', x, plate, size * 0.62, size * 0.06),
    box('glow', x - size * 0.46, plate - size * 0.42, size * 0.92, size * 0.4, size * 0.04),
    box('paper', x - size * 0.46, plate - size * 0.27, size * 0.92, size * 0.06),
    path(
      'deep',
      `M${at(x - size * 0.48, plate - size * 0.38)}v${at(-size * 0.08)}q0 ${at(-size * 0.06)} ${at(size * 0.08, -size * 0.06)}h${at(size * 0.8)}q${at(size * 0.08, 0)} ${at(size * 0.08, size * 0.06)}v${at(size * 0.08)}q${at(-size * 0.06, size * 0.16)} ${at(-size * 0.12, 0)}q${at(-size * 0.08, size * 0.22)} ${at(-size * 0.16, 0)}q${at(-size * 0.08, size * 0.12)} ${at(-size * 0.16, 0)}q${at(-size * 0.08, size * 0.2)} ${at(-size * 0.16, 0)}q${at(-size * 0.08, size * 0.14)} ${at(-size * 0.16, 0)}q${at(-size * 0.1, size * 0.18)} ${at(-size * 0.2, 0)}Z`,
    ),
    ...[-0.3, 0, 0.3].map((share) => circle('glow', x + size * share, plate - size * 0.56, size * 0.06)),
  ].join('');
}

const lamp = (x: number, y: number, size: number): string =>
  stroke('deep', size * 0.06, `M${at(x, 0)}V${at(y - size)}`) +
  path('deep', `M${at(x - size, y)}a${at(size, size)} 0 0 1 ${at(size * 2, 0)}Z`) +
  path('glow', `M${at(x - size * 0.45, y)}a${at(size * 0.45, size * 0.45)} 0 0 0 ${at(size * 0.9, 0)}Z`);

function plant(x: number, y: number, size: number, { chance }: Canvas): string {
  let leaves = '';
  for (let i = 0; i < 9; i++)
    leaves += leaf(
      i % 2 ? 'mid' : 'near',
      x,
      y - size * 0.38,
      size * chance.between(0.5, 0.95),
      -160 + i * 17 + chance.between(-6, 6),
      0.16,
    );
  return (
    leaves +
    path('paper', `M${at(x - size * 0.24, y - size * 0.42)}h${at(size * 0.48)}l${at(-size * 0.06, size * 0.42)}h${at(-size * 0.36)}Z`)
  );
}

function planks(w: number, y: number, h: number): string {
  let d = '';
  for (let i = 1; i < 4; i++) d += `M0 ${at(y + ((h - y) / 4) * i)}H${at(w)}`;
  return stroke('deep', 2, d, ' opacity=".35"');
}
