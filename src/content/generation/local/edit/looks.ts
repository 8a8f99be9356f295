import { GenerationRefused } from '../../generator.ts';
import { hexOf, oklchOf } from '../design/oklch.ts';
import { paletteOf } from '../design/palette.ts';
import { looksOf, type MailColours } from '../email/styles.ts';
import { tokens } from '../page/css.ts';
import { TONES, type Tone, type ToneId } from '../tones/index.ts';
import { type Page, type Splice, splice } from './document.ts';

const TOKEN = /(--[\w-]+):\s*([^;{}]+)(?=[;}])/g;

/** The colours or the tone of a document, changed where its style sheet names them. */
export function withLooks(page: Page, wish: { primary?: string; tone?: ToneId }): string {
  const style = page.all.find(
    ({ name, inner, innerEnd }) => name === 'style' && /--(?:ground|band|button):/.test(page.source.slice(inner, innerEnd)),
  );
  if (!style) return withOtherLooks(page, wish);
  const css = page.source.slice(style.inner, style.innerEnd);
  const now = Object.fromEntries([...css.matchAll(TOKEN)].map(([, name, value]) => [name, value]).reverse()) as Record<string, string>;
  // A sheet of somebody else's may name its colours alike, and lack the rest.
  const isOurs = /^#[0-9a-f]{6}$/i.test(now['--button'] ?? '') && (!wish.tone || '--display' in now || '--card' in now);
  if (!isOurs) return withOtherLooks(page, wish);
  const before = toneOf(`${now['--display'] ?? ''} ${page.source.slice(style.innerEnd, style.innerEnd + 6000)}`);
  const tone = wish.tone ? TONES[wish.tone] : before;
  const primary = wish.primary ?? (now['--button'] as string);
  if (now['--card']) return withMailLooks(page, now['--button'] as string, before, primary, tone);
  const fresh = tokens(paletteFor(primary, tone), tone);
  const darkAt = css.indexOf('@media (prefers-color-scheme: dark)');
  const [light, dark] = halves(fresh);
  const names = new Set(
    wish.tone ? Object.keys(light) : Object.keys(light).filter((name) => !/^--(?:step|display|text|weight|tracking|radius)/.test(name)),
  );
  const splices: Splice[] = [];
  for (const found of css.matchAll(TOKEN)) {
    const [, name = '', value = ''] = found;
    const isDark = darkAt >= 0 && found.index > darkAt && found.index < closing(css, darkAt);
    const next = names.has(name) ? (isDark ? dark : light)[name] : undefined;
    if (next === undefined || next === value) continue;
    const begin = style.inner + found.index + found[0].indexOf(value, name.length + 1);
    splices.push({ begin, end: begin + value.length, text: next });
  }
  return splice(page.source, splices);
}

const paletteFor = (primary: string, tone: Tone) =>
  paletteOf({ primary, tint: tone.tint, ...(tone.lean !== undefined && { lean: tone.lean }) });

const toneOf = (text: string): Tone => Object.values(TONES).find(({ display }) => text.includes(display)) ?? TONES.humanist;

/** The variables of a style sheet, and those that it has in the dark. */
function halves(css: string): [Record<string, string>, Record<string, string>] {
  const at = css.indexOf('@media');
  return [css.slice(0, at), css.slice(at)].map((half) =>
    Object.fromEntries([...half.matchAll(TOKEN)].map(([, name, value]) => [name, value])),
  ) as [Record<string, string>, Record<string, string>];
}

/** Where the block that begins here ends. */
function closing(css: string, from: number): number {
  let depth = 0;
  for (let at = css.indexOf('{', from); at < css.length && at >= 0; at++) {
    if (css[at] === '{') depth += 1;
    else if (css[at] === '}' && --depth === 0) return at;
  }
  return css.length;
}

