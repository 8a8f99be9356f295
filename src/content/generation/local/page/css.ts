import { contrast } from '../design/oklch.ts';
import type { Colours, Palette } from '../design/palette.ts';
import type { Tone } from '../tones/index.ts';
import { scale } from './scale.ts';

/** The variables of a page: what an instruction about colours or tone changes, and nothing else holds a colour or a family. */
export function tokens({ light, dark }: Palette, tone: Tone): string {
  return `:root {
  color-scheme: light dark;
${colours(light)}
  --display: ${tone.display};
  --text: ${tone.text};
  --weight: ${tone.weight};
  --tracking: ${tone.tracking}em;
  --radius: ${tone.radius}px;
  ${scale(tone.ratio).join('\n  ')}
}
@media (prefers-color-scheme: dark) {
  :root {
${colours(dark).replace(/^/gm, '  ')}
  }
}`;
}

const colours = (colours: Colours): string =>
  Object.entries({
    ...colours,
    'button-edge':
      contrast(colours.button, colours.ground) >= 3 && contrast(colours.button, colours.sky) >= 3 ? colours.button : colours.edge,
  })
    .map(([name, value]) => `  --${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value};`)
    .join('\n');

const BASE = `*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 400 var(--step-0)/1.6 var(--text); text-rendering: optimizeLegibility; }
h1, h2, p, dl, dd, ol, ul, figure, blockquote { margin: 0; padding: 0; }
ol, ul { list-style: none; }
h1, h2 { font-family: var(--display); font-weight: var(--weight); letter-spacing: var(--tracking); line-height: 1.1; text-wrap: balance; overflow-wrap: break-word; }
h2 { font-size: var(--step-3); }
p, li, dd { text-wrap: pretty; overflow-wrap: break-word; }
dd { overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
.wrap { width: min(100% - 2 * var(--gutter), 72rem); margin-inline: auto; }
:root { --gutter: clamp(20px, 5vw, 64px); --room: clamp(56px, 9vw, 120px); }
.skip { position: absolute; inset-inline-start: 16px; inset-block-start: -80px; padding: 12px 16px; background: var(--ink); color: var(--ground); z-index: 2; }
.skip:focus { inset-block-start: 16px; }
.site { padding-block: 24px; }
.site .wrap { display: flex; justify-content: space-between; align-items: center; gap: 24px; min-height: 32px; }
.name { font: var(--weight) var(--step-0)/1.2 var(--display); letter-spacing: calc(var(--tracking) / 2); }
.name img { display: block; height: 32px; width: auto; max-width: 200px; object-fit: contain; }
.site nav { display: flex; gap: 28px; font-size: var(--step-small); }
.site nav a { color: var(--ink); text-decoration: none; padding-block: 8px; }
.site nav a:hover { text-decoration: underline; }
@media (max-width: 47.99rem) { .site .wrap { flex-wrap: wrap; row-gap: 4px; } .site nav { flex-basis: 100%; gap: 24px; overflow-x: auto; scrollbar-width: none; } .site nav a { flex: none; padding-block: 12px; } .site:has(nav) { padding-block: 20px 8px; } }
.button, button { display: inline-block; padding: 14px 28px; border: 1.5px solid var(--button-edge); border-radius: var(--radius); background: var(--button); color: var(--on-button); font: 600 var(--step-0)/1.3 var(--text); text-decoration: none; text-align: center; cursor: pointer; }
.button:hover, button:hover { filter: brightness(1.08); }
section:not(.opening) { padding-block: var(--room); }
.eyebrow { font-weight: 600; color: var(--accent); margin-block-end: 16px; }
.lede { font-size: var(--step-1); line-height: 1.5; max-width: 34em; margin-block-start: 24px; color: var(--soft); }
.night { display: none; }
@media (prefers-color-scheme: dark) { .night { display: inline; } }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
.end { padding-block: 32px; font-size: var(--step-small); color: var(--soft); }
.end .wrap { display: flex; flex-wrap: wrap; gap: 8px 24px; justify-content: space-between; border-block-start: 1px solid var(--line); padding-block-start: 32px; }
[dir=rtl] h1, [dir=rtl] h2 { letter-spacing: 0; }
:lang(ja) h1, :lang(ja) h2, :lang(zh) h1, :lang(zh) h2 { letter-spacing: 0; line-height: 1.3; font-weight: 700; word-break: auto-phrase; }
:lang(ja), :lang(zh) { line-break: strict; }
:lang(ja) body { font-family: var(--text), 'Hiragino Sans', 'Yu Gothic', 'Noto Sans JP', sans-serif; line-height: 1.8; }
:lang(de) h1, :lang(nl) h1, :lang(sv) h1 { hyphens: auto; hyphenate-limit-chars: 12 5 5; }`;

