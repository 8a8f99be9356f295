import type { Action, Picture } from './draft.ts';
import type { MailLooks } from './email-looks.ts';
import { attribute, line, prose } from './text.ts';

/*
 * Pieces of emails. Each block is a row of a table, since that is what every mail program lays out alike, and has the name of its kind, for
 * later edits of the source.
 */

const ROOM = 'padding-left:44px;padding-right:44px';

export const row = (name: string, style: string, content: string, className = 'room', cell = ''): string =>
  `<tr data-block="${name}"><td class="${className}" style="${ROOM};${style}"${cell}>${content}</td></tr>`;

type Role = 'ink' | 'soft' | 'accent';

export const mailText = (looks: MailLooks, text: string, role: Role = 'ink', style = 'margin:0', size = 17): string =>
  `<p class="${role}" style="${style};font-family:${looks.text};font-size:${size}px;line-height:1.6;color:${looks.colours[role]}">${prose(text, ` class="accent" style="color:${looks.colours.accent}"`)}</p>`;

export const mailHeading = (looks: MailLooks, text: string, style = 'margin:0', size = 22): string =>
  `<h2 class="ink" style="${style};font-family:${looks.display};font-size:${size}px;line-height:1.3;font-weight:${looks.weight};color:${looks.colours.ink}">${line(text)}</h2>`;

export const mailName = (looks: MailLooks, text: string, style = 'margin:0'): string =>
  `<h3 class="ink" style="${style};font-family:${looks.text};font-size:17px;line-height:1.5;font-weight:700;color:${looks.colours.ink}">${line(text)}</h3>`;

/** The rows of a heading and its introduction, where there are any. */
export const mailHead2 = (looks: MailLooks, name: string, { heading, text }: { heading?: string | undefined; text?: string | undefined }): string =>
  heading || text
    ? row(name, 'padding-top:40px', `${heading ? mailHeading(looks, heading) : ''}${text ? mailText(looks, text, 'soft', `margin:${heading ? 8 : 0}px 0 0`) : ''}`)
    : '';

/** A button that holds in Outlook: a cell with a ground, and a link that fills it. */
export function mailButton(looks: MailLooks, { label, href }: Action, onBand = false): string {
  const { colours: c, radius, largeButtons } = looks;
  const [ground, ink, edge] = onBand ? [c.onBand, c.band, c.onBand] : [c.button, c.onButton, c.buttonEdge];
  const [pad, size] = largeButtons ? ['18px 36px', 20] : ['14px 28px', 17];
  return `<table role="presentation" class="full" cellpadding="0" cellspacing="0" border="0"${looks.align === 'center' ? ' align="center"' : ''} style="border-collapse:separate"><tr><td class="full${onBand ? '' : ' btn'}" align="center" bgcolor="${ground}" style="border-radius:${radius}px;background:${ground};border:1px solid ${edge}"><a class="full${onBand ? '' : ' on-btn'}" href="${attribute(href)}" style="display:inline-block;padding:${pad};font-family:${looks.text};font-size:${size}px;line-height:1.3;font-weight:700;color:${ink};text-decoration:none">${line(label)}</a></td></tr></table>`;
}

export const buttonRow = (looks: MailLooks, name: string, action: Action | undefined): string =>
  action ? row(name, 'padding-top:32px', mailButton(looks, action)) : '';

export const mailPhoto = (url: string, alt: string, width = 512, radius = 0): string =>
  `<img src="${attribute(url)}" alt="${attribute(alt)}" width="${width}" style="display:block;width:100%;max-width:${width}px;height:auto;border:0;border-radius:${radius}px">`;

/** A picture over the whole width. Drawings are of pages alone: mail programs show no inline SVG. */
export const photoRow = (name: string, shown: Picture | undefined): string =>
  shown && 'url' in shown ? `<tr data-block="${name}"><td style="padding:0">${mailPhoto(shown.url, shown.alt, 600)}</td></tr>` : '';

/** Pairs in two columns: a name on one side, what is so on the other. */
export function pairs(
  looks: MailLooks,
  name: string,
  all: readonly { label: string; value: string; href?: string | undefined; strong?: boolean | undefined }[],
  figures = false,
): string {
  const { colours: c, text } = looks;
  const cell = (words: string, side: string, role: Role, width: string, bold: string, edge: string) =>
    `<td class="${role} line"${width} valign="top" align="${side}" style="padding:12px 0;${edge}font-family:${text};font-size:16px;line-height:1.5;${bold}color:${c[role]}">${words}</td>`;
  const rows = all.map(({ label, value, href, strong }, i) => {
    const bold = strong ? 'font-weight:700;' : '';
    const edge = `border-top:1px solid ${c.line};${i === all.length - 1 ? `border-bottom:1px solid ${c.line};` : ''}`;
    const shown = href ? `<a class="ink" href="${attribute(href)}" style="color:${c.ink}">${line(value)}</a>` : line(value);
    return `<tr>${cell(line(label), 'left', figures ? 'ink' : 'soft', figures ? '' : ' width="32%"', bold, edge)}${cell(shown, figures ? 'right' : 'left', 'ink', '', bold, edge)}</tr>`;
  });
  return row(name, 'padding-top:28px', `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${rows.join('')}</table>`);
}

/** Items one under the other: a name, and a few words. */
export const itemRows = (looks: MailLooks, name: string, items: readonly { heading: string; text?: string | undefined; mark?: string }[]): string =>
  items
    .map(({ heading, text, mark }) => {
      const words = `${mailName(looks, heading)}${text ? mailText(looks, text, 'soft', 'margin:4px 0 0', 16) : ''}`;
      const content = mark
        ? `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="accent" width="44" valign="top" style="font-family:${looks.display};font-size:26px;line-height:1.1;font-weight:${looks.weight};color:${looks.colours.accent}">${line(mark)}</td><td valign="top">${words}</td></tr></table>`
        : words;
      return row(name, 'padding-top:24px', content);
    })
    .join('\n');
