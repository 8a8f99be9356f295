import { fieldsOf, HERO_LAYOUTS, heroLayout } from './blocks/hero.ts';
import { viewOf } from './blocks/index.ts';
import type { HeadPlace, PageContext } from './context.ts';
import type { Block, BlockOf, PageDraft } from './draft.ts';
import { fontFaces } from './fonts.ts';
import { FRAME, faviconOf, foot, siteHeader } from './frame.ts';
import { BASE, CENTRED, LARGE_BUTTONS, sizeRule, variables, WASHES } from './page-css.ts';
import { type Palette, paletteOf } from './palette.ts';
import { headlineStep } from './scale.ts';
import { type Style, styleOf } from './style.ts';
import { attribute, line, lines, plain } from './text.ts';
import { toneOf } from './tones.ts';
import type { Words } from './words.ts';

type Named = Block & { id: string };

const GROUNDED: ReadonlySet<string> = new Set(['hero', 'form', 'cta']);
/** Kinds that may stand on a tinted ground, where none of their neighbours does. */
const TINTED: ReadonlySet<string> = new Set(['quote', 'faq', 'steps', 'numbers', 'schedule', 'pricing', 'people', 'facts']);
/** Kinds whose content leaves no choice of where their headings stand. */
const PLACES: Partial<Record<Block['kind'], HeadPlace>> = {
  ...{ gallery: 'top', compare: 'top', menu: 'top', video: 'top', numbers: 'top' },
  ...{ contact: 'side', map: 'side', logos: 'side' },
};

/** Expects blocks with ids. Every text is escaped here and nowhere else. */
export function renderPage(draft: PageDraft, words: Words): string {
  const theme = draft.theme ?? {};
  const tone = toneOf(theme);
  const palette = paletteOf({ ...theme, tint: tone.tint });
  const style = styleOf(draft);
  const blocks = draft.blocks as Named[];
  const byId = new Map(blocks.map((block) => [block.id, block]));
  const hero = blocks.find((block) => block.kind === 'hero');
  const layoutOf = (one: BlockOf<'hero'>) =>
    heroLayout(one, style, one === hero && one.form !== undefined ? fieldsOf(byId.get(one.form)) : 0);
  const opening = hero ? layoutOf(hero) : undefined;
  const tints = tintsOf(blocks);
  const heads = headsOf(blocks, style);
  const sections = blocks.map((block, at) => {
    const context: PageContext = { draft, words, style, byId, opening: hero, head: heads[at] as HeadPlace };
    const html = viewOf(block.kind).page?.(block, context) ?? '';
    return tints.has(at) ? html.replace(' class="', ' class="tint ') : html;
  });
  const name = draft.name ?? draft.title;
  const description = plain(draft.description ?? hero?.text ?? '');
  const image = hero?.picture && 'url' in hero.picture ? hero.picture.url : undefined;
  const isWashed = opening === 'plain' || (opening === 'stack' && !hero?.picture);
  const styles = lines(
    fontFaces([tone.display, tone.text], draft.lang),
    variables(palette, tone),
    BASE,
    FRAME,
    ...[...new Set(blocks.map(({ kind }) => kind))].map((kind) => viewOf(kind).css),
    ...new Set(blocks.flatMap((block) => (block.kind === 'hero' ? [HERO_LAYOUTS[layoutOf(block)]] : []))),
    isWashed && WASHES[opening === 'stack' && style.wash !== 'dots' ? 'glow' : style.wash],
    hero && sizeRule(headlineStep(hero.heading)),
    theme.align === 'center' && CENTRED,
    theme.buttons === 'large' && LARGE_BUTTONS,
  );
  const classes = [opening && `opens-${opening}`, isWashed && 'washed', `items-${style.items}`].filter(Boolean).join(' ');
  return `${lines(
    '<!doctype html>',
    `<html lang="${attribute(draft.lang)}"${draft.dir === 'rtl' ? ' dir="rtl"' : ''}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${line(draft.title)}</title>`,
    description && `<meta name="description" content="${attribute(description)}">`,
    '<meta property="og:type" content="website">',
    `<meta property="og:title" content="${attribute(draft.title)}">`,
    description && `<meta property="og:description" content="${attribute(description)}">`,
    image && `<meta property="og:image" content="${attribute(image)}">`,
    `<link rel="icon" href="${attribute(faviconOf(name, palette.light.button, palette.light.onButton))}">`,
    themeColours(palette, opening === 'scene' ? 'sky' : opening === 'band' ? 'band' : 'ground'),
    '<style>',
    styles,
    '</style>',
    '</head>',
    `<body class="${classes}">`,
    `<a class="skip" href="#main_">${line(words.skip)}</a>`,
    siteHeader(draft, blocks, name),
    '<main id="main_" tabindex="-1">',
    ...sections,
    '</main>',
    foot(draft, blocks, name, style, opening),
    '</body>',
    '</html>',
  )}\n`;
}

function themeColours(palette: Palette, top: 'sky' | 'band' | 'ground'): string {
  const one = (scheme: 'light' | 'dark', media: string) => `<meta name="theme-color"${media} content="${palette[scheme][top]}">`;
  if (palette.scheme !== 'both') return one(palette.scheme, '');
  return lines(...(['light', 'dark'] as const).map((scheme) => one(scheme, ` media="(prefers-color-scheme: ${scheme})"`)));
}

/** One section in three at most, and none beside a section with a ground of its own. */
function tintsOf(blocks: readonly Block[]): Set<number> {
  const tints = new Set<number>();
  let last = -1;
  for (const [at, { kind }] of blocks.entries()) {
    const [before, after] = [blocks[at - 1], blocks[at + 1]];
    const isBeside = (before && before.kind !== 'hero' && GROUNDED.has(before.kind)) || (after && GROUNDED.has(after.kind));
    const isBand = (one: Block | undefined) => one?.kind === 'text' && one.layout === 'band';
    if (!TINTED.has(kind) || at - last < 3 || isBeside || isBand(before) || isBand(after)) continue;
    tints.add(at);
    last = at;
  }
  return tints;
}

/** Headings stand over their section and beside it by turns. */
function headsOf(blocks: readonly Block[], { heads }: Style): HeadPlace[] {
  let next = heads;
  return blocks.map((block) => {
    const place = PLACES[block.kind] ?? next;
    if ('heading' in block && block.heading && !GROUNDED.has(block.kind)) next = place === 'top' ? 'side' : 'top';
    return place;
  });
}
