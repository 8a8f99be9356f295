import { createRequire } from 'node:module';
import type { Family } from './tones.ts';

/* Open fonts from npm, under the page's own host: nothing is fetched from elsewhere. On another host the system's letters stand in. */

interface Font {
  package: string;
  /** The weights of its variable file. */
  weights: string;
  more: readonly Subset[];
}

const FONTS: Record<Family['font'], Font> = {
  Figtree: { package: '@fontsource-variable/figtree', weights: '300 900', more: [] },
  Inter: { package: '@fontsource-variable/inter', weights: '100 900', more: ['cyrillic', 'greek', 'vietnamese'] },
  Fraunces: { package: '@fontsource-variable/fraunces', weights: '100 900', more: ['vietnamese'] },
  Newsreader: { package: '@fontsource-variable/newsreader', weights: '200 800', more: ['vietnamese'] },
  'Bricolage Grotesque': { package: '@fontsource-variable/bricolage-grotesque', weights: '200 800', more: ['vietnamese'] },
  Nunito: { package: '@fontsource-variable/nunito', weights: '200 1000', more: ['cyrillic', 'vietnamese'] },
  'JetBrains Mono': { package: '@fontsource-variable/jetbrains-mono', weights: '100 800', more: ['cyrillic', 'greek', 'vietnamese'] },
};

const SUBSETS = {
  latin:
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
  'latin-ext':
    'U+0100-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+0304, U+0308, U+0329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
  cyrillic: 'U+0301, U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116',
  greek: 'U+0370-0377, U+037A-037F, U+0384-038A, U+038C, U+038E-03A1, U+03A3-03FF',
  vietnamese:
    'U+0102-0103, U+0110-0111, U+0128-0129, U+0168-0169, U+01A0-01A1, U+01AF-01B0, U+0300-0301, U+0303-0304, U+0308-0309, U+0323, U+0329, U+1EA0-1EF9, U+20AB',
} as const;
type Subset = keyof typeof SUBSETS;

export const FONT_PATH = '/assets/fonts/';

const slug = (font: Family['font']): string => font.toLowerCase().replaceAll(' ', '-');
const fileName = (font: Family['font'], subset: Subset): string => `${slug(font)}-${subset}.woff2`;

const LANGUAGES: Partial<Record<Subset, RegExp>> = {
  cyrillic: /^(?:uk|ru|bg|sr|mk|be|kk|mn)\b/i,
  greek: /^el\b/i,
  vietnamese: /^vi\b/i,
};

/** A browser fetches a subset when the page holds one of its letters. @param lang of the page */
export function fontFaces(families: readonly Family[], lang: string): string {
  return [...new Set(families.map(({ font }) => font))]
    .flatMap((font) => {
      const subsets: Subset[] = ['latin', 'latin-ext', ...FONTS[font].more.filter((subset) => LANGUAGES[subset]?.test(lang))];
      return subsets.map(
        (subset) =>
          `@font-face { font-family: '${font}'; font-weight: ${FONTS[font].weights}; font-display: swap; src: url('${FONT_PATH}${fileName(font, subset)}') format('woff2'); unicode-range: ${SUBSETS[subset]}; }`,
      );
    })
    .join('\n');
}

/** @param name behind `FONT_PATH` */
export function fontFile(name: string): string | undefined {
  for (const [font, { package: from, more }] of Object.entries(FONTS) as [Family['font'], Font][])
    for (const subset of ['latin', 'latin-ext', ...more] as const)
      if (name === fileName(font, subset))
        return createRequire(import.meta.url).resolve(`${from}/files/${slug(font)}-${subset}-wght-normal.woff2`);
  return undefined;
}
