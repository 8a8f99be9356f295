import type { BlockView } from '../context.ts';
import { photo, section } from '../parts.ts';
import { line, lines } from '../text.ts';
import { mailHead2, mailPhoto, mailText, row } from '../mail-parts.ts';

export const gallery: BlockView<'gallery'> = {
  page: (block, { words }) =>
    section(
      block,
      'gallery',
      words.headings.gallery as string,
      lines(
        '<div class="pictures">',
        ...block.items.map((item) => `<figure>${photo(item)}${item.caption ? `<figcaption>${line(item.caption)}</figcaption>` : ''}</figure>`),
        '</div>',
      ),
    ),
  css: `.pictures { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 280px), 1fr)); } .pictures img { width: 100%; aspect-ratio: 4 / 3; object-fit: cover; border-radius: var(--radius); display: block; }
.pictures figcaption { font-size: var(--step-small); color: var(--soft); margin-block-start: 8px; } .pictures figure:first-child:nth-last-child(odd) { grid-column: 1 / -1; } .pictures figure:first-child:nth-last-child(odd) img { aspect-ratio: 21 / 9; }`,
  email: ({ heading, text, items }, { looks }) =>
    lines(
      mailHead2(looks, 'gallery', { heading, text }),
      ...items.map(({ url, alt, caption }) =>
        row('gallery', 'padding-top:20px', `${mailPhoto(url, alt, 512, looks.radius)}${caption ? mailText(looks, caption, 'soft', 'margin:8px 0 0', 15) : ''}`),
      ),
    ),
};
