import type { Action, Picture } from './draft.ts';
import type { MailLooks } from './email-looks.ts';
import { attribute, line, prose } from './text.ts';

/* Blocks of emails are rows of a table, which all mail programs lay out alike. Their names are for later edits of the source. */

const ROOM = 'padding-left:44px;padding-right:44px';

export const row = (name: string, style: string, content: string, className = 'room', cell = ''): string =>
  `<tr data-block="${name}"><td class="${className}" style="${ROOM};${style}"${cell}>${content}</td></tr>`;

type Role = 'ink' | 'soft' | 'accent';

export const mailText = (looks: MailLooks, text: string, role: Role = 'ink', style = 'margin:0', size = 17): string =>
  `<p class="${role}" style="${style};font-family:${looks.text};font-size:${size}px;line-height:1.6;color:${looks.colours[role]}">${prose(text, ` class="accent" style="color:${looks.colours.accent}"`)}</p>`;

export const mailHeading = (looks: MailLooks, text: string, style = 'margin:0', size = 22): string =>
  `<h2 class="ink" style="${style};${looks.align === 'center' ? 'text-align:center;' : ''}font-family:${looks.display};font-size:${size}px;line-height:1.3;font-weight:${looks.weight};color:${looks.colours.ink}">${line(text)}</h2>`;

export const mailName = (looks: MailLooks, text: string, style = 'margin:0'): string =>
  `<p class="ink" style="${style};font-family:${looks.text};font-size:17px;line-height:1.5;font-weight:700;color:${looks.colours.ink}">${line(text)}</p>`;

export const mailHead2 = (
  looks: MailLooks,
  name: string,
  { heading, text }: { heading?: string | undefined; text?: string | undefined },
): string =>
  heading || text
    ? row(
        name,
        'padding-top:40px',
        `${heading ? mailHeading(looks, heading) : ''}${text ? mailText(looks, text, 'soft', `margin:${heading ? 8 : 0}px 0 0`) : ''}`,
      )
    : '';

/** A cell with a ground and a link that fills it holds in Outlook. @param look `band` stands on a band, `quiet` beside a main one */
export function mailButton(looks: MailLooks, { label, href }: Action, look: 'main' | 'band' | 'quiet' = 'main'): string {
  const { colours: c, radius, largeButtons } = looks;
  const [ground, ink, edge] = {
    main: [c.button, c.onButton, c.buttonEdge],
    band: [c.onBand, c.band, c.onBand],
    quiet: [undefined, c.ink, c.soft],
  }[look];
  const [cell, words] = { main: [' btn', ' on-btn'], band: ['', ''], quiet: [' quiet', ' ink'] }[look];
  const [pad, size] = largeButtons ? ['18px 36px', 20] : ['14px 28px', 17];
  return `<table role="presentation" class="full" cellpadding="0" cellspacing="0" border="0"${looks.align === 'center' ? ' align="center"' : ''} style="border-collapse:separate"><tr><td class="full${cell}" align="center"${ground ? ` bgcolor="${ground}"` : ''} style="border-radius:${radius}px;${ground ? `background:${ground};` : ''}border:1px solid ${edge};mso-padding-alt:${pad}"><a class="full${words}" href="${attribute(href)}" style="display:inline-block;padding:${pad};font-family:${looks.text};font-size:${size}px;line-height:1.3;font-weight:700;color:${ink};text-decoration:none">${line(label)}</a></td></tr></table>`;
}

export const buttonRow = (looks: MailLooks, name: string, action: Action | undefined, look: 'main' | 'quiet' = 'main'): string =>
  action ? row(name, 'padding-top:28px', mailButton(looks, action, look)) : '';

/** Things side by side, which stand under each other on phones. */
export function cells(looks: MailLooks, name: string, all: readonly string[], across: number): string {
  const width = Math.floor(100 / across);
  const one = (content: string, i: number) =>
    `<td class="cell" width="${width}%" valign="top" style="padding-top:24px;padding-${looks.end}:${i === across - 1 ? 0 : 24}px">${content}</td>`;
  const rows = Array.from({ length: Math.ceil(all.length / across) }, (_, r) => {
    const own = all.slice(r * across, (r + 1) * across);
    const rest = across - own.length;
    return `<tr>${own.map(one).join('')}${rest > 0 ? `<td class="cell" colspan="${rest}"></td>` : ''}</tr>`;
  });
  return row(name, 'padding-top:0', table(rows.join('')));
}

