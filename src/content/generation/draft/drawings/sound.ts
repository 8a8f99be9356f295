import { at, box, type Canvas, circle, type Ink, stroke } from './draw.ts';

export function sound({ w, h, chance }: Canvas): string {
  const r = Math.min(w, h) * 0.32;
  const [x, y] = [w * 0.5, h * (h > w ? 0.36 : 0.5)];
  let all = circle('deep', x, y, r);
  let d = '';
  for (let i = 1; i < 7; i++) {
    const ring = r * (0.42 + i * 0.085);
    d += `M${at(x - ring, y)}a${at(ring, ring)} 0 1 0 ${at(ring * 2, 0)}a${at(ring, ring)} 0 1 0 ${at(-ring * 2, 0)}`;
  }
  all += stroke('near', 2, d, ' opacity=".7"') + circle('glow', x, y, r * 0.36) + circle('deep', x, y, r * 0.05);
  const bars = Math.round(w / 34);
  const base = h * (h > w ? 0.82 : 0.5);
  const phase = chance.between(0, 6);
  for (let i = 0; i < bars; i++) {
    const bx = (w / bars) * (i + 0.3);
    if (h <= w && Math.abs(bx - x) < r * 1.12) continue;
    const wave = Math.abs(Math.sin(i * 0.55 + phase) * Math.cos(i * 0.23)) * 0.75 + chance.between(0.08, 0.25);
    const tall = h * (h > w ? 0.13 : 0.34) * wave * 2;
    all += box(chance.pick(['mid', 'near', 'far', 'mid'] as Ink[]), bx, base - tall / 2, (w / bars) * 0.42, tall, 7);
  }
  return all;
}
