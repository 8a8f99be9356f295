import { at, box, type Canvas, circle, type Ink, leaf, path, stroke } from './draw.ts';

export function desk(canvas: Canvas): string {
  const { w, h, chance } = canvas;
  const top = h * 0.74;
  const unit = Math.min(w, h);
  const lampX = w * 0.26;
  const inks: Ink[] = ['near', 'glow', 'mid', 'deep', 'far'];
  let books = '';
  let pile = top;
  for (let i = 0; i < 4; i++) {
    const tall = unit * chance.between(0.045, 0.07);
    const wide = unit * chance.between(0.32, 0.44);
    pile -= tall;
    books +=
      box(inks[i] as Ink, w * 0.56 - wide / 2 + unit * chance.between(-0.03, 0.03), pile, wide, tall - 3, 4) +
      stroke('paper', 4, `M${at(w * 0.56 - unit * 0.12, pile + tall * 0.46)}h${at(unit * chance.between(0.06, 0.14))}`, ' opacity=".8"');
  }
  return [
    box('far', w * 0.36, h * 0.1, unit * 0.52, unit * 0.46, 8),
    circle('paper', w * 0.36 + unit * chance.between(0.14, 0.38), h * 0.1 + unit * 0.2, unit * 0.08, ' opacity=".8"'),
    stroke(
      'sky',
      unit * 0.014,
      `M${at(w * 0.36 + unit * 0.26, h * 0.1)}v${at(unit * 0.46)}M${at(w * 0.36, h * 0.1 + unit * 0.23)}h${at(unit * 0.52)}`,
    ),
    path('glow', `M${at(lampX + unit * 0.05, top - unit * 0.42)}L${at(lampX - unit * 0.04, top)}h${at(unit * 0.46)}Z`, ' opacity=".35"'),
    stroke(
      'deep',
      unit * 0.018,
      `M${at(lampX - unit * 0.08, top)}L${at(lampX - unit * 0.18, top - unit * 0.26)}L${at(lampX + unit * 0.06, top - unit * 0.46)}`,
    ),
    path(
      'deep',
      `M${at(lampX - unit * 0.02, top - unit * 0.52)}l${at(unit * 0.16, unit * 0.06)}l${at(unit * 0.06, unit * 0.16)}l${at(-unit * 0.26, -unit * 0.1)}Z`,
    ),
    box('deep', lampX - unit * 0.16, top - unit * 0.025, unit * 0.17, unit * 0.025, 8),
    books,
    plant(w * 0.85, top, unit * 0.34, canvas),
    box('near', 0, top, w, h * 0.035),
    box('mid', 0, top + h * 0.035, w, h),
    path('near', `M${at(w * 0.12, top + h * 0.035)}h${at(w * 0.3)}v${at(h * 0.11)}h${at(-w * 0.3)}Z`, ' opacity=".55"'),
    stroke('paper', 7, `M${at(w * 0.24, top + h * 0.09)}h${at(w * 0.06)}`),
  ].join('');
}

function plant(x: number, y: number, size: number, { chance }: Canvas): string {
  let leaves = '';
  for (let i = 0; i < 8; i++)
    leaves += leaf(
      i % 2 ? 'near' : 'mid',
      x,
      y - size * 0.36,
      size * chance.between(0.6, 1.05),
      -162 + i * 20 + chance.between(-6, 6),
      0.2,
    );
  return (
    leaves + path('glow', `M${at(x - size * 0.22, y - size * 0.4)}h${at(size * 0.44)}l${at(-size * 0.06, size * 0.4)}h${at(-size * 0.32)}Z`)
  );
}
