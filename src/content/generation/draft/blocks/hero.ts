import type { BlockView, PageContext } from '../context.ts';
import type { Block, BlockOf } from '../draft.ts';
import { VIEWS } from '../drawings/index.ts';
import { buttons, factsList, paragraph, picture } from '../parts.ts';
import { headlineStep } from '../scale.ts';
import type { Style } from '../style.ts';
import { line, lines } from '../text.ts';
import { formBody } from './form.ts';
import { heroEmail } from './hero-email.ts';

type Hero = BlockOf<'hero'>;
type Layout = NonNullable<Hero['layout']>;
export type HeroLayout = Layout;

/** The layout that suits the picture; the style chooses where several do. @param fields of the form that it shows */
export function heroLayout(hero: Hero, style: Style, fields = 0): Layout {
  const { layout, picture: shown, facts = [], form, text = '' } = hero;
  if (layout && (shown || !['split', 'scene', 'frame'].includes(layout))) return layout;
  if (!shown) {
    if (form) return 'plain';
    if (facts.length > 1 || text.length > 160) return 'stack';
    return style.choose(hero, ['plain', 'stack', 'band', 'plain'] as const);
  }
  // A form of some length stands beside the words, and the picture under both.
  const withForm = fields > 2 ? 'stack' : 'split';
  if ('url' in shown) return form ? withForm : style.choose(hero, ['split', 'frame', 'split', 'stack'] as const);
  if (VIEWS.has(shown.drawing)) return form ? 'scene' : style.choose(hero, ['scene', 'scene', 'frame'] as const);
  // A pattern runs along a page as well as it stands beside words.
  if (shown.drawing === 'abstract' || shown.drawing === 'orbits')
    return form ? withForm : style.choose(hero, ['split', 'frame', 'split'] as const);
  return form ? withForm : 'split';
}

export const fieldsOf = (form: Block | undefined): number =>
  form?.kind === 'form' ? form.fields.filter(({ type }) => type !== 'hidden').length : 0;

/** The id of a view that runs along the page, so that it ends the page as well. */
const VIEW = 'view_';

const viewOf = ({ picture: shown }: Hero, layout: Layout): number | undefined =>
  shown && 'drawing' in shown && VIEWS.has(shown.drawing) && ['scene', 'frame', 'stack'].includes(layout) ? SIZES[layout][1] : undefined;

/** A crowd that faces a stage only opens a page. @param className names the ground of the section before it */
export function bookend(hero: Hero, layout: Layout, className: string): string {
  const height = viewOf(hero, layout);
  if (height === undefined || (hero.picture && 'drawing' in hero.picture && hero.picture.drawing === 'stage')) return '';
  return `<div class="${className}"><svg viewBox="0 0 1440 ${height}" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false"><use href="#${VIEW}"/></svg></div>`;
}

const SIZES: Record<Layout, [number, number]> = {
  split: [900, 1000],
  scene: [1440, 430],
  frame: [1440, 520],
  stack: [1440, 420],
  band: [1440, 330],
  plain: [1440, 330],
};

function page(block: Hero & { id: string }, { words, byId, style, opening }: PageContext): string {
  const isFirst = block === opening;
  const form = block.form === undefined || !isFirst ? undefined : byId.get(block.form);
  const layout = heroLayout(block, style, fieldsOf(form));
  const inside = form?.kind === 'form' ? formBody({ ...form, id: block.form as string }, words, true) : '';
  const [w, h] = SIZES[layout];
  const eyebrow = block.eyebrow ? `<p class="eyebrow">${line(block.eyebrow)}</p>` : '';
  const tag = isFirst ? 'h1' : 'h2';
  const title = `<${tag} id="${block.id}_title" class="size-${headlineStep(block.heading)}">${line(block.heading)}</${tag}>`;
  const lede = paragraph(block.text, 'lede');
  const act = inside ? '' : buttons(block.action, block.second_action);
  const facts = block.facts ? factsList(block.facts, 'meta') : '';
  const isParted = !inside && (layout === 'stack' || layout === 'frame');
  const say = lines('<div class="say">', lede, act, '</div>');
  const side =
    inside || (isParted && (lede || act || facts))
      ? lines('<div class="side">', inside || lines((lede || act) && say, facts), '</div>')
      : '';
  const looks = [
    ...['hero', layout],
    inside && 'with-form',
    inside && form?.kind === 'form' && form.fields.length > 3 && 'tall',
    layout === 'split' && style.mask,
    layout === 'split' && style.mirrored && !inside && 'mirrored',
    !block.picture && 'bare',
  ];
  return lines(
    `<section id="${block.id}" class="${looks.filter(Boolean).join(' ')}" aria-labelledby="${block.id}_title">`,
    '<div class="wrap">',
    isParted
      ? lines('<div class="words">', eyebrow, title, '</div>')
      : lines('<div class="words">', eyebrow, title, lede, act, facts, '</div>'),
    side,
    '</div>',
    layout === 'band' || layout === 'plain'
      ? ''
      : picture(block.picture, w, h, 'eager', isFirst && viewOf(block, layout) ? VIEW : undefined),
    '</section>',
  );
}

