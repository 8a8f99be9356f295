import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FONT_PATH, fontFaces, fontFile } from '../../../../src/content/generation/draft/fonts.ts';
import { toneOf } from '../../../../src/content/generation/draft/tones.ts';

const TONES = ['warm', 'natural', 'modern', 'elegant', 'bold', 'calm', 'playful', 'technical'] as const;

const named = (lang: string): string[] =>
  TONES.flatMap((tone) => {
    const { display, text } = toneOf({ tone });
    return [...fontFaces([display, text], lang).matchAll(/url\('([^']+)'\)/g)].map(([, url = '']) => url);
  });

describe('the fonts of a page', () => {
  it.each(['en', 'pl', 'uk', 'el', 'vi', 'ja'])('are files that the host has: %s', (lang) => {
    for (const url of named(lang)) {
      expect(url.startsWith(FONT_PATH)).toBe(true);
      const file = fontFile(url.slice(FONT_PATH.length));
      expect(file !== undefined && existsSync(file), url).toBe(true);
    }
  });

  it('have the letters of the language where they can', () => {
    expect(named('uk').some((url) => url.includes('cyrillic'))).toBe(true);
    expect(named('en').some((url) => url.includes('cyrillic'))).toBe(false);
  });

  it('are nothing else', () => {
    for (const name of ['', 'inter', '../package.json', 'inter-latin.woff', 'figtree-greek.woff2', 'inter-latin.woff2/..'])
      expect(fontFile(name)).toBeUndefined();
  });
});