/** An email holds its colours beside its text: each old one becomes the new one of its name. */
function withMailLooks({ source, all }: Page, oldPrimary: string, oldTone: Tone, primary: string, tone: Tone): string {
  const [oldPalette, palette] = [paletteFor(oldPrimary, oldTone), paletteFor(primary, tone)];
  const [old, fresh] = [looksOf(oldPalette, oldTone), looksOf(palette, tone)];
  const pairs = (from: MailColours, to: MailColours) =>
    new Map((Object.keys(from) as (keyof MailColours)[]).reverse().map((name) => [from[name], to[name]]));
  const light = pairs(old.colours, fresh.colours);
  for (const name of ['near', 'mid', 'far', 'glow'] as const) light.set(oldPalette.light[name], palette.light[name]);
  const dark = pairs(old.dark, fresh.dark);
  const style = all.find(({ name }) => name === 'style');
  const darkFrom = style ? source.indexOf('@media (prefers-color-scheme: dark)', style.inner) : -1;
  const darkTo = style ? source.indexOf('@media (max-width', darkFrom) : -1;
  const swap = (text: string, map: Map<string, string>) =>
    text.replace(/#[0-9a-f]{6}(?![0-9a-f])/gi, (colour) => map.get(colour.toLowerCase()) ?? colour);
  const parts =
    darkFrom >= 0 && darkTo > darkFrom
      ? [source.slice(0, darkFrom), source.slice(darkFrom, darkTo), source.slice(darkTo)]
      : [source, '', ''];
  let text = swap(parts[0] as string, light) + swap(parts[1] as string, dark) + swap(parts[2] as string, light);
  if (tone !== oldTone) {
    // Longer first: the text family may be part of nothing else, the display family of headings only.
    text = text.replaceAll(`font-family:${old.display}`, `font-family:${fresh.display}`);
    if (old.text !== old.display) text = text.replaceAll(`font-family:${old.text}`, `font-family:${fresh.text}`);
    text = text.replace(`font-family: ${old.safe} !important`, `font-family: ${fresh.safe} !important`);
  }
  return text;
}

/** Style sheets of others: the variable, or the colour of the button, that is their strong one. */
function withOtherLooks(page: Page, { primary, tone }: { primary?: string; tone?: ToneId }): string {
  const { source, all } = page;
  if (tone)
    throw new GenerationRefused(
      'Understood: another tone. Looked for a style sheet with the variables --display and --text, as composed pages have one, and found none.',
    );
  for (const style of all.filter(({ name }) => name === 'style')) {
    const css = source.slice(style.inner, style.innerEnd);
    const found = /--[\w-]*(?:primary|accent|brand|main-colou?r|theme)[\w-]*:\s*([^;{}]+?)\s*[;}]/i.exec(css);
    if (!found) continue;
    const begin = style.inner + found.index + found[0].lastIndexOf(found[1] as string);
    return splice(source, [{ begin, end: begin + (found[1] as string).length, text: primary as string }]);
  }
  const button = all.find(
    ({ attributes }) =>
      /background(?:-color)?:\s*#[0-9a-f]{3,6}/i.test(attributes.style ?? '') &&
      /padding/i.test(attributes.style ?? '') &&
      'href' in attributes,
  );
  const old = /background(?:-color)?:\s*(#[0-9a-f]{3,6})/i.exec(button?.attributes.style ?? '')?.[1] ?? borderColour(page);
  if (!old)
    throw new GenerationRefused(
      `Understood: the colour ${primary}. Looked for a variable such as --button, --primary, --accent or --brand in the style sheet and for a button with a background colour, and found none.`,
    );
  return source.replace(new RegExp(`${old}(?![0-9a-f])`, 'gi'), primary as string);
}

/** The blank design has no button yet; its strong colour is the edge of the card. */
function borderColour({ all }: Page): string | undefined {
  const colour = all
    .map(({ attributes }) => /border-top:\s*\d+px solid (#[0-9a-f]{6})/i.exec(attributes.style ?? '')?.[1])
    .find((found) => found !== undefined);
  return colour && oklchOf(colour).c > 0.02 ? colour : colour && hexOf(oklchOf(colour));
}
