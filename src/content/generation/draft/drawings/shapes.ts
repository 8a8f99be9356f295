import { at, box, type Canvas, circle, type Ink, path, swell } from './draw.ts';

export const shapes = (canvas: Canvas): string => canvas.chance.pick([tiles, discs, layers, arches, tiles])(canvas);

const INKS: readonly Ink[] = ['far', 'mid', 'near', 'deep', 'glow', 'paper', 'sky'];

function tiles({ w, h, chance }: Canvas): string {
  const columns = Math.max(3, Math.round(w / (Math.min(w, h) / 3.4)));
  const size = w / columns;
  const rows = Math.ceil(h / size);
  let all = '';
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const [x, y] = [column * size, row * size];
      const ground = chance.whole(0, 6);
      all +=
        box(INKS[ground] as Ink, x, y, size + 0.5, size + 0.5) +
        tile(x, y, size, INKS[(ground + chance.whole(1, 5)) % 7] as Ink, chance.whole(0, 6), chance.whole(0, 3));
    }
  return all;
}

function tile(x: number, y: number, size: number, ink: Ink, kind: number, corner: number): string {
  if (kind <= 2) {
    const [cx, cy] = [corner % 2, corner >> 1];
    return path(
      ink,
      `M${at(x + cx * size, y + cy * size)}h${at(cx ? -size : size)}A${at(size, size)} 0 0 ${cx === cy ? 1 : 0} ${at(x + cx * size, y + (cy ? 0 : size))}Z`,
    );
  }
  if (kind === 3) return circle(ink, x + size / 2, y + size / 2, size * 0.36);
  if (kind === 4) return path(ink, `M${at(x, y + size)}L${at(x + size, y)}V${at(y + size)}Z`);
  const half = `a${at(size / 2, size / 2)} 0 0 1 ${at(size, 0)}Z`;
  if (kind === 5) return path(ink, `M${at(x, y + size / 2)}${half}M${at(x, y + size)}${half}`);
  return [0.125, 0.375, 0.625, 0.875].map((share) => box(ink, x, y + size * (share - 0.0625), size, size * 0.11)).join('');
}

function discs({ w, h, chance }: Canvas): string {
  const unit = Math.min(w, h);
  const [x, y] = [w * chance.between(0.4, 0.6), h * chance.between(0.42, 0.58)];
  const turn = chance.between(0, 360);
  const half = (ink: Ink, cx: number, cy: number, r: number, degrees: number) =>
    path(ink, `M${at(-r, 0)}A${at(r, r)} 0 0 1 ${at(r, 0)}Z`, ` transform="translate(${at(cx, cy)})rotate(${at(degrees)})"`);
  return [
    circle('far', x, y, unit * 0.44),
    half('mid', x, y, unit * 0.44, turn),
    circle('paper', x - unit * 0.36, y + unit * 0.3, unit * 0.2),
    half('near', x - unit * 0.36, y + unit * 0.3, unit * 0.2, turn + 90),
    half('deep', x + unit * 0.3, y - unit * 0.26, unit * 0.24, turn - 60),
    circle('glow', x + unit * chance.between(0.3, 0.4), y + unit * chance.between(0.18, 0.3), unit * 0.12),
    circle('near', x - unit * 0.3, y - unit * 0.36, unit * 0.06),
  ].join('');
}

function layers(canvas: Canvas): string {
  const { w, h, chance } = canvas;
  const unit = Math.min(w, h);
  return [
    circle('glow', w * chance.between(0.55, 0.72), h * 0.34, unit * 0.17),
    ...(['far', 'mid', 'near', 'deep'] as const).map((ink, i) =>
      swell(canvas, ink, h * (0.42 + i * 0.15), h * (0.17 - i * 0.02), 2 + (i % 2)),
    ),
  ].join('');
}

function arches({ w, h, chance }: Canvas): string {
  const count = Math.max(2, Math.round(w / (Math.min(w, h) * 0.42)));
  const width = w / count;
  let all = '';
  for (let i = 0; i < count; i++) {
    const first = chance.whole(0, 5);
    const top = h * chance.between(0.14, 0.42);
    for (let ring = 0; ring < 4; ring++) {
      const r = (width / 2) * (1 - ring * 0.25);
      const x = width * (i + 0.5);
      all += path(
        INKS[(first + ring * 2) % 6] as Ink,
        `M${at(x - r, h)}V${at(top + width / 2)}a${at(r, r)} 0 0 1 ${at(r * 2, 0)}V${at(h)}Z`,
      );
    }
  }
  return all + circle('glow', width * chance.whole(1, count - 1), h * 0.1, Math.min(w, h) * 0.06);
}
