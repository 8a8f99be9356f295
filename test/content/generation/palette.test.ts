import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contrast, hexOf, oklchOf } from '../../../src/content/generation/local/design/oklch.ts';
import { paletteOf } from '../../../src/content/generation/local/design/palette.ts';

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('a palette', () => {
  it('can be read in light and in dark, whatever its strong colour is', () => {
    fc.assert(
      fc.property(
        anyColour,
        fc.constantFrom(0.6, 1, 1.3),
        fc.option(fc.integer({ min: 0, max: 359 }), { nil: undefined }),
        (primary, tint, lean) => {
          for (const colours of Object.values(paletteOf({ primary, tint, ...(lean !== undefined && { lean }) }))) {
            for (const ground of [colours.ground, colours.surface, colours.sky]) {
              for (const text of [colours.ink, colours.soft, colours.accent]) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
              expect(contrast(colours.edge, ground)).toBeGreaterThanOrEqual(3);
            }
            expect(contrast(colours.onButton, colours.button)).toBeGreaterThanOrEqual(4.5);
            expect(contrast(colours.onBand, colours.band)).toBeGreaterThanOrEqual(4.5);
            expect(contrast(colours.onBandSoft, colours.band)).toBeGreaterThanOrEqual(4.5);
          }
        },
      ),
    );
  });

  it('keeps the strong colour as it is given on buttons in the light', () => {
    fc.assert(fc.property(anyColour, (primary) => distance(paletteOf({ primary, tint: 1 }).light.button, primary) <= 2));
  });

  it('has no colour when the strong one has none', () => {
    const { light, dark } = paletteOf({ primary: '#2b2b2b', tint: 1.3, lean: 70 });
    for (const colour of [...Object.values<string>({ ...light }), ...Object.values<string>({ ...dark })]) expect(oklchOf(colour).c).toBe(0);
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
