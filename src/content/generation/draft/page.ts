import { HERO_LAYOUTS, heroLayout } from './blocks/hero.ts';
import { viewOf } from './blocks/index.ts';
import type { PageContext } from './context.ts';
import type { Block, BlockOf, PageDraft } from './draft.ts';
import { fontFaces } from './fonts.ts';
import { BASE, CENTRED, LARGE_BUTTONS, sizeRule, variables } from './page-css.ts';
import { paletteOf } from './palette.ts';
import { headlineStep } from './scale.ts';
import { attribute, line, lines, plain } from './text.ts';
import { toneOf } from './tones.ts';
import type { Words } from './words.ts';

type Named = Block & { id: string };

/** Kinds that stand on a ground of their own. */
const GROUNDED: ReadonlySet<string> = new Set(['hero', 'form', 'cta', 'footer']);
/** Kinds that may stand on a tinted ground, where none of their neighbours does. */
const TINTED: ReadonlySet<string> = new Set(['quote', 'faq', 'steps', 'numbers', 'schedule', 'pricing']);

const DEFAULT_PRIMARY = '#245c4a';

/**
 * A page as HTML, from a draft whose blocks have ids. Every text is escaped here and nowhere else.
 * @param words of its language
 */
export function renderPage(draft: PageDraft, words: Words): string {
  const theme = draft.theme ?? {};
  const tone = toneOf(theme);
  const palette = paletteOf({
    ...{ primary: theme.primary ?? DEFAULT_PRIMARY, accent: theme.accent, background: theme.background ?? 'auto', tint: tone.tint },
  });
  const blocks = draft.blocks as Named[];
  const byId = new Map(blocks.map((block) => [block.id, block]));
  const hero = blocks.find((block) => block.kind === 'hero');
  const opening = hero ? heroLayout(hero, draft.title.length) : undefined;
  const tints = tintsOf(blocks);
  const sections = blocks.map((block, at) => {
    const context: PageContext = { draft, words, byId, at };
    const html = viewOf(block.kind).page?.(block, context) ?? '';
    return tints.has(at) ? html.replace(' class="', ' class="tint ') : html;
  });
  const title = hero?.heading;
  const name = draft.name ?? draft.title;
  const description = plain(draft.description ?? hero?.text ?? '');
  const image = hero?.picture && 'url' in hero.picture ? hero.picture.url : undefined;
  const latinOnly = /^(?:en|de|fr|es|it|pt|nl|sv|da|nb|no|fi)\b/.test(draft.lang);
  const styles = lines(
    fontFaces([tone.display, tone.text], latinOnly),
    variables(palette, tone),
    BASE,
    ...[...new Set(blocks.map(({ kind }) => kind))].map((kind) => viewOf(kind).css),
    opening && HERO_LAYOUTS[opening],
    title !== undefined && sizeRule(headlineStep(title)),
    theme.align === 'center' && CENTRED,
    theme.buttons === 'large' && LARGE_BUTTONS,
  );
  const sky = opening === 'scene';
  const themeColour = (scheme: 'light' | 'dark', media: boolean) =>
    `<meta name="theme-color"${media ? ` media="(prefers-color-scheme: ${scheme})"` : ''} content="${sky ? palette[scheme].sky : palette[scheme].ground}">`;
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
    palette.scheme === 'both' ? lines(themeColour('light', true), themeColour('dark', true)) : themeColour(palette.scheme, false),
    '<style>',
    styles,
    '</style>',
    '</head>',
    `<body${opening ? ` class="opens-${opening}"` : ''}>`,
    `<a class="skip" href="#main">${line(words.skip)}</a>`,
    '<header class="site">',
    '<div class="wrap">',
    `<span class="name">${draft.logo_url ? `<img src="${attribute(draft.logo_url)}" alt="${attribute(name)}">` : line(name)}</span>`,
    navigation(blocks, hero),
    '</div>',
    '</header>',
    '<main id="main">',
    ...sections,
    '</main>',
    foot(
      blocks.filter((block) => block.kind === 'footer'),
      name,
    ),
    '</body>',
    '</html>',
  )}\n`;
}

/** The places whose sections are tinted: never two together, and none beside a section with a ground of its own. */
function tintsOf(blocks: readonly Block[]): Set<number> {
  const tints = new Set<number>();
  for (const [at, { kind }] of blocks.entries()) {
    const beside = [blocks[at - 1], blocks[at + 1]];
    if (!TINTED.has(kind) || tints.has(at - 1)) continue;
    if (beside.some((block, i) => block && (i === 1 ? ['form'].includes(block.kind) : GROUNDED.has(block.kind) && block.kind !== 'hero'))) continue;
    tints.add(at);
  }
  return tints;
}

/** A way to what has a heading, and the one thing to do. */
function navigation(blocks: readonly Named[], hero: BlockOf<'hero'> | undefined): string {
  const headed = blocks.flatMap((block) =>
    'heading' in block && block.heading && !['hero', 'cta', 'form'].includes(block.kind) && block.heading.length <= 24
      ? [{ id: block.id, label: block.heading }]
      : [],
  );
  const links = headed.length < 2 ? [] : headed.slice(0, 4).map(({ id, label }) => `<a href="#${id}">${line(label)}</a>`);
  const action = hero?.action && !hero.form ? `<a class="button" href="${attribute(hero.action.href)}">${line(hero.action.label)}</a>` : '';
  return links.length > 0 || action ? lines('<nav>', ...links, action, '</nav>') : '';
}

function foot(footers: readonly BlockOf<'footer'>[], name: string): string {
  const links = footers.flatMap((one) => one.links ?? []);
  return lines(
    '<footer class="end">',
    '<div class="wrap">',
    ...(footers.some(({ text }) => text) ? footers.map(({ text }) => text && `<p>${line(text)}</p>`) : [`<p>${line(name)}</p>`]),
    links.length > 0 && `<ul>${links.map(({ label, href }) => `<li><a href="${attribute(href)}">${line(label)}</a></li>`).join('')}</ul>`,
    '</div>',
    '</footer>',
  );
}

/** A letter on the main colour, within the page itself. */
function faviconOf(name: string, ground: string, ink: string): string {
  const letter = /\p{L}|\p{N}/u.exec(name.replace(/\{\{[^}]*\}\}/g, ''))?.[0]?.toLocaleUpperCase() ?? '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${ground}"/><text x="16" y="23" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="700" font-size="20" fill="${ink}">${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
