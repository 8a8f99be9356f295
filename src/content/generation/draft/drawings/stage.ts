import { at, box, type Canvas, circle, ellipse, type Ink, path } from './draw.ts';

export function stage(canvas: Canvas): string {
  const { w, h, chance } = canvas;
  const x = w * chance.between(0.44, 0.58);
  const floor = h * 0.62;
  return [
    path('paper', `M${at(x - h * 0.05, 0)}h${at(h * 0.1)}L${at(x + h * 0.62, floor)}H${at(x - h * 0.62)}Z`, ' opacity=".55"'),
    box('far', x - h * 0.55, h * 0.12, h * 1.1, h * 0.34, 6),
    box('glow', x - h * 0.47, h * 0.18, h * 0.36, h * 0.045, 5),
    box('paper', x - h * 0.47, h * 0.26, h * 0.56, h * 0.024, 4),
    box('paper', x - h * 0.47, h * 0.31, h * 0.44, h * 0.024, 4),
    path('near', `M${at(w * 0.1, h)}L${at(w * 0.2, floor)}H${at(w * 0.8)}L${at(w * 0.9, h)}Z`),
    ellipse('mid', x, floor + h * 0.03, h * 0.5, h * 0.035),
    circle('deep', x + h * 0.2, floor - h * 0.2, h * 0.036),
    path(
      'deep',
      `M${at(x + h * 0.14, floor + h * 0.02)}q${at(0, -h * 0.17)} ${at(h * 0.06, -h * 0.17)}q${at(h * 0.06, 0)} ${at(h * 0.06, h * 0.17)}Z`,
    ),
    path('glow', `M${at(x + h * 0.09, floor + h * 0.03)}l${at(h * 0.015, -h * 0.12)}h${at(h * 0.1)}l${at(h * 0.015, h * 0.12)}Z`),
    heads(canvas, h * 0.78, h * 0.046, 'mid'),
    heads(canvas, h * 0.87, h * 0.06, 'near'),
    heads(canvas, h * 0.99, h * 0.078, 'deep'),
  ].join('');
}

function heads({ w, chance }: Canvas, y: number, r: number, fill: Ink): string {
  let all = '';
  for (let x = -r + chance.between(0, r); x < w + r; x += r * chance.between(2.5, 3.2)) {
    const lift = chance.between(-r * 0.3, r * 0.3);
    all +=
      circle(fill, x, y - r * 1.35 + lift, r * 0.78) +
      path(
        fill,
        `M${at(x - r * 1.35, y + r * 3)}V${at(y + r * 0.6 + lift)}q0 ${at(-r * 0.9)} ${at(r * 1.35, -r * 0.9)}q${at(r * 1.35, 0)} ${at(r * 1.35, r * 0.9)}V${at(y + r * 3)}Z`,
      );
  }
  return all;
}