const OPENING = `.opening { position: relative; }
.opening .act { margin-block-start: 32px; }
.meta { display: flex; flex-wrap: wrap; gap: 16px 40px; margin-block-start: 28px; }
.meta dt { font-size: var(--step-small); color: var(--soft); }
.meta dd { font: var(--weight) var(--step-1)/1.3 var(--display); }
.coupon { display: inline-grid; grid-template-columns: auto auto; align-items: baseline; gap: 2px 16px; margin-block-start: 32px; padding: 16px 24px; border: 2px dashed var(--edge); border-radius: var(--radius); background: var(--paper-sheet); font-size: var(--step-small); color: var(--soft); }
.coupon strong { font: 700 var(--step-2)/1.2 ui-monospace, 'Cascadia Code', Menlo, Consolas, monospace; letter-spacing: .06em; color: var(--ink); user-select: all; }
.coupon span:last-child { grid-column: 1 / -1; }
:root { --paper-sheet: color-mix(in srgb, var(--ground) 82%, transparent); }
.art { display: block; width: 100%; }
.art img { display: block; width: 100%; height: 100%; object-fit: cover; }
`;

const OPENINGS = {
  scene: `.opens-scene .site, .scene { background: var(--sky); }
.scene { display: grid; grid-template-rows: auto 1fr; min-height: min(calc(100svh - 80px), 58rem); }
.scene .wrap { padding-block: clamp(16px, 4svh, 56px) 24px; }
.scene .words { max-width: 46rem; }
.scene { overflow-x: clip; }
.scene svg.art { height: clamp(240px, 44svh, 480px); align-self: end; overflow: visible; pointer-events: none; }
.scene .wrap { position: relative; z-index: 1; }
.scene.with-form .words { display: grid; gap: 0; }
.scene form { max-width: 26rem; }
@media (min-width: 60rem) {
  .scene.with-form .words { max-width: none; grid-template-columns: 1fr 25rem; column-gap: 64px; }
  .scene.with-form form { grid-column: 2; grid-row: 1 / span 6; align-self: start; margin-block-start: 0; box-shadow: 0 24px 60px -24px rgb(0 0 0 / .35); position: relative; z-index: 1; margin-block-end: -120px; }
}`,
  split: `.split { overflow: clip; }
.split .words { padding-block: clamp(16px, 5svh, 72px) 48px; }
.split .art { height: clamp(260px, 78vw, 460px); background: var(--sky); }
@media (min-width: 60rem) {
  .split { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 46vw); min-height: min(calc(100svh - 80px), 56rem); align-items: center; }
  .split .wrap { width: auto; margin-inline: max(var(--gutter), calc((100vw - 72rem) / 2)) clamp(32px, 5vw, 88px); }
  .split .art { height: 100%; min-height: 560px; border-start-start-radius: calc(var(--radius) * 3); }
}`,
  frame: `.frame .wrap { display: grid; gap: 32px 64px; padding-block: clamp(16px, 5svh, 64px) clamp(32px, 5svh, 56px); }
.frame .art { width: min(100% - 2 * var(--gutter), 80rem); margin-inline: auto; height: clamp(240px, 46svh, 520px); background: var(--sky); border-radius: calc(var(--radius) * 1.5); overflow: hidden; }
.frame { padding-block-end: calc(var(--room) * .6); }
.frame .side > :first-child { margin-block-start: 0; }
@media (min-width: 60rem) { .frame .wrap { grid-template-columns: minmax(0, 7fr) minmax(0, 4fr); align-items: end; } }`,
  ledger: `.ledger .wrap { display: grid; gap: 32px 72px; padding-block: clamp(24px, 7svh, 96px) clamp(32px, 6svh, 72px); }
.ledger .meta { display: grid; gap: 0; margin: 0; }
.ledger .meta div { border-block-start: 1px solid var(--edge); padding-block: 14px; display: grid; grid-template-columns: 7rem 1fr; align-items: baseline; gap: 8px 16px; }
.ledger svg.art { height: clamp(200px, 36svh, 380px); background: var(--sky); }
@media (min-width: 60rem) { .ledger .wrap { grid-template-columns: minmax(0, 7fr) minmax(0, 5fr); align-items: end; } .ledger .act { margin-block-start: 24px; } }`,
  quiet: `.quiet { display: grid; align-items: center; min-height: min(calc(100svh - 176px), 46rem); }
.quiet .words { max-width: 40rem; padding-block: 48px 64px; }
.quiet .words::before { content: ""; display: block; width: 56px; height: 4px; background: var(--button); margin-block-end: 32px; border-radius: var(--radius); }
.quiet .words { position: relative; }
@media (min-width: 60rem) { .opens-quiet { position: relative; } .opens-quiet::before { content: ""; position: absolute; z-index: -1; inset-block: 0; inset-inline-end: 0; width: 36vw; background: var(--sky); } }
.quiet svg.art { height: clamp(200px, 34svh, 340px); background: var(--sky); }`,
} as const;

