import type { BlockView } from '../context.ts';
import { mailText, photoRow, row } from '../mail-parts.ts';
import { paragraph, picture, section } from '../parts.ts';
import { lines, prose } from '../text.ts';

export const text: BlockView<'text'> = {
  page(block, { words, head }) {
    const { paragraphs, points = [], layout = block.heading ? (head === 'side' ? 'split' : 'plain') : 'plain' } = block;
    const name = words.headings.about;
    if (layout === 'band') {
      const size = paragraphs.join(' ').length > 280 ? ' long' : '';
      return section(
        block,
        { className: 'statement own', head: 'top', name },
        `<div class="words${size}">${paragraphs.map((one) => paragraph(one)).join('\n')}</div>`,
      );
    }
    const list = points.length > 0 ? `<ul class="points">\n${points.map((point) => `<li>${prose(point)}</li>`).join('\n')}\n</ul>` : '';
    const body = lines('<div class="body">', ...paragraphs.map((one) => paragraph(one)), list, '</div>');
    const shown = picture(block.picture, 900, 600);
    // A picture stands beside words over which a heading stands, and under those beside it.
    const pictured = shown ? ' pictured' : '';
    const isLone = paragraphs.length === 1 && points.length === 0 && (paragraphs[0] as string).length <= 320;
    return section(
      block,
      { className: `prose ${layout}${pictured}${isLone ? ' lone' : ''}`, head: layout === 'split' ? 'side' : 'top', name },
      shown ? lines('<div class="both">', body, shown, '</div>') : body,
    );
  },
  css: `.prose .body { max-width: 42em; display: grid; gap: 1.1em; align-content: start; }
.prose .body > p:first-child:not(:only-child), .prose.lone .body > p { font-size: var(--step-1); line-height: 1.5; }
.points { display: grid; gap: 10px; } .points li { padding-inline-start: 28px; position: relative; }
.prose .points li::before { content: ""; position: absolute; inset-inline-start: 0; inset-block-start: .72em; width: 14px; height: 3px; background: var(--button); border-radius: 2px; }
.prose .both { display: grid; gap: 32px 72px; } .prose .art { height: clamp(240px, 40vw, 480px); border-radius: calc(var(--radius) * 1.6); overflow: hidden; background: var(--sky); display: block; width: 100%; } .prose .art img { display: block; width: 100%; height: 100%; object-fit: cover; }
@media (min-width: 60rem) { .prose.plain:not(.pictured) .body { margin-inline-start: calc(100% / 3); }
.prose.plain.pictured > .wrap { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); grid-template-rows: auto 1fr; gap: 0 72px; } .prose.plain.pictured .both { display: contents; } .prose.plain.pictured .art { grid-area: 1 / 2 / 3; height: 100%; min-height: 420px; } .prose.plain.pictured .head { grid-area: 1 / 1; align-self: end; padding-block-start: 40px; margin-block-end: 24px; } .prose.plain.pictured .body { grid-area: 2 / 1; padding-block-end: 40px; }
.prose.plain.lone:not(.pictured) .body { margin: 0; max-width: 56rem; } .prose.plain.lone:not(.pictured) .body > p { font: var(--weight) var(--step-3)/1.3 var(--display); letter-spacing: calc(var(--tracking) / 2); } .prose.plain.lone:not(.pictured) h2 { font-size: var(--step-1); color: var(--accent); letter-spacing: 0; } .prose.plain.lone:not(.pictured) .head { margin-block-end: 20px; } }
.statement { background: var(--band); color: var(--on-band); } .statement .words { display: grid; gap: .6em; font: var(--weight) var(--step-4)/1.2 var(--display); letter-spacing: var(--tracking); max-width: 22em; } .statement .words.long { font-size: var(--step-2); line-height: 1.4; max-width: 34em; }
.statement a { color: inherit; } .statement h2 { font-size: var(--step-1); color: var(--on-band-soft); } .statement .head { margin-block-end: 16px; } .statement :focus-visible { outline-color: var(--on-band); }`,
  email({ paragraphs, points = [], picture: shown }, { looks }) {
    return lines(
      ...paragraphs.map((words) => row('text', 'padding-top:20px', mailText(looks, words))),
      ...points.map((point) => row('text', 'padding-top:10px', mailText(looks, `•&nbsp; ${point}`.replace('&nbsp;', '\u00a0')))),
      photoRow('text', shown),
    );
  },
};
