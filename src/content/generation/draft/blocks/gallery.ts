import type { BlockView } from '../context.ts';
import { mailPhoto, mailText, row } from '../mail-parts.ts';
import { photo, section } from '../parts.ts';
import { line, lines } from '../text.ts';

/** Over how many of three columns the first picture goes, or the last one behind a large first: no row has a hole. */
function leadOf(count: number, look: 'pair' | 'mosaic' | 'even'): number {
  const places = look === 'mosaic' ? count + 3 : count;
  return 1 + ((3 - (places % 3)) % 3);
}

export const gallery: BlockView<'gallery'> = {
  page: (block, { words, style }) => {
    const { items } = block;
    const look = items.length < 3 ? 'pair' : style.choose(block, ['mosaic', 'even'] as const);
    return section(
      block,
      { className: `gallery ${look}`, head: 'top', name: words.headings.gallery },
      lines(
        `<div class="pictures" style="--lead: ${leadOf(items.length, look)}">`,
        ...items.map((item) => `<figure>${photo(item)}${item.caption ? `<figcaption>${line(item.caption)}</figcaption>` : ''}</figure>`),
        '</div>',
      ),
    );
  },
  css: `.pictures { display: grid; gap: 16px; } .pictures figure { min-width: 0; display: flex; flex-direction: column; } .pictures img { width: 100%; flex: 1; min-height: 0; aspect-ratio: 4 / 3; object-fit: cover; border-radius: var(--radius); display: block; }
.pictures figcaption { font-size: var(--step-small); color: var(--soft); margin-block-start: 8px; flex: none; }
@media (max-width: 47.99rem) { .gallery:not(.pair) .pictures { grid-template-columns: 1fr 1fr; gap: 10px; } .gallery:not(.pair) figure:first-child:nth-last-child(odd) { grid-column: 1 / -1; } }
@media (min-width: 48rem) { .gallery.pair .pictures { grid-template-columns: repeat(auto-fit, minmax(0, 1fr)); } .gallery.pair figure:only-child img { aspect-ratio: 21 / 9; } .gallery.pair figure:not(:only-child):last-child { margin-block-start: clamp(24px, 5vw, 80px); }
.gallery.even .pictures, .gallery.mosaic .pictures { grid-template-columns: repeat(3, minmax(0, 1fr)); } .gallery.even figure:first-child { grid-column: span var(--lead); } .gallery.even figure:first-child:nth-last-child(3n + 1) img { aspect-ratio: 21 / 9; } .gallery.even figure:first-child:nth-last-child(3n + 2) img { aspect-ratio: auto; height: 100%; }
.gallery.mosaic figure:first-child { grid-column: span 2; grid-row: span 2; } .gallery.mosaic figure:last-child:not(:first-child) { grid-column: span var(--lead); } .gallery.mosaic figure:last-child img { aspect-ratio: auto; height: 100%; } }`,
  email: ({ items }, { looks }) =>
    lines(
      ...items.map(({ url, alt, caption }) =>
        row(
          'gallery',
          'padding-top:20px',
          `${mailPhoto(url, alt, 512, looks.radius)}${caption ? mailText(looks, caption, 'soft', 'margin:8px 0 0', 15) : ''}`,
        ),
      ),
    ),
};
