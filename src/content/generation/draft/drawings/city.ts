import { at, box, type Canvas, circle, type Ink, path, stars } from './draw.ts';

export function city(canvas: Canvas): string {
  const { w, h, chance } = canvas;
  return [
    stars(canvas, 36),
    circle('glow', w * chance.between(0.6, 0.85), h * 0.24, h * 0.1),
    row(canvas, 'far', 0.52, 0.3, false),
    row(canvas, 'mid', 0.42, 0.26, true),
    row(canvas, 'near', 0.3, 0.2, true),
    box('deep', 0, h * 0.93, w, h * 0.07),
  ].join('');
}

function row({ w, h, chance }: Canvas, fill: Ink, tallest: number, lowest: number, lit: boolean): string {
  let all = '';
  for (let x = -w * 0.02; x < w; ) {
    const wide = h * chance.between(0.13, 0.24);
    const tall = h * chance.between(lowest, tallest);
    const top = h * 0.94 - tall;
    const roof = chance.whole(0, 3);
    if (roof === 0) all += path(fill, `M${at(x, top)}l${at(wide / 2, -wide * 0.4)}l${at(wide / 2, wide * 0.4)}Z`);
    if (roof === 1) all += path(fill, `M${at(x, top)}v${at(-wide * 0.3)}l${at(wide, wide * 0.3)}Z`);
    if (roof === 2) all += box(fill, x + wide * 0.6, top - wide * 0.22, wide * 0.14, wide * 0.3);
    all += box(fill, x, top, wide, tall + 4);
    if (lit) {
      const columns = chance.whole(2, 3);
      const cell = wide / (columns + 0.6);
      let windows = '';
      for (let c = 0; c < columns; c++)
        for (let r = 0; r < Math.floor(tall / (cell * 1.5)); r++)
          if (chance.whole(0, 9) > 4)
            windows += `M${at(x + cell * (c + 0.5), top + cell * (0.6 + r * 1.5))}h${at(cell * 0.45)}v${at(cell * 0.7)}h${at(-cell * 0.45)}Z`;
      all += path(chance.pick(['glow', 'paper', 'sky'] as const), windows, ' opacity=".85"');
    }
    x += wide + (chance.whole(0, 3) ? 2 : h * 0.03);
  }
  return all;
}
