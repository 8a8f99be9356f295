import type { BlockView } from '../context.ts';
import type { BlockOf } from '../draft.ts';
import { paragraph, photo, section } from '../parts.ts';
import { line, lines } from '../text.ts';
import { itemRows, mailHead2 } from '../mail-parts.ts';

type Features = BlockOf<'features'>;

/** Short names stand in columns, long texts beside their heading; four make a grid. */
function layoutOf({ layout, items }: Features, at: number): NonNullable<Features['layout']> {
  if (layout) return layout;
  if (items.every(({ text }) => !text)) return 'list';
  if (items.some(({ picture }) => picture)) return 'grid';
  if (items.length === 4) return at % 2 === 0 ? 'grid' : 'split';
  return items.length === 2 ? 'columns' : at % 2 === 0 ? 'split' : 'columns';
}

export const features: BlockView<'features'> = {
  page(block, { words, at }) {
    const layout = layoutOf(block, at);
    const items = block.items.map(({ heading, text, picture }) =>
      lines('<li>', picture && photo(picture), `<h3>${line(heading)}</h3>`, paragraph(text), '</li>'),
    );
    return section(block, `features ${layout}`, words.headings.features as string, lines('<ul>', ...items, '</ul>'));
  },
  css: `.features h3 { font-size: var(--step-1); } .features li p { color: var(--soft); margin-block-start: 8px; max-width: 34em; }
.features img { width: 100%; aspect-ratio: 4 / 3; object-fit: cover; border-radius: var(--radius); margin-block-end: 16px; display: block; }
.features ul { display: grid; gap: 32px 48px; }
.features.split li { border-block-start: 1px solid var(--line); padding-block-start: 24px; }
.features.list ul { gap: 0; } .features.list li { padding-block: 20px; border-block-start: 1px solid var(--line); } .features.list li:last-child { border-block-end: 1px solid var(--line); }
.features.list h3 { font-size: var(--step-2); }
.features.grid li { border-block-start: 3px solid var(--button); padding-block-start: 20px; }
.features.columns li:first-child { background: var(--surface); padding: clamp(24px, 4vw, 44px); border-radius: var(--radius); } .features.columns li:first-child h3 { font-size: var(--step-2); } .features.columns li:first-child p { font-size: var(--step-1); line-height: 1.5; }
@media (min-width: 48rem) { .features.grid ul { grid-template-columns: 1fr 1fr; } }
@media (min-width: 60rem) { .features.columns ul { grid-template-columns: 7fr 5fr; } .features.columns li:first-child { grid-row: 1 / span 12; align-self: start; } .features.columns li:not(:first-child) { padding-block-start: 8px; } .features.columns li:nth-child(n + 3) { border-block-start: 1px solid var(--line); padding-block-start: 32px; } .features.list ul { columns: 2; display: block; column-gap: 64px; } .features.list li { break-inside: avoid; } }`,
  email: ({ heading, text, items }, { looks }) => lines(mailHead2(looks, 'features', { heading, text }), itemRows(looks, 'features', items)),
};
