import type { BlockView } from '../context.ts';
import { section } from '../parts.ts';
import { line, lines, prose } from '../text.ts';
import { mailHead2, mailText, row } from '../mail-parts.ts';

export const quote: BlockView<'quote'> = {
  page: (block, { words }) =>
    section(
      block,
      `quote${block.items.length > 1 ? ' several' : ''}`,
      words.headings.quote as string,
      lines(
        '<div class="voices">',
        ...block.items.map(({ text, name, role }) => {
          const who = [name, role].filter((one) => one !== undefined).map(line).join(', ');
          return lines('<figure>', `<blockquote><p>${prose(text)}</p></blockquote>`, who && `<figcaption>${who}</figcaption>`, '</figure>');
        }),
        '</div>',
      ),
    ),
  css: `.quote figure { max-width: 48rem; } .quote blockquote { font: var(--weight) var(--step-3)/1.3 var(--display); letter-spacing: calc(var(--tracking) / 2); text-wrap: balance; }
.quote blockquote p::before { content: open-quote; } .quote blockquote p::after { content: close-quote; } .quote figcaption { margin-block-start: 20px; color: var(--soft); }
.quote.several .voices { display: grid; gap: 40px 56px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr)); } .quote.several blockquote { font-size: var(--step-1); line-height: 1.5; } .quote.several figure { border-inline-start: 3px solid var(--button); padding-inline-start: 24px; }`,
  email: ({ heading, items }, { looks }) =>
    lines(
      mailHead2(looks, 'quote', { heading }),
      ...items.map(({ text, name, role }) => {
        const who = [name, role].filter(Boolean).join(', ');
        return row(
          'quote',
          'padding-top:32px',
          `<p class="ink" style="margin:0;font-family:${looks.display};font-size:22px;line-height:1.4;color:${looks.colours.ink}">“${prose(text)}”</p>${who && mailText(looks, who, 'soft', 'margin:12px 0 0', 15)}`,
        );
      }),
    ),
};
