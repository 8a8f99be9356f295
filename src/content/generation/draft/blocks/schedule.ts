import type { BlockView } from '../context.ts';
import { itemRows } from '../mail-parts.ts';
import { paragraph, section } from '../parts.ts';
import { line, lines } from '../text.ts';

export const schedule: BlockView<'schedule'> = {
  page: (block, { words, head }) =>
    section(
      block,
      { className: 'timeline', head, name: words.headings.schedule },
      lines(
        '<ol>',
        ...block.items.map(({ day, time, title, text, who }) =>
          lines(
            `<li${time ? '' : ' class="untimed"'}>`,
            day && `<p class="day">${line(day)}</p>`,
            time && `<span class="time">${line(time)}</span>`,
            `<div><h3>${line(title)}</h3>${who ? `<p class="who">${line(who)}</p>` : ''}${paragraph(text)}</div>`,
            '</li>',
          ),
        ),
        '</ol>',
      ),
    ),
  css: `.timeline li { display: grid; grid-template-columns: clamp(5rem, 12vw, 8.5rem) minmax(0, 1fr); gap: 0 24px; padding-block: 20px; border-block-start: 1px solid var(--line); } .timeline li:last-child { border-block-end: 1px solid var(--line); } .timeline li.untimed { grid-template-columns: minmax(0, 1fr); }
.timeline .day { grid-column: 1 / -1; font: var(--weight) var(--step-2)/1.3 var(--display); padding-block-end: 20px; color: var(--ink); } .timeline li:has(.day) { border-block-start: 0; } .timeline li:not(:first-child) .day { padding-block-start: 28px; }
.timeline .time { font: 600 var(--step-1)/1.35 var(--text); font-variant-numeric: tabular-nums lining-nums; color: var(--accent); overflow-wrap: anywhere; }
.timeline h3 { line-height: 1.35; } .timeline .who { font-weight: 600; font-size: var(--step-small); margin-block-start: 4px; } .timeline p:not(.day, .who) { color: var(--soft); margin-block-start: 4px; max-width: 40em; }
@media (min-width: 60rem) { .timeline:not(.aside) li:not(.untimed) { grid-template-columns: 12rem minmax(0, 1fr); } .timeline:not(.aside) li > div { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 4px 40px; } .timeline:not(.aside) h3 { grid-row: span 2; } .timeline:not(.aside) li > div p { margin: 0; grid-column: 2; } }`,
  email: ({ items }, { looks }) => {
    const rows = items.map(({ day, time, title, text, who }) => ({
      mark: [day, time].filter(Boolean).join(', '),
      heading: title,
      text: [who, text].filter(Boolean).join(' · ') || undefined,
    }));
    return itemRows(looks, 'schedule', rows, 140);
  },
};
