import type { BlockView } from '../context.ts';
import { mailText, row } from '../mail-parts.ts';
import { paragraph, section } from '../parts.ts';
import { line, lines } from '../text.ts';

export const code: BlockView<'code'> = {
  page: (block, { words }) =>
    section(
      { id: block.id },
      { className: 'coupon', head: 'top', name: words.facts.code },
      lines(
        '<div class="ticket">',
        `<p>${line(block.label ?? (words.facts.code as string))}</p>`,
        `<p class="code">${line(block.code)}</p>`,
        paragraph(block.note),
        '</div>',
      ),
    ),
  css: `.ticket { display: grid; gap: 6px; justify-items: center; text-align: center; padding: clamp(28px, 5vw, 56px) 24px; border: 2px dashed var(--edge); border-radius: calc(var(--radius) * 1.6); background: var(--card); color: var(--soft); } .ticket .code { font: 700 var(--step-4)/1.2 ui-monospace, Menlo, Consolas, monospace; letter-spacing: .08em; color: var(--ink); user-select: all; overflow-wrap: anywhere; }`,
  email({ label, code: value, note }, { looks, words }) {
    const { colours: c, radius } = looks;
    return row(
      'code',
      'padding-top:32px',
      `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="tint" align="center" bgcolor="${c.tint}" style="padding:24px;background:${c.tint};border:2px dashed ${c.accent};border-radius:${radius}px">${mailText(looks, label ?? (words.facts.code as string), 'soft', 'margin:0', 14)}<p class="ink" style="margin:4px 0;font-family:ui-monospace,Menlo,Consolas,'Courier New',monospace;font-size:32px;line-height:1.2;font-weight:700;letter-spacing:0.08em;color:${c.ink}">${line(value)}</p>${note ? mailText(looks, note, 'soft', 'margin:0', 14) : ''}</td></tr></table>`,
    );
  },
};
