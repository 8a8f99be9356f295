import type { BlockView } from '../context.ts';
import { paragraph, picture, section } from '../parts.ts';
import { lines, prose } from '../text.ts';
import { mailHead2, mailText, photoRow, row } from '../mail-parts.ts';

export const text: BlockView<'text'> = {
  page(block, { words }) {
    const { paragraphs, points = [], layout = block.heading ? 'split' : 'plain' } = block;
    if (layout === 'band') return section(block, 'statement', words.headings.about as string, `<p class="words">${prose(paragraphs.join(' '))}</p>`);
    const list = points.length > 0 ? `<ul class="points">\n${points.map((point) => `<li>${prose(point)}</li>`).join('\n')}\n</ul>` : '';
    const body = lines('<div class="body">', ...paragraphs.map((words) => paragraph(words)), list, '</div>', picture(block.picture, 900, 600));
    return section(block, `prose ${layout}`, words.headings.about as string, body);
  },
  css: `.prose .body { max-width: 40em; display: grid; gap: 1.1em; }
.prose .body > p:first-child:not(:only-child) { font-size: var(--step-1); line-height: 1.5; }
.points { display: grid; gap: 10px; } .points li { padding-inline-start: 28px; position: relative; }
.points li::before { content: ""; position: absolute; inset-inline-start: 0; inset-block-start: .62em; width: 14px; height: 3px; background: var(--button); border-radius: 2px; }
.prose .art { margin-block-start: 32px; height: clamp(220px, 40vw, 460px); border-radius: var(--radius); overflow: hidden; background: var(--sky); }
@media (min-width: 60rem) { .prose.plain .body { margin-inline-start: clamp(0px, 12vw, 12rem); } .prose.split .art { grid-column: 2; } }
.statement { background: var(--band); color: var(--on-band); }
.statement .words { font: var(--weight) var(--step-3)/1.25 var(--display); letter-spacing: var(--tracking); max-width: 26em; text-wrap: balance; }
.statement a { color: inherit; } .statement h2 { font-size: var(--step-1); color: var(--on-band-soft); margin-block-end: 16px; }`,
  email({ heading, paragraphs, points = [], picture: shown }, { looks }) {
    return lines(
      mailHead2(looks, 'text', { heading }),
      ...paragraphs.map((words) => row('text', 'padding-top:20px', mailText(looks, words))),
      ...points.map((point) => row('text', 'padding-top:10px', mailText(looks, `•&nbsp; ${point}`.replace('&nbsp;', '\u00a0')))),
      photoRow('text', shown),
    );
  },
};
