import type { BlockView } from '../context.ts';
import { mailText, row } from '../mail-parts.ts';
import { section } from '../parts.ts';
import { line, lines, prose } from '../text.ts';

const QUOTES: Record<string, readonly [string, string]> = {
  de: ['„', '“'],
  pl: ['„', '”'],
  fr: ['« ', ' »'],
  es: ['«', '»'],
  it: ['«', '»'],
  pt: ['«', '»'],
  uk: ['«', '»'],
  sv: ['”', '”'],
  ja: ['「', '」'],
};

/** The marks around a quotation: a browser knows them, mail programs do not. */
const quotesOf = (lang: string): readonly [string, string] => QUOTES[lang.slice(0, 2).toLowerCase()] ?? ['“', '”'];

export const quote: BlockView<'quote'> = {
  page(block, { words }) {
    const [first] = block.items;
    const isOne = block.items.length === 1;
    const size = !isOne ? 'several' : (first?.text.length ?? 0) > 220 ? 'one long' : 'one';
    return section(
      block,
      { className: `quote ${size}`, head: isOne ? 'top' : 'side', name: words.headings.quote },
      lines(
        '<div class="voices">',
        ...block.items.map(({ text, name, role }) => {
          const caption = [name, role]
            .filter((one) => one !== undefined)
            .map(line)
            .join(', ');
          return lines(
            '<figure>',
            `<blockquote><p>${prose(text)}</p></blockquote>`,
            caption && `<figcaption>${caption}</figcaption>`,
            '</figure>',
          );
        }),
        '</div>',
      ),
    );
  },
  css: `.quote blockquote { font: var(--weight) var(--step-3)/1.28 var(--display); letter-spacing: calc(var(--tracking) / 2); } .quote.one blockquote { text-wrap: balance; }
.quote figcaption { margin-block-start: 20px; color: var(--soft); }
.quote.one figure { position: relative; padding-block-start: clamp(48px, 6vw, 88px); } .quote.one figure::before { content: "\\201C"; position: absolute; inset-block-start: -.12em; inset-inline-start: -.04em; font: var(--weight) clamp(7rem, 13vw, 12rem)/1 var(--display); color: var(--button); } .quote.one blockquote { max-width: 24em; } .quote.one:not(.long) blockquote { font-size: var(--step-4); line-height: 1.18; max-width: 22em; } .quote.one h2 { font-size: var(--step-2); }
@media (min-width: 60rem) { .quote.one figure { padding: 0; padding-inline-start: clamp(120px, 14vw, 200px); } .quote.one figure::before { inset-block-start: -.08em; } }
.quote.several .voices { display: grid; gap: 0; } .quote.several blockquote { font-size: var(--step-2); } .quote.several figure { border-block-start: 1px solid var(--line); padding-block: 32px; } .quote.several figure:last-child { padding-block-end: 0; } .quote.several figcaption { margin-block-start: 12px; }
.quote.several p::before { content: open-quote; } .quote.several p::after { content: close-quote; }`,
  email({ items }, { looks, draft }) {
    const [opened, closed] = quotesOf(draft.lang);
    return lines(
      ...items.map(({ text, name, role }) => {
        const who = [name, role].filter(Boolean).join(', ');
        return row(
          'quote',
          'padding-top:32px',
          `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="rule" style="padding-${looks.start}:20px;border-${looks.start}:4px solid ${looks.colours.button}"><p class="ink" style="margin:0;font-family:${looks.display};font-size:22px;line-height:1.4;color:${looks.colours.ink}">${opened}${prose(text)}${closed}</p>${who && mailText(looks, who, 'soft', 'margin:12px 0 0', 15)}</td></tr></table>`,
        );
      }),
    );
  },
};
