import { contrast, hexOf, legible, type Oklch, oklchOf, onColour } from './oklch.ts';

/** The colours of a document by what they are for. Text has at least 4.5 on whatever it stands on, controls have 3. */
export type Colours = Record<Ground | Word | Control | Sketch, string>;

type Ground = 'ground' | 'surface' | 'band' | 'deepGround';
type Word = 'ink' | 'soft' | 'accent' | 'onBand' | 'onBandSoft' | 'onDeep' | 'onDeepSoft';
/** `buttonEdge` is the edge of a button that hardly differs from the ground. */
type Control = 'line' | 'button' | 'onButton' | 'edge' | 'buttonEdge';
/** The inks of drawings, from the farthest to the nearest, and the one that shines. Text may stand on the sky. */
type Sketch = 'sky' | 'far' | 'mid' | 'near' | 'deep' | 'glow' | 'paper';

export interface Palette {
  light: Colours;
  dark: Colours;
  /** `both`: the reader's device decides. */
  scheme: 'both' | 'light' | 'dark';
}

const DEFAULT_PRIMARY = '#245c4a';

/** Yellows and golds: darkened they turn brown, so that dark ink stands in for them. */
const isYellow = ({ l, c, h }: Oklch): boolean => c > 0.06 && h > 62 && h < 118 && l > 0.6;

const carriesLight = (ground: string): boolean => contrast('#ffffff', ground) >= contrast('#000000', ground);

