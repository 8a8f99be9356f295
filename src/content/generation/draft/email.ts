import { type MailHeroLook, mailHeroLook } from './blocks/hero-email.ts';
import { viewOf } from './blocks/index.ts';
import type { EmailContext } from './context.ts';
import type { Block, EmailDraft } from './draft.ts';
import { type MailLooks, mailHead, mailLooks } from './email-looks.ts';
import { mailHead2, row } from './mail-parts.ts';
import { paletteOf } from './palette.ts';
import { attribute, line, lines, plain } from './text.ts';
import { toneOf } from './tones.ts';
import type { Words } from './words.ts';

export function renderEmail(draft: EmailDraft, words: Words): string {
  const theme = draft.theme ?? {};
  const tone = toneOf(theme);
  const palette = paletteOf({ ...theme, tint: tone.tint });
  const looks = mailLooks(palette, tone, {
    align: theme.align === 'center' ? 'center' : 'left',
    ...(draft.dir === 'rtl' ? ({ start: 'right', end: 'left' } as const) : ({ start: 'left', end: 'right' } as const)),
    largeButtons: theme.buttons === 'large',
  });
  const { colours: c } = looks;
  const context: EmailContext = { draft, words, looks };
  const blocks: Block[] = draft.blocks;
  const [first] = blocks;
  const opening = first?.kind === 'hero' ? mailHeroLook(first, draft) : 'plain';
  const body = blocks.map((block) => lines(headOf(block, context), viewOf(block.kind).email?.(block, context)));
  const name = draft.name ?? draft.title;
  const schemes = palette.scheme === 'both' ? 'light dark' : palette.scheme;
  return `${lines(
    '<!doctype html>',
    `<html lang="${attribute(draft.lang)}"${draft.dir === 'rtl' ? ' dir="rtl"' : ''}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="color-scheme" content="${schemes}">`,
    `<meta name="supported-color-schemes" content="${schemes}">`,
    '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">',
    `<title>${line(draft.title)}</title>`,
    mailHead(looks),
    '</head>',
    `<body class="ground" style="margin:0;padding:0;background:${c.ground};-webkit-text-size-adjust:100%">`,
    draft.preview_text &&
      `<div data-preheader style="display:none;max-height:0;overflow:hidden;mso-hide:all">${line(plain(draft.preview_text))}</div>`,
    '<div role="main">',
    `<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${c.ground}" style="background:${c.ground}">`,
    `<tr><td align="center" style="padding:32px 12px"${draft.dir === 'rtl' ? ' dir="rtl"' : ''}>`,
    '<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->',
    `<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${c.card}" style="max-width:600px;background:${c.card};border-radius:${looks.radius}px;overflow:hidden">`,
    brand(
      name,
      draft.logo_url,
      looks,
      opening,
      blocks.every(({ kind }) => kind !== 'hero'),
    ),
    ...body,
    '<tr data-block="end"><td style="padding:0 0 48px;font-size:0;line-height:0">&nbsp;</td></tr>',
    '</table>',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">',
    foot(draft, words, looks, name),
    '</table>',
    '<!--[if mso]></td></tr></table><![endif]-->',
    '</td></tr>',
    '</table>',
    '</div>',
    '</body>',
    '</html>',
  )}\n`;
}

/** These show their headings themselves, or have none. */
const HEADLESS: ReadonlySet<string> = new Set(['hero', 'letter', 'cta', 'code', 'form', 'button', 'signature', 'footer']);
/** These have one even if the draft gives none. */
const TITLED: ReadonlySet<string> = new Set(['contact', 'faq', 'map']);

function headOf(block: Block, { looks, words }: EmailContext): string {
  if (HEADLESS.has(block.kind)) return '';
  const given = 'heading' in block ? block.heading : undefined;
  const numbered = block.kind === 'order' && block.number ? `${words.email.order} ${block.number}` : undefined;
  const heading = given ?? numbered ?? (TITLED.has(block.kind) ? words.headings[block.kind] : undefined);
  return mailHead2(looks, block.kind, { heading, text: 'text' in block && block.kind !== 'map' ? block.text : undefined });
}

function brand(
  name: string,
  logoUrl: string | undefined,
  { colours: c, text, align }: MailLooks,
  look: MailHeroLook,
  isHeading: boolean,
): string {
  const shown = logoUrl
    ? `<img src="${attribute(logoUrl)}" alt="${attribute(name)}" height="32" style="display:${align === 'center' ? 'inline-block' : 'block'};height:32px;width:auto;max-width:240px;border:0">`
    : line(name);
  const heading = isHeading
    ? `<h1 style="margin:0;font-family:${text};font-size:17px;line-height:1.4;font-weight:700">${shown}</h1>`
    : shown;
  const [ground, ink, classes] = {
    band: [c.band, c.onBand, 'on-band band'],
    tint: [c.tint, c.ink, 'ink tint'],
    plain: [undefined, c.ink, 'ink'],
  }[look];
  return row(
    'brand',
    `${ground ? `background:${ground};` : ''}padding-top:32px;padding-bottom:${ground ? 0 : 4}px;font-family:${text};font-size:17px;line-height:1.4;font-weight:700;color:${ink}${look === 'plain' ? `;border-top:6px solid ${c.button}` : ''}`,
    heading,
    `room ${classes}${look === 'plain' ? ' rule' : ''}`,
    `${ground ? ` bgcolor="${ground}"` : ''}${align === 'center' ? ' align="center"' : ''}`,
  );
}

function foot(draft: EmailDraft, { email }: Words, { colours: c, text: family }: MailLooks, name: string): string {
  const p = (content: string, margin: string) =>
    `<p class="soft" style="margin:${margin};font-family:${family};font-size:13px;line-height:1.6;color:${c.soft}">${content}</p>`;
  const link = (href: string, label: string) =>
    `<a class="soft" href="${attribute(href)}" style="color:${c.soft};text-decoration:underline">${line(label)}</a>`;
  const own = (draft.blocks as Block[]).filter((block) => block.kind === 'footer');
  const why = (draft.operational ? email.operational : email.why) as string;
  const links = own.flatMap((block) => block.links ?? []);
  return row(
    'foot',
    'padding-top:24px;padding-bottom:32px',
    lines(
      ...own.map(({ text }) => text && p(line(text), '0 0 4px')),
      p(line(why.replace('{name}', () => name)), '0'),
      links.length > 0 && p(links.map(({ label, href }) => link(href, label)).join(' · '), '4px 0 0'),
      !draft.operational && p(link('{{unsubscribe_url}}', email.unsubscribe as string), '4px 0 0'),
    ),
    'room',
    ' align="center"',
  );
}
