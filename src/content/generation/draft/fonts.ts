import { createRequire } from 'node:module';
import type { Family } from './tones.ts';

/*
 * Open fonts from npm, in subsets, under the page's own host: nothing is fetched from elsewhere. Where a page is shown on another host,
 * its system's letters stand in.
 */

interface Font {
  package: string;
  /** The weights of its variable file. */
  weights: string;
}

const FONTS: Record<Family['font'], Font> = {
  Figtree: { package: '@fontsource-variable/figtree', weights: '300 900' },
  Inter: { package: '@fontsource-variable/inter', weights: '100 900' },
  Fraunces: { package: '@fontsource-variable/fraunces', weights: '100 900' },
  Newsreader: { package: '@fontsource-variable/newsreader', weights: '200 800' },
  'Bricolage Grotesque': { package: '@fontsource-variable/bricolage-grotesque', weights: '200 800' },
  Nunito: { package: '@fontsource-variable/nunito', weights: '200 1000' },
  'JetBrains Mono': { package: '@fontsource-variable/jetbrains-mono', weights: '100 800' },
};

const SUBSETS = {
  latin:
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
  'latin-ext':
    'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
} as const;
type Subset = keyof typeof SUBSETS;

/** Where pages find fonts, on their own host. */
export const FONT_PATH = '/assets/fonts/';

const slug = (font: Family['font']): string => font.toLowerCase().replaceAll(' ', '-');
const fileName = (font: Family['font'], subset: Subset): string => `${slug(font)}-${subset}.woff2`;

/** The rules that load these families. A browser fetches a subset when the page holds one of its letters. */
export function fontFaces(families: readonly Family[], latinOnly: boolean): string {
  const subsets = latinOnly ? (['latin'] as const) : (['latin', 'latin-ext'] as const);
  return [...new Set(families.map(({ font }) => font))]
    .flatMap((font) =>
      subsets.map(
        (subset) =>
          `@font-face { font-family: '${font}'; font-weight: ${FONTS[font].weights}; font-display: swap; src: url('${FONT_PATH}${fileName(font, subset)}') format('woff2'); unicode-range: ${SUBSETS[subset]}; }`,
      ),
    )
    .join('\n');
}

/** The file behind an address that `fontFaces` names, or undefined. @param name behind `FONT_PATH` */
export function fontFile(name: string): string | undefined {
  for (const [font, { package: from }] of Object.entries(FONTS))
    for (const subset of Object.keys(SUBSETS))
      if (name === fileName(font as Family['font'], subset as Subset))
        return createRequire(import.meta.url).resolve(`${from}/files/${slug(font as Family['font'])}-${subset}-wght-normal.woff2`);
  return undefined;
}
