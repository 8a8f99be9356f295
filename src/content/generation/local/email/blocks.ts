import type { Item } from '../brief/brief.types.ts';
import { attribute, lines, text } from '../page/html.ts';
import type { Looks } from './styles.ts';

/*
 * The pieces that emails are made of. Each is one row of a table, since that is what every mail program lays out alike, and
 * has the name of what it is, for whoever edits the mail.
 */

const ROOM = 'padding-left:44px;padding-right:44px';

const row = (name: string, content: string, style: string, className = 'room', cell = ''): string =>
  `<tr data-block="${name}"><td class="${className}" style="${ROOM};${style}"${cell}>${content}</td></tr>`;

export const blocksFor = (looks: Looks) => {
  const { colours: c, display, text: family, weight, radius } = looks;
  const body = `font-family:${family};font-size:17px;line-height:1.6`;

  return {
    brand: (name: string, logoUrl: string | undefined, onBand: boolean): string =>
      row(
        'brand',
        logoUrl
          ? `<img src="${attribute(logoUrl)}" alt="${attribute(name)}" height="32" style="display:block;height:32px;width:auto;border:0">`
          : text(name),
        `padding-top:32px;font-family:${family};font-size:15px;line-height:1.4;font-weight:700;color:${onBand ? c.onBand : c.ink}`,
        `room ${onBand ? 'on-band band' : 'ink'}`,
        onBand ? ` bgcolor="${c.band}"` : '',
      ).replace('style="', onBand ? `style="background:${c.band};` : 'style="'),

    hero: (eyebrow: string, headline: string, size: number, onBand: boolean): string =>
      row(
        'headline',
        lines(
          eyebrow !== '' &&
            `<p class="${onBand ? 'on-band-soft' : 'accent'}" style="margin:0 0 12px;font-family:${family};font-size:15px;line-height:1.4;font-weight:700;color:${onBand ? c.onBandSoft : c.accent}">${text(eyebrow)}</p>`,
          `<h1 class="title ${onBand ? 'on-band' : 'ink'}" style="margin:0;font-family:${display};font-size:${size}px;line-height:1.15;font-weight:${weight};letter-spacing:-0.01em;color:${onBand ? c.onBand : c.ink}">${text(headline)}</h1>`,
        ),
        `padding-top:${onBand ? 56 : 32}px;padding-bottom:${onBand ? 48 : 0}px${onBand ? `;background:${c.band}` : ''}`,
        `room${onBand ? ' band' : ''}`,
        onBand ? ` bgcolor="${c.band}"` : '',
      ),

    paragraph: (name: string, words: string, soft = false): string =>
      row(
        name,
        `<p class="${soft ? 'soft' : 'ink'}" style="margin:0;${body};color:${soft ? c.soft : c.ink}">${words}</p>`,
        'padding-top:20px',
      ),

    heading: (name: string, words: string): string =>
      row(
        name,
        `<h2 class="ink" style="margin:0;font-family:${display};font-size:22px;line-height:1.3;font-weight:${weight};color:${c.ink}">${text(words)}</h2>`,
        'padding-top:40px',
      ),

    /** A strip of colours, in parts that are never alike. */
    strip: (colours: readonly string[], shares: readonly number[]): string =>
      `<tr data-block="strip"><td style="padding:0;font-size:0;line-height:0"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${colours
        .map(
          (colour, i) =>
            `<td width="${shares[i]}%" height="10" bgcolor="${colour}" style="height:10px;font-size:0;line-height:0;background:${colour}">&nbsp;</td>`,
        )
        .join('')}</tr></table></td></tr>`,

    image: (url: string, alt: string): string =>
      `<tr data-block="image"><td style="padding:32px 0 0"><img src="${attribute(url)}" alt="${attribute(alt)}" width="600" style="display:block;width:100%;max-width:600px;height:auto;border:0"></td></tr>`,

    button: (label: string, href: string): string =>
      row(
        'button',
        `<table role="presentation" cellpadding="0" cellspacing="0" border="0" class="full"><tr><td class="btn full" align="center" bgcolor="${c.button}" style="background:${c.button};border:1px solid ${c.buttonEdge};border-radius:${radius}px;mso-padding-alt:14px 28px"><a class="on-btn" href="${attribute(href)}" style="display:inline-block;padding:14px 28px;font-family:${family};font-size:17px;line-height:1.3;font-weight:700;color:${c.onButton};text-decoration:none">${text(label)}</a></td></tr></table>`,
        'padding-top:32px',
      ),

    coupon: (label: string, code: string, hint: string): string =>
      row(
        'code',
        `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="tint line" align="center" bgcolor="${c.tint}" style="padding:24px;background:${c.tint};border:2px dashed ${c.accent};border-radius:${radius}px"><p class="soft" style="margin:0;font-family:${family};font-size:14px;line-height:1.4;color:${c.soft}">${text(label)}</p><p class="ink" style="margin:4px 0;font-family:ui-monospace,Menlo,Consolas,'Courier New',monospace;font-size:32px;line-height:1.2;font-weight:700;letter-spacing:0.08em;color:${c.ink}">${text(code)}</p><p class="soft" style="margin:0;font-family:${family};font-size:14px;line-height:1.4;color:${c.soft}">${text(hint)}</p></td></tr></table>`,
        'padding-top:32px',
      ),

    /** Names on the left, what is so on the right; the last line of a bill is its sum. */
    rows: (name: string, items: Item[], figures: boolean, sum: (item: Item) => boolean = () => false): string =>
      row(
        name,
        `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${items
          .map((item, i) => {
            const bold = sum(item) ? 'font-weight:700;' : '';
            const edge = `border-top:1px solid ${c.line};${i === items.length - 1 ? `border-bottom:1px solid ${c.line};` : ''}`;
            const cell = (words: string, side: string, colour: 'ink' | 'soft', width: string) =>
              `<td class="${colour} line"${width} valign="top" align="${side}" style="padding:12px 0;${edge}font-family:${family};font-size:16px;line-height:1.5;${bold}color:${c[colour]}">${text(words)}</td>`;
            return item.lead
              ? `<tr>${cell(item.lead, 'left', figures ? 'ink' : 'soft', figures ? '' : ' width="32%"')}${cell(item.text, figures ? 'right' : 'left', 'ink', '')}</tr>`
              : `<tr><td class="ink line" colspan="2" style="padding:12px 0;${edge}font-family:${family};font-size:16px;line-height:1.5;color:${c.ink}">${text(item.text)}</td></tr>`;
          })
          .join('')}</table>`,
        'padding-top:28px',
      ),

    quote: (words: string, who: string | undefined): string =>
      row(
        'quote',
        lines(
          `<p class="ink" style="margin:0;font-family:${display};font-size:22px;line-height:1.4;color:${c.ink}">“${text(words)}”</p>`,
          who &&
            `<p class="soft" style="margin:12px 0 0;font-family:${family};font-size:15px;line-height:1.4;color:${c.soft}">${text(who)}</p>`,
        ),
        'padding-top:40px',
      ),

    end: (): string => '<tr data-block="end"><td style="padding:0 0 48px;font-size:0;line-height:0">&nbsp;</td></tr>',

    foot: (why: string, unsubscribe: string | undefined): string =>
      row(
        'foot',
        `<p class="soft" style="margin:0;font-family:${family};font-size:13px;line-height:1.6;color:${c.soft}">${text(why)}</p>${
          unsubscribe === undefined
            ? ''
            : `<p class="soft" style="margin:4px 0 0;font-family:${family};font-size:13px;line-height:1.6;color:${c.soft}"><a class="soft" href="{{unsubscribe_url}}" style="color:${c.soft};text-decoration:underline">${text(unsubscribe)}</a></p>`
        }`,
        'padding-top:24px;padding-bottom:32px',
        'room',
        ' align="center"',
      ),
  };
};
