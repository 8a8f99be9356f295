import type { Commission } from '../../generator.ts';
import type { Brief } from '../brief/brief.types.ts';
import { paletteOf } from '../design/palette.ts';
import { chanceOf } from '../design/seed.ts';
import { styleSheet } from './css.ts';
import { attribute, lines, text } from './html.ts';
import { openingHtml } from './opening.ts';
import { planOf, type SectionPlan } from './plan.ts';
import { headlineStep } from './scale.ts';
import { sectionHtml } from './sections.ts';

/** A page from a brief: planned, written, and put into one document. */
export function composePage(brief: Brief, { assets, brand, prompt }: Commission): string {
  const chance = chanceOf(prompt);
  const plan = planOf(brief, assets, chance);
  const { opening, sections } = plan;
  const { tone, phrases, language } = brief;
  const palette = paletteOf({ primary: brief.primary, tint: tone.tint, ...(tone.lean !== undefined && { lean: tone.lean }) });
  const classes = sections.map((section) => classesOf(section));
  const withForm = opening.form !== undefined || sections.some(({ kind }) => kind === 'form');
  const description =
    brief.lede ||
    [...brief.facts.filter(({ kind }) => kind !== 'code').map(({ value }) => value), ...brief.claims].slice(0, 4).join(' · ') ||
    brief.eyebrow ||
    brief.brand;
  const title = brief.brand && brief.brand !== brief.headline ? `${brief.headline} · ${brief.brand}` : brief.headline;
  const name =
    brand.logoUrl && brief.brand === brand.name
      ? `<img src="${attribute(brand.logoUrl)}" alt="${attribute(brief.brand)}">`
      : text(brief.brand);
  const links = navigation(sections, brief);
  return `${lines(
    '<!doctype html>',
    `<html lang="${attribute(language.code)}"${language.rtl ? ' dir="rtl"' : ''}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${text(title)}</title>`,
    `<meta name="description" content="${attribute(description)}">`,
    '<meta property="og:type" content="website">',
    `<meta property="og:title" content="${attribute(brief.headline)}">`,
    `<meta property="og:description" content="${attribute(description)}">`,
    opening.picture && `<meta property="og:image" content="${attribute(opening.picture.url)}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${opening.layout === 'scene' ? palette.light.sky : palette.light.ground}">`,
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${opening.layout === 'scene' ? palette.dark.sky : palette.dark.ground}">`,
    '<style>',
    styleSheet(palette, tone, opening.layout, headlineStep(brief.headline), classes, withForm),
    '</style>',
    '</head>',
    `<body class="opens-${opening.layout}">`,
    `<a class="skip" href="#main">${text(phrases.skip)}</a>`,
    '<header class="site">',
    '<div class="wrap">',
    `<span class="name">${name}</span>`,
    links,
    '</div>',
    '</header>',
    '<main id="main">',
    openingHtml(opening, brief, chance),
    ...sections.map((section) => sectionHtml(section, brief)),
    '</main>',
    '<footer class="end">',
    '<div class="wrap">',
    `<p>${text(brief.brand || brief.headline)}</p>`,
    '</div>',
    '</footer>',
    '</body>',
    '</html>',
  )}\n`;
}

export function classesOf(section: SectionPlan): string {
  if (section.kind === 'facts') return `facts ${section.layout}`;
  if (section.kind === 'claims' || section.kind === 'list') return section.layout;
  return section.kind;
}

/** A way to what has a heading, when there is enough of it to choose. */
function navigation(sections: readonly SectionPlan[], brief: Brief): string {
  const headed = sections.flatMap((section) =>
    section.kind === 'list'
      ? [{ id: section.id, label: section.of.heading ?? brief.phrases.headings[section.of.kind] }]
      : section.kind === 'form'
        ? [{ id: section.id, label: section.form.button }]
        : [],
  );
  if (headed.length < 2) return '';
  return lines('<nav>', ...headed.slice(0, 4).map(({ id, label }) => `<a href="#${id}">${text(label)}</a>`), '</nav>');
}
