import { at, type Canvas, circle, ellipse, group, leaf, path, stroke } from './draw.ts';

export function table(canvas: Canvas): string {
  const { w, h, chance } = canvas;
  const unit = Math.min(w, h);
  const wide = w > h * 1.4;
  const spots: [number, number][] = wide
    ? [
        [0.2, 0.52],
        [0.5, 0.5],
        [0.8, 0.5],
      ]
    : [
        [0.36, 0.28],
        [0.64, 0.72],
      ];
  return [
    path('far', `M${at(w * 0.14, 0)}H${at(w * 0.86)}V${at(h)}H${at(w * 0.14)}Z`, ' opacity=".45"'),
    ...spots.map(([x, y], i) => setting(w * x, h * y, unit * (wide ? 0.34 : 0.24), canvas, i)),
    wide ? '' : glass(w * 0.76, h * 0.27, unit * 0.085) + glass(w * 0.27, h * 0.64, unit * 0.085),
    wide
      ? ''
      : lemon(w * 0.22, h * 0.85, unit * 0.075, chance.between(0, 90)) + lemon(w * 0.84, h * 0.47, unit * 0.06, chance.between(0, 90)),
    wide ? '' : sprig(w * 0.2, h * 0.5, unit * 0.16, chance.between(-70, -20)) + sprig(w * 0.8, h * 0.93, unit * 0.14, 200),
  ].join('');
}

function setting(x: number, y: number, r: number, { chance }: Canvas, i: number): string {
  const food = i % 2 === 0 ? greens(x, y, r * 0.55, chance.between(0, 60)) : slices(x, y, r * 0.5);
  return [
    circle('paper', x, y, r),
    `<circle cx="${at(x)}" cy="${at(y)}" r="${at(r * 0.68)}" fill="none" stroke="var(--far)" stroke-width="3"/>`,
    food,
    stroke('deep', r * 0.05, `M${at(x - r * 1.28, y - r * 0.7)}v${at(r * 1.5)}`),
    stroke(
      'deep',
      r * 0.026,
      `M${at(x - r * 1.36, y - r * 0.78)}v${at(r * 0.36)}q0 ${at(r * 0.1)} ${at(r * 0.08, r * 0.12)}q${at(r * 0.08, -r * 0.02)} ${at(r * 0.08, -r * 0.12)}v${at(-r * 0.36)}M${at(x - r * 1.28, y - r * 0.78)}v${at(r * 0.36)}`,
    ),
    path(
      'deep',
      `M${at(x + r * 1.24, y - r * 0.8)}q${at(r * 0.16, r * 0.3)} ${at(r * 0.07, r * 0.78)}v${at(r * 0.8)}q${at(-r * 0.035, r * 0.05)} ${at(-r * 0.07, 0)}Z`,
    ),
  ].join('');
}

function greens(x: number, y: number, r: number, turn: number): string {
  let all = ellipse('glow', x, y, r * 0.6, r * 0.5);
  for (let i = 0; i < 9; i++) all += leaf(i % 3 ? 'near' : 'mid', x, y, r * (i % 2 ? 0.95 : 0.75), turn + i * 40, 0.26);
  return (
    all + [0, 120, 240].map((a) => circle('glow', x + Math.cos(a + turn) * r * 0.4, y + Math.sin(a + turn) * r * 0.4, r * 0.15)).join('')
  );
}

const slices = (x: number, y: number, r: number): string =>
  [-0.5, 0, 0.5]
    .map((share) =>
      group(
        `translate(${at(x + r * share, y)})rotate(-18)`,
        ellipse('mid', 0, 0, r * 0.4, r * 0.72) + ellipse('glow', r * 0.04, 0, r * 0.3, r * 0.58),
      ),
    )
    .join('') + leaf('near', x - r * 0.2, y + r * 0.5, r * 0.9, -24, 0.2);

const glass = (x: number, y: number, r: number): string =>
  circle('mid', x, y, r, ' opacity=".5"') + circle('paper', x, y, r * 0.84, ' opacity=".7"') + circle('glow', x, y, r * 0.62);

function lemon(x: number, y: number, r: number, turn: number): string {
  let d = '';
  for (let i = 0; i < 8; i++) {
    const a = ((i * 45 + turn) * Math.PI) / 180;
    d += `M${at(x, y)}l${at(Math.cos(a) * r * 0.78, Math.sin(a) * r * 0.78)}`;
  }
  return circle('glow', x, y, r) + circle('paper', x, y, r * 0.86) + circle('glow', x, y, r * 0.78) + stroke('paper', r * 0.07, d);
}

function sprig(x: number, y: number, size: number, turn: number): string {
  let all = stroke('near', 4, `M0 0h${at(size * 1.6)}`);
  for (let i = 0; i < 6; i++) all += leaf(i % 2 ? 'near' : 'mid', size * (0.25 + i * 0.24), 0, size * 0.55, i % 2 ? 48 : -48, 0.26);
  return group(`translate(${at(x, y)})rotate(${at(turn)})`, all);
}