export const table = (rows: string): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${rows}</table>`;

export const mailThumb = (url: string, alt: string, size: number, radius: number): string =>
  `<img src="${attribute(url)}" alt="${attribute(alt)}" width="${size}" height="${size}" style="display:block;width:${size}px;height:${size}px;object-fit:cover;border:0;border-radius:${radius}px">`;

export const mailPhoto = (url: string, alt: string, width = 512, radius = 0): string =>
  `<img src="${attribute(url)}" alt="${attribute(alt)}" width="${width}" style="display:block;width:100%;max-width:${width}px;height:auto;border:0;border-radius:${radius}px">`;

/** Mail programs show no inline SVG, so drawings are left out. */
export const photoRow = (name: string, shown: Picture | undefined): string =>
  shown && 'url' in shown ? `<tr data-block="${name}"><td style="padding:0">${mailPhoto(shown.url, shown.alt, 600)}</td></tr>` : '';

export interface Pair {
  label: string;
  text?: string | undefined;
  value: string;
  href?: string | undefined;
  strong?: boolean | undefined;
  picture?: { url: string; alt: string } | undefined;
}

/** @param figures whether the second column holds figures */
export function pairs(looks: MailLooks, name: string, all: readonly Pair[], figures = false): string {
  const { colours: c, text, start, end } = looks;
  const cell = (words: string, side: string, role: Role, more: string, style: string) =>
    `<td class="${role} line"${more} valign="top" align="${side}" style="padding:12px 0;font-family:${text};font-size:16px;line-height:1.5;${style}color:${c[role]}">${words}</td>`;
  const hasPictures = all.some(({ picture }) => picture);
  const rows = all.map(({ label, text: about, value, href, strong, picture }, i) => {
    const style = `${strong ? 'font-weight:700;' : ''}border-top:1px solid ${c.line};${i === all.length - 1 ? `border-bottom:1px solid ${c.line};` : ''}`;
    const shown = href ? `<a class="ink" href="${attribute(href)}" style="color:${c.ink}">${line(value)}</a>` : line(value);
    const thumb = picture ? cell(mailThumb(picture.url, picture.alt, 56, 6), start, 'ink', ' width="72"', style) : '';
    const words = `${line(label)}${about ? `<br><span class="soft" style="font-size:15px;color:${c.soft}">${prose(about)}</span>` : ''}`;
    const gap = figures ? ` padding-${end}:16px;` : '';
    return `<tr>${thumb}${cell(words, start, figures ? 'ink' : 'soft', `${hasPictures && !picture ? ' colspan="2"' : ''}${figures ? '' : ' width="32%"'}`, style + gap)}${cell(shown, figures ? end : start, 'ink', '', figures && value.length <= 14 ? `${style}white-space:nowrap;` : `${style}word-break:break-word;`)}</tr>`;
  });
  return row(name, 'padding-top:28px', table(rows.join('')));
}

interface MailItem {
  heading: string;
  text?: string | undefined;
  mark?: string | undefined;
  picture?: { url: string; alt: string } | undefined;
}

const named = (looks: MailLooks, { heading, text }: MailItem): string =>
  `${mailName(looks, heading)}${text ? mailText(looks, text, 'soft', 'margin:4px 0 0', 16) : ''}`;

/** @param wide the room of the marks, in px */
export const itemRows = (looks: MailLooks, name: string, items: readonly MailItem[], wide = 48): string => {
  const { colours: c, display, weight, end } = looks;
  const hasFigures = items.every(({ mark = '' }) => mark.length <= 2);
  return items
    .map((item) => {
      const { mark, picture } = item;
      if (picture && mark === undefined) {
        const cell = `<td width="80" valign="top" style="padding-${end}:16px">${mailThumb(picture.url, picture.alt, 64, Math.max(looks.radius, 6))}</td>`;
        return row(name, 'padding-top:24px', table(`<tr>${cell}<td valign="middle">${named(looks, item)}</td></tr>`));
      }
      if (mark === undefined) return row(name, 'padding-top:24px', named(looks, item));
      const style = hasFigures
        ? `font-family:${display};font-size:28px;line-height:1.05;font-weight:${weight}`
        : `font-family:${looks.text};font-size:16px;line-height:1.6;font-weight:700`;
      const before = `<td class="accent" width="${wide}" valign="top" style="${style};padding-${end}:12px;color:${c.accent}">${line(mark)}</td>`;
      return row(name, 'padding-top:24px', table(`<tr>${before}<td valign="top">${named(looks, item)}</td></tr>`));
    })
    .join('\n');
};

export const itemGrid = (looks: MailLooks, name: string, items: readonly MailItem[]): string =>
  items.length > 1 && items.length % 2 === 0 && items.every(({ text = '', picture }) => text.length <= 90 && !picture)
    ? cells(
        looks,
        name,
        items.map((item) => named(looks, item)),
        2,
      )
    : itemRows(looks, name, items);
