import type { Colours, Palette } from './palette.ts';
import { scale } from './scale.ts';
import { stackOf, type Tone } from './tones.ts';

/** The variables of a page: nothing else in its style sheet holds a colour or a family. */
export function variables({ light, dark, scheme }: Palette, tone: Tone): string {
  const shared = `  --display: ${stackOf(tone.display)};
  --text: ${stackOf(tone.text)};
  --weight: ${tone.weight};
  --tracking: ${tone.tracking}em;
  --radius: ${tone.radius}px;
  ${scale(tone.ratio).join('\n  ')}`;
  if (scheme !== 'both') return `:root {\n  color-scheme: ${scheme};\n${colours(scheme === 'dark' ? dark : light, scheme === 'dark')}\n${shared}\n}`;
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
    `  --field: color-mix(in srgb, var(--ground) ${isDark ? '80%, black' : '60%, white'});`,
    `  --night: ${isDark ? 'inline' : 'none'};`,
  ].join('\n');

/** What holds for every page. */
export const BASE = `*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-behavior: smooth; }
:root { --gutter: clamp(20px, 5vw, 64px); --room: clamp(56px, 9vw, 120px); }
body { margin: 0; background: var(--ground); color: var(--ink); font: 400 var(--step-0)/1.6 var(--text); text-rendering: optimizeLegibility; }
h1, h2, h3, p, dl, dd, ol, ul, figure, blockquote { margin: 0; padding: 0; }
ol, ul { list-style: none; }
h1, h2, h3 { font-family: var(--display); font-weight: var(--weight); letter-spacing: var(--tracking); line-height: 1.1; text-wrap: balance; overflow-wrap: break-word; }
h2 { font-size: var(--step-3); }
h3 { line-height: 1.25; }
p, li, dd { text-wrap: pretty; overflow-wrap: break-word; }
dd { overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
.wrap { width: min(100% - 2 * var(--gutter), 72rem); margin-inline: auto; }
.skip { position: absolute; inset-inline-start: 16px; inset-block-start: -80px; padding: 12px 16px; background: var(--ink); color: var(--ground); z-index: 2; }
.skip:focus { inset-block-start: 16px; }
.site { padding-block: 20px; }
.site > .wrap { display: flex; justify-content: space-between; align-items: center; gap: 24px; min-height: 44px; }
.name { font: var(--weight) var(--step-1)/1.2 var(--display); letter-spacing: calc(var(--tracking) / 2); }
.name img { display: block; height: 36px; width: auto; max-width: 200px; object-fit: contain; }
.site nav { display: flex; align-items: center; gap: 28px; font-size: var(--step-small); }
.site nav a:not(.button) { color: var(--ink); text-decoration: none; padding-block: 8px; } .site nav a:not(.button):hover { text-decoration: underline; }
.site .button { padding: 9px 18px; font-size: var(--step-small); }
@media (max-width: 47.99rem) { .site nav a:not(.button) { display: none; } }
.button, button { display: inline-block; padding: 14px 28px; border: 1.5px solid var(--button-edge); border-radius: var(--radius); background: var(--button); color: var(--on-button); font: 600 var(--step-0)/1.3 var(--text); text-decoration: none; text-align: center; cursor: pointer; }
.button:hover, button:hover { filter: brightness(1.08); }
.button.quiet { background: transparent; color: var(--ink); border-color: var(--edge); }
.act { display: flex; flex-wrap: wrap; gap: 12px 16px; }
main > section:not(.hero) { padding-block: var(--room); }
.head { max-width: 44rem; margin-block-end: clamp(24px, 4vw, 48px); }
.intro { color: var(--soft); font-size: var(--step-1); line-height: 1.5; margin-block-start: 16px; max-width: 34em; }
.eyebrow { font-weight: 600; color: var(--accent); margin-block-end: 16px; }
.night { display: var(--night); }
@media (min-width: 60rem) { .questions > .wrap, .contact > .wrap, .place > .wrap, .features.split > .wrap, .timeline > .wrap:has(.head), .prose.split > .wrap:has(.head), .pricing.table > .wrap:has(.head), .facts.table > .wrap:has(.head) { display: grid; grid-template-columns: minmax(0, 4fr) minmax(0, 8fr); gap: 24px 72px; } .questions .head, .contact .head, .place .head, .features.split .head, .timeline .head, .prose.split .head, .pricing.table .head { margin-block-end: 0; } .features.split .head, .questions .head { position: sticky; inset-block-start: 48px; align-self: start; } }
main > section:not(.hero, .sign, .statement, .closing, .tint) + section:not(.sign, .statement, .closing, .tint) { padding-block-start: 0; }
.tint { background: var(--surface); }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
.end { padding-block: 32px; font-size: var(--step-small); color: var(--soft); }
.end > .wrap { display: flex; flex-wrap: wrap; gap: 8px 32px; justify-content: space-between; border-block-start: 1px solid var(--line); padding-block-start: 32px; }
.closing + .end > .wrap, .sign + .end > .wrap { border: 0; padding-block-start: 8px; }
.end ul { display: flex; flex-wrap: wrap; gap: 8px 24px; } .end a { color: inherit; }
[dir=rtl] h1, [dir=rtl] h2, [dir=rtl] h3 { letter-spacing: 0; }
:lang(ja) h1, :lang(ja) h2, :lang(ja) h3, :lang(zh) h1, :lang(zh) h2, :lang(zh) h3, :lang(ko) h1, :lang(ko) h2 { letter-spacing: 0; line-height: 1.3; word-break: auto-phrase; }
:lang(ja), :lang(zh) { line-break: strict; }
:lang(de) h1, :lang(nl) h1, :lang(sv) h1 { hyphens: auto; hyphenate-limit-chars: 12 5 5; }`;

export const CENTRED = `.hero .words, .head, .closing .wrap, .prose .body > p { text-align: center; }
.head, .hero .words, .hero .lede, .intro { margin-inline: auto; } .hero .words > *, .hero h1 { margin-inline: auto; } .hero .act, .hero .meta, .closing .act { justify-content: center; } .closing .wrap { justify-items: center; grid-template-columns: 1fr; } .closing .act { grid-column: 1; grid-row: auto; } .hero.plain .words::before { margin-inline: auto; } .opens-plain::before { display: none !important; }`;

export const LARGE_BUTTONS = '.button, button { padding: 18px 36px; font-size: var(--step-1); } .site .button { padding: 12px 22px; font-size: var(--step-0); }';

/** The rule of a headline of this size. */
export const sizeRule = (size: number): string =>
  `.size-${size} { font-size: var(--step-${size}); max-width: ${size >= 5 ? '14em' : '18em'};${size >= 5 ? ' line-height: 1.03;' : ''} }`;
