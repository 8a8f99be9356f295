import type { BlockView } from '../context.ts';
import { paragraph, photo, section } from '../parts.ts';
import { line, lines } from '../text.ts';
import { itemRows, mailHead2 } from '../mail-parts.ts';

export const people: BlockView<'people'> = {
  page: (block, { words }) =>
    section(
      block,
      'people',
      words.headings.people as string,
      lines(
        '<ul>',
        ...block.items.map(({ name, role, text, picture }) =>
          lines('<li>', picture && photo(picture), `<h3>${line(name)}</h3>`, role && `<p class="role">${line(role)}</p>`, paragraph(text), '</li>'),
        ),
        '</ul>',
      ),
    ),
  css: `.people ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 220px), 1fr)); gap: 32px 40px; } .people li { border-block-start: 2px solid var(--ink); padding-block-start: 16px; }
.people h3 { font-size: var(--step-2); } .people .role { color: var(--accent); font-weight: 600; font-size: var(--step-small); margin-block-start: 4px; } .people p { color: var(--soft); margin-block-start: 8px; }
.people img { width: 100%; aspect-ratio: 1; object-fit: cover; border-radius: var(--radius); margin-block-end: 16px; display: block; }`,
  email: ({ heading, text, items }, { looks }) =>
    lines(
      mailHead2(looks, 'people', { heading, text }),
      itemRows(
        looks,
        'people',
        items.map(({ name, role, text: about }) => ({ heading: name, text: [role, about].filter(Boolean).join('. ') || undefined })),
      ),
    ),
};