/** @param wish of a theme; `tint` is how much neutrals take of the main colour, 0 to 1 */
export function paletteOf(wish: { [Colour in 'primary' | 'accent' | 'background']?: string | undefined } & { tint: number }): Palette {
  const { primary = DEFAULT_PRIMARY, accent, background = 'auto', tint } = wish;
  const strong = oklchOf(primary);
  const second = accent === undefined ? undefined : oklchOf(accent);
  const own = background.startsWith('#') ? oklchOf(background) : undefined;
  // A trace of colour gives no hue to lean to; then the second colour does.
  const lean = own ?? (strong.c < 0.004 && second ? second : strong);
  const grey = lean.c < 0.004;
  const neutral = (l: number, c: number): string => hexOf({ l, c: grey ? 0 : c * tint, h: lean.h });
  // Drawings take another colour where the main one is black or grey.
  const tone = [strong, second, own].find((one) => one !== undefined && one.c >= 0.02) ?? strong;
  // Yellow is drawn in yellow and charcoal, never in brown; on a ground of another colour in shades of the ground.
  const behindYellow = own && !isYellow(own) ? { c: Math.min(own.c, 0.07), h: own.h } : { c: 0.025, h: tone.h };
  const shade = (l: number, share: number): string =>
    hexOf(isYellow(tone) && l < 0.7 ? { l, ...behindYellow } : { l, c: Math.min(tone.c, 0.16) * share, h: tone.h });
  const shine: Oklch =
    second && second.c > 0.03
      ? { l: 0.8, c: Math.min(second.c, 0.15), h: second.h }
      : isYellow(tone)
        ? { l: 0.84, c: Math.min(tone.c, 0.16), h: tone.h }
        : { l: 0.82, c: tone.c < 0.004 ? 0 : 0.13, h: Math.abs(tone.h - 75) < 35 ? 28 : 75 };
  const scheme = own ? (carriesLight(background) ? 'dark' : 'light') : background === 'auto' ? 'both' : (background as 'light' | 'dark');
  return { light: light(), dark: dark(), scheme };

  function light(): Colours {
    const isOwn = own !== undefined && scheme === 'light';
    const ground = isOwn ? hexOf(own) : neutral(0.984, 0.008);
    const surface = isOwn ? hexOf({ ...own, l: Math.min(1, own.l + 0.05), c: own.c * 0.75 }) : neutral(0.956, 0.015);
    const sky = isOwn
      ? hexOf({ l: Math.max(own.l, 0.93), c: Math.min(tone.c * 0.3, 0.05), h: tone.h })
      : grey
        ? neutral(0.93, 0)
        : tinted(0.925, 0.32, 0.045);
    const grounds = [ground, surface, sky, '#ffffff'];
    const ink = legible({ l: 0.235, c: grey ? 0 : 0.035 * tint, h: lean.h }, grounds, 10, 'darker');
    const words = second ?? strong;
    return {
      ...{ ground, surface, ink, sky },
      soft: legible({ l: 0.46, c: grey ? 0 : 0.03 * tint, h: lean.h }, grounds, 5.5, 'darker'),
      line: isOwn ? hexOf({ ...own, l: own.l - 0.1 }) : neutral(0.88, 0.022),
      accent: legible(isYellow(words) ? { l: 0.36, c: 0.07, h: words.h } : words, grounds, 4.6, 'darker'),
      ...buttonOn(grounds, strong, ink, 'darker'),
      edge: legible({ ...strong, c: strong.c * 0.4 }, grounds, 3.1, 'darker'),
      ...bandOf(strong, 1),
      ...deepOf({ l: 0.22, c: grey ? 0 : 0.035 * tint, h: lean.h }),
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
    // Light text has to be seen on a raised ground, too.
    const lift = (by: number): string => (isOwn ? hexOf({ ...own, l: own.l + (own.l < 0.32 ? by : -by) }) : '');
    const ground = isOwn ? hexOf(own) : neutral(0.185, 0.018);
    const surface = isOwn ? lift(0.045) : neutral(0.235, 0.022);
    const sky = isOwn ? lift(0.07) : grey || isYellow(lean) ? neutral(0.25, isYellow(lean) ? 0.02 : 0) : tinted(0.235, 0.45, 0.06);
    const grounds = [ground, surface, sky];
    const ink = legible({ l: 0.95, c: grey ? 0 : 0.012 * tint, h: lean.h }, grounds, 7, 'lighter');
    const button = legible({ ...strong, c: Math.min(strong.c, 0.19) }, [ground], 3.2, 'lighter');
    const words = second && second.c > 0.03 ? second : strong;
    return {
      ...{ ground, surface, ink, sky },
      soft: legible({ l: 0.78, c: grey ? 0 : 0.02 * tint, h: lean.h }, grounds, 5.5, 'lighter'),
      line: isOwn ? lift(0.14) : neutral(0.34, 0.024),
      accent: legible({ l: Math.max(words.l, 0.74), c: Math.min(words.c, 0.15), h: words.h }, grounds, 5.5, 'lighter'),
      ...buttonOn(grounds, oklchOf(button), neutral(0.16, 0.02), 'lighter'),
      edge: legible({ ...strong, c: strong.c * 0.4 }, grounds, 3.1, 'lighter'),
      ...nightBand(isOwn, ground),
      ...deepOf(
        isOwn ? { ...oklchOf(ground), l: own.l < 0.32 ? own.l * 0.72 : own.l - 0.1 } : { l: 0.145, c: grey ? 0 : 0.016 * tint, h: lean.h },
      ),
      far: shade(0.36, 0.55),
      mid: shade(0.44, 0.65),
      near: shade(0.52, 0.7),
      deep: shade(0.2, 0.45),
      glow: hexOf({ ...shine, l: 0.84, c: shine.c * 0.85 }),
      paper: shade(0.86, 0.16),
    };
  }

  /** On a ground that the author chose, a band is as strong as in the light; where the device asks for dark, it does not glare. */
  function nightBand(isOwn: boolean, ground: string): Pick<Colours, 'band' | 'onBand' | 'onBandSoft'> {
    // Black on black is no band.
    const seen = contrast(hexOf(strong), ground) >= 1.6;
    if ((isOwn || background === 'dark') && seen && strong.c > 0.02) return bandOf(strong, 1);
    const calm =
      strong.c < 0.02 || isYellow(strong)
        ? { l: 0.29, c: Math.min(lean.c, 0.03), h: lean.h }
        : { ...strong, l: Math.min(strong.l, 0.37), c: Math.min(strong.c, 0.13) };
    return bandOf(
      isOwn && strong.c < 0.02
        ? { ...(own as Oklch), l: (own as Oklch).l < 0.32 ? (own as Oklch).l + 0.12 : (own as Oklch).l - 0.12 }
        : calm,
      0.9,
    );
  }

  /** Light words on the strong colour, or dark ones where it is light itself. */
  function bandOf(colour: Oklch, share: number): Pick<Colours, 'band' | 'onBand' | 'onBandSoft'> {
    const isLight = colour.l > 0.68 || (isYellow(colour) && colour.l > 0.6);
    const own = { ...colour, c: colour.c * share };
    const band = isLight ? legible(own, ['#101010'], 6.5, 'lighter') : legible(own, ['#ffffff'], 6, 'darker');
    const onBand = isLight
      ? legible({ l: 0.2, c: Math.min(colour.c, 0.04), h: colour.h }, [band], 6.5, 'darker')
      : legible({ l: 0.985, c: 0.01, h: colour.h }, [band], 5.8, 'lighter');
    const soft = { c: Math.min(colour.c, 0.05), h: colour.h };
    return {
      band,
      onBand,
      onBandSoft: isLight ? legible({ l: 0.36, ...soft }, [band], 5, 'darker') : legible({ l: 0.9, ...soft }, [band], 4.7, 'lighter'),
    };
  }

  function deepOf(colour: Oklch): Pick<Colours, 'deepGround' | 'onDeep' | 'onDeepSoft'> {
    const deepGround = legible(colour, ['#ffffff'], 7, 'darker');
    return {
      deepGround,
      onDeep: neutral(0.97, 0.008),
      onDeepSoft: legible({ l: 0.8, c: grey ? 0 : 0.02, h: lean.h }, [deepGround], 5, 'lighter'),
    };
  }

  function tinted(l: number, share: number, most: number): string {
    return hexOf({ l, c: Math.min(lean.c * share, most), h: lean.h });
  }
}

function buttonOn(
  grounds: readonly string[],
  colour: Oklch,
  ink: string,
  direction: 'darker' | 'lighter',
): Pick<Colours, 'button' | 'onButton' | 'buttonEdge'> {
  const button = hexOf(colour);
  const seen = grounds.every((ground) => contrast(button, ground) >= 3);
  return {
    button,
    onButton: onColour(button, ink),
    buttonEdge: seen ? button : legible({ ...colour, c: colour.c * 0.4 }, grounds, 3.1, direction),
  };
}
