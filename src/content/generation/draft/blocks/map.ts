import type { BlockView } from '../context.ts';
import { buttonRow, mailText, row } from '../mail-parts.ts';
import { paragraph, section } from '../parts.ts';
import { attribute, line, lines } from '../text.ts';

/** OpenStreetMap asks nothing of visitors. */
export const mapOf = (address: string): string => `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`;

export const map: BlockView<'map'> = {
  page: (block, { words }) =>
    section(
      { id: block.id, heading: block.heading ?? words.headings.map },
      { className: 'place', head: 'side', name: words.headings.map },
      lines(
        '<div class="body">',
        `<p class="address">${line(block.address)}</p>`,
        paragraph(block.text),
        `<p><a class="button quiet" href="${attribute(block.href ?? mapOf(block.address))}">${line(words.actions.map as string)}</a></p>`,
        '</div>',
      ),
    ),
  css: `.place .body { display: grid; gap: 20px; } .place .address { font: var(--weight) var(--step-3)/1.25 var(--display); letter-spacing: calc(var(--tracking) / 2); max-width: 18em; text-wrap: balance; } .place p { max-width: 38em; }`,
  email: ({ address, text, href }, { looks, words }) =>
    lines(
      row('map', 'padding-top:12px', `${mailText(looks, address)}${text ? mailText(looks, text, 'soft', 'margin:4px 0 0') : ''}`),
      buttonRow(looks, 'map', { label: words.actions.map as string, href: href ?? mapOf(address) }, 'quiet'),
    ),
};
