import type { BlockView } from '../context.ts';
import { mailText, row } from '../mail-parts.ts';
import { section } from '../parts.ts';
import { attribute, line, lines } from '../text.ts';

export const logos: BlockView<'logos'> = {
  page: (block, { words }) =>
    section(
      block,
      { className: 'logos', head: 'side', name: words.headings.logos },
      lines(
        '<ul>',
        ...block.items.map(({ name, url, href }) => {
          const shown = url ? `<img src="${attribute(url)}" alt="${attribute(name)}" loading="lazy" decoding="async">` : line(name);
          return `<li>${href ? `<a href="${attribute(href)}">${shown}</a>` : shown}</li>`;
        }),
        '</ul>',
      ),
    ),
  css: `.logos ul { display: flex; flex-wrap: wrap; gap: 20px clamp(32px, 4vw, 56px); align-items: center; } .logos li { font: var(--weight) var(--step-2)/1.2 var(--display); letter-spacing: calc(var(--tracking) / 2); color: var(--soft); } .logos img { height: 44px; width: auto; max-width: 180px; object-fit: contain; display: block; } .logos a { color: inherit; text-decoration: none; } .logos h2 { font-size: var(--step-1) !important; color: var(--soft); }
.logos > .wrap { align-items: baseline; } .logos .head { position: static !important; }`,
  email: ({ items }, { looks }) => row('logos', 'padding-top:20px', mailText(looks, items.map(({ name }) => name).join(' · '), 'soft')),
};