const FORM = `form { display: grid; gap: 18px; margin-block-start: 32px; padding: clamp(20px, 4vw, 36px); background: var(--surface); border-radius: calc(var(--radius) * 1.25); }
.opening form { padding: 24px; max-width: 27rem; }
.scene form { background: var(--ground); }
.field { display: grid; gap: 6px; }
.field label { font-weight: 600; font-size: var(--step-small); }
.field small { font-weight: 400; color: var(--soft); font-size: inherit; }
input, textarea, select { width: 100%; padding: 12px 14px; border: 1px solid var(--edge); border-radius: min(var(--radius), 12px); background: var(--field); color: var(--ink); font: inherit; line-height: 1.4; min-height: 48px; }
:root { --field: color-mix(in srgb, var(--ground) 60%, white); }
@media (prefers-color-scheme: dark) { :root { --field: color-mix(in srgb, var(--ground) 80%, black); } }
.check { grid-template-columns: auto 1fr; align-items: start; gap: 12px; }
.check input { width: 22px; min-height: 22px; height: 22px; margin: 0; accent-color: var(--button); }
form button { width: 100%; margin-block-start: 6px; }
.sign { background: var(--surface); }
.sign .wrap { display: grid; gap: 32px 72px; }
.sign form { margin: 0; background: var(--ground); }
.sign h2 { font-size: var(--step-4); }
.sign .beside dl { display: grid; margin-block-start: 32px; }
.sign .beside dl > div { padding-block: 14px; border-block-start: 1px solid var(--line); display: grid; grid-template-columns: minmax(7rem, 2fr) 5fr; gap: 4px 16px; align-items: baseline; }
.sign dt { font-size: var(--step-small); color: var(--soft); }
.sign dd { font: var(--weight) var(--step-1)/1.35 var(--display); }
@media (min-width: 60rem) { .sign .wrap { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); } .sign .beside { position: sticky; inset-block-start: 48px; align-self: start; } }`;

