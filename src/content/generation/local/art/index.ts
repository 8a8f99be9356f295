import type { Chance } from '../design/seed.ts';
import { books } from './books.ts';
import { cafe } from './cafe.ts';
import { calm } from './calm.ts';
import { camping } from './camping.ts';
import { city } from './city.ts';
import { desk } from './desk.ts';
import { device } from './device.ts';
import type { Motif } from './draw.ts';
import { goods } from './goods.ts';
import { letters } from './letters.ts';
import { meadow } from './meadow.ts';
import { orbits } from './orbits.ts';
import { pottery } from './pottery.ts';
import { sea } from './sea.ts';
import { shapes } from './shapes.ts';
import { soil } from './soil.ts';
import { sound } from './sound.ts';
import { stage } from './stage.ts';
import { table } from './table.ts';

/** All motifs, by name. */
export const MOTIFS: Record<string, Motif> & { shapes: Motif } = {
  books,
  cafe,
  calm,
  camping,
  city,
  desk,
  device,
  goods,
  letters,
  meadow,
  orbits,
  pottery,
  sea,
  shapes,
  soil,
  sound,
  stage,
  table,
};

/** From what is particular to what is general: a conference on soil health is about soil. */
const PARTICULAR = [camping, pottery, soil, cafe, orbits, sound, table, calm, sea, books, city];
const GENERAL = [meadow, device, stage, letters, goods, desk];

/** The picture that belongs to a subject: the one most of whose words occur; of equals, the one that is named first. */
export function motifOf(subject: string): Motif {
  for (const motifs of [PARTICULAR, GENERAL]) {
    const found = motifs
      .map((motif) => ({ motif, hits: [...subject.matchAll(new RegExp(motif.words, 'giu'))] }))
      .filter(({ hits }) => hits.length > 0)
      .sort((a, b) => b.hits.length - a.hits.length || (a.hits[0]?.index ?? 0) - (b.hits[0]?.index ?? 0));
    if (found[0]) return found[0].motif;
  }
  return shapes;
}

/** A picture as inline SVG, for eyes alone. */
export function picture(motif: Motif, w: number, h: number, chance: Chance, className: string): string {
  const fit = motif.shape === 'view' ? 'xMidYMax' : 'xMidYMid';
  return `<svg class="${className}" viewBox="0 0 ${w} ${h}" preserveAspectRatio="${fit} slice" aria-hidden="true" focusable="false">${motif.draw({ w, h, chance })}</svg>`;
}

export type { Motif } from './draw.ts';
