export type ToneId = 'warm' | 'humanist' | 'geometric' | 'editorial' | 'bold' | 'quiet' | 'playful' | 'technical';

/** How a document speaks: in its letters, its corners and its neutrals. */
export interface Tone {
  id: ToneId;
  words: RegExp;
  /** Families every system has one of. */
  display: string;
  text: string;
  /** Of headings. */
  weight: number;
  /** Letter spacing of headings, in em. */
  tracking: number;
  /** Corners of controls and pictures, in px. */
  radius: number;
  /** What neutrals take of the strong colour, 0 to 1. */
  tint: number;
  /** A hue that neutrals lean to. */
  lean?: number;
  /** How steep the type scale is on wide screens. */
  ratio: number;
}

export const SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', sans-serif";
export const HUMANIST = "Seravek, 'Gill Sans Nova', Ubuntu, Calibri, 'DejaVu Sans', source-sans-pro, sans-serif";
export const GEOMETRIC = "'Avenir Next', Avenir, Montserrat, Corbel, 'URW Gothic', source-sans-pro, sans-serif";
export const SERIF = "'Iowan Old Style', 'Palatino Linotype', 'URW Palladio L', P052, 'Noto Serif', serif";
export const TRANSITIONAL = "Charter, 'Bitstream Charter', 'Sitka Text', Cambria, 'Noto Serif', serif";
export const ROUNDED =
  "ui-rounded, 'Hiragino Maru Gothic ProN', Quicksand, Comfortaa, Manjari, 'Arial Rounded MT Bold', Calibri, source-sans-pro, sans-serif";
export const MONO = "ui-monospace, 'Cascadia Code', 'Source Code Pro', Menlo, Consolas, 'DejaVu Sans Mono', monospace";
