import { chanceOf } from '../chance.ts';
import type { EmailContext } from '../context.ts';
import type { Block, BlockOf, EmailDraft } from '../draft.ts';
import { mailButton, pairs, photoRow, row } from '../mail-parts.ts';
import { line, lines, prose } from '../text.ts';

type Hero = BlockOf<'hero'>;

export type MailHeroLook = 'band' | 'tint' | 'plain';

/** The layout of the draft; without one, mail that its reader needs is plain, and a picture takes the place of a ground. */
export function mailHeroLook({ layout, picture }: Hero, { operational, name, title }: EmailDraft): MailHeroLook {
  if (layout) return layout === 'band' ? 'band' : 'plain';
  if (operational || (picture && 'url' in picture)) return 'plain';
  const chance = chanceOf(`${name ?? title} opening`);
  chance.between(0, 1);
  return chance.pick(['band', 'tint', 'band', 'plain'] as const);
}

export function heroEmail(block: Hero, { looks, draft }: EmailContext): string {
  const { eyebrow, heading, text, action, facts = [], picture: shown } = block;
  const { colours: c, display, text: family, weight, align } = looks;
  const look = mailHeroLook(block, draft);
  const { ground, ink, soft, strong, names } = {
    band: { ground: c.band, ink: c.onBand, soft: c.onBandSoft, strong: c.onBandSoft, names: ['on-band', 'on-band-soft', 'on-band-soft'] },
    tint: { ground: c.tint, ink: c.ink, soft: c.soft, strong: c.accent, names: ['ink', 'soft', 'accent'] },
    plain: { ground: undefined, ink: c.ink, soft: c.soft, strong: c.accent, names: ['ink', 'soft', 'accent'] },
  }[look];
  const tag = (draft.blocks as Block[]).find(({ kind }) => kind === 'hero') === block ? 'h1' : 'h2';
  const wide = [...heading].length;
  const size = wide <= 22 ? 44 : wide <= 50 ? 38 : wide <= 90 ? 32 : 26;
  const words = lines(
    eyebrow &&
      `<p class="${names[2]}" style="margin:0 0 12px;font-family:${family};font-size:15px;line-height:1.4;font-weight:700;color:${strong}">${line(eyebrow)}</p>`,
    `<${tag} class="title ${names[0]}" style="margin:0;font-family:${display};font-size:${size}px;line-height:1.15;font-weight:${weight};letter-spacing:-0.01em;color:${ink};word-break:break-word">${line(heading)}</${tag}>`,
    text &&
      `<p class="${names[1]}" style="margin:16px 0 0;font-family:${family};font-size:18px;line-height:1.55;color:${soft}">${prose(text, ` class="${names[0]}" style="color:${ink}"`)}</p>`,
    action && ground && `<div style="padding-top:28px">${mailButton(looks, action, look === 'band' ? 'band' : 'main')}</div>`,
  );
  const classes = look === 'plain' ? 'room' : `room ${look}`;
  return lines(
    row(
      'hero',
      `padding-top:${ground ? 44 : 32}px;padding-bottom:${ground ? 48 : 0}px${ground ? `;background:${ground}` : ''}`,
      words,
      classes,
      `${ground ? ` bgcolor="${ground}"` : ''}${align === 'center' ? ' align="center"' : ''}`,
    ),
    shown && 'url' in shown && !ground && row('hero', 'padding-top:28px;font-size:0;line-height:0', '&nbsp;'),
    photoRow('hero', shown),
    facts.length > 0 && pairs(looks, 'hero', facts),
    action && !ground && row('hero', 'padding-top:32px', mailButton(looks, action)),
  );
}
