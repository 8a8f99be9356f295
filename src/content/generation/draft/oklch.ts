/** Lightness 0 to 1, chroma 0 to about 0.37, hue in degrees. Results are `#rrggbb`, since mail programs know nothing else. */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

type Rgb = readonly [number, number, number];

export function oklchOf(hex: string): Oklch {
  const [r, g, b] = linear(channels(hex));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const chroma = Math.hypot(a, bb);
  // Greys have no hue to speak of.
  const hue = chroma < 0.0004 ? 0 : (Math.atan2(bb, a) * 180) / Math.PI;
  return { l: lightness, c: chroma < 0.0004 ? 0 : chroma, h: (hue + 360) % 360 };
}

/** A colour that no screen shows gets less chroma, never another hue or lightness. */
export function hexOf(colour: Oklch): string {
  let [low, high] = [0, colour.c];
  let rgb = rgbOf(colour);
  if (!isShown(rgb)) {
    for (let step = 0; step < 12; step++) {
      const c = (low + high) / 2;
      if (isShown(rgbOf({ ...colour, c }))) low = c;
      else high = c;
    }
    rgb = rgbOf({ ...colour, c: low });
  }
  return `#${rgb
    .map((value) =>
      Math.round(Math.min(1, Math.max(0, gamma(value))) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** The contrast of WCAG 2: 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Moves the lightness as little as possible until the colour stands out from all grounds. */
export function legible(colour: Oklch, grounds: readonly string[], ratio: number, direction: 'darker' | 'lighter'): string {
  const holds = (l: number) => grounds.every((ground) => contrast(hexOf({ ...colour, l }), ground) >= ratio);
  if (holds(colour.l)) return hexOf(colour);
  let [bad, good] = [colour.l, direction === 'darker' ? 0 : 1];
  for (let step = 0; step < 12; step++) {
    const l = (bad + good) / 2;
    if (holds(l)) good = l;
    else bad = l;
  }
  return hexOf({ ...colour, l: good });
}

/** Black or white, whichever is read better on the colour: at least 4.58 on any. */
export const onColour = (ground: string, ink: string): string => {
  const dark = contrast(ink, ground) >= 4.5 ? ink : '#000000';
  return contrast('#ffffff', ground) >= 4.5 ? '#ffffff' : dark;
};

function channels(hex: string): Rgb {
  const digits = hex.slice(1);
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const at = (start: number) => Number.parseInt(full.slice(start, start + 2), 16) / 255;
  return [at(0), at(2), at(4)];
}

const linearOf = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const linear = ([red, green, blue]: Rgb): Rgb => [linearOf(red), linearOf(green), linearOf(blue)];
const gamma = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
const isShown = (rgb: Rgb): boolean => rgb.every((value) => value >= -0.0005 && value <= 1.0005);

function rgbOf({ l, c, h }: Oklch): Rgb {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)];
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

function luminance(hex: string): number {
  const [r, g, b] = linear(channels(hex));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
