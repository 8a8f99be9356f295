import type { BlockOf } from '../draft.ts';
import { DRAWINGS } from '../drawings/index.ts';
import type { BlockView, EmailContext, PageContext } from '../context.ts';
import { mailButton, pairs, photoRow, row } from '../mail-parts.ts';
import { buttons, factsList, paragraph, picture } from '../parts.ts';
import { headlineStep } from '../scale.ts';
import { line, lines, prose } from '../text.ts';
import { formBody } from './form.ts';

type Hero = BlockOf<'hero'>;
type Layout = NonNullable<Hero['layout']>;

/** What suits the picture: a drawn view runs along the page, things stand beside the words. */
export function heroLayout({ layout, picture: shown, facts, form, text }: Hero, at = 0): Layout {
  if (layout && (shown || !['split', 'scene', 'frame'].includes(layout))) return layout;
  if (!shown) return form ? 'plain' : facts && facts.length > 1 ? 'stack' : text && text.length > 160 ? 'stack' : 'plain';
  if ('url' in shown) return form ? 'split' : at % 2 === 0 ? 'split' : 'frame';
  return DRAWINGS[shown.drawing].shape === 'view' ? 'scene' : 'split';
}

const SIZES: Record<Layout, [number, number]> = {
  split: [900, 1000],
  scene: [1440, 560],
  frame: [1440, 470],
  stack: [1440, 330],
  band: [1440, 330],
  plain: [1440, 330],
};

function page(block: Hero & { id: string }, { words, byId, draft }: PageContext): string {
  const layout = heroLayout(block, draft.title.length);
  const form = block.form === undefined ? undefined : byId.get(block.form);
  const inside = form?.kind === 'form' ? formBody({ ...form, id: block.form as string }, words, true) : '';
  const [w, h] = SIZES[layout];
  const title = `<h1 id="${block.id}-title" class="size-${headlineStep(block.heading)}">${line(block.heading)}</h1>`;
  const lede = paragraph(block.text, 'lede');
  const facts = block.facts ? factsList(block.facts, 'meta') : '';
  const act = inside || buttons(block.action, block.second_action);
  const eyebrow = block.eyebrow ? `<p class="eyebrow">${line(block.eyebrow)}</p>` : '';
  const beside = layout === 'stack' || layout === 'frame';
  return lines(
    `<section id="${block.id}" class="hero ${layout}${inside ? ' with-form' : ''}" aria-labelledby="${block.id}-title">`,
    '<div class="wrap">',
    beside
      ? lines('<div class="words">', eyebrow, title, '</div>', '<div class="side">', lede, facts, act, '</div>')
      : inside
        ? lines('<div class="words">', eyebrow, title, lede, facts, '</div>', `<div class="side">\n${inside}\n</div>`)
        : lines('<div class="words">', eyebrow, title, lede, facts, act, '</div>'),
    '</div>',
    layout === 'band' || layout === 'plain' ? '' : picture(block.picture, w, h, 'eager'),
    '</section>',
  );
}

const css = `.hero { position: relative; }
.hero .lede { font-size: var(--step-1); line-height: 1.5; max-width: 34em; margin-block-start: 24px; color: var(--soft); }
.hero .act { margin-block-start: 32px; }
.meta { display: flex; flex-wrap: wrap; gap: 16px 40px; margin-block-start: 28px; }
.meta dt { font-size: var(--step-small); color: var(--soft); }
.meta dd { font: var(--weight) var(--step-1)/1.3 var(--display); }
.art { display: block; width: 100%; }
.art img { display: block; width: 100%; height: 100%; object-fit: cover; }
.with-form .side { max-width: 30rem; width: 100%; }
@media (min-width: 60rem) { .with-form:not(.split) > .wrap { display: grid; grid-template-columns: minmax(0, 7fr) minmax(22rem, 5fr); gap: 64px; align-items: center; } }`;

