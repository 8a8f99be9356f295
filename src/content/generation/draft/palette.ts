import { contrast, hexOf, legible, type Oklch, oklchOf, onColour } from './oklch.ts';

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
  /** The edge of a button that hardly differs from the ground. */
  buttonEdge: string;
  band: string;
  onBand: string;
  onBandSoft: string;
  /** What drawings are drawn in, from the farthest to the nearest, and what shines in them. Text may stand on the sky. */
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
  /** `both`: the reader's device decides. */
  scheme: 'both' | 'light' | 'dark';
}

export interface PaletteWish {
  /** As `#rrggbb`: of buttons. */
  primary: string;
  /** The second colour: of bands, links and what shines in drawings. */
  accent?: string | undefined;
  /** `auto`, `light`, `dark`, or the ground's own colour. */
  background: string;
  /** How much neutrals take of the main colour, 0 to 1. */
  tint: number;
}

/** Grounds darker than this carry light text. */
const DARK_BELOW = 0.62;

export function paletteOf({ primary, accent, background, tint }: PaletteWish): Palette {
  const strong = oklchOf(primary);
  const second = accent === undefined ? undefined : oklchOf(accent);
  const own = background.startsWith('#') ? oklchOf(background) : undefined;
  // A trace of colour gives no hue to lean to; then the second colour does.
  const lean = own ?? (strong.c < 0.004 && second ? second : strong);
  const grey = lean.c < 0.004;
  const neutral = (l: number, c: number): string => hexOf({ l, c: grey ? 0 : c * tint, h: lean.h });
  const tone = strong.c < 0.004 && second ? second : strong;
  const shade = (l: number, share: number): string => hexOf({ l, c: Math.min(tone.c, 0.16) * share, h: tone.h });
  const shine: Oklch =
    second && second.c > 0.03
      ? { l: 0.8, c: Math.min(second.c, 0.15), h: second.h }
      : { l: 0.82, c: tone.c < 0.004 ? 0 : 0.13, h: Math.abs(tone.h - 75) < 35 ? 28 : 75 };
  const scheme = own ? (own.l < DARK_BELOW ? 'dark' : 'light') : background === 'auto' ? 'both' : (background as 'light' | 'dark');
  return { light: light(), dark: dark(), scheme };

  function light(): Colours {
    const ground = own && scheme === 'light' ? hexOf(own) : neutral(0.984, 0.008);
    const surface = own && scheme === 'light' ? hexOf({ ...own, l: Math.min(1, own.l + 0.035), c: own.c * 0.8 }) : neutral(0.956, 0.015);
    const sky = own && scheme === 'light' ? hexOf({ ...own, l: own.l - 0.03 }) : grey ? neutral(0.93, 0) : tinted(0.925, 0.32, 0.045);
    const grounds = [ground, surface, sky, '#ffffff'];
    const ink = legible({ l: 0.235, c: grey ? 0 : 0.035 * tint, h: lean.h }, grounds, 10, 'darker');
    const bandOf = second ?? strong;
    const band = legible({ l: Math.min(bandOf.l, 0.4), c: Math.min(bandOf.c, 0.13), h: bandOf.h }, ['#ffffff'], 8, 'darker');
    return {
      ...{ ground, surface, ink, sky, band },
      soft: legible({ l: 0.46, c: grey ? 0 : 0.03 * tint, h: lean.h }, grounds, 5, 'darker'),
      line: own && scheme === 'light' ? hexOf({ ...own, l: own.l - 0.1 }) : neutral(0.88, 0.022),
      accent: legible(second ?? strong, grounds, 4.6, 'darker'),
      ...buttonOn([ground, sky], strong, ink),
      edge: legible({ ...strong, c: strong.c * 0.4 }, grounds, 3.1, 'darker'),
      onBand: neutral(0.98, 0.01),
      onBandSoft: legible({ l: 0.86, c: Math.min(bandOf.c, 0.05), h: bandOf.h }, [band], 5, 'lighter'),
      far: shade(0.82, 0.5),
      mid: shade(0.66, 0.75),
      near: shade(0.48, 0.9),
      deep: shade(0.32, 0.65),
      glow: hexOf(shine),
      paper: neutral(0.99, 0.012),
    };
  }

  function dark(): Colours {
    const isOwn = own !== undefined && scheme === 'dark';
    const lift = (by: number): string => (isOwn ? hexOf({ ...own, l: own.l + (own.l < 0.3 ? by : -by) }) : '');
    const ground = isOwn ? hexOf(own) : neutral(0.185, 0.018);
    const surface = isOwn ? lift(0.05) : neutral(0.235, 0.022);
    const sky = isOwn ? lift(0.035) : grey ? neutral(0.225, 0) : tinted(0.225, 0.4, 0.05);
    const grounds = [ground, surface, sky];
    const ink = legible({ l: 0.95, c: grey ? 0 : 0.012 * tint, h: lean.h }, grounds, 7, 'lighter');
    const button = legible({ ...strong, c: Math.min(strong.c, 0.17) }, grounds, 3.2, 'lighter');
    const bandOf = second ?? strong;
    const band = bandOf.c < 0.004 ? neutral(0.29, 0) : hexOf({ l: 0.29, c: Math.min(bandOf.c * 0.6, 0.07), h: bandOf.h });
    return {
      ...{ ground, surface, ink, sky, band },
      soft: legible({ l: 0.76, c: grey ? 0 : 0.02 * tint, h: lean.h }, [...grounds, band], 5, 'lighter'),
      line: isOwn ? lift(0.12) : neutral(0.34, 0.024),
      accent: legible(
        { l: Math.max((second ?? strong).l, 0.72), c: Math.min((second ?? strong).c, 0.14), h: (second ?? strong).h },
        [...grounds, band],
        5.5,
        'lighter',
      ),
      ...buttonOn([ground, sky], oklchOf(button), neutral(0.16, 0.02)),
      edge: legible({ ...strong, c: strong.c * 0.4 }, grounds, 3.1, 'lighter'),
      onBand: neutral(0.97, 0.01),
      onBandSoft: legible({ l: 0.8, c: Math.min(bandOf.c, 0.05), h: bandOf.h }, [band], 5, 'lighter'),
      far: shade(0.36, 0.55),
      mid: shade(0.43, 0.6),
      near: shade(0.34, 0.6),
      deep: shade(0.15, 0.35),
      glow: hexOf({ ...shine, l: 0.86, c: shine.c * 0.85 }),
      paper: shade(0.72, 0.25),
    };
  }

  function tinted(l: number, share: number, most: number): string {
    return hexOf({ l, c: Math.min(lean.c * share, most), h: lean.h });
  }
}

function buttonOn(grounds: readonly string[], colour: Oklch, ink: string): Pick<Colours, 'button' | 'onButton' | 'buttonEdge'> {
  const button = hexOf(colour);
  const seen = grounds.every((ground) => contrast(button, ground) >= 3);
  const direction = contrast('#ffffff', grounds[0] as string) < 4.5 ? 'darker' : 'lighter';
  return {
    button,
    onButton: onColour(button, ink),
    buttonEdge: seen ? button : legible({ ...colour, c: colour.c * 0.4 }, grounds, 3.1, direction),
  };
}
