import type { BlockView, PageContext } from '../context.ts';
import type { BlockOf } from '../draft.ts';
import { itemGrid } from '../mail-parts.ts';
import { paragraph, photo, section } from '../parts.ts';
import { line, lines } from '../text.ts';

type Features = BlockOf<'features'>;

type Layout = NonNullable<Features['layout']>;

/** Short names stand in a list, pictures in a grid, texts beside their heading or around the first of them. */
function layoutOf(block: Features & { id: string }, { head, style }: PageContext): Layout {
  const { layout, items } = block;
  // The card of the first entry is as tall as the others together, and empty without a text.
  if (layout === 'columns' && !items[0]?.text) return 'list';
  if (layout) return layout;
  if (items.every(({ text, picture }) => !text && !picture)) return 'list';
  if (items.some(({ picture }) => picture)) return 'grid';
  const isLong = items.some(({ text = '' }) => text.length > 240);
  if (head === 'side') return items.length > 9 ? 'grid' : 'split';
  if (items.length < 2) return 'split';
  if (items.length > 5 || isLong) return 'grid';
  return style.choose(block, ['columns', 'grid'] as const);
}

/** How many columns the items have, and over how many of them the first one goes, so that no row is half empty. */
function grid(count: number, layout: Layout): string {
  if (layout === 'columns') return ` style="--rest: ${Math.max(1, count - 1)}"`;
  if (layout !== 'grid') return '';
  const columns = count > 5 ? 3 : 2;
  return ` style="--columns: ${columns}; --lead: ${1 + ((columns - (count % columns)) % columns)}"`;
}

export const features: BlockView<'features'> = {
  page(block, context) {
    const layout = layoutOf(block, context);
    const items = block.items.map(({ heading, text, picture }) =>
      lines('<li>', picture && photo(picture), `<h3>${line(heading)}</h3>`, paragraph(text), '</li>'),
    );
    const lead = layout === 'grid' && block.items.length % (block.items.length > 5 ? 3 : 2) > 0 ? ' led' : '';
    const brief = block.items.every(({ text = '' }) => text.length <= 130) ? ' brief' : '';
    const head = layout === 'split' || layout === 'list' ? 'side' : 'top';
    return section(
      block,
      { className: `features ${layout}${lead}${brief}`, head, name: context.words.headings.features },
      lines(`<ul${grid(block.items.length, layout)}>`, ...items, '</ul>'),
    );
  },
  css: `.features li p { color: var(--soft); margin-block-start: 8px; max-width: 36em; }
.features img { width: 100%; aspect-ratio: 4 / 3; object-fit: cover; border-radius: var(--radius); margin-block-end: 20px; display: block; }
.features ul { display: grid; gap: 32px 48px; }
.features.split ul { gap: 0; } .features.split li { border-block-start: 1px solid var(--line); padding-block: 24px; } .features.split li:last-child { padding-block-end: 0; }
.features.list ul { display: block; } .features.list li { padding-block: 18px; border-block-start: 1px solid var(--line); } .features.list li:last-child { border-block-end: 1px solid var(--line); }
.features.list:not(.aside) ul { columns: 2 20rem; column-gap: 72px; } .features.list:not(.aside) li { break-inside: avoid; border-block: 0; border-block-end: 1px solid var(--line); }
.features.list h3 { font-size: var(--step-2); }
.features.columns li:first-child { background: var(--band); color: var(--on-band); padding: clamp(28px, 4vw, 52px); border-radius: calc(var(--radius) * 1.6); } .features.columns li:first-child h3 { font-size: var(--step-3); } .features.columns li:first-child p { font-size: var(--step-1); line-height: 1.5; color: var(--on-band-soft); } .features.columns li:first-child a { color: inherit; }
.items-open .features.grid:not(.led) h3 { font-size: var(--step-2); } .items-open .features.grid ul { gap: 48px 72px; }
.items-ruled .features.grid li { border-block-start: 2px solid var(--ink); padding-block-start: 20px; }
.items-ruled .features.grid li:has(img) { border: 0; padding: 0; }
.items-cards .features.grid ul { gap: 20px; } .items-cards .features.grid li { background: var(--card); border-radius: calc(var(--radius) * 1.6); padding: clamp(24px, 3vw, 40px); }
.items-cards .features.grid li:has(img) { padding: 0 0 28px; overflow: hidden; } .items-cards .features.grid li:has(img) > :not(img) { margin-inline: 28px; } .items-cards .features.grid li img { border-radius: 0; }
@media (min-width: 48rem) { .features.grid ul { grid-template-columns: repeat(min(var(--columns), 2), minmax(0, 1fr)); } }
@media (min-width: 60rem) { .features.grid ul { grid-template-columns: repeat(var(--columns), minmax(0, 1fr)); } .features.led.grid li:first-child { grid-column: span var(--lead); } .features.led li:first-child h3 { font-size: var(--step-3); } .features.led li:first-child p { font-size: var(--step-1); line-height: 1.5; } .features.led li:first-child img { aspect-ratio: 21 / 9; }
.features.columns ul { grid-template-columns: minmax(0, 7fr) minmax(0, 5fr); gap: 0 clamp(40px, 5vw, 72px); } .features.columns li:first-child { grid-row: 1 / span var(--rest); display: flex; flex-direction: column; justify-content: flex-end; min-height: 18rem; } .features.columns li:not(:first-child) { padding-block: 24px; align-self: center; } .features.columns li:nth-child(n + 3) { border-block-start: 1px solid var(--line); } .features.split li { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 8px 32px; } .features.split li p { margin: 0; } }`,
  email: ({ items }, { looks }) => itemGrid(looks, 'features', items),
};
