import type { BlockView } from '../context.ts';
import { itemRows } from '../mail-parts.ts';
import { paragraph, photo, section } from '../parts.ts';
import { line, lines } from '../text.ts';

export const people: BlockView<'people'> = {
  page: (block, { words, head }) => {
    const isShown = block.items.some(({ picture }) => picture);
    return section(
      block,
      { className: `people ${isShown ? 'portraits' : 'names'}`, head: isShown ? 'top' : head, name: words.headings.people },
      lines(
        '<ul>',
        ...block.items.map(({ name, role, text, picture }) =>
          lines(
            '<li>',
            picture && photo(picture),
            `<div><h3>${line(name)}</h3>${role ? `<p class="role">${line(role)}</p>` : ''}</div>`,
            paragraph(text),
            '</li>',
          ),
        ),
        '</ul>',
      ),
    );
  },
  css: `.people .role { color: var(--accent); font-weight: 600; font-size: var(--step-small); margin-block-start: 4px; } .people li > p { color: var(--soft); margin-block-start: 8px; max-width: 36em; }
.people.portraits ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); gap: 40px 32px; } .people img { width: 100%; aspect-ratio: 4 / 5; object-fit: cover; border-radius: calc(var(--radius) * 1.6); margin-block-end: 20px; display: block; }
.people.names li { padding-block: 22px; border-block-start: 1px solid var(--line); } .people.names li:last-child { border-block-end: 1px solid var(--line); } .people.names h3 { font-size: var(--step-2); }
@media (min-width: 48rem) { .people.names li { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 8px 40px; align-items: baseline; } .people.names li > p { margin: 0; } }`,
  email: ({ items }, { looks }) => {
    const rows = items.map(({ name, role, text, picture }) => ({
      ...{ heading: name, text: [role, text].filter(Boolean).join(' · ') || undefined, picture },
    }));
    return itemRows(looks, 'people', rows);
  },
};
