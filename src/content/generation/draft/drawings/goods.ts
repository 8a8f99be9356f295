import { at, box, type Canvas, circle, type Ink, path, stroke } from './draw.ts';

export function goods(canvas: Canvas): string {
  const { w, h, chance } = canvas;
  const wide = w > h * 1.3;
  const floor = h * 0.86;
  const unit = wide ? h * 0.62 : w * 0.46;
  const left = wide ? w * 0.3 : w * 0.08;
  return [
    circle('far', wide ? w * 0.5 : w * 0.52, floor - unit * 0.55, unit * (wide ? 0.9 : 0.82)),
    box('near', 0, floor, w, h - floor),
    bag(left + unit * 0.78, floor, unit * 0.82, unit * 1.16, 'mid', canvas),
    bag(left, floor, unit * 0.72, unit * 0.92, 'paper', canvas),
    parcel(left + unit * 1.22, floor, unit * 0.62, unit * 0.46, 'glow'),
    parcel(left + unit * 1.28, floor - unit * 0.46, unit * 0.42, unit * 0.3, 'deep'),
    tag(left + unit * 0.36, floor - unit * 0.52, unit * 0.22, chance.between(-14, 14)),
  ].join('');
}

function bag(x: number, y: number, w: number, h: number, fill: Ink, { chance }: Canvas): string {
  const side = w * 0.16;
  const pattern = chance.pick([
    '',
    stroke('sky', w * 0.03, [0.3, 0.45, 0.6, 0.75].map((share) => `M${at(x, y - h * share)}h${at(w - side)}`).join(''), ' opacity=".55"'),
    [0.25, 0.5, 0.75]
      .flatMap((row) => [0.2, 0.5, 0.8].map((column) => circle('sky', x + (w - side) * column, y - h * row, w * 0.035, ' opacity=".6"')))
      .join(''),
  ]);
  return [
    stroke(
      'deep',
      w * 0.035,
      `M${at(x + w * 0.24, y - h)}v${at(-h * 0.08)}a${at(w * 0.19, w * 0.19)} 0 0 1 ${at(w * 0.38, 0)}v${at(h * 0.08)}`,
    ),
    box(fill, x, y - h, w - side, h, 4),
    pattern,
    path('deep', `M${at(x + w - side, y - h)}l${at(side, h * 0.06)}V${at(y)}h${at(-side)}Z`, ' opacity=".75"'),
  ].join('');
}

const parcel = (x: number, y: number, w: number, h: number, fill: Ink): string =>
  box(fill, x, y - h, w, h, 4) +
  box('paper', x + w * 0.42, y - h, w * 0.16, h) +
  path(
    'paper',
    `M${at(x + w * 0.5, y - h)}q${at(-w * 0.3, -h * 0.4)} ${at(-w * 0.24, -h * 0.02)}ZM${at(x + w * 0.5, y - h)}q${at(w * 0.3, -h * 0.4)} ${at(w * 0.24, -h * 0.02)}Z`,
  );

const tag = (x: number, y: number, size: number, turn: number): string =>
  `<g transform="translate(${at(x, y)})rotate(${at(turn)})">${path('glow', `M0 0l${at(size * 0.5, -size * 0.42)}h${at(size * 0.9)}v${at(size * 0.84)}h${at(-size * 0.9)}Z`)}${circle('deep', size * 0.34, 0, size * 0.09)}${stroke('deep', size * 0.09, `M${at(size * 0.7, -size * 0.14)}h${at(size * 0.46)}M${at(size * 0.7, size * 0.12)}h${at(size * 0.3)}`)}</g>`;