const HEADED = `@media (min-width: 60rem) { .prose .wrap:has(h2), .timeline .wrap, .table .wrap:has(h2), .questions .wrap, .rules .wrap, .people .wrap { display: grid; grid-template-columns: minmax(0, 4fr) minmax(0, 8fr); gap: 24px 72px; } .questions .wrap > :not(h2), .prose .wrap:has(h2) > :not(h2) { grid-column: 2; } }
section h2 + * { margin-block-start: 32px; }
@media (min-width: 60rem) { section h2 + * { margin-block-start: 0; } }
section + section:not(.sign, .band, .closing, .facts):not([class*=opening]) { padding-block-start: 0; }
.sign + section, .band + section, .opening + section, .opening + section.claims { padding-block-start: var(--room) !important; }`;

const SECTIONS: Record<string, string> = {
  row: `.facts.row dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 200px), 1fr)); gap: 32px 40px; }
.facts.row dl > div { border-block-start: 2px solid var(--ink); padding-block-start: 16px; }
.facts dt { font-size: var(--step-small); color: var(--soft); }
.facts.row dd { font: var(--weight) var(--step-3)/1.2 var(--display); letter-spacing: var(--tracking); margin-block-start: 8px; }`,
  table: `.table dl > div, .table li { display: grid; grid-template-columns: 1fr auto; gap: 4px 24px; align-items: baseline; padding-block: 16px; border-block-start: 1px solid var(--line); }
.table dl > div:last-child, .table li:last-child { border-block-end: 1px solid var(--line); }
.table:not(.facts) dt { font-weight: 600; }
.table:not(.facts) dd { font-variant-numeric: tabular-nums; text-align: end; color: var(--accent); font-weight: 600; }
.facts.table dl > div { grid-template-columns: minmax(7rem, 3fr) 8fr; }
.facts.table dt { font-size: var(--step-small); color: var(--soft); }
.facts.table dd { font: var(--weight) var(--step-1)/1.4 var(--display); }`,
  list: `.claims.list ul { display: grid; }
.claims.list li { font: var(--weight) var(--step-3)/1.25 var(--display); letter-spacing: var(--tracking); padding-block: 24px; border-block-start: 1px solid var(--line); max-width: none; }
.claims.list li:last-child { border-block-end: 1px solid var(--line); }`,
  columns: `.claims.columns ul { columns: 2 20rem; column-gap: 64px; }
.claims.columns li { break-inside: avoid; padding-block: 16px; border-block-start: 1px solid var(--line); font-size: var(--step-1); line-height: 1.4; }`,
  band: `.band { background: var(--band); color: var(--on-band); }
.band .statement { font: var(--weight) var(--step-4)/1.15 var(--display); letter-spacing: var(--tracking); max-width: 22em; text-wrap: balance; }`,
  prose: `.prose p { max-width: 38em; }
.prose p + p { margin-block-start: 1.1em; }
.prose .first { font: 400 var(--step-2)/1.4 var(--display); max-width: 30em; }
.prose .wrap:not(:has(h2)) > p { margin-inline-start: clamp(0px, 12vw, 12rem); }`,
  timeline: `.timeline ol { position: relative; }
.timeline li { display: grid; grid-template-columns: minmax(5.5rem, auto) 1fr; gap: 8px 40px; padding-block: 0 32px; position: relative; }
.timeline li:last-child { padding-block-end: 0; }
.timeline .lead { font-variant-numeric: tabular-nums; font-weight: 600; color: var(--accent); }
.timeline li > span:last-child { font-size: var(--step-1); line-height: 1.4; border-inline-start: 2px solid var(--line); padding-inline-start: 28px; margin-block-end: -32px; padding-block-end: 32px; position: relative; }
.timeline li:last-child > span:last-child { margin-block-end: 0; padding-block-end: 0; }
.timeline li > span:last-child::before { content: ""; position: absolute; inset-inline-start: -8px; inset-block-start: .4em; width: 14px; height: 14px; border-radius: 50%; background: var(--button); border: 3px solid var(--ground); }`,
  questions: `.questions details { border-block-start: 1px solid var(--line); padding-block: 18px; }
.questions details:last-child { border-block-end: 1px solid var(--line); }
.questions summary { cursor: pointer; font-weight: 600; font-size: var(--step-1); line-height: 1.4; }
.questions details p { margin-block-start: 12px; max-width: 38em; color: var(--soft); }`,
  people: `.people ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 220px), 1fr)); gap: 32px 40px; }
.people li { display: grid; gap: 4px; align-content: start; }
.people strong { font: var(--weight) var(--step-2)/1.2 var(--display); letter-spacing: var(--tracking); }
.people span { color: var(--soft); }`,
  rules: `.rules li { display: grid; gap: 4px; padding-block: 18px; border-block-start: 1px solid var(--line); font-size: var(--step-1); line-height: 1.4; }
.rules li:last-child { border-block-end: 1px solid var(--line); }
.rules li strong + span { font-size: var(--step-0); color: var(--soft); }`,
  steps: `.steps ol { counter-reset: step; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 240px), 1fr)); gap: 40px; margin-block-start: 40px !important; }
.steps li { counter-increment: step; display: grid; gap: 6px; align-content: start; }
.steps li::before { content: counter(step); font: var(--weight) var(--step-5)/1 var(--display); color: var(--accent); letter-spacing: var(--tracking); }`,
  quote: `.quote figure { max-width: 46rem; margin-inline-start: clamp(0px, 12vw, 12rem); }
.quote blockquote { font: var(--weight) var(--step-3)/1.3 var(--display); letter-spacing: calc(var(--tracking) / 2); text-wrap: balance; }
.quote blockquote p::before { content: open-quote; } .quote blockquote p::after { content: close-quote; }
.quote figcaption { margin-block-start: 20px; color: var(--soft); } .quote figcaption::before { content: "— "; }`,
  gallery: `.pictures { display: grid; gap: 16px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 280px), 1fr)); }
.pictures img { width: 100%; aspect-ratio: 4 / 3; object-fit: cover; border-radius: var(--radius); display: block; }
.pictures img:first-child:nth-last-child(odd) { grid-column: 1 / -1; aspect-ratio: 21 / 9; }`,
  closing: `.closing { background: var(--band); color: var(--on-band); text-align: center; }
.closing .wrap { display: grid; justify-items: center; gap: 32px; }
.closing h2 { font-size: var(--step-4); max-width: 20em; }
.closing .button { background: var(--on-band); color: var(--band); border-color: var(--on-band); }`,
};

