import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Draft, PageBlock, PageDraft, Theme } from '../../src/content/generation/draft/draft.ts';

/** A draft of the contact sheets. */
export interface Sheet {
  id: string;
  kind: 'page' | 'email';
  draft: Draft;
  /** Longer than any page should be, so that no bound on its weight holds. */
  long?: boolean;
}

const WRITTEN = parse(readFileSync(new URL('./sheet-drafts.yaml', import.meta.url), 'utf8')) as Sheet[];

const written = (id: string): Draft => (WRITTEN.find((sheet) => sheet.id === id) as Sheet).draft;
const windows = written('windows') as PageDraft;
const photo = { url: 'https://pictures.example/4', alt: 'Hills at dusk' };
const form = windows.blocks.at(-1) as PageBlock;
const facts = [
  { label: 'When', value: 'Monday to Friday' },
  { label: 'Where', value: 'Bristol' },
];

const TONES = ['warm', 'natural', 'modern', 'elegant', 'bold', 'calm', 'playful', 'technical'] as const;
const LAYOUTS = ['split', 'stack', 'frame', 'scene', 'band', 'plain'] as const;
const DRAWINGS = [
  'abstract',
  'books',
  'cafe',
  'calm',
  'camping',
  'city',
  'desk',
  'device',
  'goods',
  'letters',
  'meadow',
  'orbits',
  'pottery',
  'sea',
  'soil',
  'sound',
  'stage',
  'table',
] as const;
const COLOURS = ['#b4532a', '#245c4a', '#2b4bd6', '#7a1f4b', '#e11d48', '#5b7f95', '#f5b301', '#0f7b3f'] as const;

const opening = (id: string, theme: Theme, hero: object): Sheet => ({
  id,
  kind: 'page',
  draft: {
    ...windows,
    theme,
    blocks: [{ ...windows.blocks[0], picture: undefined, ...hero } as PageBlock, ...windows.blocks.slice(1, 3), form],
  },
});

const themed = (id: string, of: string, theme: Theme): Sheet => ({
  ...(WRITTEN.find((sheet) => sheet.id === of) as Sheet),
  id,
  draft: { ...written(of), theme } as Draft,
});

/** The hand-written drafts, and a page of each theme, opening and drawing. */
export const sheetDrafts = (): Sheet[] => [
  ...WRITTEN,
  themed('centred', 'windows', { tone: 'playful', primary: '#e0459b', background: '#fff3b0', align: 'center', buttons: 'large' }),
  themed('centred-saas', 'saas', { tone: 'bold', primary: '#ffcc00', background: 'dark', align: 'center' }),
  themed('midnight', 'windows', { tone: 'elegant', primary: '#c9a227', background: '#101a3c', font: 'serif', radius: 'none' }),
  themed('round', 'saas', { tone: 'modern', primary: '#0f766e', font: 'rounded', radius: 'full', buttons: 'large' }),
  themed('mono', 'restaurant', {
    tone: 'technical',
    primary: '#111111',
    accent: '#e11d48',
    font: 'mono',
    radius: 'small',
    background: 'light',
  }),
  themed('orange', 'conference', { primary: '#1d1d1f', background: '#ff9900', font: 'display' }),
  themed('mail-dark', 'mail-sale', { tone: 'elegant', primary: '#c9a227', background: '#101a3c', align: 'center', buttons: 'large' }),
  ...TONES.map((tone, i) => opening(`tone-${tone}`, { tone, primary: COLOURS[i] as string }, {})),
  ...LAYOUTS.flatMap((layout) => [
    opening(`hero-${layout}`, { tone: 'natural', primary: '#245c4a' }, { layout, picture: { drawing: 'city', variant: 7 } }),
    opening(`hero-${layout}-photo`, { tone: 'modern', primary: '#2b4bd6' }, { layout, picture: photo, facts }),
    opening(`hero-${layout}-form`, { tone: 'warm', primary: '#b4532a' }, { layout, form: 'form', action: undefined }),
    opening(`hero-${layout}-bare`, { tone: 'elegant', primary: '#7a1f4b' }, { layout }),
  ]),
  ...DRAWINGS.map((drawing, i) =>
    opening(
      `drawing-${drawing}`,
      { tone: TONES[i % 8] as (typeof TONES)[number], primary: COLOURS[i % 8] as string },
      { picture: { drawing, variant: i } },
    ),
  ),
];
