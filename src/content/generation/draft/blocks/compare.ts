import type { BlockView } from '../context.ts';
import { row } from '../mail-parts.ts';
import { section } from '../parts.ts';
import { attribute, line, lines } from '../text.ts';

export const compare: BlockView<'compare'> = {
  page: (block, { words }) =>
    section(
      block,
      { className: 'compare', head: 'top', name: words.headings.compare },
      lines(
        `<div class="scroll" tabindex="0" role="group" aria-label="${attribute(block.heading ?? words.headings.compare ?? '')}">`,
        '<table>',
        `<thead><tr><td></td>${block.columns.map((column) => `<th scope="col">${line(column)}</th>`).join('')}</tr></thead>`,
        '<tbody>',
        ...block.rows.map(
          ({ label, values }) =>
            `<tr><th scope="row">${line(label)}</th>${block.columns.map((_column, i) => `<td>${line(values[i] ?? '')}</td>`).join('')}</tr>`,
        ),
        '</tbody>',
        '</table>',
        '</div>',
      ),
    ),
  css: `.compare .scroll { overflow-x: auto; scrollbar-width: thin; } .compare table { width: 100%; border-collapse: collapse; } .compare :is(th, td) { text-align: start; padding: 16px; border-block-end: 1px solid var(--line); vertical-align: top; min-width: 6.5rem; overflow-wrap: normal; } .compare thead th { font: var(--weight) var(--step-1)/1.3 var(--display); vertical-align: bottom; } .compare thead :is(th, td) { border-block-end: 2px solid var(--ink); } .compare :is(tbody th, thead td) { font-weight: 600; padding-inline-start: 0; position: sticky; inset-inline-start: 0; background: var(--ground); z-index: 1; }
.compare :is(td, th):nth-child(2) { background: var(--card); } .compare thead th:nth-child(2) { border-radius: var(--radius) var(--radius) 0 0; } .compare tbody td:nth-child(2) { font-weight: 600; }
@media (min-width: 60rem) { .compare table { table-layout: fixed; } .compare :is(th, td) { overflow-wrap: anywhere; } } @media (max-width: 47.99rem) { .compare :is(th, td) { padding: 12px 10px; font-size: var(--step-small); } .compare thead th { font-size: 1rem; } }`,
  email({ columns, rows }, { looks }) {
    const { colours: c } = looks;
    const cell = (tag: string, words: string, bold: boolean) =>
      `<${tag} class="ink line" align="${looks.start}" valign="top" style="padding:10px 0;padding-${looks.end}:8px;border-bottom:1px solid ${c.line};font-family:${looks.text};font-size:15px;line-height:1.4;font-weight:${bold ? 700 : 400};color:${c.ink}">${line(words)}</${tag}>`;
    const table = [
      `<tr>${cell('td', '', false)}${columns.map((column) => cell('th', column, true)).join('')}</tr>`,
      ...rows.map(
        ({ label, values }) =>
          `<tr>${cell('th', label, true)}${columns.map((_column, i) => cell('td', values[i] ?? '', false)).join('')}</tr>`,
      ),
    ];
    return row('compare', 'padding-top:24px', `<table width="100%" cellpadding="0" cellspacing="0" border="0">${table.join('')}</table>`);
  },
};
