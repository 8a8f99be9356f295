import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mailLooks } from '../../../../src/content/generation/draft/email-looks.ts';
import { contrast, hexOf, oklchOf } from '../../../../src/content/generation/draft/oklch.ts';
import { type Colours, paletteOf } from '../../../../src/content/generation/draft/palette.ts';
import { toneOf } from '../../../../src/content/generation/draft/tones.ts';
import { rounds } from '../../../support/at-length.ts';

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const anyWish = fc.record({
  primary: anyColour,
  accent: fc.option(anyColour, { nil: undefined }),
  background: fc.oneof(fc.constantFrom('auto', 'light', 'dark'), anyColour),
  tint: fc.constantFrom(0.6, 1, 1.2),
});

/** Pairs of foreground and background, with the required contrast. */
function seen(colours: Colours): [what: string, ratio: number, least: number][] {
  const { onButton, button, band, onBand, onBandSoft, deepGround, onDeep, onDeepSoft } = colours;
  const on = (['ground', 'surface', 'sky'] as const).flatMap((ground) => [
    ...(['ink', 'soft', 'accent'] as const).map((text): [string, number, number] => [
      `${text} on ${ground}`,
      contrast(colours[text], colours[ground]),
      4.5,
    ]),
    ...(['edge', 'buttonEdge'] as const).map((edge): [string, number, number] => [
      `${edge} on ${ground}`,
      contrast(colours[edge], colours[ground]),
      3,
    ]),
  ]);
  return [
    ...on,
    ['onButton on button', contrast(onButton, button), 4.5],
    ['onBand on band', contrast(onBand, band), 4.5],
    ['onBandSoft on band', contrast(onBandSoft, band), 4.5],
    ['onDeep on deep', contrast(onDeep, deepGround), 4.5],
    ['onDeepSoft on deep', contrast(onDeepSoft, deepGround), 4.5],
  ];
}

describe('a palette', () => {
  it('can be read, whatever its colours and its ground are', () => {
    fc.assert(
      fc.property(anyWish, (wish) => {
        const { light, dark, scheme } = paletteOf(wish);
        const shown = scheme === 'both' ? [light, dark] : [scheme === 'dark' ? dark : light];
        for (const colours of shown) for (const [what, ratio, least] of seen(colours)) expect(ratio, what).toBeGreaterThanOrEqual(least);
      }),
      { numRuns: rounds(100, 600) },
    );
  });

  it('can be read in emails', () => {
    fc.assert(
      fc.property(anyWish, (wish) => {
        const looks = mailLooks(paletteOf(wish), toneOf({}), { align: 'left', start: 'left', end: 'right', largeButtons: false });
        for (const c of looks.scheme === 'both' ? [looks.colours, looks.dark] : [looks.colours]) {
          for (const ground of [c.card, c.ground, c.tint])
            for (const text of [c.ink, c.soft, c.accent]) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(c.onButton, c.button)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(c.onBand, c.band)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(c.onBandSoft, c.band)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(c.buttonEdge, c.card)).toBeGreaterThanOrEqual(3);
        }
      }),
    );
  });

  it('keeps the main colour as it is given on buttons in the light', () => {
    fc.assert(
      fc.property(anyColour, (primary) => distance(paletteOf({ primary, background: 'light', tint: 1 }).light.button, primary) <= 2),
    );
  });

  it('keeps a ground as it is given', () => {
    fc.assert(
      fc.property(anyColour, anyColour, (primary, background) => {
        const { light, dark, scheme } = paletteOf({ primary, background, tint: 1 });
        expect(distance((scheme === 'dark' ? dark : light).ground, background)).toBeLessThanOrEqual(2);
      }),
    );
  });

  it('has no colour when the main one has none', () => {
    const { light, dark } = paletteOf({ primary: '#2b2b2b', background: 'auto', tint: 1.2 });
    for (const { ground, surface, ink, soft, line, button, band } of [light, dark])
      for (const colour of [ground, surface, ink, soft, line, button]) expect(oklchOf(colour).c, `${band}`).toBeLessThan(0.002);
  });

  it('gives red and black as red and black, and gold as gold', () => {
    const black = paletteOf({ primary: '#d11a2a', background: '#000000', tint: 1 });
    expect(black.scheme).toBe('dark');
    expect(oklchOf(black.dark.band).c).toBeGreaterThan(0.15);
    const gold = paletteOf({ primary: '#c9a227', background: '#101a3c', tint: 1 });
    expect(gold.dark.button).toBe('#c9a227');
    expect(distance(gold.dark.band, '#c9a227')).toBeLessThanOrEqual(2);
  });

  it('goes to OKLCH and back', () => {
    fc.assert(fc.property(anyColour, (colour) => distance(hexOf(oklchOf(colour)), colour) <= 2));
    expect(hexOf(oklchOf('#0a5'))).toBe('#00aa55');
  });
});

function distance(one: string, other: string): number {
  const parts = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return Math.max(...parts(one).map((value, i) => Math.abs(value - (parts(other)[i] as number))));
}
