import { at, box, type Canvas, circle, group, type Ink, stroke } from './draw.ts';

export function device({ w, h, chance }: Canvas): string {
  const tall = h * (w > h ? 0.96 : 0.74);
  const wide = tall * 0.5;
  const [x, y] = [w * 0.5 - wide / 2, (h - tall) * (w > h ? 0.9 : 0.5)];
  const pad = wide * 0.08;
  const inner = wide - pad * 2;
  let bars = '';
  for (let i = 0; i < 7; i++) {
    const height = tall * chance.between(0.05, 0.17);
    bars += box(
      i === 4 ? 'glow' : 'mid',
      x + pad * 1.8 + (inner - pad * 1.6) * (i / 7),
      y + tall * 0.42 - height,
      (inner - pad * 1.6) / 11,
      height,
      5,
    );
  }
  let rows = '';
  for (let i = 0; i < 4; i++) {
    const ry = y + tall * (0.5 + i * 0.115);
    rows +=
      box('paper', x + pad, ry, inner, tall * 0.095, 12) +
      circle((['near', 'mid', 'glow', 'far'] as Ink[])[i] as Ink, x + pad * 2.4, ry + tall * 0.0475, tall * 0.026) +
      stroke('mid', 7, `M${at(x + pad * 3.8, ry + tall * 0.036)}h${at(inner * chance.between(0.3, 0.5))}`) +
      stroke('far', 6, `M${at(x + pad * 3.8, ry + tall * 0.062)}h${at(inner * chance.between(0.16, 0.3))}`);
  }
  const note = group(
    `translate(${at(x + wide * 0.72, y + tall * 0.16)})`,
    box('deep', 6, 10, wide * 0.62, tall * 0.13, 16, ' opacity=".18"') +
      box('glow', 0, 0, wide * 0.62, tall * 0.13, 16) +
      circle('deep', tall * 0.06, tall * 0.065, tall * 0.03) +
      stroke(
        'deep',
        8,
        `M${at(tall * 0.115, tall * 0.05)}h${at(wide * 0.3)}M${at(tall * 0.115, tall * 0.085)}h${at(wide * 0.2)}`,
        ' opacity=".7"',
      ),
  );
  return [
    circle('far', w * 0.5, h * 0.5, Math.min(w, h) * 0.47, ' opacity=".7"'),
    circle('mid', w * chance.between(0.12, 0.2), h * 0.8, Math.min(w, h) * 0.09),
    box('deep', x, y, wide, tall, wide * 0.13),
    box('sky', x + pad * 0.5, y + pad * 0.5, wide - pad, tall - pad, wide * 0.1),
    box('deep', x + wide * 0.38, y + pad * 0.8, wide * 0.24, pad * 0.55, pad * 0.3),
    stroke('near', 12, `M${at(x + pad * 1.4, y + tall * 0.1)}h${at(inner * 0.5)}`),
    stroke('far', 8, `M${at(x + pad * 1.4, y + tall * 0.135)}h${at(inner * 0.34)}`),
    box('paper', x + pad, y + tall * 0.19, inner, tall * 0.26, 16),
    bars,
    rows,
    note,
  ].join('');
}
