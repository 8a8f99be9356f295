import type { BlockView } from '../context.ts';
import { paragraph, section } from '../parts.ts';
import { line, lines } from '../text.ts';
import { itemRows, mailHead2 } from '../mail-parts.ts';

export const schedule: BlockView<'schedule'> = {
  page: (block, { words }) =>
    section(
      block,
      'timeline',
      words.headings.schedule as string,
      lines(
        '<ol>',
        ...block.items.map(({ day, time, title, text, who }) =>
          lines(
            `<li${day ? ' class="first"' : ''}>`,
            day && `<p class="day">${line(day)}</p>`,
            `<span class="time">${time ? line(time) : ''}</span>`,
            `<div><h3>${line(title)}</h3>${who ? `<p class="who">${line(who)}</p>` : ''}${paragraph(text)}</div>`,
            '</li>',
          ),
        ),
        '</ol>',
      ),
    ),
  css: `.timeline li { display: grid; grid-template-columns: minmax(5.5rem, auto) 1fr; gap: 0 32px; }
.timeline .day { grid-column: 1 / -1; font: var(--weight) var(--step-2)/1.3 var(--display); padding-block: 0 16px; } .timeline li:not(:first-child) .day { padding-block-start: 32px; }
.timeline .time { font-variant-numeric: tabular-nums; font-weight: 600; color: var(--accent); padding-block-start: .1em; } .timeline .time:empty { display: none; } .timeline li:has(.time:empty) { grid-template-columns: 1fr; }
.timeline li > div { border-inline-start: 2px solid var(--line); padding-inline-start: 28px; padding-block-end: 28px; position: relative; } .timeline li > div::before { content: ""; position: absolute; inset-inline-start: -8px; inset-block-start: .4em; width: 14px; height: 14px; border-radius: 50%; background: var(--button); border: 3px solid var(--ground); }
.timeline li:last-child > div { padding-block-end: 0; } .timeline h3 { font-size: var(--step-1); line-height: 1.35; } .timeline .who { font-weight: 600; font-size: var(--step-small); } .timeline p { color: var(--soft); margin-block-start: 4px; } .timeline .day { color: var(--ink); margin: 0; }`,
  email: ({ heading, text, items }, { looks }) =>
    lines(
      mailHead2(looks, 'schedule', { heading, text }),
      itemRows(
        looks,
        'schedule',
        items.map(({ day, time, title, text: about, who }) => ({
          heading: [[day, time].filter(Boolean).join(', '), title].filter(Boolean).join(' · '),
          text: [who, about].filter(Boolean).join('. ') || undefined,
        })),
      ),
    ),
};