const css = `.hero { position: relative; }
.hero .lede { font-size: var(--step-1); line-height: 1.5; max-width: 34em; margin-block-start: 24px; color: var(--soft); }
.hero .act { margin-block-start: 32px; }
.meta { display: flex; flex-wrap: wrap; gap: 16px 44px; margin-block-start: 36px; }
.meta dt, .facts dt { font-size: var(--step-small); color: var(--soft); }
.meta dd { font: var(--weight) var(--step-1)/1.3 var(--display); }
.meta dd a { color: inherit; text-decoration-color: var(--accent); }
.art { display: block; width: 100%; }
.art img { display: block; width: 100%; height: 100%; object-fit: cover; }
.with-form > .wrap { display: grid; gap: 32px; } .with-form .side { max-width: 32rem; width: 100%; }
@media (min-width: 60rem) { .with-form:not(.split) > .wrap { grid-template-columns: minmax(0, 7fr) minmax(22rem, 5fr); gap: 72px; align-items: center; } .with-form.tall:not(.split) > .wrap { align-items: start; } .with-form.tall:not(.split) .words { padding-block-start: clamp(0px, 8svh, 88px); } .with-form .side { justify-self: end; } .with-form.split .side { justify-self: start; } }`;

export const HERO_LAYOUTS: Record<Layout, string> = {
  scene: `.opens-scene .site, .hero.scene { background: var(--sky); }
.hero.scene { display: grid; grid-template-rows: auto 1fr; min-height: min(calc(100svh - 84px), 58rem); overflow-x: clip; }
.hero.scene > .wrap { padding-block: clamp(16px, 4svh, 56px) 24px; position: relative; z-index: 1; }
.hero.scene .words { max-width: 50rem; }
.hero.scene > .art { height: clamp(240px, 46svh, 500px); align-self: end; overflow: visible; pointer-events: none; } .hero.scene > figure.art { overflow: hidden; height: clamp(260px, 52svh, 560px); }
@media (min-width: 60rem) { .hero.scene .side { align-self: start; margin-block-end: -120px; } .hero.scene form { box-shadow: 0 24px 60px -24px rgb(0 0 0 / .35); } }`,
  split: `.hero.split { overflow: clip; }
.hero.split .words { padding-block: clamp(16px, 5svh, 72px) 40px; }
.hero.split .side { padding-block-end: 48px; }
.hero.split.with-form .words { padding-block-end: 0; }
.hero.split > .art { height: clamp(280px, 84vw, 480px); background: var(--sky); }
.hero.split:not(.bleed) > .art { width: calc(100% - 2 * var(--gutter)); margin: 0 auto 32px; border-radius: calc(var(--radius) * 1.6); overflow: hidden; }
.hero.split.arch > .art { height: auto; aspect-ratio: 4 / 5; max-height: 480px; width: min(100% - 2 * var(--gutter), 384px); border-radius: 999px 999px var(--radius) var(--radius); }
@media (min-width: 60rem) {
  .hero.split { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 44vw); min-height: min(calc(100svh - 84px), 54rem); align-items: center; }
  .hero.split > .wrap { width: auto; margin-inline: max(var(--gutter), calc((100vw - 74rem) / 2)) clamp(32px, 5vw, 88px); }
  .hero.split > .art { height: 100%; min-height: 560px; }
  .hero.split.bleed > .art { border-start-start-radius: calc(var(--radius) * 3); }
  .hero.split.inset > .art { width: calc(100% - max(var(--gutter), (100vw - 84rem) / 2)); height: calc(100% - 40px); margin: 0; margin-inline-end: max(var(--gutter), calc((100vw - 84rem) / 2)); align-self: start; border-radius: calc(var(--radius) * 2); }
  .hero.split.arch > .art { width: min(100%, 31rem); max-height: min(calc(100svh - 132px), 40rem); min-height: 0; margin: 0 auto 48px; margin-inline-start: 0; }
  .hero.split.mirrored { grid-template-columns: minmax(0, 44vw) minmax(0, 1fr); } .hero.split.mirrored > .art { order: -1; }
  .hero.split.mirrored > .wrap { margin-inline: clamp(32px, 5vw, 88px) max(var(--gutter), calc((100vw - 74rem) / 2)); }
  .hero.split.mirrored.bleed > .art { border-start-start-radius: 0; border-start-end-radius: calc(var(--radius) * 3); }
  .hero.split.mirrored.inset > .art { margin-inline: max(var(--gutter), calc((100vw - 84rem) / 2)) 0; }
  .hero.split.mirrored.arch > .art { margin-inline: auto 0; }
}`,
  frame: `.hero.frame > .wrap { display: grid; gap: 20px 72px; padding-block: clamp(16px, 5svh, 64px) clamp(28px, 4svh, 48px); }
.hero.frame > .art { width: min(100% - 2 * var(--gutter), 84rem); margin-inline: auto; height: clamp(240px, 50svh, 560px); background: var(--sky); border-radius: calc(var(--radius) * 1.6); overflow: hidden; }
.hero.frame .lede { margin-block-start: 0; } .hero.frame .act { margin-block-start: 24px; } .hero.frame .meta { margin-block-start: 24px; }
@media (min-width: 60rem) { .hero.frame:not(.with-form) > .wrap { grid-template-columns: minmax(0, 7fr) minmax(0, 5fr); align-items: end; } }`,
  stack: `.hero.stack > .wrap { padding-block: clamp(24px, 8svh, 104px) clamp(40px, 8svh, 96px); }
.hero.stack:not(.with-form) h1 { max-width: 17em; }
.hero.stack:not(.with-form) .side { display: grid; gap: 36px 72px; margin-block-start: clamp(24px, 5svh, 64px); border-block-start: 1px solid var(--edge); padding-block-start: clamp(20px, 4svh, 40px); }
.hero.stack:not(.with-form) .lede { margin-block-start: 0; }
.hero.stack .side .meta { display: grid; gap: 0; margin: 0; align-content: start; }
.hero.stack .side .meta div { padding-block: 12px; display: grid; grid-template-columns: 7rem 1fr; align-items: baseline; gap: 8px 16px; border-block-end: 1px solid var(--line); } .hero.stack .meta div:first-child { padding-block-start: 0; }
.hero.stack > .art { height: clamp(220px, 40svh, 420px); background: var(--sky); overflow: hidden; }
@media (min-width: 60rem) { .hero.stack .side:has(.say):has(.meta) { grid-template-columns: minmax(0, 7fr) minmax(0, 5fr); } .hero.stack .side:not(:has(.meta)) .say { display: flex; justify-content: space-between; align-items: center; gap: 24px 64px; } .hero.stack .side:not(:has(.meta)) .act { margin: 0; flex: none; } }`,
  band: `.opens-band .site, .hero.band { background: var(--band); color: var(--on-band); } .opens-band .site .button { background: var(--on-band); color: var(--band); border-color: var(--on-band); }
.opens-band :is(.site, .hero) :focus-visible { outline-color: var(--on-band); }
.hero.band > .wrap { padding-block: clamp(32px, 10svh, 128px) clamp(48px, 11svh, 136px); }
.hero.band .words { max-width: 56rem; }
.hero.band .words :is(.lede, dt, .eyebrow) { color: var(--on-band-soft); } .hero.band .words a:not(.button) { color: inherit; }
.hero.band .words .button:not(.quiet) { background: var(--on-band); color: var(--band); border-color: var(--on-band); }
.hero.band .words .button.quiet { color: var(--on-band); border-color: var(--on-band-soft); }
.hero.band form { color: var(--ink); }`,
  plain: `.hero.plain > .wrap { padding-block: clamp(32px, 9svh, 112px) clamp(48px, 9svh, 112px); }
@media (min-width: 60rem) { .hero.plain { display: grid; align-items: center; min-height: min(calc(100svh - 120px), 44rem); } }
.hero.plain .words { max-width: 54rem; }`,
};

export const hero: BlockView<'hero'> = { page, css, email: heroEmail };
