import type { Colours, Palette } from './palette.ts';
import { scale } from './scale.ts';
import type { Style } from './style.ts';
import { stackOf, type Tone } from './tones.ts';

/** Nothing else in the style sheet holds a colour or a family. */
export function variables({ light, dark, scheme }: Palette, tone: Tone): string {
  const shared = `  --display: ${stackOf(tone.display)};
  --text: ${stackOf(tone.text)};
  --weight: ${tone.weight};
  --tracking: ${tone.tracking}em;
  --radius: ${tone.radius}px;
  --pill: ${tone.radius >= 28 ? '99px' : 'var(--radius)'};
  ${scale(tone.ratio).join('\n  ')}`;
  if (scheme !== 'both')
    return `:root {\n  color-scheme: ${scheme};\n${colours(scheme === 'dark' ? dark : light, scheme === 'dark')}\n${shared}\n}`;
  return `:root {
  color-scheme: light dark;
${colours(light, false)}
${shared}
}
@media (prefers-color-scheme: dark) {
  :root {
${colours(dark, true).replace(/^/gm, '  ')}
  }
}`;
}

const colours = (colours: Colours, isDark: boolean): string =>
  [
    ...Object.entries(colours).map(([name, value]) => `  --${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value};`),
    `  --field: color-mix(in srgb, var(--ground) ${isDark ? '80%, black' : '40%, white'});`,
    `  --night: ${isDark ? 'inline' : 'none'};`,
  ].join('\n');

export const BASE = `*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
:root { --gutter: clamp(20px, 5vw, 64px); --room: clamp(64px, 8.5vw, 124px); --card: var(--surface); }
body { margin: 0; background: var(--ground); color: var(--ink); font: 400 var(--step-0)/1.6 var(--text); text-rendering: optimizeLegibility; position: relative; }
h1, h2, h3, p, dl, dd, ol, ul, figure, blockquote { margin: 0; padding: 0; }
ol, ul { list-style: none; }
h1, h2, h3 { font-family: var(--display); font-weight: var(--weight); letter-spacing: var(--tracking); line-height: 1.12; text-wrap: balance; overflow-wrap: anywhere; }
h2 { font-size: var(--step-4); }
h3 { font-size: var(--step-1); line-height: 1.25; letter-spacing: calc(var(--tracking) * .6); }
p, li, dd { text-wrap: pretty; overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: .2em; }
main { outline: 0; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
.wrap { width: min(100% - 2 * var(--gutter), 74rem); margin-inline: auto; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; inset-inline-start: 16px; inset-block-start: -80px; padding: 12px 16px; background: var(--ink); color: var(--ground); z-index: 3; }
.skip:focus { inset-block-start: 16px; }
.button, button { display: inline-block; max-width: 100%; padding: 14px 28px; border: 1.5px solid var(--button-edge); border-radius: var(--pill); background: var(--button); color: var(--on-button); font: 600 var(--step-0)/1.3 var(--text); text-decoration: none; text-align: center; cursor: pointer; transition: transform .15s, filter .15s; }
.button:hover, button:hover { filter: brightness(1.08); transform: translateY(-1px); }
.button.quiet { background: transparent; color: var(--ink); border-color: var(--edge); }
.act { display: flex; flex-wrap: wrap; gap: 12px 16px; }
main > section:not(.hero) { padding-block: var(--room); }
.head { max-width: 46rem; margin-block-end: clamp(28px, 4vw, 56px); }
.head h2.long { font-size: var(--step-3); }
.intro { color: var(--soft); font-size: var(--step-1); line-height: 1.5; margin-block-start: 16px; max-width: 36em; }
.eyebrow { font-weight: 600; color: var(--accent); margin-block-end: 16px; }
.night { display: var(--night); }
main > section:not(.hero, .own, .tint) + section:not(.own, .tint) { padding-block-start: 0; }
main > .aside:not(.tint):has(+ .aside:not(.tint)) { padding-block-end: calc(var(--room) * .66); }
.tint { background: var(--surface); --card: var(--ground); }
@media (min-width: 60rem) {
  .aside > .wrap { display: grid; grid-template-columns: minmax(0, 4fr) minmax(0, 8fr); gap: 24px clamp(40px, 6vw, 88px); }
  .aside .head { margin-block-end: 0; position: sticky; inset-block-start: 48px; align-self: start; }
  .aside .head h2 { font-size: var(--step-3); } .aside .head h2.long { font-size: var(--step-2); } .aside .intro { font-size: var(--step-0); }
}
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } *, ::before, ::after { transition: none !important; } }
[dir=rtl] :is(h1, h2, h3) { letter-spacing: 0; line-height: 1.35; }
:is(:lang(ja), :lang(zh), :lang(ko)) :is(h1, h2, h3) { letter-spacing: 0; line-height: 1.35; word-break: auto-phrase; }
:lang(ja), :lang(zh) { line-break: strict; overflow-wrap: anywhere; }
:is(:lang(de), :lang(nl), :lang(sv)) :is(h1, h2, h3) { hyphens: auto; hyphenate-limit-chars: 14 6 6; }`;

