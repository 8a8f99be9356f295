import type { Theme, ToneName } from './draft.ts';

/** How a document speaks: in its letters, its corners and its neutrals. */
export interface Tone {
  display: Family;
  text: Family;
  weight: number;
  /** Letter spacing of headings, in em. */
  tracking: number;
  /** Corners of controls and pictures, in px. */
  radius: number;
  /** How much neutrals take of the main colour, 0 to 1. */
  tint: number;
  /** How steep the type scale is on wide screens. */
  ratio: number;
}

/** The file that the pages' host serves, and the stand-in that every system has. */
export interface Family {
  /** The name of its font in `fonts.ts`. */
  font: 'Figtree' | 'Inter' | 'Fraunces' | 'Newsreader' | 'Bricolage Grotesque' | 'Nunito' | 'JetBrains Mono';
  fallback: string;
  /** For mail programs that take the first family or their own. */
  generic: 'serif' | 'sans-serif' | 'monospace';
}

const SYSTEM = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', sans-serif";
const SERIF = "'Iowan Old Style', 'Palatino Linotype', 'URW Palladio L', 'Noto Serif', Georgia, serif";
const MONO = "ui-monospace, 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace";

const FIGTREE: Family = { font: 'Figtree', fallback: SYSTEM, generic: 'sans-serif' };
const INTER: Family = { font: 'Inter', fallback: SYSTEM, generic: 'sans-serif' };
const FRAUNCES: Family = { font: 'Fraunces', fallback: SERIF, generic: 'serif' };
const NEWSREADER: Family = { font: 'Newsreader', fallback: SERIF, generic: 'serif' };
const BRICOLAGE: Family = { font: 'Bricolage Grotesque', fallback: SYSTEM, generic: 'sans-serif' };
const NUNITO: Family = { font: 'Nunito', fallback: `ui-rounded, ${SYSTEM}`, generic: 'sans-serif' };
const JETBRAINS: Family = { font: 'JetBrains Mono', fallback: MONO, generic: 'monospace' };

const TONES: Record<ToneName, Tone> = {
  warm: { display: FRAUNCES, text: FIGTREE, weight: 560, tracking: -0.02, radius: 10, tint: 1, ratio: 1.28 },
  natural: { display: FIGTREE, text: FIGTREE, weight: 700, tracking: -0.025, radius: 12, tint: 1, ratio: 1.28 },
  modern: { display: INTER, text: INTER, weight: 680, tracking: -0.035, radius: 12, tint: 0.7, ratio: 1.3 },
  elegant: { display: NEWSREADER, text: NEWSREADER, weight: 430, tracking: -0.02, radius: 2, tint: 0.9, ratio: 1.31 },
  bold: { display: BRICOLAGE, text: INTER, weight: 800, tracking: -0.035, radius: 8, tint: 0.8, ratio: 1.333 },
  calm: { display: NEWSREADER, text: FIGTREE, weight: 480, tracking: -0.015, radius: 6, tint: 0.9, ratio: 1.25 },
  playful: { display: NUNITO, text: NUNITO, weight: 800, tracking: -0.02, radius: 22, tint: 1.2, ratio: 1.28 },
  technical: { display: JETBRAINS, text: INTER, weight: 650, tracking: -0.04, radius: 4, tint: 0.6, ratio: 1.25 },
};

/** A wish for letters alone, whatever the tone is. */
const FONTS: Record<NonNullable<Theme['font']>, Pick<Tone, 'display' | 'text' | 'weight' | 'tracking'>> = {
  sans: { display: FIGTREE, text: FIGTREE, weight: 700, tracking: -0.025 },
  serif: { display: NEWSREADER, text: NEWSREADER, weight: 500, tracking: -0.02 },
  rounded: { display: NUNITO, text: NUNITO, weight: 800, tracking: -0.02 },
  mono: { display: JETBRAINS, text: JETBRAINS, weight: 650, tracking: -0.04 },
  display: { display: BRICOLAGE, text: INTER, weight: 800, tracking: -0.035 },
};

const RADII: Record<NonNullable<Theme['radius']>, number> = { none: 0, small: 4, medium: 10, large: 22, full: 28 };

export function toneOf({ tone = 'natural', font, radius }: Theme): Tone {
  return { ...TONES[tone], ...(font && FONTS[font]), ...(radius && { radius: RADII[radius] }) };
}

export const stackOf = ({ font, fallback }: Family): string => `'${font}', ${fallback}`;
