import { at, type Canvas, circle, ellipse, path, ridge, stars, stroke, swell } from './draw.ts';

export function sea(canvas: Canvas): string {
  const { w, h, chance } = canvas;
  const horizon = h * 0.5;
  const boatX = w * chance.between(0.34, 0.46);
  const boatY = h * 0.72;
  const size = h * 0.3;
  const lightX = w * 0.83;
  const foot = h * 0.5;
  return [
    stars(canvas, 40),
    circle('glow', w * chance.between(0.56, 0.7), horizon - h * 0.1, h * 0.12),
    ridge({ ...canvas, h: horizon }, 'far', horizon, h * 0.06, 0.4),
    path('far', `M0 ${at(horizon)}H${at(w)}V${at(h)}H0Z`),
    stroke('paper', 3, glints(canvas, horizon), ' opacity=".65"'),
    path(
      'near',
      `M${at(w * 0.66, h * 0.58)}q${at(w * 0.06, -h * 0.1)} ${at(w * 0.13, -h * 0.1)}h${at(w * 0.09)}q${at(w * 0.07, h * 0.01)} ${at(w * 0.14, h * 0.1)}Z`,
    ),
    path(
      'paper',
      `M${at(lightX - h * 0.035, foot)}L${at(lightX - h * 0.022, foot - h * 0.3)}h${at(h * 0.044)}L${at(lightX + h * 0.035, foot)}Z`,
    ),
    path(
      'deep',
      `M${at(lightX - h * 0.0315, foot - h * 0.08)}l${at(h * 0.0035, -h * 0.08)}h${at(h * 0.056)}l${at(h * 0.0035, h * 0.08)}ZM${at(lightX - h * 0.032, foot - h * 0.3)}h${at(h * 0.064)}v${at(-h * 0.012)}h${at(-h * 0.064)}ZM${at(lightX - h * 0.024, foot - h * 0.365)}l${at(h * 0.024, -h * 0.03)}l${at(h * 0.024, h * 0.03)}Z`,
    ),
    path('glow', `M${at(lightX - h * 0.016, foot - h * 0.312)}h${at(h * 0.032)}v${at(-h * 0.053)}h${at(-h * 0.032)}Z`),
    swell(canvas, 'mid', h * 0.6, h * 0.035, 7),
    swell(canvas, 'near', h * 0.7, h * 0.045, 6),
    stroke('deep', size * 0.025, `M${at(boatX, boatY)}V${at(boatY - size)}`),
    path(
      'paper',
      `M${at(boatX + size * 0.04, boatY - size)}Q${at(boatX + size * 0.5, boatY - size * 0.5)} ${at(boatX + size * 0.52, boatY - size * 0.12)}H${at(boatX + size * 0.04)}Z`,
    ),
    path(
      'glow',
      `M${at(boatX - size * 0.04, boatY - size * 0.85)}Q${at(boatX - size * 0.26, boatY - size * 0.4)} ${at(boatX - size * 0.34, boatY - size * 0.12)}H${at(boatX - size * 0.04)}Z`,
    ),
    path(
      'deep',
      `M${at(boatX - size * 0.5, boatY - size * 0.06)}h${at(size * 1.15)}q${at(-size * 0.1, size * 0.24)} ${at(-size * 0.3, size * 0.24)}h${at(-size * 0.55)}q${at(-size * 0.2, 0)} ${at(-size * 0.3, -size * 0.24)}Z`,
    ),
    swell(canvas, 'near', h * 0.77, h * 0.04, 5),
    swell(canvas, 'deep', h * 0.88, h * 0.05, 5),
    ellipse('paper', w * 0.12, h * 0.2, h * 0.12, h * 0.018, ' opacity=".6"'),
    ellipse('paper', w * 0.18, h * 0.235, h * 0.16, h * 0.016, ' opacity=".6"'),
  ].join('');
}

function glints({ w, h, chance }: { w: number; h: number; chance: { between(a: number, b: number): number } }, horizon: number): string {
  let d = '';
  for (let i = 0; i < 9; i++)
    d += `M${at(w * chance.between(0.5, 0.74), horizon + h * (0.02 + i * 0.012))}h${at(h * chance.between(0.03, 0.12))}`;
  return d;
}