export const WASHES: Record<Style['wash'], string> = {
  glow: `.washed::before { content: ""; position: absolute; z-index: -1; inset: 0 0 auto; height: min(120svh, 70rem); background: radial-gradient(ellipse 60% 75% at 88% 4%, var(--sky) 20%, transparent), radial-gradient(ellipse 45% 50% at 0% 30%, var(--surface) 10%, transparent); }`,
  dots: `.washed::before { content: ""; position: absolute; z-index: -1; inset: 0 0 auto; height: min(100svh, 60rem); background: radial-gradient(var(--mid) 2px, transparent 2.2px) 0 0 / 28px 28px; opacity: .55; mask-image: linear-gradient(to bottom left, #000 8%, transparent 46%); }`,
  block: `@media (min-width: 60rem) { .washed::before { content: ""; position: absolute; z-index: -1; inset-block: 0 auto; inset-inline-end: 0; width: 32vw; height: min(100svh, 52rem); background: var(--sky); border-end-start-radius: calc(var(--radius) * 3); } }`,
  arc: `.washed::before { content: ""; position: absolute; z-index: -1; inset: 0 0 auto; height: max(44vw, 300px); background: radial-gradient(circle at 88% 6vw, var(--sky) max(31vw, 210px), transparent calc(max(31vw, 210px) + 1px)); }`,
};

export const CENTRED = `.hero .words, .head, .closing .wrap { text-align: center; }
.head, .hero .words > *, .hero h1, .hero .lede, .intro, .closing h2, .closing p { margin-inline: auto; } .hero .act, .hero .meta, .closing .act { justify-content: center; }
.closing > .wrap { justify-items: center; grid-template-columns: 1fr !important; } .closing .act { grid-area: auto !important; }
.aside > .wrap { display: block !important; } .aside .head { position: static !important; margin-block-end: clamp(28px, 4vw, 56px) !important; } .aside > .wrap > :not(.head) { max-width: 52rem; margin-inline: auto; } .aside .head h2 { font-size: var(--step-4) !important; }
.hero:not(.split, .with-form) > .wrap { grid-template-columns: 1fr !important; text-align: center; } .hero:not(.split, .with-form) .words, .hero:not(.split, .with-form) .side { max-width: none !important; justify-self: center; justify-items: center; }
.sign > .wrap { display: block !important; } .sign .head { position: static !important; margin: 0 auto 40px !important; } .sign form { max-width: 46rem; margin-inline: auto; } .sign form button { justify-self: center !important; } .brief:not(.aside, .columns) :is(li, dl > div), .numbers dl > div { text-align: center; align-items: center; } .brief li p { margin-inline: auto; } .numbers h2, .facts h2 { text-align: center; } .washed::before { inset-inline: 0 !important; width: auto !important; }`;

export const LARGE_BUTTONS =
  '.button, button { padding: 18px 36px; font-size: var(--step-1); } .site .button { padding: 12px 22px; font-size: var(--step-0); }';

export const sizeRule = (size: number): string =>
  `.size-${size} { font-size: var(--step-${size}); max-width: ${size >= 5 ? '14em' : '20em'};${size >= 5 ? ' line-height: 1.04;' : ''} }
@media (min-width: 60rem) { .hero:not(.split, .with-form, .scene, .frame) .size-${size} { font-size: var(--step-${Math.min(6, size + 1)}); } }`;
