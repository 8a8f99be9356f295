import { hexOf, legible, type Oklch, oklchOf, onColour } from './oklch.ts';

/** The colours of a document by what they are for. Text has at least 4.5 on whatever it stands on, controls have 3. */
export interface Colours {
  ground: string;
  surface: string;
  ink: string;
  soft: string;
  line: string;
  /** Links, and words that stand out. */
  accent: string;
  button: string;
  onButton: string;
  /** The edges of controls, seen on ground and surface. */
  edge: string;
  band: string;
  onBand: string;
  onBandSoft: string;
  /** What pictures are drawn in, from the farthest to the nearest, and what shines in them. Text may stand on the sky. */
  sky: string;
  far: string;
  mid: string;
  near: string;
  deep: string;
  glow: string;
  paper: string;
}

export interface Palette {
  light: Colours;
  dark: Colours;
}

export interface PaletteWish {
  /** The one strong colour, as `#rgb` or `#rrggbb`. */
  primary: string;
  /** How much neutrals take of it, 0 to 1. */
  tint: number;
  /** Neutrals lean to this hue, whatever the strong colour is. */
  lean?: number;
  /** The hue of what shines in pictures. */
  glow?: number;
}

export function paletteOf({ primary, tint, lean, glow }: PaletteWish): Palette {
  const strong = oklchOf(primary);
  // A trace of colour gives no hue to lean to.
  const grey = strong.c < 0.004;
  const hue = lean ?? strong.h;
  const neutral = (l: number, c: number): string => hexOf({ l, c: grey ? 0 : c * tint, h: hue });
  const shade = (l: number, share: number): string => hexOf({ l, c: Math.min(strong.c, 0.16) * share, h: strong.h });
  const shine: Oklch = { l: 0.82, c: grey ? 0 : 0.13, h: glow ?? (Math.abs(strong.h - 75) < 35 ? 28 : 75) };
  return { light: light(), dark: dark() };

  function light(): Colours {
    const ground = neutral(0.984, 0.008);
    const surface = neutral(0.956, 0.015);
    const sky = grey ? neutral(0.93, 0) : hexOf({ l: 0.925, c: Math.min(strong.c * 0.32, 0.045), h: strong.h });
    const grounds = [ground, surface, sky, '#ffffff'];
    const ink = legible({ l: 0.235, c: grey ? 0 : 0.035 * tint, h: hue }, grounds, 10, 'darker');
    const band = legible({ l: Math.min(strong.l, 0.4), c: Math.min(strong.c, 0.13), h: strong.h }, ['#ffffff'], 8, 'darker');
    return {
      ground,
      surface,
      ink,
      soft: legible({ l: 0.46, c: grey ? 0 : 0.03 * tint, h: hue }, grounds, 5, 'darker'),
      line: neutral(0.88, 0.022),
      accent: legible(strong, grounds, 4.6, 'darker'),
      button: hexOf(strong),
      onButton: onColour(hexOf(strong), ink),
      edge: legible({ ...strong, c: strong.c * 0.4 }, grounds, 3.1, 'darker'),
      band,
      onBand: neutral(0.98, 0.01),
      onBandSoft: legible({ l: 0.86, c: Math.min(strong.c, 0.05), h: strong.h }, [band], 5, 'lighter'),
      sky,
      far: shade(0.82, 0.5),
      mid: shade(0.66, 0.75),
      near: shade(0.48, 0.9),
      deep: shade(0.32, 0.65),
      glow: hexOf(shine),
      paper: neutral(0.99, 0.012),
    };
  }

  function dark(): Colours {
    const ground = neutral(0.185, 0.018);
    const surface = neutral(0.235, 0.022);
    const sky = grey ? neutral(0.225, 0) : hexOf({ l: 0.225, c: Math.min(strong.c * 0.4, 0.05), h: strong.h });
    const grounds = [ground, surface, sky];
    const ink = neutral(0.95, 0.012);
    const button = legible({ ...strong, c: Math.min(strong.c, 0.17) }, grounds, 3.6, 'lighter');
    const band = grey ? neutral(0.29, 0) : hexOf({ l: 0.29, c: Math.min(strong.c * 0.6, 0.07), h: strong.h });
    return {
      ground,
      surface,
      ink,
      soft: legible({ l: 0.76, c: grey ? 0 : 0.02 * tint, h: hue }, [...grounds, band], 5, 'lighter'),
      line: neutral(0.34, 0.024),
      accent: legible({ l: Math.max(strong.l, 0.72), c: Math.min(strong.c, 0.14), h: strong.h }, [...grounds, band], 5.5, 'lighter'),
      button,
      onButton: onColour(button, neutral(0.16, 0.02)),
      edge: legible({ ...strong, c: strong.c * 0.4 }, grounds, 3.1, 'lighter'),
      band,
      onBand: neutral(0.97, 0.01),
      onBandSoft: legible({ l: 0.8, c: Math.min(strong.c, 0.05), h: strong.h }, [band], 5, 'lighter'),
      sky,
      far: shade(0.36, 0.55),
      mid: shade(0.43, 0.6),
      near: shade(0.34, 0.6),
      deep: shade(0.15, 0.35),
      glow: hexOf({ ...shine, l: 0.86, c: shine.c * 0.85 }),
      paper: shade(0.72, 0.25),
    };
  }
}