/** The style sheet of a page: rules for what stands on it, and no others. */
export function styleSheet(
  palette: Palette,
  tone: Tone,
  opening: keyof typeof OPENINGS,
  sizes: number,
  classes: readonly string[],
  withForm: boolean,
): string {
  const used = Object.keys(SECTIONS).filter((name) => classes.some((className) => className.split(' ').includes(name)));
  return [
    tokens(palette, tone),
    BASE,
    OPENING + OPENINGS[opening],
    sizeRule(sizes),
    withForm && FORM,
    ...used.map((name) => SECTIONS[name]),
    used.length > 0 && HEADED,
  ]
    .filter(Boolean)
    .join('\n');
}

/** The rule of a headline of this size. */
export const sizeRule = (size: number): string =>
  `.size-${size} { font-size: var(--step-${size}); max-width: ${size >= 5 ? '14em' : '18em'};${size >= 5 ? ' line-height: 1.02;' : ''} }`;

/** The rules that a section with these classes needs and a style sheet of a composed page does not have yet. */
export function missingRules(css: string, className: string): string {
  const needed = className.split(' ').flatMap((name) => SECTIONS[name] ?? []);
  if (needed.length > 0) needed.push(HEADED);
  return needed
    .filter((rules) => !css.includes(rules.slice(0, 60)))
    .map((rules) => `${rules}\n`)
    .join('');
}
