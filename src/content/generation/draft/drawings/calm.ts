import { at, box, type Canvas, circle, path, stroke, swell } from './draw.ts';

export function calm(canvas: Canvas): string {
  const { w, h, chance } = canvas;
  const unit = Math.min(w, h);
  const water = h * 0.74;
  const x = w * chance.between(0.46, 0.54);
  let arches = '';
  for (const [i, size] of [0.46, 0.37, 0.28, 0.19].entries()) {
    const r = unit * size;
    const top = water - unit * 0.2;
    arches += path(
      (['far', 'paper', 'mid', 'near'] as const)[i] as 'far',
      `M${at(x - r, water)}V${at(top)}a${at(r, r)} 0 0 1 ${at(r * 2, 0)}V${at(water)}Z`,
    );
  }
  let light = '';
  for (let i = 0; i < 8; i++)
    light += `M${at(x - unit * (0.17 - i * 0.016) + chance.between(-8, 8), water + (h - water) * (0.14 + i * 0.1))}h${at(unit * (0.34 - i * 0.032))}`;
  let reeds = '';
  for (const side of [-1, 1])
    for (let i = 0; i < 5; i++) {
      const rx = x + side * unit * (0.5 + i * 0.05 + chance.between(0, 0.03));
      const tall = unit * chance.between(0.18, 0.46);
      reeds +=
        stroke('near', 5, `M${at(rx, h)}Q${at(rx, h - tall * 0.7)} ${at(rx + side * tall * 0.2, h - tall)}`) +
        stroke('deep', 15, `M${at(rx + side * tall * 0.13, h - tall * 0.86)}L${at(rx + side * tall * 0.19, h - tall * 0.98)}`);
    }
  return [
    arches,
    circle('glow', x, water - unit * 0.16, unit * 0.125),
    box('mid', 0, water, w, h - water),
    swell(canvas, 'near', h * 0.93, h * 0.015, 4),
    stroke('paper', 5, light, ' opacity=".75"'),
    reeds,
  ].join('');
}