/** The rules of one layout, beside those of all. */
export const HERO_LAYOUTS: Record<Layout, string> = {
  scene: `.opens-scene .site, .hero.scene { background: var(--sky); }
.hero.scene { display: grid; grid-template-rows: auto 1fr; min-height: min(calc(100svh - 80px), 58rem); overflow-x: clip; }
.hero.scene > .wrap { padding-block: clamp(16px, 4svh, 56px) 24px; position: relative; z-index: 1; }
.hero.scene .words { max-width: 46rem; }
.hero.scene svg.art { height: clamp(240px, 44svh, 480px); align-self: end; overflow: visible; pointer-events: none; }
@media (min-width: 60rem) { .hero.scene .side { align-self: start; margin-block-end: -120px; } .hero.scene form { box-shadow: 0 24px 60px -24px rgb(0 0 0 / .35); } }`,
  split: `.hero.split { overflow: clip; }
.hero.split .words { padding-block: clamp(16px, 5svh, 72px) 48px; }
.hero.split .side { padding-block-end: 48px; }
.hero.split.with-form .words { padding-block-end: 24px; }
.hero.split > .art { height: clamp(260px, 78vw, 460px); background: var(--sky); }
@media (min-width: 60rem) {
  .hero.split { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 44vw); min-height: min(calc(100svh - 80px), 54rem); align-items: center; }
  .hero.split > .wrap { width: auto; margin-inline: max(var(--gutter), calc((100vw - 72rem) / 2)) clamp(32px, 5vw, 88px); }
  .hero.split > .art { height: 100%; min-height: 560px; border-start-start-radius: calc(var(--radius) * 3); }
}`,
  frame: `.hero.frame > .wrap { display: grid; gap: 24px 64px; padding-block: clamp(16px, 5svh, 64px) clamp(32px, 5svh, 56px); }
.hero.frame > .art { width: min(100% - 2 * var(--gutter), 80rem); margin-inline: auto; height: clamp(240px, 46svh, 520px); background: var(--sky); border-radius: calc(var(--radius) * 1.5); overflow: hidden; }
.hero.frame { padding-block-end: calc(var(--room) * .6); }
.hero.frame .side > :first-child { margin-block-start: 0; }
@media (min-width: 60rem) { .hero.frame > .wrap { grid-template-columns: minmax(0, 7fr) minmax(0, 5fr); align-items: end; } }`,
  stack: `.hero.stack > .wrap { display: grid; gap: 28px 72px; padding-block: clamp(24px, 8svh, 104px) clamp(40px, 8svh, 96px); }
.hero.stack .side > :first-child { margin-block-start: 0; }
.hero.stack .meta { display: grid; gap: 0; }
.hero.stack .meta div { border-block-start: 1px solid var(--edge); padding-block: 14px; display: grid; grid-template-columns: 7rem 1fr; align-items: baseline; gap: 8px 16px; }
.hero.stack > svg.art { height: clamp(200px, 36svh, 380px); background: var(--sky); }
.hero.stack::after { content: ""; display: block; height: 6px; background: linear-gradient(90deg, var(--button) 0 38%, var(--glow) 38% 47%, var(--mid) 47% 100%); }
.hero.stack:has(> .art)::after { display: none; }
@media (min-width: 60rem) { .hero.stack > .wrap { grid-template-columns: minmax(0, 7fr) minmax(0, 5fr); align-items: end; } }`,
  band: `.opens-band .site { background: var(--band); color: var(--on-band); } .opens-band .site nav a:not(.button) { color: var(--on-band); }
.hero.band { background: var(--band); color: var(--on-band); }
.hero.band > .wrap { padding-block: clamp(32px, 10svh, 128px) clamp(48px, 11svh, 136px); }
.hero.band .words { max-width: 52rem; }
.hero.band .lede, .hero.band .meta dt, .hero.band .eyebrow { color: var(--on-band-soft); }
.hero.band .button:not(.quiet) { background: var(--on-band); color: var(--band); border-color: var(--on-band); }
.hero.band .button.quiet { color: var(--on-band); border-color: var(--on-band-soft); }
.hero.band form { color: var(--ink); }`,
  plain: `.hero.plain { display: grid; align-items: center; min-height: min(calc(100svh - 120px), 46rem); }
.hero.plain > .wrap { padding-block: 48px 72px; }
.hero.plain .words { max-width: 44rem; }
.hero.plain .words::before { content: ""; display: block; width: 56px; height: 5px; background: var(--button); margin-block-end: 32px; border-radius: var(--radius); }
@media (min-width: 60rem) { .opens-plain { position: relative; } .opens-plain::before { content: ""; position: absolute; z-index: -1; inset-block: 0; inset-inline-end: 0; width: 36vw; background: var(--sky); height: min(100svh, 54rem); } }`,
};

function email({ eyebrow, heading, text, action, facts = [], picture: shown, layout }: Hero, { looks }: EmailContext): string {
  const { colours: c, display, text: family, weight, align } = looks;
  const onBand = layout === 'band';
  const [ink, soft, strong] = onBand ? [c.onBand, c.onBandSoft, c.onBandSoft] : [c.ink, c.soft, c.accent];
  const wide = [...heading].length;
  const size = wide <= 22 ? 42 : wide <= 50 ? 36 : 30;
  const on = (name: string) => (onBand ? (name === 'ink' ? 'on-band' : 'on-band-soft') : name);
  const words = lines(
    eyebrow && `<p class="${on('accent')}" style="margin:0 0 12px;font-family:${family};font-size:15px;line-height:1.4;font-weight:700;color:${strong}">${line(eyebrow)}</p>`,
    `<h1 class="title ${on('ink')}" style="margin:0;font-family:${display};font-size:${size}px;line-height:1.15;font-weight:${weight};letter-spacing:-0.01em;color:${ink}">${line(heading)}</h1>`,
    text && `<p class="${on('soft')}" style="margin:16px 0 0;font-family:${family};font-size:18px;line-height:1.55;color:${soft}">${prose(text, ` style="color:${ink}"`)}</p>`,
    action && onBand && `<div style="padding-top:28px">${mailButton(looks, action, true)}</div>`,
  );
  return lines(
    row(
      'hero',
      `padding-top:${onBand ? 48 : 32}px;padding-bottom:${onBand ? 48 : 0}px${onBand ? `;background:${c.band}` : ''}`,
      words,
      `room${onBand ? ' band' : ''}`,
      `${onBand ? ` bgcolor="${c.band}"` : ''}${align === 'center' ? ' align="center"' : ''}`,
    ),
    shown && 'url' in shown && !onBand && row('hero', 'padding-top:28px;font-size:0;line-height:0', '&nbsp;'),
    photoRow('hero', shown),
    facts.length > 0 && pairs(looks, 'hero', facts),
    action && !onBand && row('hero', 'padding-top:32px', mailButton(looks, action)),
  );
}

export const hero: BlockView<'hero'> = { page, css, email };
