import type { BlockView } from '../context.ts';
import { pairs } from '../mail-parts.ts';
import { paragraph, section } from '../parts.ts';
import { attribute, line, lines } from '../text.ts';
import { mapOf } from './map.ts';

const telHref = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;

export const contact: BlockView<'contact'> = {
  page(block, { words }) {
    const { phone, email, address, hours = [], links = [] } = block;
    const row = (label: string | undefined, value: string) => value && `<div><dt>${line(label ?? '')}</dt><dd>${value}</dd></div>`;
    const link = (href: string, words: string) => `<a href="${attribute(href)}">${line(words)}</a>`;
    return section(
      { ...block, heading: block.heading ?? words.headings.contact, text: undefined },
      { className: 'contact', head: 'side', name: words.headings.contact },
      lines(
        '<div class="body">',
        paragraph(block.text),
        '<dl>',
        row(words.facts.phone, phone ? link(telHref(phone), phone) : ''),
        row(words.facts.email, email ? link(`mailto:${email}`, email) : ''),
        row(words.facts.address, address ? link(mapOf(address), address) : ''),
        row(words.facts.hours, hours.map(line).join('<br>')),
        ...links.map(({ label, href }) => row(label, link(href, href.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '')))),
        '</dl>',
        '</div>',
      ),
    );
  },
  css: `.contact .body { display: grid; gap: 24px; } .contact dl > div { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 7fr); gap: 4px 24px; padding-block: 18px; border-block-start: 1px solid var(--line); align-items: baseline; } .contact dl > div:last-child { border-block-end: 1px solid var(--line); } .contact dt { font-size: var(--step-small); color: var(--soft); } .contact dd { font: var(--weight) var(--step-1)/1.5 var(--display); }
@media (max-width: 30rem) { .contact dl > div { grid-template-columns: 1fr; } }`,
  email({ phone, email, address, hours = [], links = [] }, { looks, words }) {
    const all = [
      phone && { label: words.facts.phone ?? '', value: phone, href: telHref(phone) },
      email && { label: words.facts.email ?? '', value: email, href: `mailto:${email}` },
      address && { label: words.facts.address ?? '', value: address, href: mapOf(address) },
      hours.length > 0 && { label: words.facts.hours ?? '', value: hours.join(', ') },
      ...links.map(({ label, href }) => ({ label, value: href.replace(/^https?:\/\/(?:www\.)?/, ''), href })),
    ].filter((one) => typeof one === 'object');
    return all.length > 0 ? pairs(looks, 'contact', all) : '';
  },
};
